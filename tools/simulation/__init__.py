"""Games and events made by dice, and what is held against them."""
