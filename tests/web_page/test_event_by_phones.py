"""A whole event of 24 players run from their own phones, each a browser of its own: the desk lets
them in, draws, and rules once.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from app.engine.acts.phones import OpenToPhones, SettleSignUps
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import FinishRound
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.state import Stage
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.views.event.phones import phone_requests
from tests.real_time import RealTimeline
from tests.web.venue import Venue, just_now
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.long

PLAYERS, ROUNDS = 24, 3
ARMY = "Haley; caster; 5\nLong Gunners; unit; 10; 10\nThorn; jack; 13"
PRESS = """((words) => {
    const wanted = [...document.querySelectorAll('.own button')].find((button) =>
        button.getClientRects().length > 0 && button.textContent.trim().startsWith(words));
    wanted?.click();
    return Boolean(wanted);
})"""


class Phone:
    """A player's phone."""

    def __init__(self, browser: Browser, venue: Venue, name: str) -> None:
        self.name = name
        self.page = browser.open(f"{venue.base}/room", 360, 640, apart=True, drawn=False)

    def press(self, words: str) -> None:
        self.page.until(f"{PRESS}({json.dumps(words)})")

    def until(self, script: str) -> None:
        self.page.until(f"(() => {{ const game = room.own.own?.page?.game; return {script}; }})()")

    def sign_up(self, lists: str) -> None:
        self.page.until("!!window.room?.own && room.latest?.sign_up")
        self.press("Sign up for this event")
        self.page.do(
            f"room.own.fields.name.value = {json.dumps(self.name)};"
            f"room.own.newLists.area.value = {json.dumps(lists)}"
        )
        self.press("Sign up")
        self.until("room.own.own?.waits")

    def send_lists(self) -> None:
        self.page.do(f"room.own.lists.area.value = {json.dumps(ARMY)}")
        self.press("Send lists")
        self.until("room.own.own.page.list_titles.length === 1")

    def report(self, game: Game, *, won: bool) -> None:
        self.until(f"game?.game === {game.number} && game.ways.length > 0")
        self.page.do(
            f"{{ room.own.report.winners.children[{int(not won)}].click();"
            "room.own.report.how.value = 'scenario';"
            "const { side } = room.own.own.page.game, form = room.own.report;"
            f"const wins = {json.dumps(won)} ? side : side === 'red' ? 'blue' : 'red';"
            "form.cp[wins].value = 5; form.apd[wins].value = 30; }"
        )
        self.press("Send result")
        self.until("game?.mine")


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    chosen = Settings("Phones’ Open", "sr2017", 75, 20_261_121, rounds=ROUNDS)
    venue = Venue(tmp_path, chosen, began_ms=just_now())
    venue.pages = WEB
    venue.serve()
    venue.restart(RealTimeline())
    yield venue
    venue.close()


@pytest.fixture
def phones(browser: Browser, venue: Venue) -> Iterator[Sequence[Phone]]:
    made = [Phone(browser, venue, f"Player {chr(65 + place)}") for place in range(PLAYERS)]
    yield made
    for phone in made:
        phone.page.close()


def test_24_players_run_their_event_by_phone_while_the_desk_only_draws_and_rules(
    browser: Browser, venue: Venue, phones: Sequence[Phone]
) -> None:
    venue.do(OpenToPhones(sign_up=True, check_in=True))
    for place, phone in enumerate(phones):
        phone.sign_up(ARMY if place % 2 else "")
    venue.do(SettleSignUps(tuple(range(1, PLAYERS + 1))))
    for place, phone in enumerate(phones):
        phone.until("room.own.own?.page?.may_check_in")
        if place % 2 == 0:
            phone.send_lists()
        phone.press("Check in")
    for phone in phones:
        phone.until("room.own.own.page.here")
    by_number = dict(enumerate(phones, start=1))
    assert all(venue.state.players[n].entry.name == by_number[n].name for n in by_number)
    assert all(player.plays and player.lists for player in venue.state.players.values())

    for number in range(1, ROUNDS + 1):
        venue.start()
        play(venue, by_number, dispute=number == 1)
        venue.do(FinishRound())

    assert all(round_.stage is Stage.FINISHED for round_ in venue.state.rounds)
    table = standings(venue.state)
    assert len(table) == PLAYERS
    assert sum(standing.tp for standing in table) == ROUNDS * PLAYERS // 2
    best = by_number[table[0].number]
    best.until("room.own.own.page.record.length === 3")
    assert best.page.do("room.own.own.page.record.map((row) => row.result).join('')") == "WWW"
    best.page.until("room.latest.standings.length === 24")
    assert best.page.do("document.documentElement.scrollWidth") <= 360
    assert browser.errors() == []
    assert not phone_requests(venue.state).count


def play(venue: Venue, phones: dict[int, Phone], *, dispute: bool) -> None:
    """Red of each table reports, Blue confirms; where there is a dispute the desk rules."""
    state = venue.state
    assert state.latest is not None
    games = state.games_of(state.latest)
    for game in games:
        phones[game.players.red].report(game, won=game.number % 3 != 0)
    for game in games:
        opponent = phones[game.players.blue]
        opponent.until("game?.theirs")
        if dispute and game.table == 1:
            opponent.press("That is not right")
            opponent.report(game, won=game.number % 3 != 0)
            opponent.until("game?.contradicted")
        else:
            opponent.press("Confirm this result")
    if dispute:
        (asked,) = phone_requests(venue.state).disputes
        ruled = venue.state.games[asked.game].phoned.red
        assert ruled is not None
        venue.do(ReportResult(asked.game, ruled))
    for game in games:
        for side in Side:
            phones[game.players.of(side)].until("game?.result")
    assert all(final_result(venue.state.games[game.number]) for game in games)
