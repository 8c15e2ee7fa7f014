"""Keys of several tables on one machine, and what is said when they are not heard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import CallDiceDown, EnterPairings, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.preferences import AppPreferences
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.plunger_keys import is_text_field
from app.ui.table.window import DEAF, TableWindow
from app.ui.table.windows import TableWindows
from app.views.table.clock_face import Mood
from tests.real_time import RealTimeline
from tests.stores import create
from tests.ui.timers import run_out

F13, F14, F15, F16 = (Qt.Key(Qt.Key.Key_F13.value + place) for place in range(4))
RED, BLUE = Side.RED, Side.BLUE


def application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


class Hall:
    """Two tables' windows beside a main window with a bar and a text field."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.desk = Desk(lambda: create(folder / "cup.flagfall"), timeline=RealTimeline())
        self.desk.start().result()
        for command in (
            CreateEvent(Settings("Cup", "sr2017", 75, 1), packets()["sr2017"]),
            AddPlayers(tuple(Entry(name) for name in ("Anna", "Ben", "Cleo", "Dan"))),
            CheckIn((1, 2, 3, 4)),
            EnterPairings(((1, 2), (3, 4)), None, 1),
            PublishRound(),
            StartRound(),
        ):
            self.do(command)
        self.client = DeskClient(self.desk)
        qtbot.waitUntil(lambda: self.client.snapshot is not None)
        self.main, self.bar, self.text = QWidget(), MessageBar(), QLineEdit()
        self.other = QLabel("Another window of ours")
        column = QVBoxLayout(self.main)
        column.addWidget(self.bar)
        column.addWidget(self.text)
        self.main.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        laptop = AppPreferences(application(), folder / "preferences.json")
        laptop.keep_table_wishes(1, TableWindowSettings(keys=Pair(F13.value, F14.value)))
        laptop.keep_table_wishes(2, TableWindowSettings(keys=Pair(F15.value, F16.value)))
        self.tables = TableWindows(laptop, self.bar)
        for widget in (self.main, self.other):
            qtbot.addWidget(widget)
            widget.show()
        for game in (1, 2):
            self.tables.show(self.client, game)
        for game in (1, 2):
            self.do(StartClock(game, RED))
        qtbot.waitUntil(lambda: all(self.window(game).plays_by_keys for game in (1, 2)))

    def do(self, command: Command, *, insist: bool = False) -> None:
        reply = self.desk.submit(command, insist=insist).result()
        assert not isinstance(reply, Refused), reply.sentence

    def window(self, game: int) -> TableWindow:
        return self.tables.open[game]

    def front(self, widget: QWidget) -> None:
        widget.activateWindow()
        self.qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is widget.windowHandle())
        QApplication.processEvents()

    def press(self, widget: QWidget, key: Qt.Key) -> None:
        QTest.keyClick(widget.windowHandle(), key)

    def step(self, game: int) -> int:
        return self.client.state.games[game].play.step


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.tables.close_all()
    hall.desk.stop()


def test_a_tables_own_keys_work_in_whichever_table_window_is_in_front(hall: Hall) -> None:
    hall.front(hall.window(1))
    hall.press(hall.window(1), F15)
    hall.qtbot.waitUntil(lambda: hall.step(2) == 1)
    assert hall.step(1) == 0
    hall.press(hall.window(1), F13)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)
    assert hall.step(2) == 1
    assert hall.bar.isHidden()


def test_keys_unused_by_the_main_window_act_as_plungers_there(hall: Hall) -> None:
    hall.front(hall.main)
    hall.main.setFocus()
    hall.press(hall.main, F13)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)
    assert hall.bar.isHidden()


def test_plunger_keys_are_ignored_in_text_fields_and_when_repeated(hall: Hall) -> None:
    hall.front(hall.main)
    hall.text.setFocus()
    hall.press(hall.main, F13)
    hall.main.setFocus()
    for again in (True, True, False):
        held = QKeyEvent(QEvent.Type.KeyPress, F15, Qt.KeyboardModifier.NoModifier, "", again)
        QApplication.sendEvent(hall.main.windowHandle(), held)
    hall.qtbot.waitUntil(lambda: hall.step(2) == 1)
    assert hall.step(1) == 0


def test_tables_that_cannot_receive_their_keys_get_a_prominent_warning(hall: Hall) -> None:
    hall.front(hall.other)
    assert hall.bar.text.startswith("Tables 1 and 2 do not hear their plunger keys: another")
    assert hall.bar.isVisible()
    for game in (1, 2):
        window = hall.window(game)
        for half in window.halves.values():
            assert half.message == DEAF
            run_out(half)  # what else was said there is over, this is not
            assert half.message == DEAF
        assert window.halves[RED].info.key.startswith("keys are off")
    hall.front(hall.window(1))
    assert hall.bar.isHidden()
    assert {half.message for game in (1, 2) for half in hall.window(game).halves.values()} == {""}


@pytest.mark.parametrize("deaf_first", [True, False])
def test_dice_down_instructions_take_precedence_over_the_hint_about_keys(
    hall: Hall, deaf_first: bool
) -> None:
    window = hall.window(1)
    if deaf_first:
        hall.front(hall.other)
        assert {half.message for half in window.halves.values()} == {DEAF}
    hall.do(CallDiceDown(), insist=True)
    half = window.halves[RED]
    hall.qtbot.waitUntil(lambda: half.face is not None and half.face.mood is Mood.DICE_DOWN)
    hall.front(hall.other)
    assert hall.bar.text.startswith("Tables 1 and 2 do not hear their plunger keys")
    assert {half.message for half in window.halves.values()} == {""}


def test_a_dismissed_warning_does_not_come_back_by_itself(hall: Hall) -> None:
    hall.front(hall.other)
    hall.bar.dismiss.click()
    hall.do(CallJudge(1, RED))
    hall.qtbot.waitUntil(lambda: hall.client.state.games[1].play.judge_called)
    QApplication.processEvents()
    assert hall.bar.isHidden()


def test_a_key_shared_by_two_tables_works_only_in_the_front_window(hall: Hall) -> None:
    window = hall.window(2)
    window.rearrange(TableWindowSettings(keys=Pair(F13.value, F14.value)))
    hall.front(hall.window(1))
    hall.press(hall.window(1), F13)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)
    assert hall.step(2) == 0
    assert hall.bar.text.startswith("Table 2 does not hear its plunger keys")


def test_there_is_no_warning_about_tables_with_default_keys_or_closed_windows(hall: Hall) -> None:
    hall.window(1).rearrange(TableWindowSettings())
    hall.window(2).close()
    hall.front(hall.other)
    assert hall.bar.isHidden()
    hall.front(hall.window(1))
    hall.press(hall.window(1), Qt.Key.Key_Space)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)
    hall.front(hall.other)
    assert hall.bar.text.startswith("Table 1 does not hear")


def test_letters_belong_to_the_main_window_while_it_is_in_front(hall: Hall) -> None:
    hall.window(1).rearrange(TableWindowSettings(keys=Pair(Qt.Key.Key_A.value, Qt.Key.Key_B.value)))
    hall.front(hall.main)
    hall.main.setFocus()
    hall.press(hall.main, Qt.Key.Key_A)
    assert hall.bar.text.startswith("Table 1 does not hear")
    hall.front(hall.window(2))
    hall.press(hall.window(2), Qt.Key.Key_A)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)


def test_widgets_that_take_text_are_recognized(qtbot: QtBot) -> None:
    chooser, typed = QComboBox(), QComboBox()
    typed.setEditable(True)
    line = QLineEdit()
    for widget in (chooser, typed, line):
        qtbot.addWidget(widget)
    assert [is_text_field(one) for one in (None, chooser, typed, line)] == [
        False,
        False,
        True,
        True,
    ]


def test_there_is_no_warning_about_a_table_played_by_touch(hall: Hall) -> None:
    hall.window(2).close()
    first = hall.window(1)
    hall.front(first)
    hall.qtbot.mouseClick(first.halves[RED], Qt.MouseButton.LeftButton)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 1)
    hall.front(hall.other)
    assert hall.bar.isHidden()
    hall.front(first)
    hall.press(first, F14)
    hall.qtbot.waitUntil(lambda: hall.step(1) == 2)
    hall.front(hall.other)
    assert hall.bar.text.startswith("Table 1 does not hear")
