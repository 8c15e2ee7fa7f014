"""The desk: the only writer of an event's log, and the thread that all its clients share."""
