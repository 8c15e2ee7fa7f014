"""Everything can be reached on a small laptop at 200 %, which leaves 683 × 384 pixels, and nothing
scrolls sideways at 150 %.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.shell.main_window import MainWindow
from app.ui.shell.place_pages import PlacePages
from app.ui.shell.rail_button import RailButton
from app.ui.widgets.basics import is_in_sight, make_scrollable, make_scrollable_both_ways
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.screen import room_on_screen
from app.views.pages import DeskPage
from tests.patience import PATIENCE_S
from tests.screens import on_screen
from tests.ui.cut_text import cut_texts
from tests.ui.small_screen import out_of_reach
from tests.ui.windows import begin
from tools.environment import ROOT

LINES = 300


@pytest.mark.parametrize(
    ("scale", "looked_for", "screen"),
    [("2", ("en",), "683 × 384"), ("1.5", ("de", "whole"), "911 × 512")],
    ids=["200 %", "150 %, German"],
)
def test_every_page_and_dialog_can_be_reached_on_a_small_screen(
    tmp_path: Path, scale: str, looked_for: Sequence[str], screen: str
) -> None:
    """At 150 % nothing scrolls sideways either, and main acts are in sight without scrolling."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.small_screen", str(tmp_path), *looked_for],
        env={**os.environ, "QT_QPA_PLATFORM": on_screen("laptop"), "QT_SCALE_FACTOR": scale},
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=2 * PATIENCE_S,
    )  # fmt: skip
    assert done.stdout.splitlines() == [f"screen {screen}"], done.stderr
    assert done.returncode == 0, done.stderr


def test_the_check_notices_unreachable_controls(qtbot: QtBot) -> None:
    """Else the test above could not fail."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    button = QPushButton("Some words", window)
    window.show()
    button.setGeometry(0, 0, 200, 40)
    assert out_of_reach(window) == []
    button.setGeometry(300, 0, 200, 40)
    assert out_of_reach(window) == ["QPushButton Some words"]
    window.resize(4000, 300)
    assert out_of_reach(window) == ["the window has 4000 × 300"]


def test_controls_that_can_be_scrolled_to_are_reachable(qtbot: QtBot) -> None:
    for around, faults in (
        (make_scrollable_both_ways, []),
        (make_scrollable, ["QPushButton Some words"]),
    ):
        inside, window = QWidget(), QWidget()
        qtbot.addWidget(window)
        inside.setFixedSize(900, 900)
        QPushButton("Some words", inside).setGeometry(700, 800, 200, 40)
        scroll = around(inside)
        scroll.setParent(window)
        scroll.setGeometry(0, 0, 400, 300)
        window.resize(400, 300)
        window.show()
        assert out_of_reach(window) == faults


def test_a_dialog_taller_than_the_screen_scrolls_and_keeps_its_buttons_visible(
    qtbot: QtBot,
) -> None:
    dialog, close = Dialog(), QPushButton("Close")
    qtbot.addWidget(dialog)
    column_of(*(QLabel("A line") for _ in range(LINES)), foot(close), on=dialog)
    dialog.show()
    room = room_on_screen(dialog)
    assert dialog.height() == room.height()
    qtbot.waitUntil(lambda: dialog.rect().contains(close.geometry()))
    assert out_of_reach(dialog) == []


def test_wrapped_text_in_a_scrolled_dialog_gets_its_full_height(qtbot: QtBot) -> None:
    dialog, text = Dialog(), QLabel("Some words that wrap. " * 2000)
    qtbot.addWidget(dialog)
    text.setWordWrap(True)
    column_of(grow(text), on=dialog)
    dialog.show()
    qtbot.waitUntil(lambda: text.height() >= text.heightForWidth(text.width()) > dialog.height())


def test_a_dialog_that_fits_is_left_as_it_is(qtbot: QtBot) -> None:
    dialog, close = Dialog(), QPushButton("Close")
    qtbot.addWidget(dialog)
    layout = column_of(QLabel("A line"), foot(close), on=dialog)
    dialog.show()
    assert dialog.layout() is layout


def test_every_place_of_the_rail_is_visible_in_a_low_window(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """Devices has the most pages below its name."""
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    window.resize(911, 480)
    view.show_page(DeskPage.CLOCKS)
    places = view.findChildren(RailButton)
    within = [one for pages in view.findChildren(PlacePages) for one in pages.names.values()]
    shown = [*places, *(one for one in within if one.isVisible())]
    assert len(shown) > len(places)
    qtbot.waitUntil(lambda: all(is_in_sight(one) for one in shown))
    rail = view.findChild(QWidget, "rail")
    assert rail is not None
    assert not cut_texts(rail)
