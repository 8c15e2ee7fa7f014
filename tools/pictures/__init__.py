"""Takes pictures of windows, sheets and slides, for the manual and for review."""
