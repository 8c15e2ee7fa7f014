"""Scores, ranking, teams and awards."""
