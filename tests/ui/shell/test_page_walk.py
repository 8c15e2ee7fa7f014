"""Whoever goes through the pages of a small laptop in any order has each main act in sight."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.views.round.needs import NeedKind
from tests.patience import PATIENCE_S
from tests.screens import on_screen
from tests.ui.page_walk import covered_acts, hidden_acts
from tools.environment import ROOT

VISITS = 60


@pytest.mark.parametrize(("scale", "language"), [("1", "en"), ("1.25", "de"), ("1.5", "de")])
def test_every_main_act_is_visible_whatever_the_order_of_page_visits(
    tmp_path: Path, scale: str, language: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.page_walk", str(tmp_path), str(VISITS), "1", language],
        env={**os.environ, "QT_QPA_PLATFORM": on_screen("laptop"), "QT_SCALE_FACTOR": scale},
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=2 * PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *faults, last = done.stdout.splitlines()
    assert not faults, faults
    assert last.startswith(f"{VISITS} visits"), done.stderr
    assert " 0 messages" not in last, "else nothing was seen of the bar for messages"
    for kind in (NeedKind.JUDGE, NeedKind.REPORT, NeedKind.DROP, NeedKind.SIGN_UP):
        assert f"{kind.name} " in last, "else nothing was seen of what the header offers"


def test_the_check_notices_a_hidden_main_act(qtbot: QtBot) -> None:
    """Else the test above could not fail."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    button = QPushButton("Draw", window)
    button.setProperty("kind", "primary")
    window.show()
    button.setGeometry(0, 250, 200, 50)
    assert hidden_acts(window) == []
    button.setGeometry(0, 260, 200, 50)
    assert hidden_acts(window) == ["QPushButton Draw, 0 × 10 of it"]


def test_the_check_notices_a_main_act_covered_by_a_message(qtbot: QtBot) -> None:
    """Likewise."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    button, bar = QPushButton("Draw", window), QWidget(window)
    button.setProperty("kind", "primary")
    bar.setObjectName("bar")
    button.setGeometry(0, 100, 200, 50)
    bar.setGeometry(0, 0, 400, 100)
    window.show()
    assert covered_acts(window, bar) == []
    bar.resize(400, 101)
    assert covered_acts(window, bar) == ["QPushButton Draw, below bar"]
    bar.setGeometry(300, 200, 200, 50)
    assert covered_acts(window, bar) == ["QWidget , 100 × 0 of it"]
