"""The tablets page: the server, its codes, who has joined."""
