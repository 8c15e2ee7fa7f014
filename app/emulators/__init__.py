"""Emulated chess clocks, byte for byte, for tests and for trying the program without hardware.

Written from the protocols' descriptions alone: nothing here may import a driver, and no driver may
import anything from here, so that a shared misreading cannot hide.
"""
