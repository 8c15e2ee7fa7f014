"""An event is shown in its packet's own words: no page or table has an old one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.reports.record_sheet import record_page
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.event.page import EventPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.views.event.record import record
from app.views.table.briefing import scenario_briefing
from app.views.table.clock_face import face
from app.views.table.table import table_view
from tests.events import Event
from tests.old_words import old_word
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf, check_in_on
from tests.ui.shown_words import shown_words

NEW = re.compile(r"\b(Leaders?|[Vv]ictory points?|VP|Attacker|Defender|TO|[Ss]ecur(es?|ing))\b")


@pytest.fixture(params=["sr2026", "sr2017"])
def event(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "event.flagfall", Settings("Open", request.param, 75, 7))
    yield event
    event.close()


def foreign(event: Event, words: list[str]) -> list[str]:
    """The words that the event's packet does not use."""
    packet = event.state.packet
    assert packet is not None
    if packet.key == "sr2026":
        return [text for text in words if old_word(text)]
    return [text for text in words if NEW.search(text)]


@pytest.mark.parametrize(
    "kind",
    [
        *(RoundPage, StandingsPage, PlayersPage, HistoryPage),
        *(EventPage, FormatPage, check_in_on, AwardsPage),
    ],
)
def test_pages_use_only_the_packets_vocabulary(
    event: Event, page_of: PageOf, qtbot: QtBot, kind: type[QWidget]
) -> None:
    event.register(8)
    event.do(DrawRound(7, 1), insist=True)
    for command in (PublishRound(), StartRound(), StartClock(1, Side.RED)):
        event.do(command)
    page = page_of(kind)
    words = [text for _, text in shown_words(page)]
    assert len(words) > 10
    assert foreign(event, words) == []


def test_the_table_window_and_its_briefing_use_only_the_packets_vocabulary(event: Event) -> None:
    event.register(4)
    event.do(DrawRound(7, 1), insist=True)
    for command in (PublishRound(), StartRound(), StartClock(1, Side.RED)):
        event.do(command)
    state = event.state
    game = state.games[1]
    words = [line for part in scenario_briefing(game.terms).parts for line in part.lines]
    view = table_view(state, game)
    words += [str(face(game, view, side, 0)) for side in Side]
    assert len(words) > 10
    assert foreign(event, words) == []


def test_a_record_sheet_asks_for_an_army_or_a_theme_force_as_the_packet_does(event: Event) -> None:
    event.register(2)
    sheet = record_page([record(event.state, 1)], "Open")
    packet = event.state.packet
    assert packet is not None
    assert ("Army: ____" in sheet) == (packet.key == "sr2026")
    assert foreign(event, [sheet]) == []


def test_no_word_beside_the_list_of_tables_is_cut(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    """A table that has not begun, one that is played, one that calls the judge, a finished one."""
    event.register(8)
    event.do(DrawRound(7, 1), insist=True)
    for command in (PublishRound(), StartRound(), StartClock(2, Side.RED), CallJudge(3, Side.RED)):
        event.do(command)
    event.report(4)
    page = page_of(RoundPage, size=(1242, 629))
    for game in (1, 2, 3, 4):
        page.live.choose(game)
        title = f"Table {event.state.games[game].table}"
        qtbot.waitUntil(
            lambda title=title: title in [text for _, text in shown_words(page.live.panel)]
        )
        qtbot.waitUntil(lambda: cut_texts(page.live.panel) == [])
