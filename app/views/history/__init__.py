"""The history in words, one row for each act."""
