"""Windows as far as Linux can run it: Wine, Windows' own Python, the tests and the installer."""
