"""The table's page at the same address on another day, and a laptop that slept for a moment."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.commands import NoticeGap
from app.engine.acts.table import ClockPaused
from tests.events import MINUTE, NOON_MS
from tests.real_time import RealTimeline
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.test_real_server import RED, handed_over, start


def served(folder: Path, port: int = 0, *, began_ms: int = NOON_MS) -> Venue:
    """A round under way in real time."""
    folder.mkdir()
    venue = Venue(folder, began_ms=began_ms)
    venue.register(8)
    venue.start()
    venue.pages = WEB
    venue.port = port or venue.port
    venue.serve()
    venue.restart(RealTimeline())
    return venue


def joined(page: Page, venue: Venue) -> None:
    # A page that is left out of touch may come back once (link/reload.js): this is the second time.
    page.do("try { sessionStorage.setItem('flagfall-left', Date.now()) } catch {}")
    page.go("about:blank")
    page.go(f"{venue.base}/#table=1&secret={venue.secrets[1]}")
    page.until("window.table?.link.state === 'in touch' && !!table.game()")


def left_for_long(page: Page) -> None:
    """Nobody holds the page's place any more, as a day later: the next page comes to lie there."""
    page.do("table.queue.hold = () => {}; table.queue.letGo()")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.open("about:blank")
    yield page
    page.do("localStorage.clear()")
    page.close()


def test_a_press_that_waits_does_not_count_in_the_next_event(page: Page, tmp_path: Path) -> None:
    first = served(tmp_path / "first")
    joined(page, first)
    start(page)
    handed_over(page)
    first.desk.stop()
    page.until("table.link.state === 'away'")
    page.press("Interrupt", ".middle")
    left_for_long(page)
    second = served(tmp_path / "second", first.port, began_ms=NOON_MS + MINUTE)
    joined(page, second)
    page.until("table.queue.marks.length === 0 && table.game().play.clock === null")
    page.press("Red goes first", RED)
    page.press("Start Red's clock", RED)
    handed_over(page)
    assert [type(mark).__name__ for mark in second.game(1).marks] == ["ClockStarted"]
    left_for_long(page)
    second.close()
    first.restart(RealTimeline())
    joined(page, first)
    until(lambda: first.game(1).play.interrupted, "the press has come")
    first.close()


def test_a_gap_of_a_laptop_that_slept_for_a_moment_is_none_where_a_tablet_kept_the_time(
    page: Page, tmp_path: Path
) -> None:
    venue = served(tmp_path / "event")
    joined(page, venue)
    start(page)
    handed_over(page)
    now_ms = venue.desk.timeline.now_ms()
    venue.do(NoticeGap(now_ms - 20, now_ms))
    until(lambda: any(isinstance(mark, ClockPaused) for mark in venue.game(1).marks), "a gap")
    until(lambda: venue.game(1).play.pause is None, "the tablet closes it")
    page.until("!table.game().play.pause")
    assert venue.game(1).play.eo_paused_ms == 0
    venue.close()
