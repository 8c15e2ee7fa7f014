"""The clocks of the hall: which clock serves which table, and what each may be believed."""
