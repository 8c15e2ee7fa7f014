"""Acts of match-ups: which players of two teams meet in a round."""
