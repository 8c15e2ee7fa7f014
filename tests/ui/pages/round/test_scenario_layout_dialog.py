"""Drawing a layout: by mouse, by number, mirrored, and into the drawn round."""

from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.formats.settings import Settings
from app.engine.packet.scenario_layout import middle
from app.store.packets.files import packets
from app.ui.pages.round.scenario_layout_dialog import LayoutDialog
from tests.end_to_end.room import EventRoom

PIT = packets()["sr2017"].scenarios[0]


@pytest.fixture
def dialog(qtbot: QtBot) -> LayoutDialog:
    made = LayoutDialog(PIT)
    qtbot.addWidget(made, before_close_func=lambda one: one.done(0))
    made.show()
    return made


def test_an_element_is_dragged_by_half_inches(qtbot: QtBot, dialog: LayoutDialog) -> None:
    start = dialog.map.box("objective-second").center().toPoint()
    qtbot.mousePress(dialog.map, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(dialog.map, start + QPoint(60, 40))
    qtbot.mouseRelease(dialog.map, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 40))
    x, y = middle(dialog.areas["objective-second"])
    assert x > 24 > y
    assert x * 2 == int(x * 2)
    assert dialog.fields["objective-second"][0].value() == float(x)


def test_typed_inches_and_the_mirror_agree(qtbot: QtBot, dialog: LayoutDialog) -> None:
    field = dialog.fields["objective-first"][1]
    field.setValue(12.3)
    field.editingFinished.emit()
    assert middle(dialog.areas["objective-first"]) == (24, Decimal("12.5"))
    qtbot.mouseClick(dialog.mirror, Qt.MouseButton.LeftButton)
    assert middle(dialog.areas["objective-second"]) == (24, Decimal("35.5"))
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert middle(dialog.areas["objective-first"]) == (24, 24)


def test_a_rectangle_is_turned_and_a_circle_cannot_be(qtbot: QtBot, dialog: LayoutDialog) -> None:
    assert set(dialog.turns) == {"zone-1", "zone-2"}
    qtbot.mouseClick(dialog.turns["zone-1"], Qt.MouseButton.LeftButton)
    area = dialog.areas["zone-1"]
    assert (area.width, area.height, middle(area)) == (12, 6, (24, 24))


def test_the_drawn_round_has_the_organizers_layout(
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
            shown.keep.click()
        else:
            QTimer.singleShot(10, use_it)

    QTimer.singleShot(0, use_it)
    room.click(review.layout_)
    room.until(lambda: room.game(1).terms.scenario.elements[0].area is not None)
    room.until(lambda: not review.map.isHidden())
