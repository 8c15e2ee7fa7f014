"""The windows' client for the desk: it sends commands and receives snapshots and replies in the GUI
thread.
"""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER, Record
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.standings.same_results import same_results
from app.engine.state import State
from app.store.preferences import PrintChoice
from app.ui.clients.in_order import PressesInOrder
from app.views.table.table import TableView, table_view

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from app.desk.desk import Desk
    from app.desk.replies import Reply, Snapshot
    from app.store.photos import Photos
    from app.ui.clients.clocks import ClocksClient
    from app.ui.clients.online import OnlineClient
    from app.ui.clients.publishing import PublishingClient
    from app.ui.clients.tablets import TabletsClient
    from app.views.history.memory import HistoryMemory
    from app.views.stations import Stations
    from app.web.remote.desk import RemoteDesk


REST_MS = 50
"""The least time between two changes that the windows show. Nobody could follow changes that come
faster.
"""
RESTS = 2
"""The least time between two changes, as a multiple of the time that it took to show the last
change.
"""
LONGEST_REST_MS = 250


class DeskClient(QObject):
    """A desk as the windows see it: this program's own desk, or the desk on another computer that
    serves one table.

    ``changed`` carries the latest ``Snapshot``; changes that arrive faster than the windows show
    them are joined into one. ``more_changed`` comes before ``changed`` if anything beyond the play
    at the tables has changed. ``records`` holds all rows of the log so far. ``doubted`` carries a
    command that the EO may insist on, the desk's refusal, and a function to call with the reply if
    the EO insists, or None. ``refused`` carries the reason for a refusal. ``acted`` carries the
    rows of an act that was done here. ``described`` carries a sentence about that act if the rows
    do not say enough, and ``noted`` a sentence about anything else.

    ``remote`` is the same desk if it is on another computer. ``clocks`` is the client for the
    room's chess clocks, ``tablets`` for the table server, ``online`` for the server before and
    after the day, and ``publishing`` for the places where results are published. ``as_board`` says
    whether this laptop shows the round's tables as cards; ``keep_board`` remembers that.
    ``printing`` is the last choice in the print dialog; `keep_printing` remembers it.
    ``wall_screen`` is the screen of the room display; ``keep_wall_screen`` remembers it.
    """

    changed = Signal(object)
    more_changed = Signal()
    doubted = Signal(object, object, object)  # the command, the refusal, what to do then
    refused = Signal(str)
    noted = Signal(str)
    acted = Signal(object)  # the rows of an act that was given here
    described = Signal(str)
    # The desk's thread emits these. It has ended when a client is deleted.
    _arrived = Signal()
    _replied = Signal(object, object, object)  # the command, the reply, what to do then
    _taken = Signal(str, object)

    def __init__(
        self,
        desk: "Desk | RemoteDesk",
        parent: QObject | None = None,
        *,
        remote: "RemoteDesk | None" = None,
    ) -> None:
        super().__init__(parent)
        self._desk, self._remote = desk, remote
        self._lock = threading.Lock()
        self._waiting: Snapshot | None = None
        self._snapshot: Snapshot | None = None
        self.records: list[Record] = []
        self._memory: HistoryMemory | None = None
        self._learned = 0  # how many rows the memory has
        self.clocks: ClocksClient | None = None
        self.tablets: TabletsClient | None = None
        self.online: OnlineClient | None = None
        self.publishing: PublishingClient | None = None
        self.photos: Photos | None = None
        """The photos of slips; None if no folder is known for them."""
        self.as_board = False
        self.keep_board: Callable[[bool], None] = lambda _board: None
        self.wall_screen = ""
        self.keep_wall_screen: Callable[[str], None] = lambda _name: None
        self.printing = PrintChoice()
        self.remember_printing: Callable[[PrintChoice], None] = lambda _choice: None
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._take)
        self._free_s = 0.0  # when the windows may show the next change
        self._arrived.connect(self._take_soon, Qt.ConnectionType.QueuedConnection)
        self._replied.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._taken.connect(_call_with, Qt.ConnectionType.QueuedConnection)
        self.presses = PressesInOrder(self, self)
        desk.subscribe(self._on_snapshot)

    @property
    def state(self) -> State:
        """The state of the event that was shown last; empty until the first snapshot has
        arrived.
        """
        return self._snapshot.state if self._snapshot else State()

    @property
    def snapshot(self) -> "Snapshot | None":
        return self._snapshot

    @property
    def is_remote(self) -> bool:
        """Tell whether the desk is on another computer."""
        return self._remote is not None

    @property
    def stations(self) -> "Stations | None":
        """Return the stations that run the event; None for an event in a file."""
        return self._desk.stations

    @property
    def here(self) -> str:
        """Return the name of this station; empty for an event in a file."""
        return self.stations.here if self.stations is not None else ""

    def take_over(self, tables: "Collection[int]", then: "Callable[[str], None]") -> None:
        """Run these tables at this station. Call ``then`` with the reason if that is not possible,
        otherwise with "".
        """
        taken = cast("Desk", self._desk).take_over(tables)
        taken.add_done_callback(lambda done: self._taken.emit(done.result(), then))

    @property
    def away(self) -> str:
        """Return a sentence about a problem with the connection to a desk on another computer;
        empty if there is none.
        """
        return self._snapshot.trouble if self.is_remote and self._snapshot else ""

    def table(self, number: int) -> TableView | None:
        """Return the view of a game for its table's window; None if there is no such game."""
        if (game := self.state.games.get(number)) is None:
            return None
        view = table_view(self.state, game)
        if self._remote is None:
            return view
        known = self._remote.known
        return replace(view, switch=known.last_switch(number), moved=known.moved(number))

    def keep_printing(self, choice: PrintChoice) -> None:
        """Remember ``choice`` for the next time that somebody prints."""
        self.printing = choice
        self.remember_printing(choice)

    def now_ms(self) -> int:
        """Return the present instant on the event's timeline."""
        return self._desk.timeline.now_ms()

    @property
    def apart_ms(self) -> int:
        """Return how many milliseconds the event's time is ahead of this computer's clock."""
        return self._desk.apart_ms

    @property
    def folders_failing(self) -> "tuple[Path, ...]":
        """Return the backup folders to which nothing can be written at present."""
        return self._desk.folders_failing

    def ask(
        self,
        command: Command,
        *,
        then: "Callable[[Reply], None] | None" = None,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
        late_ms: int = 0,
    ) -> "Future[Reply]":
        """Submit ``command``. If ``then`` is given, it is called with the reply, and neither
        ``doubted`` nor ``refused`` is emitted. ``late_ms`` says how many milliseconds ago the
        command was given.
        """
        at_ms = self.now_ms() - late_ms if late_ms else None
        future = self._desk.submit(
            command, actor=actor, station=station, insist=insist, at_ms=at_ms
        )

        def reply(done: "Future[Reply]") -> None:
            self._replied.emit(command, self.answer_of(done), then)

        future.add_done_callback(reply)
        return future

    def press(
        self,
        command: Command,
        *,
        then: "Callable[[Reply], None]",
        actor: str,
        station: str,
        late_ms: int = 0,
    ) -> None:
        """Submit a press from a table's window, after the earlier presses from that window. A press
        that cannot be saved is tried again later. A desk on another computer retries by itself.
        """
        submit = self.ask if self.is_remote else self.presses.press
        submit(command, then=then, actor=actor, station=station, late_ms=late_ms)

    def _on_snapshot(self, snapshot: "Snapshot") -> None:
        """Store the latest snapshot. If an earlier snapshot has not been shown yet, join the two.
        Runs in the desk's thread.
        """
        with self._lock:
            waiting = self._waiting
            if waiting is not None:
                fresh = _join_rows(waiting, snapshot)
                trouble = "" if self.is_remote else waiting.trouble  # a line's trouble may be over
                apart_ms = snapshot.apart_ms if snapshot.trouble else waiting.apart_ms
                snapshot = replace(
                    snapshot, fresh=fresh, trouble=snapshot.trouble or trouble, apart_ms=apart_ms
                )
            self._waiting = snapshot
        if waiting is None:
            self._arrived.emit()

    def _take_soon(self) -> None:
        """Show the latest state at once, or a little later if a change was shown a moment ago. The
        delay leaves time for the mouse, the keyboard and the clocks while many tables press.
        """
        rest_ms = math.ceil((self._free_s - time.monotonic()) * 1000)
        if rest_ms <= 0:
            self._take()
        elif not self._rest.isActive():
            self._rest.start(rest_ms)

    def _take(self) -> None:
        with self._lock:
            snapshot, self._waiting = self._waiting, None
        if snapshot is not None:
            self._rest.stop()
            before, self._snapshot = self._snapshot, snapshot
            kept = snapshot.seq - len(snapshot.fresh)
            self.records[kept:] = snapshot.fresh
            if kept < self._learned:  # other stations wrote earlier rows
                self._memory, self._learned = None, 0
            began_s = time.monotonic()
            if before is None or not same_results(before.state, snapshot.state):
                self.more_changed.emit()
            self.changed.emit(snapshot)
            ended_s = time.monotonic()
            rest_ms = max(REST_MS, min(RESTS * (ended_s - began_s) * 1000, LONGEST_REST_MS))
            self._free_s = ended_s + rest_ms / 1000

    def learn_history(self) -> "HistoryMemory":
        """Learn the rows that are new, and return what the history needs from all rows so far."""
        from app.views.history.memory import HistoryMemory

        if self._memory is None:
            self._memory = HistoryMemory()
        self._memory.learn(self.records[self._learned :])
        self._learned = len(self.records)
        return self._memory

    def _answer(
        self, command: Command, reply: "Reply", then: "Callable[[Reply], None] | None"
    ) -> None:
        self._take()  # so that the effect is visible with the answer
        if not isinstance(reply, Refused):
            self.acted.emit(reply)
        if then is not None:
            then(reply)
        elif isinstance(reply, Refused) and reply.insistable:
            self.doubted.emit(command, reply, None)
        elif isinstance(reply, Refused):
            self.refused.emit(reply.sentence)

    @staticmethod
    def answer_of(done: "Future[Reply]") -> "Reply":
        """Return the desk's reply from a finished future. A fault of the program is logged and
        becomes a refusal, since nothing was changed.
        """
        error = done.exception()
        if error is None:
            return done.result()
        from app.desk.replies import FAULT
        from app.store.faults import faults

        faults.note(say("the desk"), error)
        return Refused(FAULT)


def _call_with(words: str, then: "Callable[[str], None]") -> None:
    then(words)


def _join_rows(before: "Snapshot", after: "Snapshot") -> "tuple[Record, ...]":
    """Return the new rows of both snapshots. If both have a row with the same number, take the row
    from ``after``.
    """
    first = before.seq - len(before.fresh)
    since = after.seq - len(after.fresh)
    return (*before.fresh[: max(0, since - first)], *after.fresh)
