"""Rounds: who plays, the draw and its request, edits of pairings, no-shows, corrections, the
schedule.
"""
