"""What makes of the program something to install: icons, licences, a Debian package."""
