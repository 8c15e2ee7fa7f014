"""The commands and records about teams."""
