"""The terrain dialog: a proposal, pieces moved by mouse and keys, and what it says of them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.engine.terrain import check
from app.reports.terrain_sheet import terrain_sheet, terrain_sheets
from app.ui.dialogs.terrain_dialog import TerrainDialog
from tests.engine.terrain_runs import PACKETS, RULES

SUPPLY = PACKETS["sr2014"].scenarios[1]


@pytest.fixture
def dialog(qtbot: QtBot) -> TerrainDialog:
    made = TerrainDialog(RULES["sr2014"], SUPPLY, 5)
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_opens_with_a_legal_proposal_and_makes_another(
    qtbot: QtBot, dialog: TerrainDialog
) -> None:
    first = dialog.layout_
    assert check(RULES["sr2014"], SUPPLY, first) == ()
    assert dialog.state.text() == "Every rule is kept."
    qtbot.mouseClick(dialog.another, Qt.MouseButton.LeftButton)
    assert dialog.layout_ != first


def test_a_piece_dragged_into_a_deployment_zone_is_named(
    qtbot: QtBot, dialog: TerrainDialog
) -> None:
    start = dialog.map.box(2).center().toPoint()
    below = QPoint(start.x(), dialog.map.height() - 40)
    qtbot.mousePress(dialog.map, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(dialog.map, below)
    qtbot.mouseRelease(dialog.map, Qt.MouseButton.LeftButton, pos=below)
    words = [dialog.breaches.item(i).text() for i in range(dialog.breaches.count())]
    assert any(one.startswith("2 ") and "deployment zone" in one for one in words)
    assert dialog.layout_.seed == 0


def test_keys_pick_move_and_take_away(qtbot: QtBot, dialog: TerrainDialog) -> None:
    before = dialog.layout_.pieces
    dialog.map.setFocus()
    qtbot.keyClicks(dialog.map, "1")
    qtbot.keyClick(dialog.map, Qt.Key.Key_Right)
    assert dialog.layout_.pieces[0].area.x * 2 == before[0].area.x * 2 + 1
    qtbot.keyClick(dialog.map, Qt.Key.Key_R)
    qtbot.keyClick(dialog.map, Qt.Key.Key_Delete)
    assert dialog.layout_.pieces == before[1:]


def test_a_sheet_lists_every_piece(dialog: TerrainDialog) -> None:
    text = terrain_sheets([terrain_sheet(4, SUPPLY, dialog.layout_)])
    assert "Table 4: Supply and Demand" in text
    for one in dialog.layout_.pieces:
        assert f"<td>{one.kind.words}</td>" in text
