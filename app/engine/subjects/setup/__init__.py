"""Acts of the event itself: its settings, terrain, times and room display."""
