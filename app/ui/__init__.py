"""The windows: the only part that knows Qt. Clients of the desk, holding nothing of their own."""
