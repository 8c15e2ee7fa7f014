"""Rows and sentences that a screen or a sheet shows, as plain values."""
