"""Two captains settle a match-up on their phones, in a real browser, against the real server."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.rounds.match_ups import incomplete, match_ups
from app.engine.side import Side
from app.store.match_ups import procedures
from app.web.phones.codes import PlayerCodes
from tests.engine.players.test_team_lists import army_list
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.undrawn

WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Venue]:
    chosen = Settings(
        "Cup", "sr2017", 75, 3, team_seats=3, match_up=procedures().by_key["nominations"]
    )
    venue = Venue(tmp_path, chosen)
    shutil.rmtree(venue.pages)
    venue.pages = WEB
    players = [
        Entry(f"{team} {n}", faction="Khador", team=team)
        for team in ("Oak", "Ash")
        for n in (1, 2, 3)
    ]
    venue.do(AddPlayers(tuple(players)))
    venue.do(CheckIn(tuple(range(1, 7))))
    venue.do(DrawRound(7), insist=True)
    venue.do(PublishRound())
    venue.serve()
    yield venue
    venue.close()


def open_page(browser: Browser, venue: Venue, player: int) -> Page:
    page = browser.open(f"{venue.base}/room", 360, 640, apart=True)
    page.until("!!window.room?.own && room.latest?.players.length === 6")
    code = PlayerCodes(venue.keys).code(player)
    page.do(f"room.own.around.say({{ type: 'sign_in', player: {player}, code: '{code}' }})")
    page.until(f"room.own.own?.page?.player === {player}")
    return page


def test_captains_complete_a_match_up_on_their_phones(browser: Browser, cup: Venue) -> None:
    now = match_ups(cup.state)[0]
    pages = {side: open_page(browser, cup, now.captains.of(side)) for side in Side}
    assert "Nominations" in pages[Side.RED].text(".own[aria-label]")
    while waiting := incomplete(cup.state):
        side, asked = next(iter(waiting[0].progress.asks.items()))
        page = pages[side]
        page.until(f"room.own.own.page.match?.question?.step === {asked.step}")
        buttons = "document.querySelectorAll('.choosing .winners button')"
        for at in range(asked.count):
            page.do(f"{buttons}[{at}].click()")
        assert (
            page.do("document.querySelectorAll('.choosing [aria-pressed=true]').length")
            == asked.count
        )
        assert page.do(WIDE) <= 360
        page.press("Confirm")
        page.until(f"(room.own.own.page.match?.question?.step ?? 99) > {asked.step}")
    for page in pages.values():
        page.until("document.querySelector('.own .number')?.innerText.startsWith('Table ')")
        page.close()


def test_one_choice_too_many_replaces_the_first(browser: Browser, cup: Venue) -> None:
    now = match_ups(cup.state)[0]
    winner = now.progress.winner or Side.RED
    page = open_page(browser, cup, now.captains.of(winner))
    page.until("document.body.innerText.includes('Choose to be A or B.')")
    assert page.do("document.querySelector('.choosing > .primary').disabled")
    pressed = (
        "[...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.innerText).join()"
    )
    page.press("A", ".choosing")
    assert page.do(pressed) == "A"
    page.press("B", ".choosing")
    assert page.do(pressed) == "B"
    page.press("B", ".choosing")
    assert page.do(pressed) == ""
    assert page.do("document.querySelector('.choosing > .primary').innerText") == "Choose 1 more"
    page.close()


def test_a_captain_can_read_the_lists_of_the_opposing_team(browser: Browser, cup: Venue) -> None:
    settings, packet = cup.state.settings, cup.state.packet
    assert settings is not None
    assert packet is not None
    cup.do(ChangeSettings(replace(settings, lists_to_captains=True), packet))
    cup.do(EnterArmy(5, (army_list("Haley 2"),)), insist=True)
    captain, mate = (open_page(browser, cup, player) for player in (1, 2))
    captain.until("document.body.innerText.includes('Lists of Ash')")
    assert "Ash 2: List 1 (Haley 2)" in captain.do("document.body.innerText")
    assert captain.do(WIDE) <= 360
    assert "Lists of Ash" not in mate.do("document.body.innerText")
    captain.close()
    mate.close()
