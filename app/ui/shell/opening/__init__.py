"""How an event comes to the screen: the start page, a new event and opening a file."""
