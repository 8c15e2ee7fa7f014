"""Tries Flagfall on Windows as far as Linux can run it: with Wine, Windows' own Python, the tests
and the installer.
"""
