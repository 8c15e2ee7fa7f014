"""The players page: the roster, import, merging, groups, check-in and teams."""
