"""What systems say in their own words, for sentences that quote them."""

NOT_THERE = "(No such file|File not found|The system cannot find)"
"""A file that is not there: Linux and macOS, Wine, Windows."""
NOT_OPEN = "(Bad file descriptor|Invalid handle|The handle is invalid)"
"""A descriptor that is closed."""
