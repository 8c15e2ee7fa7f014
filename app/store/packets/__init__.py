"""Packet files, checked."""
