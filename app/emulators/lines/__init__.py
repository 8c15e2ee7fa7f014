"""Lines that carry an emulated clock: pseudo-terminals, sockets, pyserial URLs."""
