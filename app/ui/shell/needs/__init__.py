"""What waits for the organizer, looked for all the time: the watch and the strip in the header."""
