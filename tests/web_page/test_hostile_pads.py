"""The pad of a turn under a hostile hand: pressed twice, left, loaded again, out of touch, or on
two devices. One turn is scored once, and what counts is what was entered last.
"""

import pytest

from app.engine.acts.table import Counted, TurnEnded
from app.engine.side import Side
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import RED, Tablet, marks
from tests.web_page.turn_pads import FOOT, PAD, SETTLED, PadTaps, at_turn, opened
from tests.web_page.venue import Venue

pytestmark = pytest.mark.undrawn

TWICE = """[...document.querySelectorAll(%r)].filter((one) => one.textContent.startsWith(%r))
    .forEach((one) => { one.click(); one.click(); one.click(); })"""


def gone(tablet: Tablet) -> None:
    tablet.page.until(f"!document.querySelector('{PAD}')")
    tablet.handed_over()


def leave(tablet: Tablet) -> None:
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def turns_ended(tablet: Tablet) -> int:
    return len(marks(tablet.venue, TurnEnded))


def test_a_move_pressed_three_times_at_once_moves_only_once(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Payload", holds=[("objective-50-first", Side.RED)])
    tablet = opened(browser, venue)
    before = turns_ended(tablet)
    tablet.tap(RED)
    PadTaps(tablet).press("Next: move")
    tablet.page.until(SETTLED)
    tablet.page.do(TWICE % (f"{FOOT} button", "Moved"))
    gone(tablet)
    assert venue.game.play.scores[8].counted == (Counted("objective-50-first", 3),)
    assert (turns_ended(tablet) - before, tablet.step) == (1, 9)
    leave(tablet)


def test_a_token_added_by_a_double_press_is_added_once(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Wolves at Our Heels", holds=[("objective-40-first", Side.RED)])
    tablet = opened(browser, venue)
    tablet.tap(RED)
    PadTaps(tablet).press("Next: tokens")
    tablet.page.until(SETTLED)
    tablet.page.do(TWICE % (f"{FOOT} button", "Done"))
    gone(tablet)
    assert venue.game.play.scores[8].counted == (Counted("objective-40-first", 1),)
    assert tablet.step == 9
    leave(tablet)


def test_a_page_reloaded_while_done_is_pressed_keeps_the_score(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts", holds=[])
    tablet = opened(browser, venue)
    tablet.tap(RED)
    PadTaps(tablet).cell("Terrain", "red")
    tablet.page.until(SETTLED)
    tablet.page.do(TWICE % (f"{FOOT} button", "Done"))
    tablet.page.reload()
    tablet.page.until("window.table?.link?.state === 'in touch' && !!table.game()?.play.clock")
    tablet.handed_over()
    assert [held.key for held in venue.game.play.scores[8].holdings] == ["flag"]
    assert tablet.step == 9
    leave(tablet)


def test_a_turn_scored_while_offline_arrives_once(browser: Browser, server: FakeServer) -> None:
    venue = at_turn(server, "Pressure Point", holds=[])
    tablet = opened(browser, venue)
    before = turns_ended(tablet)
    server.go_away()
    tablet.page.until("table.link.state !== 'in touch'")
    tablet.tap(RED)
    pad = PadTaps(tablet)
    pad.cell("Terrain 1", "red")
    pad.press("Done")
    tablet.page.until(f"!document.querySelector('{PAD}')")
    assert 8 not in venue.game.play.scores
    server.away = False
    tablet.handed_over()
    assert [held.key for held in venue.game.play.scores[8].holdings] == ["flag-1"]
    assert turns_ended(tablet) - before == 1
    leave(tablet)


class SecondTablet(Tablet):
    """Another device at the same table."""

    def __init__(self, browser: Browser, venue: Venue) -> None:
        self.venue = venue
        self.page = browser.open(venue.url, 820, 1180, apart=True)
        self.page.until("window.table?.link?.state === 'in touch' && !!table.seats.pads")


def test_with_two_devices_the_last_answer_stands_and_both_show_it(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts", holds=[])
    first, second = opened(browser, venue), SecondTablet(browser, venue)
    first.tap(RED)
    for tablet in (first, second):
        tablet.page.until(f"!!document.querySelector('{RED} {PAD}')")
    mine, theirs = PadTaps(first), PadTaps(second)
    mine.cell("Terrain", "red")
    theirs.cell("Terrain", "blue")
    mine.press("Done")
    gone(first)
    assert sides_of(venue) == {"flag": Side.RED}
    lit = f"document.querySelector('{PAD} button.cell[aria-pressed=true]')"
    second.page.until(f"{lit}?.ariaLabel.startsWith('Red: Terrain')")
    theirs.cell("Terrain", "blue")
    theirs.press("Done")
    gone(second)
    shown = "table.game().play.scores[8].holdings.map((one) => one.key + one.side).join()"
    for tablet in (first, second):
        tablet.page.until(f"{shown} === 'flagblue'")
    assert sides_of(venue) == {"flag": Side.BLUE}
    assert turns_ended(first) == 9
    leave(first)
    second.page.close()


def sides_of(venue: Venue) -> dict[str, Side]:
    return {held.key: held.side for held in venue.game.play.scores[8].holdings}


def test_going_back_in_the_browser_neither_ends_nor_scores_a_turn(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "High Stakes", holds=[])
    tablet = opened(browser, venue)
    before = turns_ended(tablet)
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    tablet.page.do("setTimeout(() => history.back())")
    tablet.page.until("location.href === 'about:blank'")
    tablet.page.do("setTimeout(() => history.forward())")
    tablet.page.until("window.table?.link?.state === 'in touch' && !!table.game()?.play.clock")
    assert 8 not in venue.game.play.scores
    assert turns_ended(tablet) == before
    leave(tablet)
