"""The players page: roster, import, merge, groups."""
