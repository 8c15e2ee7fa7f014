"""Armies as lists, as points and as losses."""
