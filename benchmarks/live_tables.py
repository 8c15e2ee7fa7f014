"""The cost of a round's 64 running clocks for the window's thread, without presses and with 8
presses a second. It is compared with a bare Qt window that paints a list of 64 clocks with the same
digits at the same times; the two take turns.
"""

import os
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QElapsedTimer,
    QEventLoop,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.__main__ import open_desk
from app.engine import Side
from app.engine.text import clock_words
from app.ui.application import put_aside
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage
from benchmarks.tablets import begun
from benchmarks.window_block import Presses, opened

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TABLES, PRESSES_A_SECOND = 64, 8
LOOK_S, TURNS = 8.0, 3
GROUPED_MS = 100  # digits that change close together are drawn together, here and there
LINE = 26
FRAME_MS = 16


class BareList(QWidget):
    """A list with one line for each table: its number, names and times. Only times that changed are
    painted.
    """

    def __init__(self, client: DeskClient) -> None:
        super().__init__()
        self._client = client
        self._words: dict[int, tuple[str, str]] = {}
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        client.changed.connect(lambda _snapshot: self.tick() if self.isVisible() else None)

    def tick(self) -> None:
        if not self.isVisible():
            return
        now_ms, waits = self._client.now_ms(), [1000]
        for place, game in enumerate(self._client.state.games.values()):
            clock = game.play.clock
            assert clock is not None
            words = (
                clock_words(clock.remaining(Side.RED, now_ms)),
                clock_words(clock.remaining(Side.BLUE, now_ms)),
            )
            if clock.running is not None:
                waits.append((clock.remaining(clock.running, now_ms) - 1) % 1000 + 1)
            if self._words.get(place) != words:
                self._words[place] = words
                self.update(self._times(place))
        self._timer.start(max(min(waits), GROUPED_MS))

    def _times(self, place: int) -> QRect:
        return QRect(self.width() // 2 - 80, place * LINE, 160, LINE)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        painter, state = QPainter(self), self._client.state
        for place, game in enumerate(state.games.values()):
            if not event.region().intersects(QRect(0, place * LINE, self.width(), LINE)):
                continue
            red, blue = self._words.get(place, ("", ""))
            times = self._times(place)
            painter.fillRect(times, self.palette().base())
            painter.drawText(times, int(Qt.AlignmentFlag.AlignCenter), f"{red}   {blue}")
            if event.region().contains(QRect(0, place * LINE, self.width(), LINE)):
                painter.drawText(8, place * LINE + 18, str(game.table))
                painter.drawText(60, place * LINE + 18, state.name(game.players.red))
                painter.drawText(
                    times.right() + 8, place * LINE + 18, state.name(game.players.blue)
                )
        painter.end()


class Loop:
    """Counts how often the window's loop wakes."""

    def __init__(self) -> None:
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        self.wakes = 0
        dispatcher.awake.connect(self._woke)

    def _woke(self) -> None:
        self.wakes += 1

    def run(self, seconds: float) -> float:
        """Run the loop for ``seconds``, and return the share of a core that its thread took."""
        ending = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), ending.quit)
        self.wakes = 0
        used_s = time.thread_time()
        ending.exec()
        return (time.thread_time() - used_s) / seconds


def late(seconds: float) -> list[float]:
    """Run the loop for ``seconds``. Return how late it was for each frame, in milliseconds."""
    times, clock = list[float](), QElapsedTimer()
    timer, ending = QTimer(), QEventLoop()
    timer.setTimerType(Qt.TimerType.PreciseTimer)

    def frame() -> None:
        times.append(max(clock.nsecsElapsed() / 1e6 - FRAME_MS, 0.0))
        clock.restart()

    timer.timeout.connect(frame)
    clock.start()
    timer.start(FRAME_MS)
    QTimer.singleShot(int(seconds * 1000), ending.quit)
    ending.exec()
    timer.stop()
    return times


def by_turns(loop: Loop, what: str, window: MainWindow, bare: QWidget) -> None:
    """Show the window and the bare list alternately, and print the cost of each."""
    shares: dict[QWidget, list[float]] = {window: [], bare: []}
    wakes: dict[QWidget, list[int]] = {window: [], bare: []}
    frames: dict[QWidget, list[float]] = {window: [], bare: []}
    for _ in range(TURNS):
        for shown, other in ((window, bare), (bare, window)):
            other.hide()
            shown.show()
            if isinstance(shown, BareList):
                shown.tick()
            loop.run(1)
            shares[shown].append(loop.run(LOOK_S))
            wakes[shown].append(loop.wakes)
            frames[shown] += late(LOOK_S / 2)
    ours, theirs = median(shares[window]), median(shares[bare])
    p99 = {shown: quantiles(times, n=100)[98] for shown, times in frames.items()}
    print(
        f"live_tables: {what}: {ours:.2%} of a core against {theirs:.2%}, {ours / theirs:.1f} times"
        f" (target 2); {median(wakes[window]) / LOOK_S:.0f} wakes a second against"
        f" {median(wakes[bare]) / LOOK_S:.0f}; frames late by {p99[window]:.1f} ms at p99 against"
        f" {p99[bare]:.1f}"
    )


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as name:
        folder = Path(name)
        os.environ["FLAGFALL_STATE"] = name  # notes about these files end with them
        path = folder / "tables.flagfall"
        begun(path, TABLES).stop()
        app = styled_application([])
        window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
        window.opened.connect(put_aside)
        window.show()
        loop = Loop()
        opened(window, path)
        view = window.view
        assert view is not None
        view.show_page(DeskPage.ROUND)
        page = view.page
        assert isinstance(page, RoundPage)
        bare = BareList(view.client)
        bare.resize(page.live.list.viewport().size())
        for board in (False, True):
            page.live.show_board(board=board)
            by_turns(loop, f"{TABLES} clocks, {'board' if board else 'list'}", window, bare)
        page.live.show_board(board=False)
        presses = Presses(window, TABLES, PRESSES_A_SECOND)
        what = f"{TABLES} clocks, list, {PRESSES_A_SECOND} presses a second"
        by_turns(loop, what, window, bare)
        presses.stop()
        window.close_event()


if __name__ == "__main__":
    main()
