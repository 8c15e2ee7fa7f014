"""What the ports and the clocks of one snapshot say of each other."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port, PortSettings, Stage
from app.desk.desk import Desk
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from app.store.log.event_log import create
from tests.patience import PATIENCE_S
from tests.real_time import RealTimeline

LONG_S = 1.0  # longer than the hall waits before it shows a change


class Eager:
    """A desk that shows the clocks between any two calls of the drivers’ thread, from when the port
    is ready until its clock is shown.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk, self.shown, self.known = desk, threading.Event(), threading.Event()
        self.hall: ClockHall | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)

    def call(self, call: Callable[[], None]) -> bool:
        by_drivers = threading.current_thread().name == "clocks’ drivers"
        ports = self.hall.supervisor.ports if by_drivers and self.hall is not None else ()
        self.shown.clear()
        called = self._desk.call(call)
        if any(is_ready(port) for port in ports) and not self.known.is_set():
            self.shown.wait(LONG_S)
        return called


def is_ready(port: Port) -> bool:
    return port.stage is Stage.READY


def test_no_port_is_shown_as_connected_before_its_clock_is_known(tmp_path: Path) -> None:
    real = Desk(lambda: create(tmp_path / "room.flagfall"), timeline=RealTimeline())
    real.start().result()
    desk, seen = Eager(real), list[ClocksSnapshot]()

    def show(picture: ClocksSnapshot) -> None:
        seen.append(picture)
        desk.shown.set()
        if picture.clocks and any(is_ready(port) for port in picture.ports):
            desk.known.set()

    with PtyLine(live_device("emu://dclk?boot_ms=50"), tmp_path / "clock") as line:
        desk.hall = hall = ClockHall(
            desk,
            show=show,
            memory=Memory(wishes={"clock": PortSettings(use=True, product="dclk")}),
            list_ports=lambda: (PortInfo(line.name, "clock", ""),),
        )
        try:
            hall.start()
            assert desk.known.wait(PATIENCE_S)
        finally:
            hall.stop()
            real.stop()
    for picture in seen:
        names = {clock.name for clock in picture.clocks}
        for port in picture.ports:
            assert not is_ready(port) or names.intersection(port.clocks)
