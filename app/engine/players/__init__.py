"""The players of an event and which army list each may play."""
