"""The setup page: the event's settings and schedule."""
