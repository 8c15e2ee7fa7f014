"""The clocks of the hall: each clock's table, and how far its times are trusted."""
