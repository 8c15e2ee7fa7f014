"""The awards page."""
