"""Decisions about teams."""
