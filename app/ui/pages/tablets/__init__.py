"""The tablets page: the server, its codes, and the connected devices."""
