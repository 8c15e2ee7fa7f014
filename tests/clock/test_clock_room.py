"""The room's clocks beside a real desk on a real file, over real pseudo-terminals, in real time."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.clock.clocks import Clock, Seat
from app.clock.emulators.device import Side as Hand
from app.clock.emulators.live import LiveDevice, forget_all, live_device
from app.clock.emulators.pty_line import PtyLine
from app.clock.ports import Port, Stage, Wish
from app.clock.room import ClockRoom, Memory, Picture
from app.clock.serial_link import PortInfo
from app.desk import Desk, Snapshot
from app.engine.commands import (
    AddPlayers,
    CheckIn,
    Command,
    CreateEvent,
    DrawRound,
    PublishRound,
    Refused,
    StartRound,
)
from app.engine.game import Game
from app.engine.results import Entry, Settings
from app.engine.side import Side
from app.engine.table_commands import StartClock
from app.store.event_log import create
from app.store.packet_files import packets

FTDI = 0x0403
DCLK = "emu://dclk?boot_ms=100&resets_on_open=0&uid={}"


class Room:
    """Sockets on the laptop by key; a pty stands for the cable in one."""

    def __init__(self, folder: Path, memory: Memory | None = None) -> None:
        self.desk = Desk(lambda: create(folder / "room.flagfall"))
        self.desk.start().result()
        self.sockets: dict[str, str] = {}
        self.lines: list[PtyLine] = []
        self.picture, self.memory = Picture(), memory or Memory()
        self.snapshot: Snapshot | None = None
        self.desk.subscribe(lambda snapshot: setattr(self, "snapshot", snapshot))
        self.room = ClockRoom(
            self.desk,
            show=lambda picture: setattr(self, "picture", picture),
            remember=lambda kept: setattr(self, "memory", kept),
            memory=memory,
            list_ports=self._ports,
        )
        self.room.start()

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
        return next((one for one in self.picture.ports if one.info.key == key), None)

    def clock(self, key: str) -> Clock | None:
        port = self.port(key)
        found = (one for one in self.picture.clocks if port and one.name == port.clock)
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
        return next(one for one in self.snapshot.state.games.values() if one.table == table)

    def until(self, true: Callable[[], object], seconds: float = 8) -> float:
        """How long it took."""
        began = time.monotonic()
        while not true():
            assert time.monotonic() - began < seconds, self.picture
            time.sleep(0.01)
        return time.monotonic() - began

    def end(self) -> None:
        self.room.stop()
        self.desk.stop()
        for line in self.lines:
            line.close()
        forget_all()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.end()


def left_ms(room: Room, table: int, side: Side) -> int:
    clock = room.game(table).play.clock
    assert clock is not None
    return clock.remaining(side, room.desk.timeline.now_ms())


def test_a_clock_is_found_bound_and_keeps_its_games_time(room: Room):
    room.event(1)
    line = room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"), 15)
    clock = room.clock("usb1")
    assert clock is not None
    room.room.seat(clock.name, Seat(1))
    room.until(lambda: room.game(1).play.clock_holds)
    room.room.set_for_round()
    room.until(lambda: line.live.truth().left_ms == 3_600_000)
    room.do(StartClock(1, Side.RED))
    room.until(lambda: line.live.truth().running is Hand.LEFT)
    line.live.press(Hand.LEFT)
    room.until(lambda: room.game(1).play.step == 1)
    truth = line.live.truth()
    assert abs(left_ms(room, 1, Side.RED) - truth.left_ms) < 100
    assert room.memory.seats == {clock.name: Seat(1)}
    assert room.memory.wishes["usb1"].product == "dclk"


@pytest.mark.parametrize("state", ["asking", "idle", "running", "after a command"])
def test_a_cable_pulled_in_any_state_is_noticed_and_resumed_in_time(room: Room, state: str):
    room.event(1)
    line = room.plug("usb1", DCLK.format("AAAA0001"))
    if state == "asking":
        room.until(lambda: (port := room.port("usb1")) and port.stage is Stage.ASKING)
    else:
        room.until(lambda: room.is_ready("usb1"), 15)
        clock = room.clock("usb1")
        assert clock is not None
        room.room.seat(clock.name, Seat(1))
        room.until(lambda: room.game(1).play.clock_holds)
    if state == "running":
        room.room.set_for_round()
        room.until(lambda: line.live.truth().left_ms == 3_600_000)
        room.do(StartClock(1, Side.RED))
        room.until(lambda: line.live.truth().running is Hand.LEFT)
    if state == "after a command":
        room.room.set_for_round()
    room.unplug("usb1", line)
    noticed = room.until(lambda: (port := room.port("usb1")) and not port.there)
    time.sleep(0.5)
    room.replug("usb1", line)
    resumed = room.until(lambda: room.is_ready("usb1"), 15)
    assert noticed < 3
    assert resumed < (15 if state == "asking" else 5)  # an unknown port is listened to first
    if state == "running":
        room.until(lambda: abs(left_ms(room, 1, Side.RED) - line.live.truth().left_ms) < 100)


def test_two_clocks_that_swap_ports_keep_their_tables(room: Room):
    room.event(2)
    first, second = (DCLK.format(f"AAAA000{n}") for n in (1, 2))
    lines = {"usb1": room.plug("usb1", first), "usb2": room.plug("usb2", second)}
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"), 15)
    names = {}
    for key, table in (("usb1", 1), ("usb2", 2)):
        clock = room.clock(key)
        assert clock is not None
        names[table] = clock.name
        room.room.seat(clock.name, Seat(table))
    room.until(lambda: all(room.game(table).play.clock_holds for table in (1, 2)))
    room.room.set_for_round()
    room.until(lambda: lines["usb2"].live.truth().left_ms == 3_600_000)
    for table in (1, 2):
        room.do(StartClock(room.game(table).number, Side.RED))
    room.until(lambda: all(one.live.truth().running for one in lines.values()))
    for key, line in lines.items():
        room.unplug(key, line)
    room.until(lambda: room.is_lost("usb1") and room.is_lost("usb2"))
    room.replug("usb2", lines["usb1"])
    room.replug("usb1", lines["usb2"])
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"), 15)
    swapped = {key: room.clock(key) for key in lines}
    assert {key: clock and clock.name for key, clock in swapped.items()} == {
        "usb2": names[1],
        "usb1": names[2],
    }
    lines["usb1"].live.press(Hand.LEFT)  # the clock of table 1, now in the other socket
    room.until(lambda: room.game(1).play.step == 1)
    assert room.game(2).play.step == 0


def test_what_was_found_is_known_the_next_day(tmp_path: Path):
    clock = "DCLK T07 AAAA0001"
    memory = Memory({"usb1": Wish(product="dclk")}, {clock: Seat(1)})
    room = Room(tmp_path, memory)
    room.event(1)
    room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.game(1).play.clock_holds, 5)
    room.end()


def test_bytes_are_recorded_into_files_that_can_be_read(room: Room, tmp_path: Path):
    room.room.record(tmp_path / "bytes")
    room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"), 15)
    room.room.record(None)
    room.until(lambda: room.picture.log is None)
    text = (tmp_path / "bytes" / "usb1.bytes").read_text("ascii")
    assert text.startswith("# flagfall byte log 1\n# port usb1\n")
    assert " < " in text
    assert " > " in text
    (tmp_path / "file").write_text("in the way")
    room.room.record(tmp_path / "file")
    room.until(lambda: "cannot be written" in room.picture.said)


def test_a_table_that_has_a_clock_refuses_another_in_words(room: Room):
    room.event(1)
    for key, uid in (("usb1", "AAAA0001"), ("usb2", "AAAA0002")):
        room.plug(key, DCLK.format(uid))
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"), 15)
    for key in ("usb1", "usb2"):
        clock = room.clock(key)
        assert clock is not None
        room.room.seat(clock.name, Seat(1))
    room.until(lambda: room.picture.said.startswith("Table 1 has a clock already"))
    room.room.set_for_round()
    room.until(lambda: room.picture.said == "Set at table 1.")


def test_an_address_and_a_wish_are_taken_and_remembered(room: Room):
    with PtyLine(live_device(DCLK.format("AAAA0009"))) as line:
        room.room.add(line.name)
        room.until(lambda: room.is_ready(line.name), 15)
        clock = room.clock(line.name)
        assert clock is not None
        room.room.identify(clock.name)
        room.room.await_press(3)
        room.until(lambda: room.picture.awaiting == 3)
        room.room.await_press(None)
        room.room.adopt(clock.name)
        room.room.wish(line.name, Wish(use=False))
        room.until(lambda: (port := room.port(line.name)) and port.stage is Stage.LEFT_ALONE)
        assert room.memory.wishes[line.name].use is False
