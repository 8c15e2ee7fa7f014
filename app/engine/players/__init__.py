"""The players of an event, and the army lists that each of them may play."""
