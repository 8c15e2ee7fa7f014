"""The match-up of two teams: which players meet, and at which table."""
