"""Acts of the event itself: its settings, its terrain, its times, its room display."""
