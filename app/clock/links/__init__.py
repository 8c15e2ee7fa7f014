"""Lines to devices: serial ports, button receivers, gamepads, LiveChess; the log of their bytes."""
