"""The behaviour of people at a simulated event: check-in, a table, its result, a vote."""
