"""The window of a season: the league, ratings and records of a folder of events."""
