"""Terrain on one table: pieces, checks, proposals, changes."""
