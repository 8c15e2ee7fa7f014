"""The background work of opening an event, so that the window never waits for a disk."""

import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from app.engine.language import say
from app.engine.progress import Cancelled, Progress, share_of
from app.store import sharing
from app.store.errors import Damaged, NotWritable, StoreError
from app.store.file_names import exists
from app.ui.deliveries import deliver_to
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
"""The share of the whole work that making a file takes, if a file is made and then opened."""
FOR_WINDOW = (
    "app.ui.clients.clocks",
    "app.ui.clients.desk",
    "app.ui.clients.tablets",
    "app.ui.pages.now.page",
    "app.ui.shell.pages",
)
"""The modules that the window needs to show an event."""

WITHOUT_QT = (
    "app.reports.pairings_sheet",
    "app.reports.statistics_sheet",
    "app.reports.team_sheets",
    "app.reports.timeline_sheet",
    "app.store.tables.sources",
    "app.views.table.turn_pad_words",
    "app.views.teams.roster",
    "app.web.server.mark_intake",
    "multiprocessing.connection",
)
"""The largest modules without Qt that other pages need. The opener's thread imports them."""
AFTERWARDS = (
    "app.ui.dialogs.scenario_layout",
    "app.ui.widgets.table_list",
    "app.ui.table.sheets",
    "app.ui.pages.round.draw.actions",
    "app.ui.pages.round.live.table_panel",
    "app.ui.pages.round.live.many_panel",
    "app.ui.pages.round.live.panel",
    "app.ui.pages.round.briefing_view",
    "app.ui.pages.round.results_entry",
    "app.ui.pages.terrain.dialog",
    "app.ui.pages.round.page",
    "app.ui.pages.players.check_in.view",
    "app.ui.pages.players.import_dialog",
    "app.ui.pages.players.page",
    "app.ui.pages.event.page",
    "app.ui.pages.format.page",
    "app.ui.pages.online.page",
    "app.ui.dialogs.files",
    "app.ui.pages.standings.page",
    "app.ui.pages.awards.page",
    "app.ui.pages.tablets.page",
    "app.ui.printing.pages",
    "app.ui.printing.sheets",
    "app.ui.pages.clocks.page",
    "app.ui.pages.wall.page",
    "app.ui.pages.history.page",
)
"""The modules that other pages need when they are first shown, together with the large modules that
these import. The window imports one module in each turn of its loop.
"""
AFTERWARDS_S = 1.0
"""The seconds between the opening of an event and the import of the modules for other pages."""


def create_widget_classes() -> None:
    """Make PySide6 create the classes of all widgets and of brushes before the first list is shown.
    Otherwise PySide6 would create them when Qt first returns a widget that was not made in Python.
    """
    from PySide6.QtGui import QBrush, QColor
    from PySide6.QtWidgets import QAbstractScrollArea

    QAbstractScrollArea().viewport()
    QBrush(QColor())


class Opening(NamedTuple):
    file: "Callable[[], Place]"
    create: "CreateEvent | None"
    open_desk: OpenDesk
    report_progress: Progress
    made: Collection[Path] | None = None
    """The files that were written beside a file just made. They are deleted with it if the user
    cancels. None for an event that existed before.
    """


class EventOpener(QObject):
    """A worker that opens events in a thread. ``opened`` carries the running desk and the place of
    its event. ``failed`` carries a sentence. If something can be done about the failure, because
    the file is damaged or read-only, ``refused`` comes before ``failed`` and carries the file and
    the error. ``progressed`` carries the share of the work that is done, from 0 to 1. ``cancelled``
    means that no event was opened. ``ended`` comes before ``opened``, ``failed`` and ``cancelled``.
    """

    opened = Signal(object, object)
    failed = Signal(str)
    refused = Signal(object, object)
    progressed = Signal(float)
    cancelled = Signal()
    ended = Signal()

    def __init__(self, open_desk: OpenDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_desk = open_desk
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._importer = Importer(self)
        self._deliver_desk = deliver_to(self._take_desk)
        self._deliver_prepared = deliver_to(self._take_prepared)
        self._deliver_part = deliver_to(self._take_part)
        self._deliver_end = deliver_to(self._take_end)
        self._deliver_refusal = deliver_to(self._take_refusal)
        self._deliver_fault = deliver_to(self._take_fault)

    def open(
        self,
        file: Callable[[], "Place"],
        create: "CreateEvent | None" = None,
        *,
        by: "OpenDesk | None" = None,
    ) -> None:
        """Open the event at the place that ``file`` returns. With ``create``, make a new event
        there. ``by`` replaces the usual way of opening an event.
        """
        self._begin(Opening(file, create, by or self._open_desk, self.report_progress))

    def open_made(self, make: "Callable[[Progress], Path]", beside: Collection[Path] = ()) -> None:
        """Open the event file that ``make`` makes. Making it counts as half of the work. If the
        user cancels, delete the file and the new files in ``beside``.
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
        """Cancel the work as soon as possible. An event that is already open stays open."""
        self._ends.set()

    def report_progress(self, part: float) -> None:
        """Emit ``progressed``. May be called from any thread. Raises Cancelled if the work was
        cancelled.
        """
        if self._ends.is_set():
            raise Cancelled
        self._deliver_part(part)

    def wait(self) -> None:
        """Cancel the work and wait for its end. This takes only a moment."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
        self._importer.stop()

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
            self._deliver_end()
        except StoreError as error:
            if isinstance(path, Path) and _has_way_out(path, error):
                self._deliver_refusal(path, error)
            self._deliver_fault(str(error))
        except Exception as error:  # whatever the error, the window must not wait forever
            why = getattr(error, "strerror", "") or repr(error)
            self._deliver_fault(UNFORESEEN.format(why=why))
        else:
            self._deliver_desk(desk, path)
            self._prepare_pages()

    def _take_desk(self, desk: "Desk", place: "Place") -> None:
        self.ended.emit()
        self.opened.emit(desk, place)

    def _take_part(self, part: float) -> None:
        self.progressed.emit(part)

    def _take_end(self) -> None:
        self.ended.emit()
        self.cancelled.emit()

    def _take_refusal(self, path: Path, error: StoreError) -> None:
        self.refused.emit(path, error)

    def _take_fault(self, sentence: str) -> None:
        self.ended.emit()
        self.failed.emit(sentence)

    def _take_prepared(self) -> None:
        if not self._ends.is_set():
            create_widget_classes()
            self._importer.import_soon(AFTERWARDS)

    def _prepare_pages(self) -> None:
        """Import and read whatever the other pages need, except Qt, before they are shown. This
        begins after the window has shown the event.
        """
        from app.store.match_ups import procedures

        if self._ends.wait(AFTERWARDS_S):
            return
        for name in WITHOUT_QT:
            if self._ends.is_set():
                return
            import_module(name)
        self._deliver_prepared()
        procedures()


def _begin_event(place: "Place", opening: Opening) -> "Desk":
    """Return the desk with the event opened or created. If anything fails, close the file again.
    Delete the file if it is new and empty.
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
    """Tell whether an event's file can still be read, repaired or restored. A file of another
    program cannot.
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
    """Compute the results that the window needs first. They are cached, so that the window's thread
    does not have to wait.
    """
    from app.engine.standings.ranking import standings
    from app.store.packets.files import shelf

    shelf()
    standings(state)
