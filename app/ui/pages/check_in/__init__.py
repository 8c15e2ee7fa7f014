"""The check-in page and its army lists."""
