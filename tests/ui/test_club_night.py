"""A club night of eight players by the packet of no particular game, through the windows: three
rounds, a clock each, points at the end. Each standing is explained by sums made by hand.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import ChangeSettings
from app.engine.formats.own_game import Won
from app.engine.formats.settings import Settings
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Side
from app.engine.state import Stage
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.ui.table.sheets import Kind
from app.ui.table.sheets.after import ResultSheet
from app.ui.table.sheets.before import StartSheet
from app.ui.table.sheets.questions import ClaimSheet, QuestionSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.sounds import Sounds
from app.ui.table.window import TableWindow
from app.views.event.standings import StandingsColumn
from app.views.table.table import TableView
from tests.events import Event
from tests.ui.open_pages import PageOf
from tests.ui.pages.test_without_armies import army_words

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
STRENGTH = {name: 9 - place for place, name in enumerate(NAMES)}
"""The points that each player makes in every game: Anna 9, Ben 8 … Hal 2."""


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "club.flagfall", Settings("Club night", "points", 0, 7))
    yield event
    event.close()


def set_up(qtbot: QtBot, event: Event, folder: Path) -> None:
    """Set the game in the dialog for new events: 3 points a win, 1 a tie, columns of the club."""
    dialog = NewEventDialog(packets(), folder)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.form.name.setText("Club night")
    dialog.form.packet.setCurrentIndex(dialog.form.packet.findData("points"))
    own = dialog.own
    own.name.setText("Harbour rules")
    own.minutes.setValue(30)
    own.won.setCurrentIndex(own.won.findData(Won.MORE))
    for field, points in ((own.win, 3), (own.tie, 1), (own.loss, 0)):
        field.setValue(points)
    own.headings[RankingColumn.TP].setText("League")
    own.headings[RankingColumn.CP].setText("Score")
    assert army_words(dialog.own) == []
    qtbot.mouseClick(dialog.create_event, Qt.MouseButton.LeftButton)
    answer = dialog.answer()
    event.do(ChangeSettings(answer.settings, answer.packet))


def type_in(qtbot: QtBot, page: PlayersPage) -> None:
    for name in NAMES:
        qtbot.keyClicks(page.entry.name, name)
        qtbot.keyClick(page.entry.name, Qt.Key.Key_Return)
    qtbot.waitUntil(page.all_here.isEnabled)
    qtbot.waitUntil(lambda: page.table.held.rowCount() == len(NAMES))
    qtbot.mouseClick(page.all_here, Qt.MouseButton.LeftButton)


def press(qtbot: QtBot, button: QWidget) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def begin_round(qtbot: QtBot, event: Event, page: RoundPage, number: int) -> None:
    step = page.header.next
    for text, stage in (
        (f"&Draw round {number}", Stage.DRAWN),
        (f"&Publish round {number}", Stage.PUBLISHED),
        (f"&Start round {number}", Stage.STARTED),
    ):
        qtbot.waitUntil(lambda text=text: step.text() == text and step.isEnabled())
        assert army_words(page) == []
        press(qtbot, step)
        qtbot.waitUntil(lambda stage=stage: stage_of(event) is stage)


def stage_of(event: Event) -> Stage | None:
    latest = event.state.latest
    return latest.stage if latest else None


class Seats:
    """The window of table 1, with two players at it."""

    def __init__(self, qtbot: QtBot, client: DeskClient, game: int) -> None:
        self.qtbot = qtbot
        self.window = TableWindow(client, game, sounds=Sounds(lambda: None, ()))
        qtbot.addWidget(self.window)
        self.window.resize(1024, 600)
        self.window.show()
        qtbot.waitUntil(lambda: self.window.view is not None)

    def sheet(self, side: Side, kind: type[QWidget]) -> QWidget:
        self.qtbot.waitUntil(lambda: isinstance(self.window.sheets.sheet(side), kind))
        sheet = self.window.sheets.sheet(side)
        assert isinstance(sheet, kind)
        return sheet

    def play(self, points: dict[Side, int]) -> None:
        """Start the clock, take two turns, agree that the game is over, enter the points."""
        start = self.sheet(Side.RED, StartSheet)
        assert isinstance(start, StartSheet)
        assert army_words(self.window) == []
        press(self.qtbot, start.choices[Side.RED])
        press(self.qtbot, start.start)
        self.qtbot.waitUntil(lambda: self.view.play.clock is not None)
        assert self.view.step == "Red’s turn 1"
        assert army_words(self.window) == []
        self.window.sheets.open(Side.RED, Kind.CLAIM)
        claim = self.sheet(Side.RED, ClaimSheet)
        assert isinstance(claim, ClaimSheet)
        words = [offer.text() for offer in claim.offers]
        assert words == ["I concede (Red)", "The game is over"]
        press(self.qtbot, claim.offers[1])
        press(self.qtbot, claim.confirm)
        question = self.sheet(Side.BLUE, QuestionSheet)
        assert isinstance(question, QuestionSheet)
        press(self.qtbot, question.yes)
        result = self.sheet(Side.RED, ResultSheet)
        assert isinstance(result, ResultSheet)
        assert army_words(self.window) == []
        press(self.qtbot, result.count)
        pad = self.sheet(Side.RED, ScoringPad)
        assert isinstance(pad, ScoringPad)
        assert army_words(self.window) == []
        for side, number in points.items():
            for _ in range(number):
                press(self.qtbot, pad.points[side].steps[1])
        self.qtbot.waitUntil(lambda: self.view.reached is not None)
        press(self.qtbot, pad.done)
        for side in Side:
            asked = self.sheet(side, ResultSheet)
            assert isinstance(asked, ResultSheet)
            press(self.qtbot, asked.right)
        self.qtbot.waitUntil(lambda: self.view.result is not None)
        assert army_words(self.window) == []

    @property
    def view(self) -> TableView:
        view = self.window.view
        assert view is not None
        return view


def report(
    qtbot: QtBot, event: Event, page: RoundPage, table: int, points: dict[Side, int]
) -> None:
    """Type a slip: the table, the winner, how, and both players' points; the last Enter reports."""
    red, blue = points[Side.RED], points[Side.BLUE]
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.desk.table.setFocus()
    for keys in (str(table), "1" if red > blue else "2"):
        typed(qtbot, keys)
    digit, way = page.desk.how.currentText().split("  ")
    assert way == "Points"
    typed(qtbot, digit)
    for number in (red, blue):
        typed(qtbot, str(number))
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: event.game(table).reported is not None)
    qtbot.waitUntil(lambda: not page.desk.waits)


def typed(qtbot: QtBot, keys: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClicks(focus, keys)


def test_a_club_night_of_eight_runs_for_three_rounds_without_mentioning_armies(
    qtbot: QtBot, event: Event, client: DeskClient, page_of: PageOf, tmp_path: Path
) -> None:
    set_up(qtbot, event, tmp_path)
    players = page_of(PlayersPage)
    type_in(qtbot, players)
    qtbot.waitUntil(lambda: sum(player.plays for player in event.state.players.values()) == 8)
    assert army_words(players) == []
    page = page_of(RoundPage)
    page.activateWindow()
    met: list[tuple[str, str]] = []
    for number in (1, 2, 3):
        begin_round(qtbot, event, page, number)
        for table in (1, 2, 3, 4):
            game = event.game(table)
            names = {side: event.state.name(game.players.of(side)) for side in Side}
            met.append((names[Side.RED], names[Side.BLUE]))
            points = {side: STRENGTH[name] for side, name in names.items()}
            if table == 1:
                seats = Seats(qtbot, client, game.number)
                seats.play(points)
                seats.window.close()
            else:
                report(qtbot, event, page, table, points)
        assert army_words(page) == []
        qtbot.waitUntil(lambda: page.desk.out.text() == "Every result is in")
        press(qtbot, page.header.next)
        qtbot.waitUntil(lambda: stage_of(event) is Stage.FINISHED)
    assert_standings(page_of(StandingsPage), met)


def assert_standings(page: StandingsPage, met: list[tuple[str, str]]) -> None:
    """The sums by hand: 3 points for each opponent that is weaker; the opponents' points; the same
    points in each of three games.
    """
    opponents = {name: [a if b == name else b for a, b in met if name in (a, b)] for name in NAMES}
    assert all(len({*theirs}) == 3 for theirs in opponents.values())
    league = {
        name: 3 * sum(STRENGTH[name] > STRENGTH[other] for other in theirs)
        for name, theirs in opponents.items()
    }
    schedule = {name: sum(league[other] for other in opponents[name]) for name in NAMES}
    score = {name: 3 * STRENGTH[name] for name in NAMES}
    expected = sorted(NAMES, key=lambda name: (-league[name], -schedule[name], -score[name]))
    shown = [
        tuple(
            row.cell(column)
            for column in (
                StandingsColumn.NAME,
                StandingsColumn.TP,
                StandingsColumn.SOS,
                StandingsColumn.CP,
            )
        )
        for row in page.table.rows
    ]
    assert shown == [
        (name, str(league[name]), str(schedule[name]), str(score[name])) for name in expected
    ]
    assert (shown[0][0], shown[0][1], shown[0][3]) == ("Anna", "9", "27")
    assert army_words(page) == []
    headings = page.text("\t").splitlines()[0].split("\t")
    assert {"League", "SoS", "Score"} <= {*headings}
    assert not {"TP", "CP", "APD", "Faction"} & {*headings}
