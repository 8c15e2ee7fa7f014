"""The table's page against the tables' own server, desk and file."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.timeline import WallTimeline
from app.engine.results import How
from app.engine.side import Pair, Side
from app.engine.table_commands import PauseClock, ResumeClock
from app.engine.verdict import final_result
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB

RED, BLUE = ".half.red", ".half.blue"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables under way on a real file and in real time, serving the real page."""
    venue = Venue(tmp_path)
    venue.register(8)
    venue.start()
    venue.pages = WEB
    venue.serve()
    venue.restart(WallTimeline())
    yield venue
    venue.close()


@pytest.fixture
def page(browser: Browser, venue: Venue) -> Iterator[Page]:
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 800, 1280)
    page.until("window.table?.link.state === 'in touch' && !!table.game()")
    yield page
    page.do("localStorage.clear()")
    page.close()


def start(page: Page) -> None:
    page.press("Red goes first", RED)
    page.press("Start Red's clock", RED)
    page.until("!!table.game().play.clock")
    time.sleep(0.5)  # a second touch where the button was is no tap
    for half in (RED, BLUE, RED, BLUE):
        page.click(f"{half} .time")


def handed_over(page: Page) -> None:
    page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")


def test_a_game_from_the_first_press_to_the_result_both_confirm(
    page: Page, venue: Venue, browser: Browser
) -> None:
    start(page)
    page.press("Interrupt", ".middle")
    page.press("Hand the clock back", ".middle")
    page.press("Judge", ".tools.blue")
    page.press("End game", ".tools.red")
    page.press("Blue's caster is destroyed", RED)
    page.press("Yes: ask Blue", RED)
    page.press("Yes, that is so", BLUE)
    page.press("Count the table", RED)
    page.press("+10", RED)
    page.press("Save the count", RED)
    for half in (RED, BLUE):
        page.press("Right", half)
    handed_over(page)
    result = final_result(venue.game(1))
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.ASSASSINATION)
    assert result.apd == Pair(10, 0)
    assert "You win" in page.text(RED)
    assert browser.errors() == []


def test_the_log_and_the_page_have_the_same_times(page: Page, venue: Venue) -> None:
    start(page)
    handed_over(page)
    clock = venue.game(1).play.clock
    assert clock is not None
    shown = page.do("table.game().play.clock")
    assert shown["used_ms"] == {"red": clock.used_ms.red, "blue": clock.used_ms.blue}
    here, there = page.do("table.timeline.now()"), venue.desk.timeline.now_ms()
    assert abs(here - there) < 50


def test_a_server_killed_and_started_again_gets_what_was_pressed_meanwhile(
    page: Page, venue: Venue
) -> None:
    start(page)
    handed_over(page)
    assert venue.server is not None
    venue.server.stop().result(10)
    page.until("table.link.state === 'away'")
    page.press("Interrupt", ".middle")
    pressed = page.do("table.queue.marks[0].at_ms")
    time.sleep(1)
    venue.restart(WallTimeline())
    handed_over(page)
    play = venue.game(1).play
    assert play.interrupted
    assert play.pause is None
    assert play.clock is not None
    assert abs(play.clock.since_ms - pressed) < 50


def test_a_reload_goes_on(page: Page, venue: Venue) -> None:
    start(page)
    page.press("Interrupt", ".middle")
    device = page.do("table.queue.device")
    page.reload()
    page.until("window.table?.link.state === 'in touch' && !!table.game()")
    handed_over(page)
    assert page.do("table.queue.device") == device
    assert page.do("table.game().play.interrupted")
    assert venue.game(1).play.interrupted


def test_the_organizers_pause_reaches_the_page(page: Page, venue: Venue) -> None:
    start(page)
    handed_over(page)
    venue.do(PauseClock(venue.game(1).number, "Lunch is ready"))
    page.until(f"document.querySelector('{RED} .bar').innerText.includes('Lunch is ready')")
    venue.do(ResumeClock(venue.game(1).number))
    page.until(f"document.querySelector('{RED} .bar').innerText.includes('Running')")


def test_another_tables_secret_opens_nothing(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/#table=2&secret={venue.secrets[1]}")
    page.until("window.table?.link.state === 'refused'")
    assert "code" in page.text()
    page.do("localStorage.clear()")
    page.close()
    until(lambda: venue.game(2).play.clock is None, "nothing happened at table 2", 1)


def test_the_whole_page_is_a_few_tens_of_kilobytes_on_the_wire(page: Page) -> None:
    page.call("Network.setCacheDisabled", cacheDisabled=True)
    page.reload()
    page.until("window.table?.link.state === 'in touch'")
    files, taken = page.do("""(() => {
        const all = [...performance.getEntriesByType("resource"),
            ...performance.getEntriesByType("navigation")];
        return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
    })()""")
    assert files > 20
    assert 30_000 < taken < 90_000
