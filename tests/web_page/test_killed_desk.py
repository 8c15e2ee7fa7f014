"""A desk that is killed and started again, on a computer whose clock was set meanwhile."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.table import PauseCause
from app.engine.evolve import fold
from app.engine.side import Side
from app.engine.table.game import Game, Pause
from app.store.log.event_log import open_log
from tests.real_time import RealTimeline
from tests.web.venue import Venue, just_now
from tests.web_page.apart import HANDS, FarDesk, FarDesks, built_shim
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.tablet import touchable

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the shim is preloaded, as on Linux"),
]

NS, MINUTE, HOUR = 1_000_000_000, 60, 3600
TABLE = 1
AWAY_S = 20
OFF_S = 60.0  # what a busy machine needs to end a program and to start it
SETS = pytest.mark.parametrize("set_s", [-2 * MINUTE, -2 * HOUR, 10 * MINUTE])


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FarDesks]:
    desks = FarDesks(built_shim(tmp_path_factory.mktemp("shim")))
    yield desks
    desks.close()


class Killed:
    """A laptop at whose first table Red's clock runs, and that is killed. ``away_s``: for how long,
    by a clock that nobody set.
    """

    def __init__(self, folder: Path, desks: FarDesks) -> None:
        self.venue = Venue(folder, began_ms=just_now())
        self.venue.register(8)
        self.venue.start()
        self.venue.restart(RealTimeline())
        self.venue.desk.stop()
        self.desk = FarDesk(folder, desks, self.venue.path, self.venue.port)
        self.started_s = time.monotonic()  # before the clock, which runs when the answer comes
        assert self.desk.ask(f"start {TABLE}") == "done"
        began_ms = self.alive_ms()
        until(lambda: self.alive_ms() > began_ms, "a sign of life")

    def alive_ms(self) -> int:
        with open_log(self.venue.path, read_only=True) as log:
            return log.last_sign.alive_ms or 0

    def kill(self) -> None:
        self.played_s = time.monotonic() - self.started_s
        self.desk.kill()

    def start_again(self, set_s: int, *, boot_s: float = AWAY_S) -> None:
        """``set_s``: by how much the computer's clock was set; ``boot_s``: by how much its counter
        since the boot went on, or back.
        """
        self.desk.set(real=(AWAY_S + set_s) * NS, steady=boot_s * NS, boot=boot_s * NS)
        self.desk.start()
        self.whole_s = AWAY_S + time.monotonic() - self.started_s

    def tablet(self, browser: Browser, table: int) -> Page:
        """A page in touch at which Red's clock runs, and whose own clocks a test moves."""
        page = browser.open(
            f"{self.venue.base}/#table={table}&secret={self.venue.secrets[table]}", 800, 1280
        )
        page.until("window.table?.link?.state === 'in touch' && !!table.game()")
        page.do(HANDS)
        page.press("Red goes first", ".half.red")
        page.press("Start Red’s clock", ".half.red")
        page.until("table.game().play.clock && table.queue.marks.length === 0")
        touchable(page)
        return page

    def game(self, table: int = TABLE) -> Game:
        with open_log(self.venue.path, read_only=True) as log:
            games = fold(log.records()).games.values()
        return next(game for game in games if game.table == table)

    def pause(self, table: int = TABLE) -> Pause:
        pause = self.game(table).play.pause
        assert pause is not None, "the clock runs on, and nobody was asked"
        assert pause.cause is PauseCause.GAP
        return pause

    def used_s(self, table: int = TABLE) -> float:
        clock = self.game(table).play.clock
        assert clock is not None
        return clock.used_ms.of(Side.RED) / 1000

    def close(self) -> None:
        self.desk.close()
        self.venue.close()


@pytest.fixture
def killed(tmp_path: Path, desks: FarDesks) -> Iterator[Killed]:
    laptop = Killed(tmp_path, desks)
    yield laptop
    laptop.close()


@SETS
def test_a_restart_within_the_same_boot_is_exact_however_the_clock_was_set(
    killed: Killed, set_s: int
) -> None:
    killed.kill()
    killed.start_again(set_s)
    pause = killed.pause()
    assert killed.used_s() <= killed.played_s + 1
    assert AWAY_S <= pause.gap_ms / 1000 <= AWAY_S + OFF_S
    assert killed.used_s() + pause.gap_ms / 1000 <= killed.whole_s
    assert killed.desk.ask(f"count {TABLE}") == "done"
    assert killed.used_s() == pytest.approx(killed.whole_s, abs=15)


REBOOTED = {"a reboot": 7.0, "another laptop": 90_000.0}


@pytest.mark.parametrize("why", REBOOTED)
@SETS
def test_after_a_reboot_the_clock_is_stopped_and_the_length_of_the_gap_is_uncertain(
    killed: Killed, set_s: int, why: str
) -> None:
    killed.kill()
    killed.desk.boot.write_text("second\n")
    killed.start_again(set_s, boot_s=REBOOTED[why])
    not_sure(killed, set_s)


@pytest.mark.parametrize("set_s", [-2 * MINUTE])
def test_a_counter_that_went_back_or_a_missing_boot_id_leaves_the_gap_uncertain(
    killed: Killed, set_s: int
) -> None:
    killed.kill()
    killed.start_again(set_s, boot_s=-3_600.0)
    not_sure(killed, set_s)
    assert killed.desk.ask(f"ignore {TABLE}") == "done"
    killed.kill()
    killed.desk.boot.unlink()
    killed.start_again(2 * set_s, boot_s=-3_590.0)
    not_sure(killed, set_s)


def not_sure(killed: Killed, set_s: int) -> None:
    pause = killed.pause()
    assert not pause.gap_known
    assert killed.used_s() <= killed.whole_s
    if set_s < 0:
        assert pause.gap_ms == 0
        assert killed.desk.ask(f"count {TABLE}") == "refused"
    else:
        assert pause.gap_ms / 1000 >= AWAY_S + set_s


@pytest.mark.parametrize("set_s", [-2 * MINUTE, 10 * MINUTE])
def test_tablets_that_agree_determine_the_time_after_a_reboot(
    killed: Killed, browser: Browser, set_s: int
) -> None:
    pages = [killed.tablet(browser, table) for table in (2, 3)]
    killed.kill()
    for page in pages:
        page.until("table.link.state === 'away'")
        page.do(f"hands.steady += {AWAY_S * 1000}; hands.wall += {AWAY_S * 1000}; 0")
    killed.desk.boot.write_text("second\n")
    killed.start_again(set_s, boot_s=7.0)
    for page in pages:
        page.until("table.link.upToDate && table.queue.marks.length === 0")
        page.until("table.link.upToDate && !table.game().play.pause")
        page.click(".half.red .time")
    until(lambda: [killed.game(table).play.step for table in (2, 3)] == [1, 1], "the taps")
    whole_s = AWAY_S + time.monotonic() - killed.started_s
    for table in (2, 3):
        assert whole_s - OFF_S < killed.used_s(table) < whole_s + 5
    pause = killed.pause()
    assert pause.gap_known
    assert AWAY_S <= pause.gap_ms / 1000 <= AWAY_S + OFF_S
    for page in pages:
        page.do("localStorage.clear()")
        page.close()


def test_tablets_that_disagree_leave_the_decision_to_the_organizer(
    killed: Killed, browser: Browser
) -> None:
    pages = [killed.tablet(browser, table) for table in (2, 3)]
    killed.kill()
    for number, page in enumerate(pages):
        page.until("table.link.state === 'away'")
        ms = (AWAY_S + 40 * number) * 1000
        page.do(f"hands.steady += {ms}; hands.wall += {ms}; 0")
    killed.desk.boot.write_text("second\n")
    killed.start_again(-2 * MINUTE, boot_s=7.0)
    for page in pages:
        page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")
        page.until("table.game().play.pause?.cause === 'gap'")
        assert "away for some time" in page.do("document.querySelector('.half.red').textContent")
    for table in (TABLE, 2, 3):
        assert not killed.pause(table).gap_known
    for page in pages:
        page.do("localStorage.clear()")
        page.close()
