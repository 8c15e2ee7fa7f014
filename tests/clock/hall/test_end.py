"""The hall ends while its ports are still being listed."""

import threading
from pathlib import Path

from app.clock.hall.hall import ClockHall, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from tests.events import Event


def test_a_port_listed_after_shutdown_is_not_opened(tmp_path: Path) -> None:
    event = Event(tmp_path / "Cup.flagfall")
    asked, ended = threading.Event(), threading.Event()
    with PtyLine(live_device("emu://dclk"), tmp_path / "clock") as line:
        before = set(threading.enumerate())

        def list_ports() -> tuple[PortInfo, ...]:
            asked.set()
            ended.wait(30)
            return (PortInfo(line.name, "clock", ""),)

        memory = Memory(wishes={"clock": PortSettings(use=True, product="dclk")})
        hall = ClockHall(event.desk, show=lambda _: None, memory=memory, list_ports=list_ports)
        hall.start()
        asked.wait(30)
        stopping = threading.Thread(target=hall.stop)
        stopping.start()
        closed = threading.Event()
        event.desk.call(closed.set)  # after the hall has closed its ports
        closed.wait(30)
        ended.set()
        stopping.join(30)
        done = threading.Event()
        event.desk.call(done.set)
        done.wait(30)
        assert set(threading.enumerate()) == before
        assert hall.supervisor.due_ms() is None
    event.close()
