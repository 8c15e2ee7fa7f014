"""Views of one table: clock, scoring pads, losses, terrain, and the organizer's acts."""
