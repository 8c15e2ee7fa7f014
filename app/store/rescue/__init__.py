"""Damaged, replaced and restored event files."""
