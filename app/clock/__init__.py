"""Time: the event's timeline, and the devices that measure it."""
