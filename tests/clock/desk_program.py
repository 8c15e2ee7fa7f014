"""The desk and its clocks in a process of their own, which a test stops and lets go on.

Takes the event's folder, the timeline's speed and the ports by product as JSON; then an order a
line (``seat``, ``set``, ``start`` or ``state``), each answered by a line of JSON.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.clock.fast_timeline import FastTimeline
from tests.clock.real_room import RealHall, left_ms

NOON_MS = 1_755_432_000_000
BY_HAND = "openchess"  # no desk can start it


class DeskProgram:
    """One table for each port."""

    def __init__(self, folder: Path, speed: int, ports: dict[str, str]) -> None:
        memory = Memory({kind: PortSettings(True, kind) for kind in ports})
        self.tables = {kind: table for table, kind in enumerate(ports, start=1)}
        self.room = RealHall(folder, memory, FastTimeline(NOON_MS, speed))
        self.room.event(len(ports))
        self.room.sockets.update(ports)

    def seat(self) -> None:
        for kind, table in self.tables.items():
            clock = self.room.clock(kind)
            assert clock is not None
            self.room.room.seat(clock.name, Seat(table))

    def set(self) -> None:
        self.room.room.set_for_round()

    def start(self) -> None:
        for kind, table in self.tables.items():
            if kind != BY_HAND:
                self.room.do(StartClock(self.room.game(table).number, Side.RED))

    def state(self) -> dict[str, object]:
        return {kind: self._table(kind, table) for kind, table in self.tables.items()}

    def _table(self, kind: str, table: int) -> dict[str, object]:
        play = self.room.game(table).play
        clock = self.room.clock(kind)
        left = [left_ms(self.room, table, side) for side in Side] if play.clock else []
        return {
            "ready": self.room.is_ready(kind),
            "holds": play.clock_holds,
            "ticks": play.ticking,
            "step": play.step,
            "left": left,
            "notice": clock.notice if clock else "",
        }


def main(folder: str, speed: str, ports: str) -> None:
    program = DeskProgram(Path(folder), int(speed), json.loads(ports))
    orders: dict[str, Callable[[], object]] = {
        "seat": program.seat,
        "set": program.set,
        "start": program.start,
        "state": program.state,
    }
    try:
        for line in sys.stdin:
            print(json.dumps(orders[line.strip()]()), flush=True)
    finally:
        program.room.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
