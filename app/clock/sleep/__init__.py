"""How each platform tells a machine that slept from a wall clock that was set."""
