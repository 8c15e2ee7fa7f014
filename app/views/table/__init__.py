"""Views of one table: clock, score pad, losses, terrain, the organizer's actions."""
