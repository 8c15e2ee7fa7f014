"""Players at a table’s window play on, whatever dialog the organizer has open at the desk."""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from pkgutil import walk_packages

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPageSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

import app.ui
from app.engine.acts.table import Answer, Question
from app.engine.side import Pair, Side
from app.ui.dialogs import files
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.ui.table.layout_settings import KeysDialog
from app.ui.table.sheets.menu import MenuSheet
from app.ui.table.window import TableWindow
from app.ui.widgets.dialog import Dialog
from tests.ui.asked import when_asked
from tests.ui.every_dialog import dialogs
from tests.ui.shell.test_cut_text import hall

__all__ = ["hall"]
LEFT = Qt.MouseButton.LeftButton


class Beside:
    """The window of a table where a clock runs, beside the main window."""

    def __init__(self, qtbot: QtBot, desk: MainWindow) -> None:
        assert desk.view is not None
        self.qtbot, self.desk, self.client = qtbot, desk, desk.view.client
        games = self.client.state.games.values()
        self.game = next(game.number for game in games if game.play.ticking)
        desk.open_table(self.game)
        self.window: TableWindow = desk.tables.open[self.game]
        qtbot.waitUntil(lambda: self.window.view is not None)
        assert qtbot.waitExposed(self.window)

    def tap(self) -> bool:
        """Whether the half whose clock runs takes a tap. Qt gets it as from a mouse, and holds it
        back where a dialog blocks the window.
        """
        taps: list[None] = []
        view = self.window.view
        assert view is not None
        half = self.window.halves[view.play.owner]
        at = half.mapTo(self.window, half.rect().center())
        taken = half.tapped.connect(lambda: taps.append(None))
        QTest.mouseClick(self.window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, at)
        half.tapped.disconnect(taken)
        return taps == [None]

    def choose_keys(self) -> KeysDialog:
        """The dialog for the keys, from the table's menu."""
        self.window.strip.menu.click()
        sheet = self.window.sheets.sheet(self.window.wishes.bottom)
        assert isinstance(sheet, MenuSheet)
        sheet.keys.click()
        return self.window.findChild(KeysDialog)

    def answer_the_tap(self) -> None:
        """Take back what a tap straight after another asks, so that the halves take taps again."""
        replies: list[object] = []  # what was tapped before has been decided by then
        nothing = Answer(self.game, Side.RED, Question.RESULT, agrees=False)
        self.client.ask(nothing, then=replies.append)
        self.qtbot.waitUntil(lambda: bool(replies))
        claim = self.client.state.games[self.game].play.claim
        if claim is not None:
            self.client.ask(Answer(self.game, claim.by, Question.CLAIM, agrees=False))
            self.qtbot.waitUntil(lambda: self.window.view and self.window.view.claim is None)

    def tapped_during(self, open_dialog: Callable[[], object]) -> bool:
        """Whether a tap counts while the dialog is open, which blocks the desk."""
        self.answer_the_tap()
        counted: list[bool] = []

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, QDialog) or not dialog.isVisible():
                QTimer.singleShot(10, look)
                return
            blocks = dialog.windowModality() is Qt.WindowModality.WindowModal
            counted.append(self.tap() and blocks)
            dialog.done(QDialog.DialogCode.Rejected)

        QTimer.singleShot(0, look)
        open_dialog()
        return counted == [True]


@pytest.fixture
def beside(qtbot: QtBot, hall: MainWindow) -> Beside:
    return Beside(qtbot, hall)


def test_a_tap_ends_a_turn_while_any_desk_dialog_is_open(beside: Beside, tmp_path: Path) -> None:
    frozen = []
    for name, make in dialogs(beside.client, tmp_path, beside.desk).items():
        dialog = make()
        if not beside.tapped_during(dialog.exec):
            frozen.append(name)
        dialog.deleteLater()
    assert frozen == []


def test_a_tap_ends_a_turn_while_a_system_dialog_is_open(beside: Beside, tmp_path: Path) -> None:
    desk = beside.desk
    page = QPageSize(QPageSize.PageSizeId.A4)
    opened: dict[str, Callable[[], object]] = {
        "open": lambda: files.ask_event_file(desk),
        "import": lambda: files.ask_import_file(desk),
        "import into": lambda: files.ask_imported_file(desk, "Cup"),
        "restore": lambda: files.ask_backup(desk, tmp_path),
        "restore to": lambda: files.ask_restored_file(desk, tmp_path / "cup.flagfall"),
        "new file": lambda: files.ask_new_file(desk, "Standings", "Standings", "PDF"),
        "printer": lambda: files.ask_printer(desk, "Print", "Standings", page),
    }
    frozen = [name for name, ask in opened.items() if not beside.tapped_during(ask)]
    assert frozen == []


def test_a_desk_question_can_be_answered_while_a_table_chooses_its_keys(beside: Beside) -> None:
    keys: list[KeysDialog] = []

    def answer(question: InsistDialog) -> None:
        keys.append(beside.choose_keys())
        question.anyway.click()

    when_asked(InsistDialog, answer)
    assert InsistDialog.ask("Finish the round?", beside.desk, note="", words=("&No", "&Yes"))
    assert keys[0].isVisible()
    QTest.keyClick(keys[0], Qt.Key.Key_A)
    QTest.keyClick(keys[0], Qt.Key.Key_L)
    assert beside.window.wishes.keys == Pair(Qt.Key.Key_A.value, Qt.Key.Key_L.value)
    assert beside.tap()


def test_an_event_closes_while_a_table_chooses_its_keys(beside: Beside) -> None:
    beside.choose_keys()
    beside.desk.close_event()
    beside.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    assert not beside.desk.tables.open
    handle = beside.desk.windowHandle()
    new_event = beside.desk.start_page.new_event
    opened: list[None] = []
    when_asked(NewEventDialog, lambda _dialog: opened.append(None))
    at = new_event.mapTo(beside.desk, new_event.rect().center())
    QTest.mouseClick(handle, LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert opened == [None]


def test_every_dialog_of_the_program_blocks_only_its_own_window() -> None:
    """``Dialog`` sees to it; ruff forbids what Qt opens by itself (``banned-api``)."""
    for module in walk_packages(app.ui.__path__, "app.ui."):
        importlib.import_module(module.name)
    ours = [kind for kind in kinds_of(QDialog) if kind.__module__.startswith("app.")]
    assert len(ours) > 50
    assert [kind for kind in ours if not issubclass(kind, Dialog)] == []


def kinds_of(kind: type) -> Iterator[type]:
    for below in kind.__subclasses__():
        yield below
        yield from kinds_of(below)
