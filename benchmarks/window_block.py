"""The longest block of the window's thread: 256 tables with 50 presses a second on every page, and
then the history of a long event.

    python -m benchmarks.window_block [a played event of 56,000 rows, kept for the next run]

A block is the time between two turns of the window's loop in which a timer of 5 ms could not run.
The yardstick is the same loop, in the same process and under the same presses, while the window is
hidden: the cost of the desk's thread alone. The tablets are in another process.
"""

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEventLoop, Qt, QTimer

from app.__main__ import open_desk
from app.engine.acts.room import ActAtTables, RoomAct
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.ui.application import put_aside
from app.ui.clients.tablets import Stage, TabletsClient
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage
from benchmarks.tablets import begun, press_in_turn

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TABLES, PRESSES_A_SECOND = 256, 50
LOOK_S, SETTLE_S = 6.0, 1.0
PLAYERS, ROUNDS = 512, 9
TURN_MS = 5
TARGET_MS = 50


class Blocks:
    """Measures the blocks of the loop in the thread that created this object."""

    def __init__(self) -> None:
        self._clock, self._timer = QElapsedTimer(), QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._turn)
        self.longest_ms, self.spent_s = 0.0, 0.0

    def _turn(self) -> None:
        self.longest_ms = max(self.longest_ms, self._clock.nsecsElapsed() / 1e6 - TURN_MS)
        self._clock.restart()

    def of(self, seconds: float, act: Callable[[], object] = lambda: None) -> float:
        """Run ``act`` and then the loop, for ``seconds`` in all. Return the longest block of the
        loop in milliseconds.
        """
        ending = QEventLoop()
        self.longest_ms = 0.0
        self._clock.start()
        self._timer.start(TURN_MS)
        QTimer.singleShot(0, act)
        QTimer.singleShot(int(seconds * 1000), ending.quit)
        spent_s = time.thread_time()
        ending.exec()
        self.spent_s = (time.thread_time() - spent_s) / seconds
        self._timer.stop()
        return self.longest_ms


class Presses:
    """The tablets of an open event. They press until ``stop`` is called."""

    def __init__(self, window: MainWindow, tables: int, a_second: float) -> None:
        assert window.view is not None
        tablets = window.view.client.tablets
        assert isinstance(tablets, TabletsClient)
        tablets._port = 0
        tablets.switch_on()
        blocks = Blocks()
        while tablets.picture.stage is not Stage.ON:
            blocks.of(0.1)
        sheets = tablets.sheets(tuple(range(1, tables + 1)))
        secrets = {sheet.table: sheet.address.rsplit("=", 1)[1] for sheet in sheets}
        self._mine, theirs = multiprocessing.Pipe()
        base = tablets.picture.addresses[-1]
        self._process = multiprocessing.get_context("spawn").Process(
            target=press_in_turn, args=(base, secrets, a_second, theirs)
        )
        self._process.start()
        while not self._mine.poll():
            blocks.of(0.2)

    def stop(self) -> None:
        self._mine.send("end")
        self._process.join()


def opened(window: MainWindow, path: Path) -> None:
    turning = QEventLoop()
    window.opened.connect(turning.quit)
    window.open_event(path)
    turning.exec()
    assert window.view is not None
    window.view.client.ask(ActAtTables(RoomAct.IGNORE_GAP), then=lambda _reply: None)
    Blocks().of(SETTLE_S)


def under_presses(window: MainWindow, folder: Path) -> None:
    path = folder / "tables.flagfall"
    begun(path, TABLES).stop()
    opened(window, path)
    presses, view, blocks = Presses(window, TABLES, PRESSES_A_SECOND), window.view, Blocks()
    assert view is not None
    window.hide()
    bare_ms = blocks.of(LOOK_S)
    window.show()
    where = f"{TABLES} tables, {PRESSES_A_SECOND} presses a second"
    print(f"window_block: {where}: hidden: {bare_ms:.0f} ms, {blocks.spent_s:.0%} of a core")
    for page in view.page_keys:
        first_ms = blocks.of(SETTLE_S, lambda page=page: view.show_page(page))
        tell(f"{where}: {page.value}", first_ms, blocks)
        shown = view.page
        if isinstance(shown, RoundPage):
            first_ms = blocks.of(SETTLE_S, lambda live=shown.live: live.show_board(board=True))
            tell(f"{where}: Round as a board", first_ms, blocks)
            shown.live.show_board(board=False)
            first_ms = blocks.of(SETTLE_S, shown.live.tables.selectAll)
            tell(f"{where}: Round with all tables chosen", first_ms, blocks)
    presses.stop()
    window.close_event()


def tell(what: str, first_ms: float, blocks: Blocks) -> None:
    after_ms = blocks.of(LOOK_S)
    over = "" if max(first_ms, after_ms) <= TARGET_MS else f" (target {TARGET_MS})"
    print(f"window_block: {what}: {first_ms:.0f} ms to show it, then {after_ms:.0f} ms,"
          f" {blocks.spent_s:.0%} of a core{over}")  # fmt: skip


def history(window: MainWindow, path: Path) -> None:
    opened(window, path)
    view, blocks = window.view, Blocks()
    assert view is not None
    bare_ms = blocks.of(SETTLE_S)

    def until_read(act: Callable[[], object]) -> tuple[float, float]:
        """Run ``act``. Return the longest block of the loop in milliseconds, and the seconds until
        the page of the history has read all rows.
        """
        began_s, longest_ms = time.monotonic(), blocks.of(0.05, act)
        page = view.page
        while isinstance(page, HistoryPage) and page.rows.is_reading:
            longest_ms = max(longest_ms, blocks.of(0.05))
        took_s = time.monotonic() - began_s
        return max(longest_ms, blocks.of(SETTLE_S)), took_s

    results = {"show it": until_read(lambda: view.show_page(DeskPage.HISTORY))}
    page = view.page
    assert isinstance(page, HistoryPage)
    acts: dict[str, Callable[[], object]] = {
        "scroll to the end": page.table.scrollToBottom,
        "scroll to the middle": lambda: page.table.scrollTo(
            page.rows.index(page.rows.rowCount() // 2, 0)
        ),
        "only the organizer's acts": page.organizer.click,
        "everything": page.everything.click,
        "one table": lambda: page.tables.setCurrentIndex(3),
        "all tables": lambda: page.tables.setCurrentIndex(0),
        "search": lambda: page.search.setText("tapped"),
        "search on": lambda: page.search.setText("tapped at the end"),
        "search no more": page.search.clear,
        "undo": page.undo.click,
        "another page": lambda: view.show_page(DeskPage.NOW),
        "back": lambda: view.show_page(DeskPage.HISTORY),
    }
    for name, act in acts.items():
        results[name] = until_read(act)
    rows = page.rows.total
    print(f"window_block: history of {rows:,} rows: before: {bare_ms:.0f} ms")
    for name, (longest_ms, took_s) in results.items():
        over = "" if longest_ms <= TARGET_MS else f" (target {TARGET_MS})"
        print(f"window_block: history of {rows:,} rows: {name}: {longest_ms:.0f} ms,"
              f" all there after {took_s:.2f} s{over}")  # fmt: skip
    window.close_event()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as name:
        folder = Path(name)
        os.environ["FLAGFALL_STATE"] = name  # notes about these files end with them
        played = Path(sys.argv[1]) if len(sys.argv) > 1 else folder / "played.flagfall"
        if not played.exists():
            simulate(SimulationPlan(players=PLAYERS, rounds=ROUNDS, seed=1), path=played)
        own = folder / "own.flagfall"
        own.write_bytes(played.read_bytes())  # it is changed
        app = styled_application([])
        window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
        window.opened.connect(put_aside)
        window.show()
        under_presses(window, folder)
        history(window, own)


if __name__ == "__main__":
    main()
