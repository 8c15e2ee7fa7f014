"""The Clocks page beside a real desk, with emulated clocks at the addresses that are entered."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Seat
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.emulators.lines.live import device_at
from app.engine.side import Side
from app.ui.pages.clocks.panel import CHOOSE
from app.ui.pages.clocks.rows import ClockColumn
from app.ui.widgets.table_model import measure_column
from tests.ui.clocks_hall import LEVER, Hall, address
from tests.ui.timers import running_timers


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.end()


def test_without_clocks_the_page_says_what_to_do(hall: Hall) -> None:
    shown = (hall.page.empty, hall.page.notice)  # a machine may have ports
    assert [one for one in shown if one.isVisible() and one.text().startswith("No clocks yet.")]
    assert hall.page.panel.notice.text() == CHOOSE
    assert not hall.page.panel.bind.isVisible()
    assert hall.page.counts.text().startswith("0 clocks connected")
    panel = hall.page.panel
    for button in (panel.bind, panel.free, panel.swap, panel.blink, panel.adopt, panel.use):
        button.click()  # nothing is chosen, nothing happens
    panel.product.activated.emit(0)
    assert hall.kept == []


def test_the_bind_button_is_highlighted_while_a_clock_has_no_table(hall: Hall) -> None:
    panel = hall.page.panel
    assert panel.press.property("kind") == ""
    hall.plug(1)
    hall.choose(1)
    hall.until(lambda: panel.press.property("kind") == "primary")
    panel.press.click()
    hall.until(lambda: "cancel" in panel.press.text())
    assert panel.press.property("kind") == ""
    panel.press.click()
    panel.bind.click()
    hall.until(lambda: hall.seat(1) is not None)
    hall.until(lambda: panel.press.property("kind") == "")


def test_a_clock_can_be_bound_to_a_table_have_its_sides_swapped_and_be_freed(hall: Hall) -> None:
    hall.plug(1)
    hall.choose(1)
    panel = hall.page.panel
    panel.table.setValue(7)
    panel.bind.click()
    hall.until(lambda: hall.seat(1) == Seat(7))
    assert hall.cell(1, ClockColumn.TABLE) == "7"
    assert panel.sides.text() == "Red sits at its left, Blue at its right."
    panel.swap.click()
    hall.until(lambda: hall.seat(1) == Seat(7, Side.BLUE))
    assert panel.sides.text() == "Blue sits at its left, Red at its right."
    panel.free.click()
    hall.until(lambda: hall.seat(1) is None)
    assert not panel.swap.isEnabled()
    assert hall.kept


def test_every_button_has_its_own_access_key(hall: Hall) -> None:
    hall.plug(1)
    hall.choose(1)
    hall.page.panel.bind.click()
    hall.until(lambda: hall.seat(1) == Seat(1) and hall.page.panel.adopt.isVisible())
    texts = [button.text() for button in hall.page.findChildren(QPushButton) if button.isVisible()]
    letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert sorted({*letters, *"fevhc"}) == sorted([*letters, *"fevhc"])  # the menus' and "cancel"
    QTest.keyClick(hall.page, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    hall.until(lambda: hall.seat(1) is None)
    hall.page.panel.table.setValue(4)
    QTest.keyClick(hall.page, Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    hall.until(lambda: hall.seat(1) == Seat(4))


def test_the_page_reports_that_a_table_with_a_clock_cannot_take_another(hall: Hall) -> None:
    hall.plug(1, 2)
    for number in (1, 2):
        hall.choose(number)
        hall.page.panel.table.setValue(3)
        hall.page.panel.bind.click()
    hall.until(lambda: hall.page.notice.text().startswith("Table 3 already has a clock"))
    assert hall.page.notice.isVisible()


def test_pressing_a_plunger_binds_the_clock_the_page_waits_for(hall: Hall) -> None:
    hall.plug(1, LEVER)
    panel = hall.page.panel
    panel.table.setValue(5)
    panel.press.click()
    hall.until(lambda: panel.press.text() == "Waiting: &cancel")
    assert panel.hint.text() == "Press a plunger of that clock now."
    panel.press.click()
    hall.until(lambda: panel.press.text() == "Bind by &plunger")
    assert "table 5" in panel.hint.text()
    panel.press.click()
    hall.until(lambda: panel.press.text() == "Waiting: &cancel")
    live = device_at(address(LEVER))
    for side in DeviceSide:
        live.do(lambda now_ms, side=side: live.device.edit_time(side, 3_600_000, now_ms))
    live.press(DeviceSide.LEFT)
    live.start_stop()  # a lever tells a press while the clock counts
    hall.until(lambda: "runs" in hall.cell(LEVER, ClockColumn.SHOWS))
    live.press(DeviceSide.RIGHT)
    hall.until(lambda: hall.seat(LEVER) == Seat(5))
    assert hall.seat(1) is None


def test_a_port_can_be_assigned_a_product_ignored_and_used_again(hall: Hall) -> None:
    hall.plug(1)
    hall.choose(1)
    panel = hall.page.panel
    assert panel.product.currentData() == "dclk"
    assert panel.blink.isVisible()
    panel.blink.click()
    panel.use.click()
    hall.until(lambda: hall.cell(1, ClockColumn.STATE).startswith("not tried"))
    assert panel.use.text() == "Use this port"
    panel.use.click()
    hall.until(lambda: hall.connected)
    panel.product.setCurrentIndex(panel.product.findData("hourglass"))
    panel.product.activated.emit(panel.product.currentIndex())
    chosen = PortSettings(True, "hourglass", by_hand=True)
    hall.until(lambda: any(memory.wishes[address(1)] == chosen for memory in hall.kept))


D = TypeVar("D", bound=QDialog)


def answer(kind: type[D], act: Callable[[D], None]) -> None:
    """Do something in the dialog that is about to open."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            act(dialog)
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)


def test_an_entered_address_is_connected_and_its_bytes_are_recorded(
    hall: Hall, tmp_path: Path
) -> None:
    folder = tmp_path / "bytes"
    folder.mkdir()

    def choose_folder(dialog: QFileDialog) -> None:
        dialog.selectFile(str(folder))
        dialog.accept()

    def type_address(dialog: QInputDialog) -> None:
        dialog.setTextValue(f" {address(4)} ")
        dialog.accept()

    answer(QFileDialog, choose_folder)
    hall.page.record.click()
    hall.until(lambda: hall.page.record.text() == "Stop rec&ording")
    assert str(folder) in hall.page.record.toolTip()
    answer(QInputDialog, type_address)
    hall.page.add.click()
    hall.until(lambda: hall.connected)
    hall.page.record.click()
    hall.until(lambda: hall.page.record.text() == "Rec&ord bytes…")
    assert {file.suffix for file in folder.iterdir()} == {".bytes"}


def test_cancelling_a_dialog_changes_nothing(hall: Hall) -> None:
    answer(QFileDialog, QFileDialog.reject)
    hall.page.record.click()
    answer(QInputDialog, QInputDialog.reject)
    hall.page.add.click()
    assert hall.clocks.picture.log is None
    assert hall.connected == []


def test_clocks_can_be_set_and_a_clocks_times_adopted(hall: Hall) -> None:
    hall.plug(1)
    hall.choose(1)
    hall.page.panel.bind.click()
    hall.until(lambda: hall.seat(1) == Seat(1) and hall.cell(1, ClockColumn.SHOWS))
    assert hall.page.panel.adopt.isVisible()
    hall.page.panel.adopt.click()
    hall.page.set_all.click()
    hall.until(lambda: hall.page.notice.text() == "No clock here can be set.")


def test_an_unplugged_clock_keeps_its_row_and_is_flagged(hall: Hall) -> None:
    hall.plug(1)
    hall.choose(1)
    hall.page.panel.bind.click()
    hall.until(lambda: hall.seat(1) == Seat(1))
    device_at(address(1)).pull()
    hall.until(lambda: hall.cell(1, ClockColumn.STATE).endswith("(!)"))
    assert hall.page.list.chosen_row is not None
    assert hall.page.list.chosen_row.key == address(1)


def test_thirty_two_clocks_are_listed_by_table(hall: Hall) -> None:
    hall.plug(*range(1, 33))
    for number in range(1, 33):
        row = next(row for row in hall.page.list.rows if row.key == address(number))
        hall.clocks.room.seat(row.clock, Seat(33 - number))
    hall.until(lambda: all(hall.seat(number) for number in range(1, 33)))
    assert [row.table for row in hall.page.list.rows][:32] == [str(n) for n in range(1, 33)]
    hall.until(lambda: hall.page.counts.text().startswith("32 clocks connected"))


def test_a_hidden_clocks_page_catches_up_when_it_is_shown(hall: Hall) -> None:
    hall.page.hide()
    assert running_timers(hall.page) == []
    hall.clocks.room.add(address(1))
    hall.until(lambda: any(clock.online for clock in hall.clocks.picture.clocks))
    assert hall.connected == []
    hall.page.show()
    assert len(hall.connected) == 1


def test_a_clocks_name_is_shown_whole_on_a_small_laptop(hall: Hall) -> None:
    """As on a screen of 1366 × 768, where the list has some 900 pixels."""
    hall.plug(1)
    hall.page.list.resize(904, 560)
    column = hall.page.list.columnWidth(ClockColumn.CLOCK)
    names = ("DGT 3000 02054", "DCLK T07", hall.cell(1, ClockColumn.CLOCK))
    assert measure_column(hall.page.list, names) <= column
