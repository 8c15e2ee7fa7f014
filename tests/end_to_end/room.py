"""A room with the real windows: the main window, its pages and table windows, moved by hand."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine import wording
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.state import State
from app.engine.table.game import Game
from app.store.log.event_log import create, open_log
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.table.facing import FacingButton
from app.ui.table.sheets.base import Sheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.table.window import TableWindow
from app.ui.widgets.basics import StepButton
from app.views.pages import DeskPage
from app.views.table.organizer_acts import OrganizerAction

NOON_MS = 1_800_100_800_000
MINUTE_MS = 60_000


class EventRoom:
    """Everything an organizer and the players can touch."""

    def __init__(self, qtbot: QtBot, app: QApplication, folder: Path) -> None:
        self.qtbot = qtbot
        self.file = folder / "Foundry Open.flagfall"
        self.timeline = SetTimeline(NOON_MS)
        self.window = MainWindow(self._open_desk, AppPreferences(app, folder / "preferences.json"))
        self.window.resize(1366, 768)
        qtbot.addWidget(self.window, before_close_func=MainWindow.close_event)
        self.window.show()

    def _open_desk(self, path: Path, new: bool) -> Desk:
        self.desk = Desk(lambda: create(path) if new else open_log(path), timeline=self.timeline)
        return self.desk

    def begin(self, settings: Settings) -> None:
        command = CreateEvent(settings, packets()[settings.packet])
        with self.qtbot.waitSignal(self.window.opened):
            self.window.create_event(self.file, command)
        self.until(lambda: self.state.settings is not None)

    def reopen(self) -> None:
        self.window.close_event()
        self.open()

    def open(self) -> None:
        """Open the event that is in the file."""
        with self.qtbot.waitSignal(self.window.opened):
            self.window.open_event(self.file)
        self.until(lambda: self.state.settings is not None)

    @property
    def view(self) -> EventView:
        assert self.window.view is not None
        return self.window.view

    @property
    def client(self) -> DeskClient:
        return self.view.client

    @property
    def state(self) -> State:
        return self.client.state

    def page(self, name: str) -> QWidget:
        self.view.show_page(DeskPage(name))
        assert self.view.page is not None
        return self.view.page

    @property
    def round(self) -> RoundPage:
        page = self.page("Round")
        assert isinstance(page, RoundPage)
        return page

    def picture(self, name: str) -> QImage:
        """A page as it looks at rest: the keyboard was where the page begins, and is elsewhere."""
        page = self.page(name)
        page.setFocus()
        self.view.setFocus()
        self.qtbot.wait(50)
        return page.grab().toImage()

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true)

    def click(self, widget: QWidget) -> None:
        assert widget.isEnabled(), widget
        if isinstance(widget, FacingButton | StepButton):
            self.until(lambda: not widget.held)
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def next_step(self, words: str) -> None:
        """Press the round's one next step, which must read so."""
        button = self.round.header.next
        self.until(lambda: button.text().replace("&", "") == words)
        self.click(button)

    def game(self, table: int) -> Game:
        """The latest round's game at a table, as the window knows it."""
        latest = self.state.latest
        assert latest is not None
        return next(game for game in self.state.games_of(latest) if game.table == table)

    def table(self, table: int) -> "Table":
        return Table(self, table)

    def panel_act(self, table: int, act: OrganizerAction, side: Side | None, reason: str) -> None:
        """An act of the organizer in the side panel of a table, form and all."""
        page = self.round
        page.live.choose(self.game(table).number)
        self.qtbot.wait(1)
        page.live.panel.begin(act)
        form = page.live.panel.form
        assert form is not None
        names = self.game(table).players.map(self.state.name)
        wanted = names.of(side) if side else "Nobody: a tie"
        choice = next(
            choice for choice in form.findChildren(QRadioButton) if choice.text().startswith(wanted)
        )
        choice.setChecked(True)
        form.reason.setText(reason)
        self.click(form.apply)

    def report(self, table: int, typed: tuple[str, ...]) -> None:
        """At the results desk by keyboard alone: table, winner, how, CP, CP, AP, AP."""
        desk = self.round.desk
        desk.begin()
        number, winner, how, *numbers = typed
        assert number == str(table)
        fields = [desk.table, desk.winner, desk.how, *desk.cp, *desk.apd]
        before = self.game(table).reported
        for field, text in zip(fields, (number, winner, how, *numbers), strict=True):
            field.setFocus()
            if isinstance(field, QLineEdit):
                field.selectAll()
            self.qtbot.keyClicks(field, text)
            self.qtbot.keyClick(field, Qt.Key.Key_Return)
        self.until(lambda: self.game(table).reported not in (None, before))


class Table:
    """One table's window and the two players in front of it."""

    def __init__(self, room: EventRoom, table: int) -> None:
        self.room = room
        self.number = table
        room.window.open_table(room.game(table).number)
        window = room.window.tables.open[room.game(table).number]
        assert isinstance(window, TableWindow)
        self.window = window
        room.until(lambda: window.view is not None)

    @property
    def game(self) -> Game:
        return self.room.game(self.number)

    def sheet(self, side: Side) -> Sheet:
        found = self.window.sheets.sheet(side)
        assert found is not None
        return found

    def press(self, side: Side, words: str) -> None:
        """Press the button with these words on the sheet that lies before ``side``."""

        def button() -> QAbstractButton | None:
            sheet = self.window.sheets.sheet(side)
            buttons = sheet.findChildren(QAbstractButton) if sheet else []
            shown = (button for button in buttons if button.isVisibleTo(self.window))
            return next((one for one in shown if one.text().startswith(words)), None)

        self.room.until(lambda: button() is not None)
        found = button()
        assert found is not None
        self.room.click(found)

    def start(self, first: Side) -> None:
        self.press(first, wording.GOES_FIRST.format(side=first.colour))
        self.press(first, "Start ")
        self.room.until(lambda: self.game.play.clock is not None)

    def tap(self, side: Side, after_ms: int) -> None:
        """``side`` ends its phase or turn after so long."""
        step = self.game.play.step
        self.room.timeline.move_by(after_ms)
        self.room.click(self.window.halves[side])
        self.room.until(lambda: self.game.play.step == step + 1)
        if self.game.play.awaits_start:
            self.room.click(self.window.halves[side.other])
            self.room.until(lambda: not self.game.play.awaits_start)

    def tap_to(self, step: int, each_ms: int) -> None:
        while self.game.play.step < step:
            self.tap(self.game.play.owner, each_ms)

    def score(self, side: Side, holdings: dict[str, Side]) -> None:
        """``side`` opens the pad for the present turn and taps who holds what."""
        if not isinstance(self.window.sheets.sheet(side), ScoringPad):
            self.window.strip.score_asked.emit(side)
        self.room.until(lambda: isinstance(self.window.sheets.sheet(side), ScoringPad))
        for key, holder in holdings.items():
            pad = self.window.sheets.sheet(side)
            assert isinstance(pad, ScoringPad)
            step = self.game.play.step
            self.room.click(pad.choice(key, holder))
            self.room.until(lambda key=key, step=step: self._held(step, key))
        self.press(side, "Done")

    def _held(self, step: int, key: str) -> bool:
        score = self.game.play.scores.get(step)
        return score is not None and any(holding.key == key for holding in score.holdings)

    def count(self, red: int, blue: int) -> None:
        """Red counts the army points for both; both say that the result is right."""
        self.press(Side.RED, "Enter army points")
        for words, points in (("Army points Red", red), ("Army points Blue", blue)):
            for step, times in ((10, points // 10), (1, points % 10)):
                for _ in range(times):
                    self._step(f"{words} destroyed: +{step}")
        self.press(Side.RED, "Save the count")
        self.room.until(lambda: self.game.play.tally is not None)
        for side in Side:
            self.press(side, "Confirm")
            self.room.until(lambda side=side: self.game.play.answers.of(side) is True)

    def _step(self, name: str) -> None:
        buttons = self.sheet(Side.RED).findChildren(QAbstractButton)
        self.room.click(next(button for button in buttons if button.accessibleName() == name))
