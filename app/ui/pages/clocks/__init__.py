"""The chess clocks page."""
