"""A real desk to which clocks dial in: the ESP32 sketch, compiled for this machine."""

import socket
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock.hall.bound_clocks import CLOCK
from app.clock.hall.clock import Clock, Seat
from app.desk.replies import Snapshot
from app.engine.acts.table import HandBack, TurnEnded
from tests.clock.callers import dials
from tests.clock.real_room import RealHall
from tests.firmware.wifi_clock import WifiClock


class WifiHall(RealHall):
    def __init__(self, folder: Path) -> None:
        self.pressed: Counter[int] = Counter()
        super().__init__(folder)
        self.folder = folder
        self.boards: list[WifiClock] = []
        self.callers: list[socket.socket] = []
        self.secrets = {table: f"{table}" * 22 for table in range(1, 9)}
        self.room.let_dial_in(True)
        self.until(lambda: self.picture.wifi.on)

    def board(self, table: int, uid: str, secret: str = "", port: int = 0) -> WifiClock:
        if sys.platform != "linux":
            pytest.skip("the board's shim is written for Linux")
        board = WifiClock(self.folder, uid)
        self.boards.append(board)
        port = port or self.picture.wifi.port
        board.set_up("127.0.0.1", port, table, secret or self.secrets[table])
        return board

    def call(self, words: bytes = b"") -> socket.socket:
        caller = dials(self.picture.wifi.port, words)
        self.callers.append(caller)
        return caller

    def at(self, table: int) -> Clock | None:
        """The clock of a table that is there."""
        return next(
            (clock for clock in self.picture.clocks if clock.seat == Seat(table) and clock.online),
            None,
        )

    def ready(self, table: int) -> Callable[[], bool]:
        return lambda: self.at(table) is not None and self.game(table).play.clock_holds

    def presses(self, table: int) -> int:
        """How many rows of the log are presses of the table's plungers."""
        return self.pressed[self.game(table).number]

    def _on_change(self, snapshot: Snapshot) -> None:
        super()._on_change(snapshot)
        self.pressed.update(
            record.event.game
            for record in snapshot.fresh
            if record.actor == CLOCK and isinstance(record.event, TurnEnded | HandBack)
        )

    def refused(self) -> list[str]:
        return [refusal.sentence for refusal in self.picture.wifi.refusals]

    def end(self) -> None:
        for board in self.boards:
            board.end()
        for caller in self.callers:
            caller.close()
        super().end()
