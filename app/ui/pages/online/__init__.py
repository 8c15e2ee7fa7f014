"""The page of the server that has the event before and after the day."""
