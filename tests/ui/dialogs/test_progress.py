"""How far long work is, as windows show it."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.progress import Cancelled
from app.ui.dialogs.progress import WorkProgress

LEFT = Qt.MouseButton.LeftButton


def parts(shown: WorkProgress) -> tuple[QLabel, QProgressBar, QPushButton]:
    words, bar, cancel = map(shown.findChild, (QLabel, QProgressBar, QPushButton))
    assert isinstance(words, QLabel)
    assert isinstance(bar, QProgressBar)
    assert isinstance(cancel, QPushButton)
    return words, bar, cancel


def test_an_event_that_opens_quickly_shows_only_a_short_message(qtbot: QtBot) -> None:
    shown = WorkProgress()
    qtbot.addWidget(shown)
    assert not shown.isVisible()
    shown.begin("Opening the event")
    words, bar, cancel = parts(shown)
    shown.show_part(0.5)
    assert words.text() == "Opening the event…"
    assert not bar.isVisible()
    assert not cancel.isVisible()
    shown.end()
    assert not shown.isVisible()


def test_opening_a_large_event_shows_its_progress_and_can_be_cancelled(qtbot: QtBot) -> None:
    shown = WorkProgress()
    qtbot.addWidget(shown)
    shown.begin("Opening the event")
    words, bar, cancel = parts(shown)
    qtbot.waitUntil(bar.isVisible)
    assert (bar.minimum(), bar.maximum()) == (0, 0), "nothing is known yet"
    shown.show_part(0.25)
    assert bar.value() == 25
    assert words.text().startswith("Opening the event: 25 %, ")
    assert words.text().endswith(" seconds left")
    with qtbot.waitSignal(shown.cancelled):
        qtbot.mouseClick(cancel, LEFT)
    shown.show_part(0.5)
    assert words.text() == "Cancelling…"
    shown.end()
    shown.begin("Opening the event")
    assert words.text() == "Opening the event…"
    assert not cancel.isVisible()
    assert cancel.isEnabled()


def test_work_in_another_thread_shows_its_progress_and_stops_when_cancelled(
    qtbot: QtBot,
) -> None:
    shown = WorkProgress()
    qtbot.addWidget(shown)
    shown.begin("Exporting")
    _, bar, _ = parts(shown)
    work = threading.Thread(target=shown.report_progress, args=(0.75,))
    work.start()
    work.join()
    qtbot.waitUntil(lambda: bar.value() == 75)
    shown.cancel()
    with pytest.raises(Cancelled):
        shown.report_progress(0.8)
    shown.begin("Exporting")
    shown.report_progress(0.1)


def test_work_stops_at_its_next_progress_report_after_its_dialog_closes(qtbot: QtBot) -> None:
    shown = WorkProgress()
    qtbot.addWidget(shown)
    shown.begin("Reading the season")
    shown.end()
    with pytest.raises(Cancelled):
        shown.report_progress(0.5)
