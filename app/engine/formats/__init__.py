"""The organizer's choices from a packet: settings, keywords, and the rules of one game."""
