"""Clocks that leap, a program that is stopped, a machine that sleeps, a disk that stalls, a folder
that vanishes: each beside a window's table, a tablet in touch and a tablet out of touch.
"""

import errno
import gc
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.table import PauseCause
from app.engine.evolve import fold
from app.engine.side import Side
from app.engine.table.game import Game
from app.store.log.event_log import open_log
from tests.real_time import RealTimeline
from tests.web.venue import Venue, just_now
from tests.web_page.ahead import Cable
from tests.web_page.apart import HANDS, FarDesk, FarDesks, built_shim
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.tablet import touchable

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="the shim is preloaded, as on Linux"),
]

NS, SECOND, MINUTE, HOUR = 1_000_000_000, 1, 60, 3600
WINDOW, IN_TOUCH, AWAY = 1, 2, 3
OFF_S = 4.0  # by how much a busy machine may be late with what a test does


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FarDesks]:
    desks = FarDesks(built_shim(tmp_path_factory.mktemp("shim")))
    yield desks
    desks.close()


class Hall:
    """A laptop in a program of its own, whose clocks and disk the test has in its hands, and three
    tables at which Red's clock runs.
    """

    def __init__(
        self, folder: Path, desks: FarDesks, browser: Browser, port: int, cable_port: int
    ) -> None:
        self.venue = Venue(folder, began_ms=just_now(), port=port)
        self.venue.register(8)
        self.venue.start()
        self.venue.pages = WEB
        self.venue.serve()
        self.venue.restart(RealTimeline())
        self.venue.desk.stop()
        self.desk = FarDesk(folder, desks, self.venue.path, self.venue.port)
        self.said = self.desk.said
        self.ask, self.set = self.desk.ask, self.desk.set
        self.cable = Cable(self.venue.base, cable_port)
        self.near = self._tablet(browser, self.venue.base, IN_TOUCH)
        self.far = self._tablet(browser, self.cable.base, AWAY)
        assert self.ask(f"start {WINDOW}") == "done"
        for page in (self.near, self.far):
            page.press("Red goes first", ".half.red")
            page.press("Start Red’s clock", ".half.red")
            page.until("table.game().play.clock && table.queue.marks.length === 0")
            touchable(page)
        self.cable.pull()
        self.far.until("table.link.state === 'away'")

    def _tablet(self, browser: Browser, base: str, table: int) -> Page:
        page = browser.open(f"{base}/#table={table}&secret={self.venue.secrets[table]}", 800, 1280)
        page.until("window.table?.link?.state === 'in touch' && !!table.game()")
        page.do(HANDS)
        return page

    def tablets(self, *, steady_s: float = 0, wall_s: float = 0) -> None:
        for page in (self.near, self.far):
            page.do(f"hands.steady += {steady_s * 1000}; hands.wall += {wall_s * 1000}; 0")

    def come_back(self) -> None:
        """The tablet that was away is in touch again, and everybody knows everything."""
        self.cable.plug()
        for page in (self.near, self.far):
            page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")

    def games(self) -> dict[int, Game]:
        with open_log(self.venue.path, read_only=True) as log:
            games = fold(log.records()).games.values()
        return {game.table: game for game in games}

    def look(self) -> None:
        """The desk and the pages look for what has changed once a second: several times of that."""
        ends_ms = self.near.do("performance.now()") + 2500
        self.near.until(f"performance.now() > {ends_ms}")

    def close(self) -> None:
        self.desk.close()
        for page in (self.near, self.far):
            page.do("localStorage.clear()")
            page.close()
        self.cable.close()
        self.venue.close()


@pytest.fixture
def hall(
    tmp_path: Path, desks: FarDesks, browser: Browser, real_port: int, cable_port: int
) -> Iterator[Hall]:
    hall = Hall(tmp_path, desks, browser, real_port, cable_port)
    yield hall
    hall.close()
    gc.collect()  # what is left open here is no other test's fault


def taps(hall: Hall) -> float:
    """Red ends the first deployment at each table; when, by a clock that nobody set."""
    assert hall.ask(f"tap {WINDOW}") == "done"
    hall.near.click(".half.red .time")
    hall.far.click(".half.red .time")
    return time.monotonic()


def used_s(game: Game) -> float:
    assert game.play.clock is not None
    return game.play.clock.used_ms.of(Side.RED) / 1000


@pytest.mark.parametrize("jump_s", [HOUR, 5 * MINUTE, 6 * SECOND, -HOUR, 26 * HOUR])
@pytest.mark.parametrize("whose", ["laptop", "tablets"])
def test_a_jump_of_the_clock_ends_no_game_and_takes_no_time(
    hall: Hall, jump_s: int, whose: str
) -> None:
    begun_s = time.monotonic()
    if whose == "laptop":
        hall.set(real=jump_s * NS)
    else:
        hall.tablets(wall_s=jump_s)
    hall.look()
    passed_s = taps(hall) - begun_s
    hall.come_back()
    until(
        lambda: all(game.play.step == 1 for game in hall.games().values() if game.table <= AWAY),
        "taps",
    )
    for table in (WINDOW, IN_TOUCH, AWAY):
        game = hall.games()[table]
        assert game.play.ending is None
        assert game.play.pause is None
        assert passed_s - OFF_S < used_s(game) < passed_s + MINUTE  # it ran while it was set up
    apart = whose == "laptop" and abs(jump_s) > 2 * MINUTE
    assert [one.split()[:3] for one in hall.said] == [["This", "computer’s", "clock"]] * apart


AWAY_S = 10 * MINUTE


def stop(hall: Hall) -> None:
    """As if for ten minutes: all clocks have gone on when it goes on."""
    hall.desk.send_signal(signal.SIGSTOP)
    hall.set(real=AWAY_S * NS, steady=AWAY_S * NS, boot=AWAY_S * NS)
    hall.desk.send_signal(signal.SIGCONT)


def suspend(hall: Hall) -> None:
    """The steady clock stands while the machine sleeps."""
    hall.desk.send_signal(signal.SIGSTOP)
    hall.set(real=AWAY_S * NS, boot=AWAY_S * NS)
    hall.desk.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("away", [stop, suspend])
@pytest.mark.parametrize("tablets", ["awake", "asleep"])
def test_after_ten_minutes_without_the_laptop_the_tablets_or_the_organizer_decide(
    hall: Hall, away: object, tablets: str
) -> None:
    assert callable(away)
    hall.tablets(wall_s=AWAY_S, steady_s=AWAY_S if tablets == "awake" else 0)
    away(hall)
    until(lambda: hall.said, "the question")
    hall.come_back()

    def stand(table: int) -> bool:
        pause = hall.games()[table].play.pause
        return pause is not None and pause.cause is PauseCause.GAP

    until(lambda: stand(WINDOW), "the window’s table stands")
    kept = tablets == "awake"
    for table in (IN_TOUCH, AWAY):
        until(lambda table=table: stand(table) is not kept, f"table {table} is as it should be")
    hall.look()  # and stays so
    games = hall.games()
    for table in (WINDOW, IN_TOUCH, AWAY):
        game = games[table]
        assert game.play.ending is None
        assert stand(table) is (table == WINDOW or not kept)
        if game.play.pause is not None:
            assert AWAY_S * 1000 <= game.play.pause.gap_ms < (AWAY_S + 60) * 1000
            assert used_s(game) < MINUTE
    slept = "This computer slept" if away is suspend else "Flagfall was stopped"
    assert len(hall.said) == 1
    assert hall.said[0].startswith(f"{slept} for 10:0")


def test_a_disk_that_stalls_for_six_seconds_is_no_gap(hall: Hall) -> None:
    begun_s = time.monotonic()
    hall.set(stall=7 * NS)
    hall.near.click(".half.red .time")
    until(lambda: hall.games()[IN_TOUCH].play.step == 1, "the tap is written")
    assert time.monotonic() - begun_s > 6
    hall.set(stall=0)
    assert hall.ask(f"tap {WINDOW}") == "done"
    games = hall.games()
    assert used_s(games[WINDOW]) >= used_s(games[IN_TOUCH]) + 5  # the tap has its own instant
    assert [games[table].play.pause for table in (WINDOW, IN_TOUCH, AWAY)] == [None] * 3
    assert hall.said == []


def test_monitoring_continues_after_a_folder_vanishes_for_a_while(hall: Hall) -> None:
    """After it is back a machine that slept is still noticed."""
    hall.set(errno=errno.ESTALE)
    until(lambda: hall.said, "it is told")
    assert "Stale file handle" in hall.said[0]
    hall.set(errno=0)
    assert hall.ask(f"tap {WINDOW}") == "done"
    told = len(hall.said)
    suspend(hall)
    until(lambda: len(hall.said) > told, "the question")
    until(lambda: hall.games()[WINDOW].play.pause, "the pause is in the folder that is back")
