"""Specialists before the game and reinforcements during it, at the table's window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.packet.keywords import Artifice
from app.engine.players.list_choice import played_army
from app.engine.side import Side
from app.store.packets.files import packets
from app.ui.table.centre_strip import LOSSES
from app.ui.table.sheets.before import StartSheet
from app.ui.table.sheets.cards import A_PAGE, ReinforcementsSheet, SpecialistsSheet
from app.ui.table.sheets.losses import LossesSheet
from tests.engine.script_words import rows
from tests.ui.tables import Table

RED, BLUE = Side.RED, Side.BLUE
LIST = ArmyList(
    rows("Haley caster 29, Stormclad jack 18, Long Gunners unit 17 x10, Knights unit 69 x5"),
    specialists=rows("Thorn jack 18, Squire solo 5"),
    reinforcements=rows(", ".join(f"Ranger {number} solo 1" for number in range(10))),
)


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    chosen = put_in_force(packets()["sr2017"], Settings("Cup", "sr2017", 75, 1), "specialists")
    artifices = (Artifice.REINFORCEMENTS,)
    with Table(qtbot, tmp_path, variants=chosen.variants, artifices=artifices) as table:
        for number in (1, 2):
            table.do(EnterArmy(number, (LIST,)), insist=True)
        table.settle()
        yield table


def names(table: Table, side: Side) -> list[str]:
    return [row.name for row in played_army(table.client.state, table.game, side)]


def test_players_choose_their_specialists_before_the_game_starts(table: Table) -> None:
    sheet = table.its(SpecialistsSheet, RED)
    assert [card.text() for card in sheet.cards] == [
        "In: Thorn, 18 points",
        "In: Squire, 5 points",
        "Out: Stormclad, 18 points",
        "Out: Long Gunners, 17 points",
        "Out: Knights, 69 points",
    ]
    assert sheet.save.text() == "No specialists"
    table.click(sheet.cards[1])
    assert sheet.save.text() == "Play these"
    table.click(sheet.save)
    assert "109 points" in sheet.message.text(), "the army would not be legal"
    table.click(sheet.cards[1])
    table.click(sheet.cards[0])
    table.click(sheet.cards[2])
    table.click(sheet.save)
    notice = table.its(StartSheet, RED).message.text()
    assert "Thorn" not in notice, "Ben has not said yet"
    table.click(table.its(SpecialistsSheet, BLUE).save)
    notice = table.its(StartSheet, BLUE).message.text()
    assert "Red: Thorn for Stormclad. Blue: no specialists." in notice
    assert names(table, RED) == ["Haley", "Thorn", "Long Gunners", "Knights"]


def test_reinforcements_are_ticked_off_when_they_arrive(table: Table) -> None:
    for side in Side:
        table.click(table.its(SpecialistsSheet, side).save)
    table.begin(4 + 2)
    table.click(table.window.strip.buttons[RED][LOSSES])
    table.click(table.its(LossesSheet, RED).reinforce)
    sheet = table.its(ReinforcementsSheet, RED)
    assert sheet.cards[A_PAGE].isHidden()
    table.click(sheet.more)
    table.click(sheet.cards[A_PAGE])
    table.click(sheet.save)
    assert names(table, RED)[-1] == f"Ranger {A_PAGE}"
    table.click(table.window.strip.buttons[RED][LOSSES])
    table.click(table.its(LossesSheet, RED).reinforce)
    sheet = table.its(ReinforcementsSheet, RED)
    assert sheet.marked == {A_PAGE}
    table.click(sheet.back)
    assert table.sheet(RED) is None
