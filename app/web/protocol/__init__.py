"""The messages between server and devices, and their limits."""
