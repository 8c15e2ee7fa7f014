"""The organizer's phone shows what waits as the desk does, and settles it there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.phones import AskToDrop, OpenToPhones, ReportByPhone, SignUp
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Pair, Side
from app.views.round.needs import Equipment, needs
from tests.events import MINUTE
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn
PHONE = 390, 844
RED_WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
TITLES = "[...document.querySelectorAll('.need b')].map((one) => one.innerText)"
BUTTONS = "[...document.querySelectorAll('.need .acts button')].map((one) => one.innerText)"


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        venue.do(OpenToPhones(sign_up=True, results=True))
        yield venue


@pytest.fixture
def eo(browser: Browser, venue: Venue) -> Iterator[Page]:
    """The organizer's phone, their PIN entered."""
    page = browser.open(f"{venue.base}/eo", *PHONE)
    enter(page, venue.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    yield page
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def waiting(page: Page, count: int) -> None:
    page.until(f"document.querySelectorAll('.need').length === {count}")


def test_while_nothing_is_waiting_the_phone_shows_what_comes_next(eo: Page) -> None:
    assert eo.text("header h1") == "Nothing needs you"
    assert eo.text(".next").startswith("Next: Round ")
    assert eo.do("document.querySelector('.needs').hidden")


def test_the_phone_lists_the_desk_s_needs_in_order_with_their_waiting_times(
    eo: Page, venue: Venue
) -> None:
    games = [venue.game(table).number for table in (1, 2)]
    for game in games:
        venue.do(StartClock(game, Side.RED))
    venue.do(CallJudge(games[1], None))
    reported = venue.game(3)
    venue.do(ReportByPhone(reported.number, reported.players.red, RED_WON))
    venue.do(SignUp(Entry("Zoe")))
    assert venue.server is not None
    wrong = Equipment(folders=("E:/copies",))
    venue.server.note_equipment(wrong).result(60)
    waiting(eo, 4)
    wanted = needs(venue.state, venue.desk.timeline.now_ms(), wrong)
    assert eo.do(TITLES) == [need.title for need in wanted]
    assert eo.text("header h1") == "4 things need you"
    assert eo.do("desk.latest.needs.map((one) => one.since_ms)")[0] == wanted[0].since_ms
    ages = [
        eo.do(f"""(desk.needs.tick(desk.latest.needs[0].since_ms + {after_ms}),
            document.querySelector('.need .age').innerText)""")
        for after_ms in (59_000, 3 * MINUTE, 125 * MINUTE)
    ]
    assert ages == ["now", "3 min", "2 h 5 min"]
    assert eo.do(BUTTONS) == [choice.words for need in wanted for choice in need.choices]
    assert "At the desk" in eo.text(".needs")
    wide = eo.do("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "nothing to scroll sideways"


def test_a_call_is_taken_and_completed_with_one_press_each(eo: Page, venue: Venue) -> None:
    game = venue.game(2).number
    venue.do(StartClock(game, Side.RED))
    venue.do(CallJudge(game, None))
    waiting(eo, 1)
    eo.press("I’m on my way", ".needs")
    eo.until("document.querySelector('.need').innerText.includes('You are on your way')")
    assert venue.game(2).taken
    assert eo.do(BUTTONS) == ["Judge is done"]
    eo.press("Judge is done", ".needs")
    waiting(eo, 0)
    assert not venue.game(2).play.judge_called


def test_more_than_two_answers_are_in_a_dialog(eo: Page, venue: Venue) -> None:
    for name in ("Zoe", "Yan"):
        venue.do(SignUp(Entry(name)))
    waiting(eo, 2)
    assert eo.do(BUTTONS) == ["Answer…", "Answer…"]
    before = len(venue.state.players)
    eo.press("Answer…", ".needs")
    eo.until("document.querySelector('dialog[open]')?.innerText.includes('Accept all 2')")
    eo.press("Accept all 2", "dialog[open]")
    waiting(eo, 0)
    until(lambda: len(venue.state.players) == before + 2, "both are in")


def test_a_doubt_is_shown_in_its_row_and_can_be_overridden(eo: Page, venue: Venue) -> None:
    leaving = venue.game(1).players.red
    venue.do(AskToDrop(leaving))
    waiting(eo, 1)
    eo.press("Drop", ".needs")
    eo.until("document.querySelector('.need .problem')?.innerText.length > 0")
    eo.press("Go ahead", ".needs")
    waiting(eo, 0)
    assert venue.state.players[leaving].status.has_left


def test_a_need_without_answers_leads_to_its_table(eo: Page, venue: Venue) -> None:
    assert venue.server is not None
    venue.server.note_equipment(Equipment(clocks=(2,))).result(60)
    waiting(eo, 1)
    eo.press("Show the clock", ".needs")
    eo.until("document.querySelector('dialog.orders[open] h2')?.innerText.startsWith('Table 2')")


def test_a_row_keeps_the_keyboard_focus_while_others_are_added(eo: Page, venue: Venue) -> None:
    venue.do(SignUp(Entry("Zoe")))
    waiting(eo, 1)
    eo.do("document.querySelector('.need .acts button').focus()")
    venue.do(AskToDrop(venue.game(1).players.red))
    waiting(eo, 2)
    name = json.dumps("Accept: Zoe")
    assert eo.do(f"document.activeElement.getAttribute('aria-label') === {name}")
