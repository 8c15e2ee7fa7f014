"""The room's clocks beside a real desk on a real file, over real pseudo-terminals, in real time."""

import time
from collections.abc import Callable
from pathlib import Path

from app.clock.hall.clock import Clock
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port, Stage
from app.clock.timeline import Timeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.emulators.lines.live import LiveDevice, forget_all, live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import ClockStarted
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.table.game import Game
from app.store.log.event_log import create
from app.store.packets.files import packets
from tests.clock.callers import hash_of
from tests.clock.machine import Machine
from tests.real_time import RealTimeline

FTDI = 0x0403


class RealHall:
    """Sockets on the laptop by key; a pty stands for the cable in one."""

    def __init__(
        self, folder: Path, memory: Memory | None = None, timeline: Timeline | None = None
    ) -> None:
        timeline = timeline or RealTimeline()
        self.desk = Desk(lambda: create(folder / "room.flagfall"), timeline=timeline)
        self.desk.start().result()
        self.sockets: dict[str, str] = {}
        self.secrets: dict[int, str] = {}  # of the tables' sheets
        self.lines: list[PtyLine] = []
        self.picture, self.memory = ClocksSnapshot(), memory or Memory()
        self.snapshot: Snapshot | None = None
        self.starts: list[Record] = []
        self.desk.subscribe(self._on_change)
        self.machine = Machine()
        self.machine.__enter__()
        self.room = self._made()
        self.room.start()

    def _made(self) -> ClockHall:
        return ClockHall(
            self.desk,
            show=lambda picture: setattr(self, "picture", picture),
            remember=lambda kept: setattr(self, "memory", kept),
            memory=self.memory,
            list_ports=self._ports,
            table_key=self._table_key,
            wifi_port=0,
        )

    def _table_key(self, table: int) -> str:
        return hash_of(self.secrets[table]) if table in self.secrets else ""

    def begin_anew(self) -> None:
        """Look after the clocks again with what is remembered of them."""
        self.picture, self.room = ClocksSnapshot(), self._made()
        self.room.start()

    def _on_change(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.starts += [
            record for record in snapshot.fresh if isinstance(record.event, ClockStarted)
        ]

    def _ports(self) -> tuple[PortInfo, ...]:
        return tuple(PortInfo(name, key, "", FTDI) for key, name in self.sockets.items())

    def plug(self, key: str, live: LiveDevice | str) -> PtyLine:
        line = PtyLine(live_device(live) if isinstance(live, str) else live)
        self.lines.append(line)
        self.sockets[key] = line.name
        return line

    def unplug(self, key: str, line: PtyLine) -> None:
        self.sockets.pop(key)
        line.unplug()

    def replug(self, key: str, line: PtyLine) -> None:
        self.sockets[key] = line.replug()

    def port(self, key: str) -> Port | None:
        return next((port for port in self.picture.ports if port.info.key == key), None)

    def clock(self, key: str) -> Clock | None:
        port = self.port(key)
        found = (clock for clock in self.picture.clocks if port and clock.name == port.clock)
        return next(found, None)

    def is_ready(self, key: str) -> bool:
        port, clock = self.port(key), self.clock(key)
        return bool(port and port.stage is Stage.READY and clock and clock.online)

    def is_lost(self, key: str) -> bool:
        port = self.port(key)
        return port is not None and port.stage is not Stage.READY

    def do(self, command: Command) -> None:
        reply = self.desk.submit(command).result()
        assert not isinstance(reply, Refused), reply.sentence

    def event(self, tables: int) -> None:
        packet = packets()["sr2017"]
        self.do(CreateEvent(Settings("Open", "sr2017", 75, 1), packet))
        players = tuple(Entry(f"Player {n}") for n in range(1, 2 * tables + 1))
        for command in (
            AddPlayers(players),
            CheckIn(tuple(range(1, len(players) + 1))),
            DrawRound(7, 1),
            PublishRound(),
            StartRound(1),
        ):
            self.do(command)

    def game(self, table: int) -> Game:
        assert self.snapshot is not None
        return next(game for game in self.snapshot.state.games.values() if game.table == table)

    def until(self, true: Callable[[], object], seconds: float = 60) -> float:
        """How long it took."""
        began = time.monotonic()
        while not true():
            assert time.monotonic() - began < seconds, self.story()
            time.sleep(0.005)
        return time.monotonic() - began

    def story(self) -> str:
        """How it stands where something did not come true."""
        clocks = {clock.seat.table: clock for clock in self.picture.clocks if clock.seat}
        lines = ["it did not come true", self.picture.notice]
        lines += [str(port) for port in self.picture.ports]
        for game in self.snapshot.state.games.values() if self.snapshot else ():
            play = game.play
            lines.append(f"table {game.table}: step {play.step}, {play.pause}, {play.clock}")
            lines.append(f"  {clocks.get(game.table)}")
        return "\n".join(lines)

    def within(self, limit_s: float, true: Callable[[], object]) -> bool:
        """Whether it comes true in so many seconds of a machine that is not busy."""
        began_s = time.monotonic()
        took_s = self.until(true)
        return took_s <= self.machine.allows_s(limit_s, began_s, began_s + took_s)

    def end(self) -> None:
        self.machine.__exit__(None, None, None)
        self.room.stop()
        self.desk.stop()
        for line in self.lines:
            line.close()
        forget_all()


def left_ms(room: RealHall, table: int, side: Side) -> int:
    clock = room.game(table).play.clock
    assert clock is not None
    return clock.remaining(side, room.desk.timeline.now_ms())
