"""What people do at a simulated event: checking in, playing a table, its result, a vote."""
