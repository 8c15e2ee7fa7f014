"""What the organizer chose of a packet: settings, keywords, the rules one game is played under."""
