"""The format page: keywords and house rules."""
