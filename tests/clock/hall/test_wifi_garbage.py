"""Whoever has dialled in as a table's clock and then says anything but DCLK: the other tables play
on, its row says what is wrong, and nothing grows.
"""

import random
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.clock.drivers.dclk.lines import seal_line
from app.clock.hall.bound_clocks import CLOCK
from app.clock.hall.clock import Seat
from app.desk.replies import Snapshot
from app.emulators.device import DeviceSide
from app.emulators.lines.live import live_device
from app.engine.acts.table import HandBack, StartClock, TurnEnded
from app.engine.side import Side
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from tests.clock.callers import Caller, dials, join
from tests.clock.dialled_clock import DialledClock
from tests.clock.real_room import RealHall

pytestmark = pytest.mark.timed

OWN = "AAAA0001"
TABLES = 8
NO_DCLK = "does not continue like a DCLK clock"


def uid(table: int) -> str:
    return f"BBBB000{table}"


def hello(number: str, version: int = 1) -> bytes:
    return seal_line(f"HI dclk={version} uid={number} boot=1 fw=1 name=T07 caps=run,set osc=xtal")


STANDS = seal_line("ST s=0 t=0 run=N l=3600000 r=3600000 lev=- f=- bat=-1")
RUNS_OUT = seal_line("ST s=9 t=9000 run=L l=0 r=3600000 lev=L f=L bat=-1")


def noise(dice: random.Random, of: Sequence[int]) -> bytes:
    """Six thousand bytes, in lines that are not too long to be taken."""
    lines = [bytes(dice.choices(of, k=100)).translate(None, b"\r\n") for _ in range(60)]
    return b"\n".join(lines) + b"\n"


class Beside(RealHall):
    """An emulated clock plays at table 1; who dials in for the other tables says anything."""

    def __init__(self, folder: Path) -> None:
        self.presses: Counter[int] = Counter()
        super().__init__(folder)
        self.secrets = {table: f"{table}" * 22 for table in range(1, TABLES + 1)}
        self.event(TABLES)
        self.room.let_dial_in(True)
        self.until(lambda: self.picture.wifi.on)
        self.number = self.picture.wifi.port
        self.live = live_device(f"emu://dclk?boot_ms=50&resets_on_open=0&uid={OWN}")
        self.dialled = DialledClock(self.live, self.number, 1, self.secrets[1], OWN)
        self.off = False
        self.until(lambda: self.game(1).play.clock_holds)
        self.room.set_for_round()
        self.until(lambda: self.live.truth().left_ms == 3_600_000)
        self.do(StartClock(self.game(1).number, Side.RED))
        self.until(lambda: self.live.truth().running is DeviceSide.LEFT)

    def _on_change(self, snapshot: Snapshot) -> None:
        super()._on_change(snapshot)
        self.presses.update(
            record.event.game
            for record in snapshot.fresh
            if record.actor == CLOCK and isinstance(record.event, TurnEnded | HandBack)
        )

    def rows(self) -> list[ClockRow]:
        return list(clock_rows(self.picture, self.desk.timeline.now_ms()))

    def notice(self, address: str) -> str:
        return " ".join(row.notice for row in self.rows() if row.port == address)

    def there(self) -> list[str]:
        return [port.info.words for port in self.picture.ports if port.there]

    def plays_on(self) -> None:
        """A press at table 1 counts once, its clock is in order, and no other game has begun."""
        game = self.game(1).number
        expected, running = self.presses[game] + 1, self.live.truth().running
        assert running is not None
        self.live.press(running)
        self.until(lambda: self.presses[game] == expected)
        row = next(row for row in self.rows() if row.seat and row.seat.table == 1)
        assert (row.state, row.notice) == ("connected", "")
        assert set(self.presses) == {game}
        assert all(self.game(table).play.clock is None for table in range(2, TABLES + 1))

    def switch_off(self) -> None:
        """The clock of table 1."""
        if not self.off:
            self.off = True
            self.dialled.close()

    def end(self) -> None:
        self.switch_off()
        super().end()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    hall = Beside(tmp_path_factory.mktemp("beside"))
    yield hall
    hall.end()


def test_data_that_is_not_dclk_disturbs_no_other_clock_and_is_reported_in_its_row(
    hall: Beside,
) -> None:
    dice = random.Random(13)
    says = {
        2: (b"", NO_DCLK),
        3: (noise(dice, range(256)), NO_DCLK),
        4: (b"".join(hello(uid(4))[: dice.randrange(60)] + b"\n" for _ in range(60)), NO_DCLK),
        5: (noise(dice, b"x"), NO_DCLK),
        6: (hello(uid(6), version=2), "speaks a newer DCLK"),
        7: ((hello(uid(7))[:-4] + b"*00\n" + STANDS[:-4] + b"*00\n") * 20, NO_DCLK),
        8: (noise(dice, range(128, 256)), NO_DCLK),
    }
    with ExitStack() as callers:
        for table, (words, _) in says.items():
            caller = Caller(hall.number, table, hall.secrets[table], f"127.0.1.{table}", uid(table))
            callers.enter_context(caller.socket)
            assert caller.welcome == seal_line(f"JOINED table={table}")
            caller.say(words)
        for table, (_, sentence) in says.items():
            hall.until(lambda t=table, words=sentence: words in hall.notice(f"127.0.1.{t}"))
            if sentence is NO_DCLK:
                assert f"for table {table} " in hall.notice(f"127.0.1.{table}")
        hall.plays_on()
    hall.until(lambda: len(hall.rows()) == 1)


def test_a_clock_that_claimed_a_newer_version_is_accepted_once_it_claims_this_one(
    hall: Beside,
) -> None:
    """Its program was changed: what was said of it before is over."""
    for version in (2, 1):
        caller = Caller(hall.number, 2, hall.secrets[2], "127.0.2.2", uid(2))
        with caller.socket:
            assert caller.welcome == seal_line("JOINED table=2")
            caller.say(hello(uid(2), version) + STANDS)
            newer = version == 2
            hall.until(lambda newer=newer: ("newer DCLK" in hall.notice("127.0.2.2")) is newer)
            hall.until(lambda: any(row.port == "127.0.2.2" for row in hall.rows()))
        hall.until(lambda: len(hall.there()) == 1)
    hall.plays_on()


def test_a_caller_leaving_at_any_byte_leaves_nothing_behind(hall: Beside) -> None:
    first, after = join(3, uid(3)), hello(uid(3)) + STANDS
    threads, ports = threading.active_count(), len(hall.picture.ports)
    for length in range(len(first)):
        dials(hall.number, first[:length], f"127.0.4.{length + 1}").close()
    caller = Caller(hall.number, 3, hall.secrets[3], "127.0.5.2", uid(3))
    coded = caller.codes.add(after)
    for length in range(0, len(coded), 10):
        with caller.socket:
            caller.socket.sendall(coded[:length])
        caller = Caller(hall.number, 3, hall.secrets[3], "127.0.5.2", uid(3))
        coded = caller.codes.add(after)
    caller.socket.close()
    hall.plays_on()
    caller = Caller(hall.number, 3, hall.secrets[3], "127.0.5.3", uid(3))
    with caller.socket:
        caller.say(after)
        hall.until(
            lambda: any(clock.online and clock.seat == Seat(3) for clock in hall.picture.clocks)
        )
    hall.until(lambda: len(hall.there()) == 1)
    assert threading.active_count() <= threads
    assert len(hall.picture.ports) <= ports + 1
    hall.plays_on()


def test_a_clock_cannot_speak_for_the_clock_of_another_table(hall: Beside) -> None:
    """Also while that one is away: whoever has table 5's secret has proved table 5 alone."""
    hall.switch_off()
    hall.until(lambda: not hall.there())
    game = hall.game(1)
    caller = Caller(hall.number, 5, hall.secrets[5], "127.0.3.2", uid(5))
    with caller.socket:
        assert caller.welcome == seal_line("JOINED table=5")
        caller.say(hello(OWN) + STANDS + RUNS_OUT * 3)
        hall.until(lambda: "now says it is another one" in hall.notice("127.0.3.2"))
        assert hall.game(1).play == game.play
        row = next(row for row in hall.rows() if row.seat and row.seat.table == 1)
        assert row.state == "unplugged"
