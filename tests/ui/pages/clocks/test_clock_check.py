"""The clock check in its dialog: emulated clocks are pressed, and its words are read."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Seat
from app.emulators.device import DeviceSide
from app.emulators.lines.live import device_at
from app.ui.pages.clocks.check_dialog import ClockCheckDialog
from app.ui.pages.clocks.check_rows import CheckColumn
from app.ui.printing.dialog import PrintDialog
from tests.ui.clocks_hall import Hall, address
from tests.ui.printing.on_paper import words_in

HAND_MS = 120


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.end()


def in_the_check(hall: Hall, do: Callable[[ClockCheckDialog], None]) -> None:
    """Open the dialog by its button, and do something in it."""
    done: list[bool] = []

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ClockCheckDialog)
        try:
            do(dialog)
            done.append(True)
        finally:
            dialog.accept()

    QTimer.singleShot(0, act)
    hall.page.check.click()
    assert done


def results(dialog: ClockCheckDialog) -> list[str]:
    places = range(len(dialog.list.rows))
    return [dialog.list.text(place, CheckColumn.VERDICT) for place in places]


def press(hall: Hall, number: int, times: int) -> None:
    """Press both sides in turn, as fast as a hand, each once the one before was heard."""
    live = device_at(address(number))
    for _ in range(times):
        for side in DeviceSide:
            heard, lifted_ms = presses_heard(hall), hall.client.now_ms() + HAND_MS
            live.press(side)
            hall.until(lambda heard=heard: presses_heard(hall) > heard)
            hall.until(lambda lifted_ms=lifted_ms: hall.client.now_ms() > lifted_ms)


def presses_heard(hall: Hall) -> int:
    check = hall.clocks.room.bank.check
    assert check is not None
    return sum(clock.left.presses + clock.right.presses for clock in tuple(check.clocks.values()))


def test_a_clock_passes_after_ten_presses_a_side_and_tables_without_a_clock_are_marked(
    hall: Hall,
) -> None:
    hall.plug(1, 2)
    hall.round(3, started=False)
    for number in (1, 2):
        hall.choose(number)
        hall.page.panel.table.setValue(number)
        hall.page.panel.bind.click()
        hall.until(lambda number=number: hall.seat(number) == Seat(number))

    def check(dialog: ClockCheckDialog) -> None:
        hall.until(lambda: len(dialog.list.rows) == 3)
        waits = "○ Press left 10 and right 10 more times."
        none = "– No chess clock: a tablet or its window keeps the time."
        hall.until(lambda: results(dialog) == [waits, waits, none])
        press(hall, 1, 10)
        hall.until(lambda: results(dialog) == ["✓ Fine", waits, none])
        assert dialog.summary.text() == "1 of 2 clocks are fine"
        press(hall, 2, 4)
        hall.until(lambda: results(dialog)[1] == "○ Press left 6 and right 6 more times.")
        assert dialog.list.text(1, CheckColumn.LEFT) == "4/10"
        device_at(address(2)).pull()
        away = "! It does not answer. Check its cable and power."
        hall.until(lambda: results(dialog) == ["✓ Fine", away, none])
        assert dialog.summary.text() == "1 of 2 clocks are fine · 1 needs a look"
        dialog.again.click()
        hall.until(lambda: results(dialog)[0] == waits)

    in_the_check(hall, check)
    hall.until(lambda: hall.clocks.picture.check and not hall.clocks.picture.check.under_way)
    assert all(game.play.clock is None for game in hall.games)


def test_the_clock_check_sheet_prints_results_or_says_where_to_run_a_check(
    hall: Hall,
) -> None:
    hall.plug(1)
    before = PrintDialog(hall.client, "clock check")
    hall.qtbot.addWidget(before)
    assert (
        before.preview.accessibleDescription()
        == "No clocks have been checked yet. Check them on the Clocks page."
    )

    def check(dialog: ClockCheckDialog) -> None:
        hall.until(lambda: dialog.list.rows)
        press(hall, 1, 10)
        hall.until(lambda: results(dialog) == ["✓ Fine"])

    in_the_check(hall, check)
    after = PrintDialog(hall.client, "clock check")
    hall.qtbot.addWidget(after)
    hall.until(lambda: after.preview.pages == 1)
    after.save(hall.folder / "check.pdf")
    hall.until(lambda: not after.busy)
    words = " ".join(words_in(hall.folder / "check.pdf"))
    assert "Cup: clock check" in words
    assert "DCLK T07 10 + 10" in words.replace("\r\n", " ")
    assert "✓ Fine" in words
    assert "Checked on " in words
