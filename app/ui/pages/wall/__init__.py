"""The page of the room display: announcements, slides and the screen."""
