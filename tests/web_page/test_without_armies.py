"""Tablets and phones of an event without armies: no word of them is on any page, in a real browser
against the real server.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.phones import OpenToPhones
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.own_game import Won, adjust_packet, own_game
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result
from app.store.packets.files import packets
from app.web.phones.codes import PlayerCodes, space_code
from tests.web.venue import Venue, just_now
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.undrawn

RED, BLUE = ".half.red", ".half.blue"
ARMY_WORDS = re.compile(
    r"\b(?:CP|AP|APD|(?i:army|armies|warjacks?|warbeasts?|battlegroups?|casters?|warcasters?"
    r"|warlocks?|factions?|theme|lists?|scenarios?|control points?|assassinations?|kill box"
    r"|deploy\w*|dice down|reinforcements?|objectives?|steamroller|warmachine|models?))\b"
)
ALL_WORDS = """[...document.querySelectorAll('body, [title], [aria-label], [placeholder], option')]
    .filter((one) => one.getClientRects().length || one.tagName === 'OPTION')
    .flatMap((one) => [one.tagName === 'BODY' || one.tagName === 'OPTION' ? one.innerText : '',
        one.title, one.ariaLabel, one.placeholder]).filter(Boolean).join('\\n')"""


def army_words(page: Page) -> list[str]:
    """The lines in sight, tips and names for screen readers included, that speak of armies."""
    lines = str(page.do(ALL_WORDS)).splitlines()
    assert any(lines)
    return [line for line in lines if ARMY_WORDS.search(line)]


@pytest.fixture(params=[True, False], ids=["points at the end", "points each turn"])
def venue(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Venue]:
    points = packets()["points"]
    own = replace(own_game(points), points_at_end=request.param, won=Won.MORE)
    venue = Venue(tmp_path, Settings("Club night", "points", 0, 7), began_ms=just_now())
    venue.do(ChangeSettings(Settings("Club night", "points", 0, 7), adjust_packet(points, own)))
    names = ("Anna", "Ben", "Cleo", "Dan")
    venue.do(AddPlayers(tuple(Entry(name) for name in names)))
    venue.do(CheckIn((1, 2, 3, 4)))
    venue.draw()
    venue.do(PublishRound())
    venue.pages = WEB
    venue.serve()
    yield venue
    venue.close()


def test_a_game_without_armies_is_played_without_mentioning_them(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 1280, 800)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert "Play begins when the organizer starts the round." in page.text()
    assert army_words(page) == []
    venue.do(StartRound())
    page.until("!table.game().secret")
    assert army_words(page) == []
    page.press("Red goes first", RED)
    assert army_words(page) == []
    page.press("Start Red’s clock", RED)
    page.until("!!table.game().play.clock")
    assert "Red’s turn 1" in page.text(RED)
    assert army_words(page) == []
    page.press("End game", ".tools.red")
    assert army_words(page) == []
    page.press("The game is over", RED)
    page.press("Yes: ask Blue", RED)
    assert army_words(page) == []
    page.press("Yes, confirm", BLUE)
    at_end = venue.game(1).terms.victory.points_at_end
    page.press("Enter the points" if at_end else "Change the points", RED)
    assert army_words(page) == []
    page.press("+1", RED)
    page.press("Done", RED)
    for half in (RED, BLUE):
        page.press("Confirm", half)
    page.until("table.queue.marks.length === 0")
    assert army_words(page) == []
    result = final_result(venue.game(1))
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.CONTROL_POINTS)
    assert (result.cp, result.apd) == (Pair(1, 0), Pair(0, 0))
    assert "You win" in page.text(RED)
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_a_result_without_armies_is_reported_without_mentioning_them(
    browser: Browser, venue: Venue
) -> None:
    venue.do(OpenToPhones(sign_up=True, check_in=True))
    venue.do(StartRound())
    page = browser.open(f"{venue.base}/room", 360, 640)
    page.until("!!window.room?.own && room.latest?.players.length === 4")
    assert army_words(page) == []
    page.press("Sign up for this event")
    assert army_words(page) == []
    page.press("Cancel")
    sign_in(page, venue, 1)
    assert army_words(page) == []
    page.press("I won")
    ways = page.do("[...room.own.report.how.options].map((one) => one.innerText).join('|')")
    assert ways == "Choose…|Clock-out|Concession|Points"
    page.do("room.own.report.how.value = 'control_points'; room.own.report.cp.red.value = 3;")
    page.do("room.own.report.cp.blue.value = 1")
    page.do("room.own.report.cp[room.own.own.page.game.side].value = 5")
    assert army_words(page) == []
    page.press("Send result")
    page.until("!!room.own.own.page.game?.mine")
    assert army_words(page) == []
    venue.do(FinishRound(), insist=True)
    page.until("room.latest.standings.length === 4")
    assert army_words(page) == []
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def sign_in(page: Page, venue: Venue, number: int) -> None:
    page.press("Sign in to your page")
    page.do(f"room.own.who.value = '{number}'")
    code = space_code(PlayerCodes(venue.keys).code(number))
    page.do(f"room.own.code.value = '{code}'")
    page.press("Sign in", ".own form")
    page.until("!!room.own.own?.page")
