"""The table's page at the same address on another day, and a laptop that slept for a moment."""

from collections.abc import Callable, Iterator
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

pytestmark = pytest.mark.undrawn


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Venue]]:
    """Serves an event of that name, a round of it under way in real time."""
    venues: list[Venue] = []

    def serve(name: str, port: int = 0, *, began_ms: int = NOON_MS) -> Venue:
        (tmp_path / name).mkdir()
        venue = Venue(tmp_path / name, began_ms=began_ms)
        venues.append(venue)
        venue.register(8)
        venue.start()
        venue.pages = WEB
        venue.port = port or venue.port
        venue.serve()
        venue.restart(RealTimeline())
        return venue

    yield serve
    for venue in venues:
        venue.close()


@pytest.fixture
def join(browser: Browser) -> Iterator[Callable[[Venue], Page]]:
    """Opens table 1 in a new tab, in place of the one before."""
    tabs = [browser.open("about:blank")]

    def join(venue: Venue) -> Page:
        tabs.pop().close()
        tabs.append(page := browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}"))
        page.until("window.table?.link?.state === 'in touch' && !!table.game()")
        return page

    yield join
    tabs[-1].do("localStorage.clear()")
    tabs[-1].close()


def left_for_long(page: Page) -> None:
    """Nobody holds the page's place any more, as a day later: the next page comes to lie there."""
    page.do("table.queue.hold = () => {}; table.queue.letGo()")


def test_a_waiting_press_is_not_entered_in_the_next_event(
    serve: Callable[..., Venue], join: Callable[[Venue], Page]
) -> None:
    first = serve("first")
    page = join(first)
    start(page)
    handed_over(page)
    first.desk.stop()
    page.until("table.link.state === 'away'")
    page.press("Interrupt", ".middle")
    left_for_long(page)
    second = serve("second", first.port, began_ms=NOON_MS + MINUTE)
    page = join(second)
    page.until("table.queue.marks.length === 0 && table.game().play.clock === null")
    page.press("Red goes first", RED)
    page.press("Start Red’s clock", RED)
    handed_over(page)
    assert [type(mark).__name__ for mark in second.game(1).marks] == ["ClockStarted"]
    left_for_long(page)
    second.desk.stop()
    first.restart(RealTimeline())
    join(first)
    until(lambda: first.game(1).play.interrupted, "the press has come")


def test_a_brief_sleep_of_the_laptop_is_no_gap_if_a_tablet_kept_the_time(
    serve: Callable[..., Venue], join: Callable[[Venue], Page]
) -> None:
    venue = serve("event")
    page = join(venue)
    start(page)
    handed_over(page)
    now_ms = venue.desk.timeline.now_ms()
    venue.do(NoticeGap(now_ms - 20, now_ms))
    until(lambda: any(isinstance(mark, ClockPaused) for mark in venue.game(1).marks), "a gap")
    until(lambda: venue.game(1).play.pause is None, "the tablet closes it")
    page.until("!table.game().play.pause")
    assert venue.game(1).play.eo_paused_ms == 0
