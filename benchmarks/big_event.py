"""An event of 2,048 players and 1,024 tables in the main window: how long each page and each act
blocks the window.

    python -m benchmarks.big_event [players [the file that keeps the event [pages players round_…]]]

For each act the longest stretch is measured in which the window handled no event, both in processor
time of the window's thread and in real time.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from time import monotonic, perf_counter, thread_time
from typing import Any

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_players import fake_entries
from app.store.log.event_log import create, open_log
from app.store.packets.files import packets
from app.ui.application import put_aside
from app.ui.printing.dialog import PrintDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.undo import take_back
from app.ui.widgets.theme import LIGHT, apply_theme
from app.views.pages import DeskPage
from tools.simulation.generate import Paper

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

PLAYERS, ROUNDS = 2048, 3
LIMIT_MS = 100
TICK_MS = 2
QUIET_S = 0.4
"""The time after an act during which its effects still count as part of it."""
LONGEST_S = 300
RED_WINS = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(30, 12))
BLUE_WINS = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 4), Pair(9, 44))
TIE = Result(None, How.TIE, Pair(2, 2), Pair(20, 20))


def write_event(path: Path, players: int) -> None:
    """Write an event to ``path`` whose first ROUNDS rounds are over, with random results."""
    paper, dice = Paper(), SimulationDice("big event")
    paper.do(CreateEvent(Settings("Big event", "sr2017", 75, 1, rounds=11), packets()["sr2017"]))
    paper.do(AddPlayers(fake_entries(players, dice)))
    paper.do(CheckIn(tuple(range(1, players + 1))))
    for _ in range(ROUNDS):
        paper.do(DrawRound(1 + dice.below(2**31)))
        paper.do(PublishRound())
        paper.do(StartRound(dice.below(2**20)))
        games = paper.state.rounds[-1].games
        results = [dice.pick((RED_WINS, RED_WINS, BLUE_WINS, BLUE_WINS, TIE)) for _ in games]
        paper.write(tuple(map(ReportResult, games, results)))
        paper.do(FinishRound())
    with create(path) as log:
        for _, rows in groupby(paper.fold.records, lambda row: row.act):
            act = list(rows)
            log.append(
                [row.event for row in act],
                at_ms=act[0].at_ms,
                station=act[0].station,
                actor=act[0].actor,
            )


class Watch(QObject):
    """Measures the longest stretches between two ticks of the window's own loop."""

    def __init__(self) -> None:
        super().__init__()
        self._last = (perf_counter(), thread_time())
        self.wall = self.cpu = 0.0
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def begin(self) -> None:
        self._last, self.wall, self.cpu = (perf_counter(), thread_time()), 0.0, 0.0

    def _tick(self) -> None:
        now = (perf_counter(), thread_time())
        self.wall = max(self.wall, now[0] - self._last[0])
        self.cpu = max(self.cpu, now[1] - self._last[1])
        self._last = now


class Walk:
    """A window in which acts are carried out one after the other and measured."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self.app, self.watch = app, Watch()
        self.window = MainWindow(
            lambda path, _new: Desk(lambda: open_log(path)),
            AppPreferences(app, folder / "preferences.json"),
        )
        self.window.opened.connect(put_aside)  # as the program does
        self.window.resize(1366, 768)
        self.window.show()
        self.over: list[str] = []
        self.folder = folder

    def run(self, until: Callable[[], object], seconds: float) -> bool:
        end = monotonic() + seconds
        while not until() and monotonic() < end:
            self.app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        return bool(until())

    def do(self, name: str, act: Callable[[], object], until: Callable[[], object]) -> None:
        """Run ``act`` in the window's loop, and wait until ``until`` returns true and the window is
        quiet. Print the longest block of the loop and the time that the act took.
        """
        self.run(lambda: False, QUIET_S / 4)
        self.watch.begin()
        began = perf_counter()
        QTimer.singleShot(0, act)
        done = self.run(until, LONGEST_S)
        taken = perf_counter() - began
        self.run(lambda: False, QUIET_S)
        block = 1000 * self.watch.cpu
        mark = "" if done else "  DID NOT HAPPEN"
        if block > LIMIT_MS:
            self.over.append(name)
            mark += "  over"
        print(
            f"{name:44} {block:6.0f} ms  {1000 * self.watch.wall:6.0f} ms  {taken:6.2f} s{mark}",
            flush=True,
        )

    @property
    def state(self) -> State:
        assert self.window.view is not None
        return self.window.view.client.state

    @property
    def page(self) -> QWidget:
        assert self.window.view is not None
        page = self.window.view.page
        assert page is not None
        return page

    def changed(self) -> Callable[[], bool]:
        """Return a function that tells whether the window has heard of a row written after this
        call.
        """
        assert self.window.view is not None
        client = self.window.view.client
        before = client.snapshot.seq if client.snapshot else 0
        return lambda: client.snapshot is not None and client.snapshot.seq > before

    def act(self, name: str, act: Callable[[], object]) -> None:
        self.do(name, act, self.changed())

    def look(self, name: str, act: Callable[[], object]) -> None:
        """Measure an ``act`` that writes no row. The act counts as done as soon as it returns."""
        done: list[object] = []
        self.do(name, lambda: done.append(act()), lambda: done)

    def key(self, key: Qt.Key) -> None:
        where = QApplication.focusWidget() or self.page
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(
                where, QKeyEvent(kind, key.value, Qt.KeyboardModifier.NoModifier)
            )


def walk(walk: Walk, path: Path) -> None:
    walk.do(
        "open the file",
        lambda: walk.window.open_event(path),
        lambda: walk.window.view is not None and walk.state.players,
    )
    view = walk.window.view
    assert view is not None
    for part in PARTS:
        if not sys.argv[3:] or part.__name__ in sys.argv[3:]:
            part(walk)


def pages(walk: Walk) -> None:
    view = walk.window.view
    assert view is not None
    for again in ("", " again"):
        for page in view.page_keys:
            walk.look(f"page {page.value}{again}", partial(view.show_page, page))


def players(walk: Walk) -> None:
    view = walk.window.view
    assert view is not None
    view.show_page(DeskPage.PLAYERS)
    page: Any = walk.page
    somebody = len(walk.state.players) * 4 // 5
    walk.look("Players: search", lambda: page.search.setText("an"))
    walk.look("Players: search no more", page.search.clear)
    walk.look("Players: find one", lambda: page.find_player(somebody))
    walk.look("Players: choose all", page.table.selectAll)
    for section in range(3):
        walk.look(
            f"Players: sort by column {section + 1}",
            lambda section=section: page.table.horizontalHeader().sectionClicked.emit(section),
        )
    walk.look("Players: find one", lambda: page.find_player(somebody))
    walk.act("Players: drop", page.acts.drop_wanted.emit)
    walk.act("undo", lambda: take_back(view.client, undo=True))
    walk.act("redo", lambda: take_back(view.client, undo=False))
    walk.act("Players: readmit", page.acts.readmit_wanted.emit)
    entry = Entry("Late Arrival", "Ravens", "Cryx")
    walk.act("Players: add", lambda: page.entry.entered.emit(entry))
    walk.act("Players: check in", page.table.toggle_wanted.emit)
    walk.look("find box: a name", lambda: (view.find_box.begin(), view.find_box.setText("an")))
    walk.look("find box: Enter", lambda: walk.key(Qt.Key.Key_Return))
    view.show_page(DeskPage.CHECK_IN)
    check_in = page.check_in
    walk.look("Check-in: search", lambda: check_in.search.setText("an"))
    walk.look("Check-in: search no more", check_in.search.clear)
    walk.look("Check-in: only missing", check_in.only_missing.click)
    walk.look("Check-in: all", check_in.only_missing.click)


def round_(walk: Walk) -> None:
    view = walk.window.view
    assert view is not None
    client = view.client
    view.show_page(DeskPage.ROUND)
    page: Any = walk.page

    def stage(number: int, stage: Stage) -> Callable[[], bool]:
        return lambda: (
            walk.state.latest is not None
            and walk.state.latest.number == number
            and walk.state.latest.stage is stage
        )

    number = ROUNDS + 1
    step = page.header.next_step.emit
    walk.look("Round: look at round 1", lambda: page.show_round(1))
    walk.look("Round: back to the latest", lambda: page.show_round(0))
    walk.do("Round: draw", step, stage(number, Stage.DRAWN))
    walk.look("Round: choose a pair", lambda: page.review.table.choose((17,)))
    walk.act("Round: lock it", page.review.acts.lock_wanted.emit)
    walk.act("Round: publish", step)
    walk.act("undo", lambda: take_back(client, undo=True))
    walk.act("redo", lambda: take_back(client, undo=False))
    _print(walk, "pairings", "tables")
    walk.act("Round: start", step)
    games = walk.state.latest.games if walk.state.latest else ()
    walk.look("Round: choose a table", lambda: page.find_game(games[len(games) * 2 // 3]))
    for order in range(page.live.order.count()):
        walk.look(f"Round: order {order + 1}", lambda order=order: _pick(page.live.order, order))
    walk.look("Round: as a board", lambda: page.live.show_board(board=True))
    walk.look("Round: scroll the board", lambda: _scroll(page.live.tables))
    walk.look("Round: as a list", lambda: page.live.show_board(board=False))
    walk.look("Round: scroll the list", lambda: _scroll(page.live.tables))
    for game in games[:3]:
        report = ReportResult(game, RED_WINS)
        walk.act("Round: a result", lambda report=report: client.ask(report, insist=True))
    walk.act("undo", lambda: take_back(client, undo=True))
    walk.act("redo", lambda: take_back(client, undo=False))
    table = str(len(games) - 3)
    walk.look("find box: a table", lambda: (view.find_box.begin(), view.find_box.setText(table)))
    walk.look("find box: Enter", lambda: walk.key(Qt.Key.Key_Return))

    def report_all() -> None:
        for game in games[3:]:
            client.ask(ReportResult(game, BLUE_WINS), insist=True)

    last = games[-1]
    walk.do(
        "Round: all other results at once",
        report_all,
        lambda: walk.state.games[last].reported is not None,
    )
    walk.act("Round: finish", step)
    walk.do("Round: draw the next", step, stage(number + 1, Stage.DRAWN))
    walk.act("Round: publish", step)


def standings(walk: Walk) -> None:
    view = walk.window.view
    assert view is not None
    walk.look("page Standings after a round", lambda: view.show_page(DeskPage.STANDINGS))
    page: Any = walk.page
    for section in range(7):
        walk.look(
            f"Standings: sort by column {section + 1}",
            lambda section=section: page.table.horizontalHeader().sectionClicked.emit(section),
        )
    _print(walk, "standings", "records")


def _print(walk: Walk, *sheets: str) -> None:
    """Measure each sheet's preview and the next page of the preview, and saving the whole sheet as
    a PDF.
    """
    view = walk.window.view
    assert view is not None
    for sheet in sheets:
        shown: list[PrintDialog] = []

        def open_(sheet: str = sheet, shown: list[PrintDialog] = shown) -> None:
            shown.append(PrintDialog(view.client, sheet, walk.page))
            shown[0].show()

        walk.do(f"print preview: {sheet}", open_, lambda shown=shown: shown and shown[0].printout)
        dialog = shown[0]
        walk.look(f"print preview: {sheet}, next page", dialog.on.click)
        file = walk.folder / f"{sheet}.pdf"
        walk.do(
            f"print: {sheet} as PDF",
            partial(dialog.save, file),
            lambda d=dialog, f=file: f.exists() and not d.busy,
        )
        dialog.close()


PARTS = (pages, players, round_, standings)


def _pick(box: Any, place: int) -> None:
    box.setCurrentIndex(place)
    box.activated.emit(place)


def _scroll(view: Any) -> None:
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    with tempfile.TemporaryDirectory(prefix="flagfall-") as made:
        folder = Path(made)
        event = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / "made.flagfall"
        if not event.exists():
            write_event(event, players)
        path = folder / "event.flagfall"
        shutil.copy(event, path)
        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        apply_theme(app, LIGHT)
        whole = Walk(app, folder)
        print(f"{players} players: longest block (processor time, real time), until it is done")
        try:
            walk(whole, path)
        finally:
            whole.window.close_event()
        print(f"{len(whole.over)} over {LIMIT_MS} ms: {', '.join(whole.over) or 'none'}")


if __name__ == "__main__":
    main()
