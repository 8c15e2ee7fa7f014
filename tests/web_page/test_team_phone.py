"""A player's phone shows the match of the team as it goes on, in a real browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from tests.web.venue import Venue
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB
from tests.web_page.test_match_up_phone import open_page

WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path, Settings("Cup", "sr2017", 75, 3, team_seats=3))
    shutil.rmtree(venue.pages)
    venue.pages = WEB
    teams = ("Oak", "Königlich-Bayerischer Tabletop-Verein Rosenheim")
    players = [Entry(f"{team[:20]} {n}", team=team) for team in teams for n in (1, 2, 3)]
    venue.do(AddPlayers(tuple(players)))
    venue.do(CheckIn(tuple(range(1, 7))))
    venue.do(DrawRound(7), insist=True)
    venue.do(PublishRound())
    venue.do(StartRound())
    venue.serve()
    yield venue
    venue.close()


def test_a_team_mate_s_result_appears_on_the_phone(browser: Browser, cup: Venue) -> None:
    page = open_page(browser, cup, 1)
    page.until("document.body.innerText.includes('0–0, 3 games out')")
    mates = next(game for game in cup.state.games.values() if 1 not in game.players)
    result = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))
    cup.do(ReportResult(mates.number, result))
    page.until("document.body.innerText.includes('1–0, 2 games out')")
    assert page.do(WIDE) <= 360
