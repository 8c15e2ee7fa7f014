"""Lines to devices: serial ports, button receivers, gamepads, and the log of their bytes."""
