"""A season: the results of several events, and who is who in them."""
