"""The pages of an event without armies: nothing asks for lists, factions, casters or scenarios."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import PublishRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.store.packets.files import packets
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.event.page import EventPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from tests.events import Event
from tests.ui.open_pages import PageOf, check_in_on
from tests.ui.shown_words import visible_words

ARMY_WORDS = re.compile(
    r"\b(?:CP|AP|APD|(?i:army|armies|armeen|warjacks?|warbeasts?|battlegroups?|casters?"
    r"|warcasters?|warlocks?|factions?|theme|lists of|scenarios?|control points?|assassinations?"
    r"|kill box|deploy\w*|dice down|reinforcements?|objectives?|steamroller|warmachine|models?"
    r"|terrain))\b"
)


NAMES = {packet.name for packet in packets().values()}
"""The other packets are offered on the event's page."""

NAMES_OF_EIGHT = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def army_words(widget: QWidget) -> list[str]:
    """What a reader sees of games with armies."""
    found = {words for words in visible_words(widget) if ARMY_WORDS.search(words)}
    return sorted(found - NAMES)


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "club.flagfall", Settings("Club night", "points", 0, 7))
    event.do(AddPlayers(tuple(Entry(name) for name in NAMES_OF_EIGHT)))
    event.do(CheckIn(tuple(range(1, 9))))
    event.draw()
    for command in (PublishRound(), StartRound(), StartClock(1, Side.RED)):
        event.do(command)
    result = Result(Side.RED, How.CONTROL_POINTS, Pair(7, 2), Pair(0, 0))
    event.do(ReportResult(event.game(2).number, result))
    yield event
    event.close()


PAGES = (
    *(EventPage, FormatPage, PlayersPage, check_in_on, RoundPage, StandingsPage, AwardsPage),
    HistoryPage,
)


@pytest.mark.parametrize("kind", PAGES)
def test_pages_of_a_game_without_armies_never_mention_armies(
    page_of: PageOf, kind: type[QWidget]
) -> None:
    page = page_of(kind)
    assert army_words(page) == []
