"""A season: the results of several events, and the identities of their players."""
