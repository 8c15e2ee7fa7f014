"""Each platform's two counters: one goes on while the machine sleeps, the other stops."""
