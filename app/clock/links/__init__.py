"""Lines to devices: serial ports, button receivers, and the log of their bytes."""
