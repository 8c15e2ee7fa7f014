"""The event before and after the day: sign-up at home, results afar, the desk’s line to both."""
