"""A second start of the program brings the window that is there to the front."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.store.own_folder import RUNNING, own_folder
from app.ui.shell.main_window import MainWindow
from app.ui.shell.one_window import register, show_running
from tests.patience import PATIENCE_S
from tests.ui.windows import begin

ROOT = Path(__file__).parents[3]
STILL_THERE = 60_000


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "state"))


@pytest.fixture
def registered(window: MainWindow) -> Iterator[Callable[[], None]]:
    stop = register(window.come_to_front)
    yield stop
    stop()


def start_again(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start the program as a user does; it would stay open if it had a window of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )


@pytest.mark.usefixtures("registered")
def test_a_second_start_brings_the_existing_window_to_the_front(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.showMinimized()
    second = start_again()
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=STILL_THERE)
    assert second.returncode == 0
    assert not window.isMinimized()
    assert window.isActiveWindow()


@pytest.mark.usefixtures("registered")
def test_a_file_is_opened_in_an_existing_window_without_an_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "night.flagfall"
    begin(qtbot, window, file)
    window.close_event()
    with qtbot.waitSignal(window.opened, timeout=STILL_THERE):
        second = start_again(str(file))
    assert second.wait(PATIENCE_S) == 0


def test_another_event_opens_in_its_own_window(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "night.flagfall"
    begin(qtbot, window, file)
    assert window.come_to_front(file)
    assert window.come_to_front(None)
    assert not window.come_to_front(tmp_path / "other.flagfall")


def test_a_closing_window_does_not_come_to_the_front(window: MainWindow) -> None:
    assert window.come_to_front(None)
    window.close()
    assert not window.come_to_front(None)


def test_files_left_by_a_killed_program_are_removed(tmp_path: Path) -> None:
    stop = register(lambda _event: True)
    (file,) = own_folder(RUNNING).iterdir()
    left = file.read_bytes()
    stop()
    assert not file.exists()
    file.write_bytes(left)
    assert not show_running(None)
    assert not file.exists()


def test_an_unreadable_instance_file_does_not_prevent_starting(tmp_path: Path) -> None:
    own_folder(RUNNING).mkdir(parents=True)
    (own_folder(RUNNING) / "1.json").write_text("[", encoding="utf-8")
    assert not show_running(tmp_path / "night.flagfall")
