"""Opens an event in the background, so that the window never waits for a disk."""

import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine.language import say
from app.engine.progress import Cancelled, Progress, share_of
from app.store import sharing
from app.store.errors import Damaged, NotWritable, StoreError
from app.store.file_names import exists
from app.ui.shell.opening.importer import Importer

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.engine.acts.setup import CreateEvent
    from app.engine.state import State
    from app.store.server.address import Place

OpenDesk: TypeAlias = "Callable[[Place, bool], Desk]"

UNFORESEEN = say(
    "The event was not opened: {why}. Its file is as it was; try again, or open its latest backup."
)


MADE = 0.5
"""The share of the work that making a file takes, when a file is made and then opened."""
FOR_WINDOW = (
    "app.ui.clients.clocks",
    "app.ui.clients.desk",
    "app.ui.clients.tablets",
    "app.ui.pages.now.page",
    "app.ui.shell.pages",
)
"""The modules that the window needs to show an event."""

AFTERWARDS = tuple(
    f"app.ui.pages.{page}.page"
    for page in (
        "round", "players", "event", "format", "online", "standings", "awards",
        "tablets", "clocks", "wall", "history",
    )
)  # fmt: skip
"""The modules that other pages need when they are first shown."""
AFTERWARDS_MS = 1_000  # the window shows the event first


class Opening(NamedTuple):
    file: "Callable[[], Place]"
    create: "CreateEvent | None"
    open_desk: OpenDesk
    report_progress: Progress
    made: Collection[Path] | None = None
    """For a new file, the files beside it; None for a file that existed before."""


class EventOpener(QObject):
    """Opens events in a thread. ``opened`` carries the running desk and the place of its event,
    ``failed`` a sentence. If something can be done about the failure, because the file is damaged
    or read-only, ``refused`` comes before that with the file and the error. ``progressed`` carries
    the share that is done, from 0 to 1. ``cancelled`` means that no event was opened. ``ended``
    comes before ``opened``, ``failed`` and ``cancelled``.
    """

    opened = Signal(object, object)
    failed = Signal(str)
    refused = Signal(object, object)
    progressed = Signal(float)
    cancelled = Signal()
    ended = Signal()
    _ready = Signal(object, object)
    _part = Signal(float)
    _cancelled = Signal()
    _fault = Signal(str)
    _refusal = Signal(object, object)

    def __init__(self, open_desk: OpenDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_desk = open_desk
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._importer = Importer(self)
        self._afterwards = QTimer(self, singleShot=True)
        self._afterwards.timeout.connect(lambda: self._importer.import_soon(AFTERWARDS))
        self.opened.connect(lambda: self._afterwards.start(AFTERWARDS_MS))
        for end in (self._ready, self._cancelled, self._fault):
            end.connect(self.ended)  # from thread to thread, so it is queued
        self._ready.connect(self.opened)
        self._part.connect(self.progressed)
        self._cancelled.connect(self.cancelled)
        self._refusal.connect(self.refused)
        self._fault.connect(self.failed)

    def open(
        self,
        file: Callable[[], "Place"],
        create: "CreateEvent | None" = None,
        *,
        by: "OpenDesk | None" = None,
    ) -> None:
        """Open the event at the place that ``file`` returns. With ``create``, make it a new event.
        ``by`` opens it in another way than usual.
        """
        self._begin(Opening(file, create, by or self._open_desk, self.report_progress))

    def open_made(self, make: "Callable[[Progress], Path]", beside: Collection[Path] = ()) -> None:
        """Open the event file that ``make`` makes, which takes about as long as opening it. If that
        is cancelled, delete it and the new files in ``beside``.
        """
        making, opening = (
            share_of(self.report_progress, 0, MADE),
            share_of(self.report_progress, MADE, 1),
        )
        self._begin(Opening(lambda: make(making), None, self._open_desk, opening, beside))

    def _begin(self, opening: Opening) -> None:
        self.wait()
        self._ends.clear()
        self._thread = threading.Thread(target=self._run, args=(opening,), name="opener")
        self._thread.start()
        self._importer.import_soon(FOR_WINDOW)

    def cancel(self) -> None:
        """Cancel the work as soon as possible. An event that is open by then stays open."""
        self._ends.set()

    def report_progress(self, part: float) -> None:
        """Emit ``progressed``. This may be called from any thread. Raises Cancelled if the work was
        cancelled.
        """
        if self._ends.is_set():
            raise Cancelled
        self._part.emit(part)

    def wait(self) -> None:
        """Cancel the work and wait for its end, which takes only a moment."""
        self._ends.set()
        self._afterwards.stop()
        self._importer.stop()
        if self._thread is not None:
            self._thread.join()

    def _run(self, opening: Opening) -> None:
        path: Place | None = None
        try:
            path = opening.file()
            if opening.made is not None:
                opening.report_progress(0)
            desk = _begin_event(path, opening)
        except Cancelled:
            if opening.made is not None and isinstance(path, Path):
                _remove(path, opening.made)
            self._cancelled.emit()
        except StoreError as error:
            if isinstance(path, Path) and _has_way_out(path, error):
                self._refusal.emit(path, error)
            self._fault.emit(str(error))
        except Exception as error:  # whatever it is, the window must not wait for ever
            self._fault.emit(UNFORESEEN.format(why=getattr(error, "strerror", "") or repr(error)))
        else:
            self._ready.emit(desk, path)
            self._read_procedures()

    def _read_procedures(self) -> None:
        """Read the match-up procedures before the window needs them."""
        from app.store.match_ups import procedures

        if not self._ends.wait(AFTERWARDS_MS / 1000):
            procedures()


def _begin_event(place: "Place", opening: Opening) -> "Desk":
    """Return the desk with the event opened or created. If anything fails, close the file again,
    and delete it if it is new and empty.
    """
    from app.engine.acts.commands import Refused

    create = opening.create
    new = place if create and isinstance(place, Path) and not exists(place) else None
    desk = opening.open_desk(place, create is not None)
    desk.report_progress = opening.report_progress
    try:
        _make_ready(desk.start().result().state)
        reply = desk.submit(create).result() if create else ()
        if isinstance(reply, Refused):
            raise StoreError(reply.sentence)
    except BaseException:
        desk.stop()
        if new:
            _remove_empty(new)
        raise
    return desk


def _has_way_out(path: Path, error: StoreError) -> bool:
    """Tell whether an event's file can still be read, repaired or restored. That does not hold for
    files of other programs.
    """
    if not isinstance(error, Damaged):
        return isinstance(error, NotWritable)
    from app.store.rescue.repair import can_be_repaired

    with suppress(OSError):
        if path.stat().st_size == 0:
            return True
    return can_be_repaired(path)


def _remove(path: Path, beside: Collection[Path]) -> None:
    from app.store.log.event_log import remove

    remove(path)
    for file in beside:
        sharing.remove_file(file, missing_ok=True)


def _remove_empty(path: Path) -> None:
    from app.store.log.event_log import remove_empty

    remove_empty(path)


def _make_ready(state: "State") -> None:
    """Compute what the window needs first. It is cached, so the window's thread does not wait for
    it.
    """
    from app.engine.standings.ranking import standings
    from app.store.packets.files import shelf

    shelf()
    standings(state)
