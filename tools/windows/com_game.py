"""Play a game at a desk with a clock on a serial port, which the clock alone plays to its end.

    python -m tools.windows.com_game PORT PRESSES

Somebody else presses the clock's lever PRESSES times and then lets the clock run out. Prints one
line.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.timeline import WallTimeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.headless.recheck.verify import verify
from app.store.log.event_log import create
from app.store.packets.files import packets

PATIENCE_S = 180
LEFT_MS = 25_000
"""The time that each player has left once the clock runs. It is short, so that a flag
falls soon.
"""
WHOLE_MS = 20 * 60_000
NOTHING = Pair(0, 0)
TABLE = 1


class Room:
    """A desk, with the clocks beside it."""

    def __init__(self, file: Path) -> None:
        self.desk = Desk(lambda: create(file), timeline=WallTimeline())
        self.desk.start().result()
        self.snapshot: Snapshot | None = None
        self.clocks = ClocksSnapshot()
        self.desk.subscribe(self._take)
        self.hall = ClockHall(
            self.desk,
            show=self._show,
            remember=lambda _: None,
            memory=Memory(),
            list_ports=tuple,
            wifi_port=0,
        )
        self.hall.start()

    def _take(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def _show(self, clocks: ClocksSnapshot) -> None:
        self.clocks = clocks

    def do(self, *commands: Command) -> None:
        for command in commands:
            reply = self.desk.submit(command).result()
            if isinstance(reply, Refused):
                raise RuntimeError(reply.sentence)

    @property
    def game(self) -> Game:
        assert self.snapshot is not None
        return next(iter(self.snapshot.state.games.values()))

    def until(self, holds: Callable[[], object], what: str) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end_s:
                raise RuntimeError(
                    f"{what}: {self.clocks.notice} {self.clocks.ports} {self.game.marks}"
                )
            time.sleep(0.05)

    def end(self) -> None:
        self.hall.stop()
        self.desk.stop()


def begin_round(room: Room) -> None:
    room.do(CreateEvent(Settings("Ports", "sr2017", 0, 1), packets()["sr2017"]))
    room.do(AddPlayers((Entry("Jürgen 龍"), Entry("Bartek Zieliński"))), CheckIn((1, 2)))
    room.do(DrawRound(7, 1), PublishRound(), StartRound(1))


def leave(room: Room, left_ms: int, used_ms: Pair[int] = NOTHING) -> None:
    """Leave both players ``left_ms`` of their time, of which they have used ``used_ms``."""
    for side in Side:
        less_ms = left_ms + used_ms.of(side) - WHOLE_MS
        room.do(AdjustClock(room.game.number, side, less_ms, "a short evening"))


def play(room: Room, port: str, presses: int) -> None:
    begin_round(room)
    room.hall.add(port)
    room.until(lambda: any(clock.online for clock in room.clocks.clocks), "No clock answers")
    room.hall.seat(room.clocks.clocks[0].name, Seat(TABLE))
    room.until(lambda: room.game.play.clock_holds, "The clock does not take the game")
    room.do(StartClock(room.game.number, Side.RED))
    leave(room, LEFT_MS)
    room.until(lambda: room.game.play.step >= presses, "The presses do not arrive")
    room.until(lambda: not room.game.play.in_progress, "No flag falls")


def by_flag(play_in: Callable[[Room], None]) -> int:
    """Play a game that a flag ends, report it and print one line. Return the exit code."""
    with TemporaryDirectory(prefix="flagfall-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "Ports #1.flagfall")
        room = Room(file)
        try:
            play_in(room)
            clock, step = room.clocks.clocks[0], room.game.play.step
            ending = room.game.play.ending
            assert ending is not None
            assert ending.how is not None
            result = Result(ending.winner, ending.how, NOTHING, Pair(12, 12))
            room.do(ReportResult(room.game.number, result))
        finally:
            room.end()
        found = verify(file)
    print(f"{clock.name}: {step} presses, a flag, {found.rows} rows, faults: {len(found.faults)}")
    return 0 if not found.faults and found.results == 1 and ending.how is How.CLOCK_OUT else 1


def main(given: Sequence[str]) -> int:
    port, presses = given[0], int(given[1])
    return by_flag(lambda room: play(room, port, presses))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
