"""``hang://name``: a port whose ``open()`` takes its time, as a Bluetooth port's does while its
device is off. pyserial finds this module by the scheme (``serial.protocol_handler_packages``).
"""

import threading
from typing import ClassVar

import serial

PACKAGE = __package__
let_go = threading.Event()
"""Set, every open that hangs fails, as a Bluetooth port's does in the end."""


class Serial(serial.SerialBase):
    opened_by: ClassVar[list[str]] = []

    def open(self) -> None:
        Serial.opened_by.append(threading.current_thread().name)
        let_go.wait()
        raise serial.SerialException("the semaphore timeout period has expired")

    def close(self) -> None:
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """Nothing to set."""


def use() -> None:
    """Let pyserial know of it; hang from now on."""
    if PACKAGE not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(PACKAGE)
    Serial.opened_by.clear()
    let_go.clear()
