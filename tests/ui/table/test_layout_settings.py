import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.side import Pair, Side
from app.store.preferences import PlungerKeys, Preferences
from app.ui.table.layout_settings import (
    KeysDialog,
    TableWindowSettings,
    key_name,
    load_settings,
    save_settings,
    turn_switch,
)

SPACE, RETURN = Qt.Key.Key_Space.value, Qt.Key.Key_Return.value
A, B = Qt.Key.Key_A.value, Qt.Key.Key_B.value


def pressed_next(qtbot: QtBot, *keys: Qt.Key) -> None:
    """Press the keys in the dialog that is about to open."""

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, KeysDialog):
            QTimer.singleShot(10, press)
            return
        for key in keys:
            qtbot.keyClick(dialog, key)

    QTimer.singleShot(0, press)


def test_window_settings_are_remembered_for_each_table() -> None:
    wishes = TableWindowSettings(side_by_side=True, swapped=True, sound=False, keys=Pair(A, RETURN))
    kept = save_settings(Preferences(), 4, TableWindowSettings(keys=Pair(B, A)))
    kept = save_settings(kept, 4, wishes)
    kept = save_settings(kept, 5, TableWindowSettings())
    assert load_settings(kept, 4) == wishes
    assert load_settings(kept, 5) == TableWindowSettings()
    assert load_settings(kept, 6) == TableWindowSettings()
    assert len(kept.table_layouts) == len(kept.plunger_keys) == 2


def test_invalid_saved_plunger_keys_are_ignored() -> None:
    for red, blue in (("", "A"), ("Nonsense", "A"), ("A", "A")):
        kept = Preferences(plunger_keys=(PlungerKeys(1, red, blue),))
        assert load_settings(kept, 1).keys == TableWindowSettings().keys


def test_both_enter_keys_are_the_same_plunger() -> None:
    wishes = TableWindowSettings()
    assert wishes.plunger(Qt.Key.Key_Enter.value) is Side.BLUE
    assert wishes.plunger(RETURN) is Side.BLUE
    assert wishes.plunger(SPACE) is Side.RED
    assert wishes.plunger(A) is None
    assert (key_name(RETURN), key_name(SPACE), key_name(0)) == ("Enter key", "Space key", "")


@pytest.mark.usefixtures("german")
def test_german_key_names_that_are_whole_words_need_no_prefix() -> None:
    assert key_name(SPACE) == "Leertaste"
    assert key_name(Qt.Key.Key_Backspace.value) == "Rücktaste"
    assert key_name(A) == "Taste A"


def test_each_menu_switch_toggles_one_window_setting() -> None:
    wishes = TableWindowSettings()
    assert turn_switch(wishes, "layout") == TableWindowSettings(side_by_side=True)
    assert turn_switch(wishes, "swap").bottom is Side.BLUE
    assert not turn_switch(wishes, "sound").sound


def test_the_dialog_takes_a_key_for_red_then_one_for_blue(qtbot: QtBot) -> None:
    pressed_next(qtbot, Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_Tab, Qt.Key.Key_Enter)
    assert KeysDialog.ask(TableWindowSettings().keys) == Pair(A, RETURN)


def test_escape_leaves_the_keys_as_they_are(qtbot: QtBot) -> None:
    pressed_next(qtbot, Qt.Key.Key_A, Qt.Key.Key_Escape)
    assert KeysDialog.ask(TableWindowSettings().keys) is None


def test_holding_a_key_down_answers_only_once(qtbot: QtBot) -> None:
    dialog = KeysDialog(TableWindowSettings().keys)
    qtbot.addWidget(dialog)
    again = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", True)
    QApplication.sendEvent(dialog, again)
    assert "Red" in dialog.label.text()
