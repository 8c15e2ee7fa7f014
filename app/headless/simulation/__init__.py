"""Simulated events, which are played by dice."""
