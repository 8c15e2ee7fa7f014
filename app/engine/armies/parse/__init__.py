"""Reads army lists from pasted text."""
