"""Terrain on one table: pieces, checks, proposals and changes."""
