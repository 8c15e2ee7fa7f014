"""Each platform's two counters: one continues while the machine sleeps, one stops."""
