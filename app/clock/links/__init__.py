"""Lines to devices: serial ports, button receivers, gamepads, number pads, LiveChess; and the log
of their bytes.
"""
