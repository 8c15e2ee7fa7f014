"""The organizer's choices from a packet: settings, keywords, the rules of one game."""
