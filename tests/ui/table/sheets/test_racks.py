"""Players type the spells of their racks at their table's window; both are shown together."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy
from app.engine.armies.racks import Rack
from app.engine.side import Pair
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.paint import fitting_px
from app.ui.table.racks_dialog import RacksDialog
from app.ui.table.sheets import Kind
from app.ui.table.sheets.base import READABLE
from app.ui.table.sheets.before import StartSheet
from app.ui.table.sheets.brought import BroughtSheet
from tests.engine.table.test_racks import army_list
from tests.ui.tables import BLUE, RED, Side, Table


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    with Table(qtbot, tmp_path, packet="sr2026") as its:
        its.do(EnterArmy(1, (army_list("Orla"),)), insist=True)
        its.do(EnterArmy(2, (army_list("Reed"),)), insist=True)
        its.settle()
        yield its


def answer(table: Table, side: Side, how: Callable[[RacksDialog], None]) -> None:
    """Press the button of a player's spells and answer the dialog."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, RacksDialog):
            how(dialog)
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    table.click(table.its(StartSheet, side).spells)


def typed(*lines: str) -> Callable[[RacksDialog], None]:
    def answered(dialog: RacksDialog) -> None:
        dialog.spells.fields[0].setPlainText("\n".join(lines))
        dialog.save.click()

    return answered


def test_spells_are_revealed_once_both_players_have_entered_them(table: Table) -> None:
    assert table.its(StartSheet, RED).spells.text() == "My spells…"
    answer(table, RED, typed("Rush", "Fury"))
    assert table.game.play.racks == Pair((Rack("Orla", ("Rush", "Fury")),), ())
    assert table.its(StartSheet, RED).spells.text() == "Spells chosen…"
    assert table.its(StartSheet, BLUE).spells.text() == "My spells…"
    assert "Rush" not in table.its(StartSheet, BLUE).message.text()
    answer(table, BLUE, typed("Snipe"))
    for side in (RED, BLUE):
        words = table.its(StartSheet, side).message.text()
        assert "Red’s spells: Orla: Rush, Fury. Blue’s spells: Reed: Snipe." in words
        assert table.its(StartSheet, side).spells.isHidden()
    table.window.sheets.open(BLUE, Kind.BROUGHT)
    lines = [line.text() for line in table.its(BroughtSheet, BLUE).lines if line.isVisible()]
    assert lines[-1] == "Red’s spells: Orla: Rush, Fury."


def test_many_spells_are_legible_at_arms_length(table: Table) -> None:
    spells = ("Arcane Bolt", "Snipe", "Stone Skin", "Rush", "Fury", "Deceleration")
    for side in (RED, BLUE):
        answer(table, side, typed(*spells))
    table.window.rearrange(TableWindowSettings(side_by_side=True))
    table.window.resize(1024, 768)
    table.settle()
    message = table.its(StartSheet, RED).message
    assert "Deceleration" in message.text()
    width, height = message.width(), message.height()
    assert fitting_px(message.text(), width, height, 40, bold=False, wrap=True) >= READABLE


def test_an_invalid_rack_keeps_the_dialog_open_and_says_why(table: Table) -> None:
    sentences: list[str] = []

    def answered(dialog: RacksDialog) -> None:
        typed("Rush", "rush")(dialog)
        sentences.append(dialog.refused.text())
        typed("Rush")(dialog)

    answer(table, RED, answered)
    assert sentences == ["Twice in the same rack: rush. Name each spell once."]
    assert table.game.play.racks.red == (Rack("Orla", ("Rush",)),)


def test_cancelling_the_spells_dialog_chooses_nothing(table: Table) -> None:
    answer(table, RED, lambda dialog: dialog.reject())
    assert table.game.play.racks == Pair((), ())


def test_the_start_sheet_asks_for_the_attacker_if_the_packet_has_one(table: Table) -> None:
    start = table.its(StartSheet, RED)
    assert start.title.text() == "Who is the Attacker?"
    assert start.choices[BLUE].text() == "Blue is the Attacker\nBen"
    assert "goes first" not in start.message.text()
    table.click(start.choices[BLUE])
    assert start.message.text() == "Blue is the Attacker. Start the clock now?"
    table.click(start.start)
    assert table.game.play.first is BLUE
