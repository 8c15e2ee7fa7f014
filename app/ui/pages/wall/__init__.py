"""The page about the room display: its announcements, slides and screen."""
