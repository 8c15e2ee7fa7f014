"""A gamepad at table 1 and a Wi-Fi clock at table 2 play whole games side by side: SDL's virtual
joystick through SDL's own events, an emulated DCLK clock that dials in over TCP, a real desk and a
real file. Then once more beside a gamepad that chatters, a foreign secret, and two floods.
"""

import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.clock.drivers.pads import wild_words
from app.clock.hall.bound_clocks import CLOCK
from app.clock.hall.buttons import BLUE_NEXT, PRESS_RED
from app.clock.links.door import FLOOD
from app.desk.replies import Snapshot
from app.emulators.lines.live import live_device
from app.engine.acts.results import How
from app.engine.acts.table import AdjustClock, FlagFell, HandBack, Interrupt, StartClock, TurnEnded
from app.engine.side import Side
from app.store.log.event_log import open_log
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from tests.clock.callers import UID, Caller, dials
from tests.clock.dialled_clock import DialledClock
from tests.clock.fast_timeline import FastTimeline
from tests.clock.real_room import RealHall, left_ms
from tests.clock.virtual_pads import VirtualPad, dragonrise

pytestmark = pytest.mark.timed

RED, BLUE = Side.RED, Side.BLUE
SPEED = 3
"""A line that is silent for 2.5 s is taken for lost: on a busy machine that is soon over."""
SECOND_MS = 1000
LEFT_MS = 60 * SECOND_MS
TURN_MS = 17 * SECOND_MS  # longer than the shortest turn, so that no press is read as an interrupt
DEPLOYMENTS, PRESSES = 4, 7


class SideBySide(RealHall):
    """``presses`` by game: whose turn each row of a plunger ended, as the log has it."""

    def __init__(self, folder: Path) -> None:
        self.presses: defaultdict[int, list[Side]] = defaultdict(list)
        self.others: list[object] = []  # rows by which a press would be read as something else
        super().__init__(folder, timeline=FastTimeline(3_600_000, SPEED))
        self.file = folder / "room.flagfall"
        self.secrets = {table: f"{table}" * 22 for table in range(1, 5)}
        self.closings: list[Callable[[], None]] = []
        self.room.let_dial_in(True)
        self.room.look_for_gamepads()
        self.until(lambda: self.picture.wifi.on)
        self.until(lambda: "reads gamepads" in [t.name for t in threading.enumerate()])

    def _on_change(self, snapshot: Snapshot) -> None:
        super()._on_change(snapshot)
        for record in snapshot.fresh:
            if record.actor == CLOCK and isinstance(record.event, TurnEnded):
                self.presses[record.event.game].append(record.event.side)
            elif isinstance(record.event, HandBack | Interrupt):
                self.others.append(record.event)

    @property
    def rows(self) -> tuple[ClockRow, ...]:
        return clock_rows(self.picture, self.desk.timeline.now_ms())

    def row(self, table: int) -> ClockRow | None:
        return next((row for row in self.rows if row.seat and row.seat.table == table), None)

    def sentences(self) -> list[str]:
        return [row.notice for row in self.rows]

    def plug_in_pad(self) -> VirtualPad:
        before = len(self.picture.clocks)
        pad = dragonrise()
        self.until(lambda: len(self.picture.clocks) > before)
        return pad

    def bind(self, table: int, pad: VirtualPad) -> None:
        """Button 1 is Red's, button 2 Blue's."""
        self.room.await_press(table)
        self.until(lambda: self.picture.notice == PRESS_RED.format(table=table))
        push(pad, 0)
        self.until(lambda: self.picture.notice == BLUE_NEXT)
        push(pad, 1)
        self.until(lambda: self.row(table))

    def call(self, words: bytes, address: str = "127.0.0.2") -> socket.socket:
        port = self.picture.wifi.port
        caller = dials(port, words, address)
        self.closings.append(caller.close)
        return caller

    def end(self) -> None:
        for close in self.closings:
            close()
        super().end()


def push(pad: VirtualPad, button: int) -> None:
    pad.hold(button)
    pad.hold(button, down=False)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SideBySide]:
    room = SideBySide(tmp_path)
    yield room
    room.end()


class Nuisances:
    """Until they are over: table 3's gamepad chatters at 1 kHz, somebody dials in with a foreign
    secret for table 2 again and again, table 4's clock floods its line, and so do strangers.
    """

    def __init__(self, room: SideBySide, pad: VirtualPad) -> None:
        self._room, self._pad = room, pad
        self._over = threading.Event()
        self.edges = 0
        self._threads = [
            threading.Thread(target=act) for act in (self._chatter, self._knock, self._flood)
        ]
        for thread in self._threads:
            thread.start()
        room.closings.insert(0, self.end)

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _chatter(self) -> None:
        while not self._over.wait(0.01):
            self._pad.chatter(0, 10)
            self.edges += 10

    def _knock(self) -> None:
        while not self._over.wait(1.5):
            with suppress(OSError):
                caller = Caller(self._room.picture.wifi.port, 2, "x" * 22, "127.0.0.2")
                self._room.closings.append(caller.socket.close)

    def _flood(self) -> None:
        port = self._room.picture.wifi.port
        while not self._over.wait(0.5):
            with suppress(OSError):
                caller = Caller(port, 4, "4" * 22, "127.0.0.3", "BBBB0004")
                self._room.closings.append(caller.socket.close)
                for _ in range(20):
                    caller.say((b"?" * 100 + b"\n") * 82)
            for _ in range(20):
                with suppress(OSError):
                    self._room.call(b"GET / HTTP/1.1\r\n\r\n", "127.0.0.4")


def played(room: SideBySide, pad: VirtualPad, clock: DialledClock) -> None:
    """Whoever's time runs presses, at both tables, until Red's opponent is out of time."""
    games = {table: room.game(table).number for table in (1, 2)}
    for number in games.values():
        room.do(StartClock(number, RED))
    room.until(lambda: clock.live.truth().running is not None)
    for table, number in games.items():
        for side in Side:  # nobody waits two hours in a test
            over_ms = left_ms(room, table, side) - LEFT_MS
            room.do(AdjustClock(number, side, -over_ms, "a short evening"))
    room.until(lambda: clock.live.truth().right_ms <= LEFT_MS)
    room.until(lambda: clock.live.truth().running is not None)
    for step in range(1, PRESSES + 1):
        wait_ms = 2 * SECOND_MS if step <= DEPLOYMENTS else TURN_MS
        since_ms = room.desk.timeline.now_ms()
        room.until(lambda at_ms=since_ms + wait_ms: room.desk.timeline.now_ms() >= at_ms)
        push(pad, 0 if room.game(1).play.runner is RED else 1)
        running = clock.live.truth().running
        assert running is not None
        clock.live.press(running)
        room.until(lambda step=step: all(room.game(t).play.step == step for t in games))
    room.until(lambda: all(room.game(table).play.ending for table in games))


@pytest.mark.parametrize("disturbed", [False, True], ids=["alone", "disturbed"])
def test_a_gamepad_and_a_wifi_clock_each_play_whole_games_at_the_same_time(
    room: SideBySide, disturbed: bool
) -> None:
    room.event(4)
    pad = room.plug_in_pad()
    room.bind(1, pad)
    live = live_device(f"emu://dclk?boot_ms=50&resets_on_open=0&uid={UID}&speed={SPEED}")
    clock = DialledClock(live, room.picture.wifi.port, 2, room.secrets[2], UID)
    room.closings.append(clock.close)
    room.until(lambda: room.game(2).play.clock_holds)
    assert clock.answer.startswith(b"JOINED table=2")
    room.room.set_for_round()
    room.until(lambda: live.truth().left_ms == 3_600_000)
    nuisances = None
    if disturbed:
        other = room.plug_in_pad()
        room.bind(3, other)
        nuisances = Nuisances(room, other)
        room.until(lambda: (row := room.row(3)) and row.notice == wild_words(0))
    played(room, pad, clock)
    if nuisances is not None:
        told = room.sentences()
        assert room.row(3).notice == wild_words(0)
        assert any("has a wrong secret for table 2" in sentence for sentence in told), told
        room.until(lambda: any("127.0.0.4 dials in too" in told for told in room.sentences()))
        room.until(lambda: FLOOD in room.sentences() or any(
            "127.0.0.3 dials in too often" in sentence for sentence in room.sentences()
        ))  # fmt: skip
        nuisances.end()
        assert nuisances.edges > 1000
        assert room.game(3).play.clock is None or room.game(3).play.step == 0
        assert room.game(4).play.clock is None
    turns = [RED, BLUE] * PRESSES
    for table in (1, 2):
        game = room.game(table)
        assert room.presses[game.number] == turns[:PRESSES]
        assert game.play.ending is not None
        assert (game.play.ending.winner, game.play.ending.how) == (RED, How.CLOCK_OUT)
        row = room.row(table)
        assert row is not None
        assert (row.state, row.urgent) == ("connected", False)
    assert room.others == []
    room.room.stop()
    room.desk.stop()
    with open_log(room.file, read_only=True) as log:  # and so it is on the disk
        events = [record.event for record in log.records()]
    for table in (1, 2):
        number = room.game(table).number
        ended = [e.side for e in events if isinstance(e, TurnEnded) and e.game == number]
        fallen = [e.side for e in events if isinstance(e, FlagFell) and e.game == number]
        assert (ended, fallen) == (turns[:PRESSES], [BLUE])
