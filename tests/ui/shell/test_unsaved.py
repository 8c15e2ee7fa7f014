"""Dialogs in which much is entered: whichever way they are left, it is not thrown away unasked."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers
from app.engine.terrain.layout import Layout
from app.store.packets.files import packets
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.scenario_layout import LayoutDialog
from app.ui.dialogs.unsaved import WorkDialog
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.round.draw.wishes_dialog import PlanDialog
from app.ui.pages.terrain.dialog import TableTerrain, TerrainDialog
from tests.engine.terrain_runs import PACKETS, RULES
from tests.events import Event, entries
from tests.ui.asked import when_asked


def lists(event: Event, qtbot: QtBot) -> tuple[WorkDialog, Callable[[], object]]:
    event.do(AddPlayers(entries(1)))
    state = event.state
    assert state.packet is not None
    assert state.settings is not None
    dialog = ListsDialog(state, 1)
    return dialog, lambda: QTest.keyClicks(dialog.forms[0].texts[0], "Gun Crew; gunners; 8")


def plan(event: Event, qtbot: QtBot) -> tuple[WorkDialog, Callable[[], object]]:
    dialog = PlanDialog(event.state)
    return dialog, dialog.top_first.click


def cell(event: Event, qtbot: QtBot) -> tuple[WorkDialog, Callable[[], object]]:
    dialog = PlanDialog(event.state)
    dialog.tabs.setCurrentIndex(1)
    dialog.hall.add_table()
    table = dialog.hall.table

    def type_() -> None:
        table.setFocus()
        QTest.keyClicks(table, "D")
        QTest.keyClicks(table.findChildren(QLineEdit)[0], "esert")  # the cell is not left yet

    return dialog, type_


def layout(event: Event, qtbot: QtBot) -> tuple[WorkDialog, Callable[[], object]]:
    dialog = LayoutDialog(packets()["sr2017"].scenarios[0])
    field = dialog.fields["objective-first"][1]

    def type_() -> None:
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "12")

    return dialog, type_


def terrain(event: Event, qtbot: QtBot) -> tuple[WorkDialog, Callable[[], object]]:
    at = TableTerrain(4, RULES["sr2014"], PACKETS["sr2014"].scenarios[1], 5)
    dialog = TerrainDialog(at)
    qtbot.waitUntil(dialog.keep.isEnabled)

    def type_() -> None:
        dialog.pieces.setCurrentRow(0)
        width = dialog.form.width_
        width.setFocus()
        width.selectAll()
        QTest.keyClicks(width, "9")  # not taken over before the field is left

    return dialog, type_


def press_escape(dialog: WorkDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def press_cancel(dialog: WorkDialog) -> None:
    found = [
        button for button in dialog.findChildren(QPushButton) if button.text().endswith("Cancel")
    ]
    found[0].click()


def press_the_cross(dialog: WorkDialog) -> None:
    dialog.close()


DIALOGS = [lists, plan, cell, layout, terrain]
WAYS = [press_escape, press_cancel, press_the_cross]


def shown(qtbot: QtBot, dialog: WorkDialog) -> None:
    qtbot.addWidget(dialog, before_close_func=lambda one: one.done(0))
    with qtbot.waitExposed(dialog):
        dialog.show()


@pytest.mark.parametrize("gives_up", [True, False])
@pytest.mark.parametrize("leave", WAYS)
@pytest.mark.parametrize("made", DIALOGS)
def test_entered_data_is_discarded_only_after_confirmation(
    event: Event,
    qtbot: QtBot,
    made: Callable[[Event, QtBot], tuple[WorkDialog, Callable[[], object]]],
    leave: Callable[[WorkDialog], None],
    gives_up: bool,
) -> None:
    dialog, enter = made(event, qtbot)
    shown(qtbot, dialog)
    enter()
    asked: list[str] = []

    def answer(doubt: InsistDialog) -> None:
        asked.append(doubt.windowTitle())
        (doubt.anyway if gives_up else doubt.leave).click()

    when_asked(InsistDialog, answer)
    leave(dialog)
    assert len(asked) == 1
    assert dialog.isVisible() is not gives_up


@pytest.mark.parametrize("leave", WAYS)
@pytest.mark.parametrize("made", DIALOGS)
def test_an_unchanged_dialog_closes_without_asking(
    event: Event,
    qtbot: QtBot,
    made: Callable[[Event, QtBot], tuple[WorkDialog, Callable[[], object]]],
    leave: Callable[[WorkDialog], None],
) -> None:
    dialog, _ = made(event, qtbot)
    shown(qtbot, dialog)
    leave(dialog)
    assert not dialog.isVisible()


def test_a_cell_still_being_edited_is_saved_with_the_rest(event: Event, qtbot: QtBot) -> None:
    dialog, type_ = cell(event, qtbot)
    shown(qtbot, dialog)
    type_()
    assert isinstance(dialog, PlanDialog)
    QTest.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert [table.terrain for table in dialog.plan.tables] == ["Desert"]


def test_the_first_terrain_proposal_closes_without_asking_but_a_requested_one_does_not(
    event: Event, qtbot: QtBot
) -> None:
    dialog = TerrainDialog(TableTerrain(4, RULES["sr2014"], PACKETS["sr2014"].scenarios[1], 5))
    shown(qtbot, dialog)
    qtbot.waitUntil(dialog.keep.isEnabled)
    assert dialog.layout_ != Layout()
    first = dialog.layout_
    dialog.another.click()
    qtbot.waitUntil(lambda: dialog.layout_ != first)
    when_asked(InsistDialog, lambda doubt: doubt.reject())
    dialog.reject()
    assert dialog.isVisible()
    dialog.undo.click()
    dialog.reject()
    assert not dialog.isVisible()
