"""The window of a season: league, ratings and records out of a folder of events."""
