"""Acts of awards, blind votes and level players."""
