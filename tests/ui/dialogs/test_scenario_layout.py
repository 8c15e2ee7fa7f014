"""Drawing a layout: by mouse, by number, mirrored, and into the drawn round."""

from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.formats.settings import Settings
from app.engine.packet.scenario import Scenario
from app.engine.packet.scenario_layout import DEPLOYS, middle, with_deployment
from app.store.own_folder import FOLDER
from app.store.packets.files import packets
from app.store.packets.places import keep_picture, picture_file
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.scenario_layout import LayoutDialog
from app.ui.pages.format.page import FormatPage
from tests.end_to_end.room import EventRoom
from tests.events import Event
from tests.ui.open_pages import PageOf

PIT = packets()["sr2017"].scenarios[0]


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep places in a folder of the test's own."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "state"))


@pytest.fixture
def dialog(qtbot: QtBot) -> LayoutDialog:
    made = LayoutDialog(PIT)
    qtbot.addWidget(made, before_close_func=lambda one: one.done(0))
    made.show()
    return made


@pytest.fixture
def placed(qtbot: QtBot, dialog: LayoutDialog) -> LayoutDialog:
    """Every element was put on the table."""
    for put in dialog.puts.values():
        qtbot.mouseClick(put, Qt.MouseButton.LeftButton)
    return dialog


def test_unplaced_elements_are_listed_and_left_off_the_map(
    qtbot: QtBot, dialog: LayoutDialog
) -> None:
    assert dialog.areas == {}
    assert not dialog.map.known
    assert dialog.missing.text().startswith("Not placed yet: Rectangle 1, Rectangle 2, Circle, ")
    assert dialog.fields["zone-3"][0].text() == "–"
    qtbot.mouseClick(dialog.puts["zone-3"], Qt.MouseButton.LeftButton)
    assert middle(dialog.areas["zone-3"]) == (24, 24)
    assert "Circle" not in dialog.missing.text()
    assert dialog.puts["zone-3"].isHidden()


def test_no_two_elements_are_placed_on_the_same_point(placed: LayoutDialog) -> None:
    assert len({middle(area) for area in placed.areas.values()}) == len(PIT.elements)
    assert placed.missing.isHidden()


def test_two_typed_numbers_place_an_element(dialog: LayoutDialog) -> None:
    across, up = dialog.fields["zone-3"]
    across.setValue(20)
    across.editingFinished.emit()
    assert "zone-3" not in dialog.areas
    up.setValue(18)
    up.editingFinished.emit()
    assert middle(dialog.areas["zone-3"]) == (20, 18)


def test_elements_are_dragged_in_steps_of_half_an_inch(qtbot: QtBot, placed: LayoutDialog) -> None:
    dialog = placed
    before = middle(dialog.areas["objective-second"])
    start = dialog.map.box("objective-second").center().toPoint()
    qtbot.mousePress(dialog.map, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(dialog.map, start + QPoint(60, 40))
    qtbot.mouseRelease(dialog.map, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 40))
    x, y = middle(dialog.areas["objective-second"])
    assert x > before[0]
    assert y < before[1]
    assert x * 2 == int(x * 2)
    assert dialog.fields["objective-second"][0].value() == float(x)


def test_typed_positions_snap_to_half_inches_and_can_be_mirrored(
    qtbot: QtBot, dialog: LayoutDialog
) -> None:
    qtbot.mouseClick(dialog.puts["objective-first"], Qt.MouseButton.LeftButton)
    field = dialog.fields["objective-first"][1]
    field.setValue(12.3)
    field.editingFinished.emit()
    assert middle(dialog.areas["objective-first"]) == (24, Decimal("12.5"))
    qtbot.mouseClick(dialog.mirror, Qt.MouseButton.LeftButton)
    assert middle(dialog.areas["objective-second"]) == (24, Decimal("35.5"))
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert dialog.areas == {}
    assert dialog.fields["objective-first"][1].text() == "–"


def test_rectangles_can_be_turned_and_circles_cannot(qtbot: QtBot, dialog: LayoutDialog) -> None:
    assert set(dialog.turns) == {"zone-1", "zone-2"}
    qtbot.mouseClick(dialog.puts["zone-1"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.turns["zone-1"], Qt.MouseButton.LeftButton)
    area = dialog.areas["zone-1"]
    assert (area.width, area.height, middle(area)) == (12, 6, (24, 24))


def test_a_drawn_round_uses_the_layout_the_organizer_made(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    room.begin(Settings("Layout", "sr2017", 75, 1))
    room.client.ask(AddPlayers((Entry("Anna"), Entry("Ben"))))
    room.client.ask(CheckIn((1, 2)))
    room.client.ask(DrawRound(7, 1))
    room.until(lambda: bool(room.state.rounds))
    review = room.round.review
    room.until(lambda: review.scenario.count() > 0)
    assert review.map.isHidden()

    def use_it() -> None:
        shown = QApplication.activeModalWidget()
        if isinstance(shown, LayoutDialog):
            for put in shown.puts.values():
                put.click()
            shown.keep.click()
        else:
            QTimer.singleShot(10, use_it)

    QTimer.singleShot(0, use_it)
    room.click(review.layout_)
    room.until(lambda: room.game(1).terms.scenario.elements[0].area is not None)
    room.until(lambda: not review.map.isHidden())
    assert all(element.area for element in packets()["sr2017"].scenarios[0].elements), "for all"


FLANK = packets()["sr2012"].scenario(9)


def flank() -> Scenario:
    assert FLANK is not None
    return with_deployment(FLANK, packets()["sr2012"].briefing.deployment("flank"), {})


def test_flank_deployment_zones_lie_along_the_edges_and_their_size_can_be_typed(
    qtbot: QtBot,
) -> None:
    dialog = LayoutDialog(flank())
    qtbot.addWidget(dialog, before_close_func=lambda one: one.done(0))
    dialog.show()
    assert dialog.missing.text() == (
        "Not placed yet: First player’s deployment and Second player’s deployment."
    )
    for key in DEPLOYS:
        qtbot.mouseClick(dialog.puts[key], Qt.MouseButton.LeftButton)
    first, second = (dialog.areas[key] for key in DEPLOYS)
    assert (first.y, first.height) == (0, 7)
    assert (second.y, second.height) == (38, 10)
    wide, deep = dialog.sizes["deployment-first"]
    wide.setValue(30)
    deep.setValue(9)
    deep.editingFinished.emit()
    across, up = dialog.fields["deployment-first"]
    across.setValue(33)
    up.setValue(4.5)
    up.editingFinished.emit()
    first = dialog.areas["deployment-first"]
    assert (first.x, first.y, first.width, first.height) == (18, 0, 30, 9)
    assert dialog.missing.isHidden()


def test_a_picture_lies_under_the_map_and_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    picture = QPixmap(2000, 1000)
    picture.fill(QColor("magenta"))
    picture.save(str(tmp_path / "diagram.jpg"))
    (tmp_path / "no.png").write_bytes(b"no picture")
    dialog = LayoutDialog(PIT)
    qtbot.addWidget(dialog, before_close_func=lambda one: one.done(0))
    dialog.show()
    assert dialog.new_picture() is None
    dialog.show_file(tmp_path / "no.png")
    assert dialog.not_read.isVisible()
    assert dialog.new_picture() is None
    dialog.show_file(tmp_path / "diagram.jpg")
    assert not dialog.not_read.isVisible()
    shown = dialog.map.grab().toImage()
    middle_of_map = shown.pixelColor(shown.width() // 2, shown.height() // 2)
    assert middle_of_map.red() > middle_of_map.green() < middle_of_map.blue()
    content = dialog.new_picture()
    assert content is not None
    keep_picture("sr2017", 1, content)
    again = LayoutDialog(PIT, picture_file("sr2017", 1))
    qtbot.addWidget(again, before_close_func=lambda one: one.done(0))
    assert again.map.picture.width() == 1600
    assert again.new_picture() is None
    again.remove_picture.click()
    assert again.new_picture() == b""
    keep_picture("sr2017", 1, b"")
    assert not picture_file("sr2017", 1).exists()


def test_the_format_page_can_lay_out_a_scenario_before_the_first_round(
    event: Event, page_of: PageOf, client: DeskClient, qtbot: QtBot
) -> None:
    page = page_of(FormatPage)
    own = page.own
    assert own.layout_of.itemText(0) == "The Pit II: not placed"

    def use_it() -> None:
        shown = QApplication.activeModalWidget()
        if isinstance(shown, LayoutDialog):
            for put in shown.puts.values():
                put.click()
            shown.keep.click()
        else:
            QTimer.singleShot(10, use_it)

    QTimer.singleShot(0, use_it)
    own.layout_.click()
    qtbot.waitUntil(lambda: own.layout_of.itemText(0) == "The Pit II")
    assert client.state.packet is not None
    assert all(element.area for element in client.state.packet.scenarios[0].elements)
    assert all(element.area for element in packets()["sr2017"].scenarios[0].elements), "for all"
    assert own.layout_of.itemText(1) == "Standoff: not placed"
