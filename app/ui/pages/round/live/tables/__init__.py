"""The tables of a round as cards or as a list, filtered and sorted."""
