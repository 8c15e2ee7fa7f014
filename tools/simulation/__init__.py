"""Plays random games and events, and checks them."""
