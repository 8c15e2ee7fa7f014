"""The sample event: its file, and the emulated clocks and tablets of its room. No Qt here."""
