"""Signals for an organizer who is working in another program. A number on the program's icon counts
the tables that wait for a judge, a notification names each new one, and a bar in the taskbar shows
how much of the round is over.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from app.engine.language import say
from app.ui.shell.taskbar import ProgressBar, Taskbar, taskbar
from app.views.round.room_display import public_end
from app.views.table.table import awaits_judge

if TYPE_CHECKING:
    from app.desk.replies import Snapshot
    from app.engine.state import State
    from app.ui.clients.desk import DeskClient

LOOK_AGAIN_MS = 5_000

Notify = Callable[[str], None]


class Attention(QObject):
    """The number on the program's icon, the notifications and the taskbar's bar for the event of
    ``client``. They are kept up to date until ``parent`` is destroyed. ``window`` is the
    organizer's window.
    """

    def __init__(
        self,
        client: "DeskClient",
        window: QWidget,
        parent: QObject,
        *,
        entries: Taskbar | None = None,
        notify: Notify | None = None,
        count: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._window = client, window
        self._count = count or show_badge
        self._entries = entries or taskbar()
        self._notify = notify or Notifications(window, self).show
        self._waiting: tuple[int, ...] = ()
        self._shown = (0.0, ProgressBar.NONE)
        self._clock = QTimer(self)
        self._clock.setInterval(LOOK_AGAIN_MS)
        self._clock.timeout.connect(self._show_time)
        client.changed.connect(self._look)
        parent.destroyed.connect(self.stop)

    def stop(self) -> None:
        """Remove the number from the program's icon and the bar from the taskbar."""
        self._clock.stop()
        self._count(0)
        self._show_bar(0.0, ProgressBar.NONE)

    def _look(self, snapshot: "Snapshot") -> None:
        waiting = waiting_tables(snapshot.state)
        new = [table for table in waiting if table not in self._waiting]
        if waiting != self._waiting:
            self._waiting = waiting
            self._count(len(waiting))
        if new and QApplication.activeWindow() is None:
            QApplication.alert(self._window)
            for table in new:
                self._notify(say("Table {table} calls the judge.", table=table))
        self._show_time()

    def _show_time(self) -> None:
        part = part_of_round(self._client.state, self._client.now_ms())
        if part is None:
            self._clock.stop()
            self._show_bar(0.0, ProgressBar.NONE)
            return
        self._clock.start()
        self._show_bar(min(part, 1.0), ProgressBar.OVER if part >= 1 else ProgressBar.NORMAL)

    def _show_bar(self, part: float, bar: ProgressBar) -> None:
        if (part, bar) != self._shown:
            self._shown = (part, bar)
            self._entries.show(int(self._window.winId()), part, bar)


class Notifications:
    """Notifications of the system, if it has any. With the first notification the program gets a
    tray icon, which Windows requires.
    """

    def __init__(self, window: QWidget, parent: QObject) -> None:
        self._window, self._parent = window, parent
        self._icon: QSystemTrayIcon | None = None

    def show(self, sentence: str) -> None:
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(self._window.windowIcon(), self._parent)
            self._icon.setToolTip("Flagfall")
            self._icon.messageClicked.connect(self._come_to_front)
            self._icon.activated.connect(self._come_to_front)
            self._icon.show()
        self._icon.showMessage("Flagfall", sentence, self._window.windowIcon())

    def _come_to_front(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()


def show_badge(number: int) -> None:
    """Show a number on the program's icon; 0 removes it."""
    app = QGuiApplication.instance()
    if isinstance(app, QGuiApplication):
        app.setBadgeNumber(number)


def waiting_tables(state: "State") -> tuple[int, ...]:
    """Return the tables of the round that wait for a judge."""
    latest = state.latest
    games = state.games_of(latest) if latest is not None else ()
    return tuple(game.table for game in games if latest and awaits_judge(game, latest.stage))


def part_of_round(state: "State", now_ms: int) -> float | None:
    """Return how much of the round is over, as a share of its length; more than 1 after its end.
    Return None if no round is under way, or if its end is secret.
    """
    latest = state.latest
    end_ms = public_end(state, latest) if latest is not None else None
    if latest is None or latest.started_ms is None or end_ms is None:
        return None
    if latest.dice_down_ms is not None or end_ms <= latest.started_ms:
        return None
    return (now_ms - latest.started_ms) / (end_ms - latest.started_ms)
