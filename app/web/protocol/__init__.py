"""The messages between the server and devices, and their limits."""
