"""The terrain dialog: proposals, pieces changed by mouse and keys, what it says, and its sheet."""

import math
import re
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind, Method
from app.engine.state import Stage
from app.engine.terrain.check import check
from app.engine.terrain.layout import Layout, Piece
from app.engine.terrain.propose import propose
from app.reports.terrain_patterns import PATTERNS, Shape, draw_pattern
from app.reports.terrain_sheet import NUMBER, number_place, terrain_sheet
from app.ui.pages.terrain.dialog import TableTerrain, TerrainDialog
from app.ui.printing.terrain_pages import paint_sheet, rows_scale
from tests.end_to_end.room import EventRoom
from tests.engine.terrain_runs import PACKETS, RULES

SUPPLY = PACKETS["sr2014"].scenarios[1]
PIT = PACKETS["sr2017"].scenarios[0]
ROUND = Shape(2, 2, 6, 6, circle=True)
LINES = re.compile(r"[ML]([-\d.]+) ([-\d.]+)")


def opened(qtbot: QtBot, at: TableTerrain) -> TerrainDialog:
    made = TerrainDialog(at)
    qtbot.addWidget(made, before_close_func=lambda one: one.done(0))
    made.show()
    qtbot.waitUntil(made.keep.isEnabled)
    return made


@pytest.fixture
def dialog(qtbot: QtBot) -> TerrainDialog:
    return opened(qtbot, TableTerrain(4, RULES["sr2014"], SUPPLY, 5))


def words(dialog: TerrainDialog) -> list[str]:
    return [dialog.breaches.item(i).text() for i in range(dialog.breaches.count())]


def test_the_terrain_dialog_opens_with_a_legal_proposal_and_can_make_another(
    qtbot: QtBot, dialog: TerrainDialog
) -> None:
    first = dialog.layout_
    assert check(RULES["sr2014"], SUPPLY, first) == ()
    assert dialog.state.text() == "No rule is broken."
    assert dialog.method.isHidden()
    qtbot.mouseClick(dialog.another, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.layout_ != first)


def test_the_proposal_uses_the_chosen_method(qtbot: QtBot) -> None:
    dialog = opened(qtbot, TableTerrain(1, RULES["sr2017"], PIT, 5))
    dialog.method.setCurrentIndex(dialog.method.findData(Method.SCATTER))
    dialog.method.activated.emit(dialog.method.currentIndex())
    qtbot.waitUntil(lambda: dialog.layout_.method is Method.SCATTER)
    assert len(dialog.layout_.pieces) == 8


def test_a_saved_layout_is_shown_again(qtbot: QtBot, dialog: TerrainDialog) -> None:
    again = opened(qtbot, TableTerrain(4, RULES["sr2014"], SUPPLY, 9, dialog.layout_))
    assert again.layout_ == dialog.layout_


def test_the_dialog_can_be_closed_while_a_proposal_is_being_computed(qtbot: QtBot) -> None:
    dialog = TerrainDialog(TableTerrain(1, RULES["sr2017"], PIT, 5))
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.state.text() == "Looking for a layout…"
    dialog.reject()


def test_the_dialog_says_so_when_no_legal_layout_is_found(qtbot: QtBot) -> None:
    tight = replace(RULES["sr2014"], edge=Decimal(23))
    dialog = opened(qtbot, TableTerrain(1, tight, SUPPLY, 5))
    assert dialog.state.text().startswith("No legal layout was found.")
    assert dialog.layout_ == Layout()


def test_a_piece_dragged_into_a_deployment_zone_is_named(
    qtbot: QtBot, dialog: TerrainDialog
) -> None:
    start = dialog.map.box(2).center().toPoint()
    below = QPoint(start.x(), dialog.map.height() - 40)
    qtbot.mousePress(dialog.map, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(dialog.map, below)
    qtbot.mouseRelease(dialog.map, Qt.MouseButton.LeftButton, pos=below)
    assert any(word.startswith("2 ") and "deployment zone" in word for word in words(dialog))
    assert dialog.state.text() == "1 breach of the rules."
    assert dialog.pieces.item(1).text().endswith("!")
    assert dialog.layout_.seed == 0
    dialog.breaches.itemClicked.emit(dialog.breaches.item(0))
    assert dialog.pieces.currentRow() == 1


def test_keys_select_move_and_remove_pieces(qtbot: QtBot, dialog: TerrainDialog) -> None:
    before = dialog.layout_.pieces
    dialog.map.setFocus()
    qtbot.keyClicks(dialog.map, "1")
    qtbot.keyClick(dialog.map, Qt.Key.Key_Right)
    assert dialog.layout_.pieces[0].area.x * 2 == before[0].area.x * 2 + 1
    qtbot.keyClick(dialog.map, Qt.Key.Key_R)
    qtbot.keyClick(dialog.map, Qt.Key.Key_N)
    assert dialog.pieces.currentRow() == 1
    qtbot.keyClicks(dialog.map, "1")
    qtbot.keyClick(dialog.map, Qt.Key.Key_Delete)
    assert dialog.layout_.pieces == before[1:]


def test_a_piece_can_be_added_and_its_kind_and_size_changed(
    qtbot: QtBot, dialog: TerrainDialog
) -> None:
    many = len(dialog.layout_.pieces)
    assert not dialog.form.isVisible()
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert len(dialog.layout_.pieces) == many + 1
    assert dialog.pieces.currentRow() == many
    form = dialog.form
    form.kind.setCurrentIndex(form.kind.findData(Kind.TRENCH))
    form.kind.activated.emit(form.kind.currentIndex())
    form.width_.setValue(5.5)
    form.height_.setValue(4.5)
    added = dialog.layout_.pieces[-1]
    assert (added.kind, added.size_words) == (Kind.TRENCH, "5.5 × 4.5")
    form.round.click()
    assert dialog.layout_.pieces[-1].size_words == "5.5 across"
    assert not form.height_.isEnabled()
    qtbot.mouseClick(dialog.turn, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert len(dialog.layout_.pieces) == many


def test_a_terrain_sheet_lists_and_draws_every_piece(dialog: TerrainDialog, tmp_path: Path) -> None:
    sheet = terrain_sheet(4, SUPPLY, dialog.layout_)
    assert sheet.title == "Table 4: Supply and Demand"
    kinds = [piece.kind.words for piece in dialog.layout_.pieces]
    assert [row[1] for row in sheet.rows] == kinds
    image = QImage(800, 1100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_sheet(painter, QRectF(50, 50, 700, 1000), sheet)
    painter.end()
    dark = sum(image.pixelColor(x, 500).lightness() < 128 for x in range(800))
    assert dark >= 2
    drawing = QSvgGenerator()
    drawing.setFileName(str(tmp_path / "sheet.svg"))
    painter = QPainter(drawing)
    paint_sheet(painter, QRectF(50, 50, 700, 1000), sheet)
    painter.end()
    assert sheet.title in (tmp_path / "sheet.svg").read_text("utf-8")


def test_printing_shows_the_current_layout(qtbot: QtBot) -> None:
    printed: list[Layout] = []
    at = TableTerrain(
        4,
        RULES["sr2014"],
        SUPPLY,
        5,
        show_print=lambda layout, _parent: printed.append(layout),
    )
    dialog = opened(qtbot, at)
    qtbot.mouseClick(dialog.print, Qt.MouseButton.LeftButton)
    assert printed == [dialog.layout_]
    assert printed[0].pieces


def keep_it() -> None:
    shown = QApplication.activeModalWidget()
    if isinstance(shown, TerrainDialog) and shown.keep.isEnabled():
        shown.keep.click()
    else:
        QTimer.singleShot(10, keep_it)


def test_terrain_chosen_on_the_round_page_is_saved_for_the_table(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    room.begin(Settings("Terrain", "sr2017", 75, 1))
    room.client.ask(AddPlayers(tuple(Entry(one) for one in ("Anna", "Ben", "Cleo", "Dan"))))
    room.client.ask(CheckIn((1, 2, 3, 4)))
    room.client.ask(DrawRound(7, 1))
    room.until(lambda: bool(room.state.rounds))
    review = room.round.review
    room.until(lambda: review.scenario.count() > 0)
    review.table.selectRow(1)
    assert review.terrain.text() == "&Terrain of table 2…"
    QTimer.singleShot(0, keep_it)
    room.click(review.terrain)
    room.until(lambda: [*room.state.terrain] == [2])
    room.client.ask(PublishRound())
    room.client.ask(StartRound(1))
    room.until(lambda: room.state.rounds[0].stage is Stage.STARTED)
    QTimer.singleShot(0, keep_it)
    room.round.live.terrain_wanted.emit(1)
    room.until(lambda: sorted(room.state.terrain) == [1, 2])


def test_buttons_and_fields_have_unique_access_keys(dialog: TerrainDialog) -> None:
    made = (
        dialog.undo,
        dialog.another,
        dialog.add,
        dialog.turn,
        dialog.remove,
        dialog.print,
        dialog.keep,
    )
    letters = [one.text().partition("&")[2][0].casefold() for one in made]
    letters += ["s", "n", "w", "d", "r"]  # the fields'
    assert len(set(letters)) == len(letters)


def test_every_change_can_be_taken_back(qtbot: QtBot, dialog: TerrainDialog) -> None:
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    first = dialog.layout_
    assert not dialog.undo.isEnabled()
    for place in (20, 21, 22):
        dialog.map.moved.emit(1, Decimal(place), Decimal(20))
    moved = dialog.layout_
    dialog.map.turned.emit(1)
    turned = dialog.layout_
    dialog.map.removed.emit(2)
    dialog.another.click()
    qtbot.waitUntil(dialog.keep.isEnabled)
    assert len({moved, turned, dialog.layout_, first}) == 4
    dialog.undo.click()
    assert len(dialog.layout_.pieces) == len(first.pieces) - 1
    for before in (turned, moved, first):
        qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert dialog.layout_ == before
    assert not dialog.undo.isEnabled()


def test_undo_restores_the_previous_method(qtbot: QtBot) -> None:
    dialog = opened(qtbot, TableTerrain(1, RULES["sr2017"], PIT, 5))
    first = dialog.layout_
    dialog.method.setCurrentIndex(dialog.method.findData(Method.QUADRANT))
    dialog.method.activated.emit(0)
    qtbot.waitUntil(dialog.keep.isEnabled)
    assert dialog.layout_.method is Method.QUADRANT
    dialog.undo.click()
    assert dialog.layout_ == first
    assert dialog.method.currentData() is None


def test_the_current_layout_stays_if_no_legal_layout_is_found(qtbot: QtBot) -> None:
    tight = replace(RULES["sr2014"], edge=Decimal(23))
    drawn = propose(RULES["sr2014"], SUPPLY, 3)
    dialog = opened(qtbot, TableTerrain(4, tight, SUPPLY, 5, drawn))
    dialog.another.click()
    qtbot.waitUntil(dialog.keep.isEnabled)
    assert "No legal layout was found" in dialog.state.text()
    assert dialog.layout_ == drawn


@pytest.mark.parametrize("kind", [Kind.OBSTACLE, Kind.FOREST])
@pytest.mark.parametrize(("width", "height"), [(1, 4), (4, 1), (3, 3)])
def test_a_pieces_number_never_covers_the_piece(kind: Kind, width: int, height: int) -> None:
    area = Area(Decimal(10), Decimal(20), Decimal(width), Decimal(height))
    x, y = number_place(area)
    inside = area.x < x < area.x + area.width and area.y < y < area.y + area.height
    assert inside is (min(width, height) == 3)
    apart = max(area.x - x, x - area.x - area.width, area.y - y, y - area.y - area.height)
    assert inside or apart == NUMBER
    layout = Layout((Piece(kind, area),))
    assert f'cx="{x}" cy="{48 - y}"' in terrain_sheet(1, PIT, layout).svg


def test_each_terrain_kind_has_its_own_pattern_and_a_legend_entry() -> None:
    pieces = tuple(
        Piece(kind, Area(Decimal(3 + 11 * (n % 4)), Decimal(4 + 11 * (n // 4)), Decimal(6), tall))
        for n, (kind, tall) in enumerate((kind, Decimal(5)) for kind in Kind)
    )
    sheet = terrain_sheet(1, PIT, Layout(pieces))
    for kind in Kind:
        assert sheet.legend.count(f">{kind.words}</text>") == 1
    looks = {"".join(draw_pattern(Shape(0, 0, 6, 5), kind)) for kind in Kind}
    assert len(looks) == len(Kind)
    assert PATTERNS.keys() == {*Kind}
    lines = [line for kind in Kind for line in LINES.findall("".join(draw_pattern(ROUND, kind)))]
    assert lines
    for x, y in lines:  # nothing sticks out of a round piece
        assert math.hypot(float(x) - 5, float(y) - 5) <= 3


def test_a_long_list_of_pieces_shrinks_to_leave_room_for_the_map() -> None:
    page = QRectF(0, 0, 450, 690)
    assert rows_scale(page, QSizeF(400, 200)) == 1
    scale = rows_scale(page, QSizeF(400, 900))
    assert 900 * scale <= page.height() / 2
    assert 600 * rows_scale(page, QSizeF(600, 10)) <= page.width()
