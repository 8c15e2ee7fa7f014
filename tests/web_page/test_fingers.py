"""Fingers of two players on one screen at once, hasty fingers, and a tablet that is turned."""

import time
from collections.abc import Iterator

import pytest

from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import MINUTE, RED, Tablet
from tests.web_page.venue import Venue

TOUCH_S = 0.03
"""The stamps of two hasty touches are so far apart, however busy the computer is."""
SCORE, END, JUDGE = (f"nth-child({place})" for place in (1, 2, 3))


def button(side: str, place: str) -> str:
    return f".tools.{side} button:{place}"


class Fingers:
    """Fingers on a touch screen, each with a number of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.at: dict[int, tuple[float, float]] = {}
        page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def down(self, finger: int, selector: str) -> None:
        self.at[finger] = self.page.place(selector)
        self._send("touchStart", finger)

    def up(self, finger: int) -> None:
        self._send("touchEnd", finger)

    def tap(self, finger: int, selector: str) -> None:
        self.down(finger, selector)
        self.up(finger)

    def tap_twice(self, selector: str) -> None:
        """Touch the same place twice, whatever has come to lie there."""
        self.at[1] = self.page.place(selector)
        began = time.time()
        for stamp, kind in enumerate(("touchStart", "touchEnd") * 2):
            self._send(kind, 1, timestamp=began + stamp * TOUCH_S)

    def _send(self, kind: str, finger: int, **stamped: float) -> None:
        x, y = self.at[finger]
        points = [{"x": x, "y": y, "id": finger}]
        self.page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, **stamped)


@pytest.fixture
def tablet(browser: Browser, server: FakeServer) -> Iterator[Tablet]:
    """Red's turn at a table whose screen has fingers on it."""
    tablet = Tablet(browser, Venue(server, scenario="Spread the Net"), 820, 1180)
    tablet.deploy()
    yield tablet
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


@pytest.fixture
def fingers(tablet: Tablet) -> Fingers:
    return Fingers(tablet.page)


def drawn(page: Page) -> None:
    page.do("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


def test_a_button_is_pressed_while_the_other_player_has_a_finger_on_their_half(
    tablet: Tablet, fingers: Fingers
) -> None:
    fingers.down(1, ".half.blue .time")
    fingers.tap(2, button("red", JUDGE))
    tablet.page.until("table.game().play.judge_called")
    fingers.up(1)
    tablet.handed_over()
    assert tablet.venue.game.play.judge_called


def test_both_players_press_a_button_at_the_same_time(tablet: Tablet, fingers: Fingers) -> None:
    fingers.down(1, button("red", END))
    fingers.down(2, button("blue", JUDGE))
    fingers.up(1)
    fingers.up(2)
    tablet.page.until("table.seats.of.red.opened === 'claim' && table.game().play.judge_called")


def test_a_finger_resting_on_a_button_does_not_press_it(tablet: Tablet, fingers: Fingers) -> None:
    fingers.down(1, button("red", END))
    fingers.tap(2, button("blue", JUDGE))
    tablet.page.until("table.game().play.judge_called")
    tablet.page.until(f"performance.now() > {tablet.page.do('performance.now()')} + 750")
    fingers.up(1)
    drawn(tablet.page)
    assert tablet.page.do("table.seats.of.red.opened") is None


@pytest.mark.parametrize("width", [820, 390])
@pytest.mark.parametrize(("place", "kind"), [(SCORE, "pad"), (END, "claim")])
def test_a_button_that_is_touched_twice_opens_its_sheet_and_presses_nothing_on_it(
    tablet: Tablet, fingers: Fingers, width: int, place: str, kind: str
) -> None:
    tablet.page.resize(width, 1180 if width == 820 else 844)
    tablet.page.until(f"innerWidth === {width}")
    for half in (RED, ".half.blue", RED):
        tablet.skip(MINUTE)
        tablet.tap(half)
    before = tablet.page.do("JSON.stringify(table.game().play.scores)")
    fingers.tap_twice(button("red", place))
    tablet.page.until(f"table.seats.of.red.lies && table.seats.of.red.kind === '{kind}'")
    drawn(tablet.page)
    assert tablet.page.do("table.seats.of.red.opened") == kind
    assert tablet.page.do("JSON.stringify(table.seats.of.red.local)") == "{}"
    assert tablet.page.do("JSON.stringify(table.game().play.scores)") == before


def test_the_menu_also_opens_with_a_double_touch(tablet: Tablet, fingers: Fingers) -> None:
    fingers.tap_twice(".menu-button")
    tablet.page.until("table.seats.of.red.kind === 'menu'")
    drawn(tablet.page)
    assert tablet.page.do("table.seats.of.red.opened") == "menu"


def test_a_sheet_and_its_entries_survive_turning_the_screen(tablet: Tablet) -> None:
    page = tablet.page
    page.press("End game", ".tools.red")
    page.press("I concede", RED)
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('I concede')")
    for width, high in ((1180, 820), (820, 1180), (844, 390), (390, 844)):
        page.resize(width, high)
        page.until(f"innerWidth === {width} && innerHeight === {high}")
        assert "I concede" in page.text(f"{RED} .sheet")
    page.press("Yes: ask Blue", RED)
    page.until("table.game().play.claim?.claim === 'concession'")
    tablet.handed_over()
    assert tablet.venue.game.play.claim is not None
