"""Turns the program into something that can be installed: icons, licences, a Debian package."""
