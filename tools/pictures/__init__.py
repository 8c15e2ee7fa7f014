"""Pictures of windows, sheets and slides, for the manual and to be looked at."""
