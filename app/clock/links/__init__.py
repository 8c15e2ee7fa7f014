"""Lines to devices: serial ports, button receivers, gamepads, number pads, LiveChess; their log."""
