"""Where time comes from: the event's timeline, and later the devices that measure it."""
