"""Each platform's two counters: one goes on while the machine sleeps, one stands."""
