"""Acts of match-ups: who of two teams meets whom in a round."""
