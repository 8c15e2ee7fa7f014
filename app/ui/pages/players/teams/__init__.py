"""The teams on the players page: a list of them, one team's seats, and what can be changed."""
