"""What the tests of lines to emulated clocks share."""

import time

import serial

from tests.patience import PATIENCE_S


def read_until(port: serial.SerialBase, wanted: bytes) -> bytes:
    found = b""
    end_s = time.monotonic() + PATIENCE_S
    while wanted not in found and time.monotonic() < end_s:
        found += port.read(port.in_waiting or 1)
    return found
