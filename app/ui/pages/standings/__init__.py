"""The standings page."""
