"""What goes on is seen on the desktop while another program is in front."""

import sys
from pathlib import Path

import pytest
from msgspec import Struct, field
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import CallDiceDown, DrawRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.side import Side
from app.ui.shell.attention import Attention, Notifications
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.taskbar import Nothing, ProgressBar, taskbar
from app.ui.widgets.theme import DARK, LIGHT, apply_theme
from tests.ui.windows import begin


class Desktop(Struct, dict=True):
    """A desktop that keeps what it was asked to show."""

    badges: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bars: list[tuple[float, ProgressBar]] = field(default_factory=list)

    def show(self, window: int, part: float, bar: ProgressBar) -> None:
        assert window
        self.bars.append((part, bar))


@pytest.fixture
def desktop() -> Desktop:
    return Desktop()


@pytest.fixture
def event(qtbot: QtBot, window: MainWindow, tmp_path: Path, desktop: Desktop) -> EventView:
    """A round of two tables under way."""
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    client = view.client
    Attention(
        client,
        window,
        view,
        entries=desktop,
        notify=desktop.notes.append,
        count=desktop.badges.append,
    )
    for command in (
        AddPlayers(tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di"))),
        CheckIn((1, 2, 3, 4)), DrawRound(1), PublishRound(), StartRound(1),
    ):  # fmt: skip
        client.ask(command, insist=True)
    qtbot.waitUntil(lambda: any(round_.started_ms for round_ in client.state.rounds))
    return view


def behind(window: QWidget) -> None:
    """Put another program in front."""
    window.hide()
    assert QApplication.activeWindow() is None


def test_a_judge_call_is_notified_while_another_program_is_in_front(
    qtbot: QtBot, window: MainWindow, event: EventView, desktop: Desktop
) -> None:
    behind(window)
    event.client.ask(CallJudge(1, Side.RED), insist=True)
    qtbot.waitUntil(lambda: desktop.badges == [1])
    table = event.client.state.games[1].table
    assert desktop.notes == [f"Table {table} calls the judge."]
    event.client.ask(CallJudge(2, Side.BLUE), insist=True)
    qtbot.waitUntil(lambda: desktop.badges == [1, 2])
    assert len(desktop.notes) == 2
    event.client.ask(DismissJudge(1), insist=True)
    qtbot.waitUntil(lambda: desktop.badges == [1, 2, 1])
    assert len(desktop.notes) == 2


def test_no_notification_is_shown_while_the_program_is_in_front(
    qtbot: QtBot, window: MainWindow, event: EventView, desktop: Desktop
) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    event.client.ask(CallJudge(1, Side.RED), insist=True)
    qtbot.waitUntil(lambda: desktop.badges == [1])
    assert desktop.notes == []


def test_the_taskbar_progress_follows_the_round_and_ends_with_it(
    qtbot: QtBot, event: EventView, desktop: Desktop
) -> None:
    qtbot.waitUntil(lambda: bool(desktop.bars))
    part, bar = desktop.bars[-1]
    assert 0 <= part < 0.1
    assert bar is ProgressBar.NORMAL
    event.client.ask(CallDiceDown(), insist=True)
    qtbot.waitUntil(lambda: desktop.bars[-1] == (0.0, ProgressBar.NONE))


def test_closing_the_event_clears_the_badge_and_the_taskbar_progress(
    qtbot: QtBot, window: MainWindow, event: EventView, desktop: Desktop
) -> None:
    event.client.ask(CallJudge(1, Side.RED), insist=True)
    qtbot.waitUntil(lambda: desktop.badges == [1])
    window.close_event()
    qtbot.waitUntil(lambda: desktop.badges == [1, 0])
    assert desktop.bars[-1] == (0.0, ProgressBar.NONE)


def test_no_notification_is_attempted_on_a_desktop_without_them(
    qtbot: QtBot, window: QWidget
) -> None:
    if QSystemTrayIcon.isSystemTrayAvailable():
        pytest.skip("this desktop has notifications")
    Notifications(window, window).show("Table 1 calls the judge.")
    assert window.findChildren(QSystemTrayIcon) == []


def test_every_system_has_a_suitable_taskbar_implementation(window: QWidget) -> None:
    entries = taskbar()
    assert isinstance(entries, Nothing) is (sys.platform != "win32")
    for bar in ProgressBar:
        entries.show(int(window.winId()), 0.5, bar)


def test_title_bars_follow_the_dark_or_light_theme(qapp: QApplication) -> None:
    if QGuiApplication.platformName() not in {"windows", "cocoa"}:
        pytest.skip("Qt sets the scheme of title bars on Windows and macOS alone")
    apply_theme(qapp, DARK)
    assert qapp.styleHints().colorScheme() is Qt.ColorScheme.Dark
    apply_theme(qapp, LIGHT)
    assert qapp.styleHints().colorScheme() is Qt.ColorScheme.Light
