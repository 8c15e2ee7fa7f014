"""The page about the server that shows the event before and after the day."""
