"""The change from the open event to another one, and back if the other event cannot be opened.

The questions before an event is closed are in `app.ui.shell.close_check`.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.engine.language import say
from app.store.errors import Behind, Damaged, NotWritable, StoreError

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.engine.acts.setup import CreateEvent
    from app.engine.progress import Progress
    from app.store.server.address import Place
    from app.ui.shell.message_bar import MessageBar
    from app.ui.shell.opening.event_opener import EventOpener, OpenDesk
    from app.ui.shell.opening.start_page import StartPage

OPENING = say("Opening the event")
READ_ONLY = say("Read-only: you can look at everything, and nothing you do is saved.")


class OpenEvent(NamedTuple):
    """The file or database of an open event, and how it was opened."""

    kept: "Place"
    read_only: bool = False
    is_sample: bool = False
    """True if the event is the sample, whose file is deleted when it is closed."""


class ChangeOfEvent(QObject):
    """A procedure that closes the open event and opens another one. If that fails or is cancelled,
    the first event is opened again. If there was no first event, the start page shows what can be
    done.

    ``opened`` carries the running desk; by then ``on_show`` says where the event is kept.
    ``failed`` carries the sentence that is shown.
    """

    opened = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        open_desk: "OpenDesk",
        page: "StartPage",
        messages: "Callable[[], MessageBar]",
        close: Callable[[], None],
        leave_for: Callable[[Callable[[], object]], None],
        *,
        parent: QObject | None = None,
    ) -> None:
        """Prepare the change. ``close`` closes the open event. ``leave_for`` asks whether the event
        may be closed, and if so, calls the function that it is given.
        """
        super().__init__(parent)
        self.on_show: OpenEvent | None = None
        """The event that is open."""
        self.is_opening = False
        self._open_desk, self._page, self._messages = open_desk, page, messages
        self._close, self._leave_for = close, leave_for
        self._refused: tuple[Path, StoreError] | None = None
        self._before: OpenEvent | None = None  # the event to go back to
        self._read_only = self._is_sample = False  # how the next one is opened
        self._notes: list[str] = []  # shown once the event is open
        self._notes_if_cancelled: list[str] = []

    @cached_property
    def _opener(self) -> "EventOpener":
        from app.ui.shell.opening.event_opener import EventOpener

        opener = EventOpener(self._open_desk, self)
        opener.opened.connect(self._opened)
        opener.refused.connect(self._keep_refused)
        opener.failed.connect(self._failed)
        opener.ended.connect(self._show_free)
        opener.cancelled.connect(self._given_up)
        opener.progressed.connect(self._page.progress.show_part)
        self._page.progress.cancelled.connect(opener.cancel)
        return opener

    def open(
        self,
        file: "Callable[[], Place]",
        create: "CreateEvent | None" = None,
        *,
        doing: str = OPENING,
        is_sample: bool = False,
    ) -> None:
        """Open the event at the place that ``file`` returns. With ``create``, make a new event
        there.
        """
        from app.ui.shell.opening.openings import open_made_now

        self._begin(doing, is_sample=is_sample)
        by = partial(open_made_now, self._open_desk) if is_sample else None
        self._opener.open(file, create, by=by)

    def open_made(
        self, make: "Callable[[Progress], Path]", beside: Collection[Path] = (), *, doing: str
    ) -> None:
        """Open the event file that ``make`` makes. If the user cancels, delete this file and the
        files in ``beside``.
        """
        self._begin(doing)
        self._opener.open_made(make, beside)

    def open_read_only(self, kept: "Place") -> None:
        """Open an event for reading only, as far as it can be read."""
        from app.ui.shell.opening.openings import open_read_only

        self._begin(read_only=True)
        self._opener.open(lambda: kept, by=open_read_only)

    def open_as_it_is(self, file: Path) -> None:
        """Open a file even though rows that this computer wrote are missing."""
        from app.ui.shell.opening.openings import open_as_it_is

        self._begin()
        self._opener.open(lambda: file, by=open_as_it_is)

    def note(self, sentence: str, *, also_if_cancelled: bool = False) -> None:
        """Add a sentence to show once the event is open or, with ``also_if_cancelled``, even if the
        user cancels. May be called from any thread.
        """
        self._notes.append(sentence)
        if also_if_cancelled:
            self._notes_if_cancelled.append(sentence)

    def show_notes(self) -> None:
        """Show the sentences about the event that was opened."""
        notes = list(self._notes)
        if self.on_show is not None and self.on_show.read_only:
            notes.append(READ_ONLY)
        if notes:
            self._messages().show_message(" ".join(notes), *self._way_out())

    def closed(self) -> None:
        """Note that the event has been closed."""
        self.on_show = None

    def stop(self) -> None:
        """Stop opening events. This takes only a moment."""
        self._before = None
        self._opener.wait()

    def is_open_here(self, file: Path) -> bool:
        kept = self.on_show.kept if self.on_show is not None else None
        return isinstance(kept, Path) and kept.resolve() == file.resolve()

    def passes(self, kept: "Place", demand: Callable[[Path], None]) -> bool:
        """Tell whether an event's file passes the check ``demand``, which raises StoreError if not.
        In that case show why, and what can be done. Return True without a check if no event is
        open, because the start page has more room to show the problem. Also return True for an
        event in a database, and for the open event.
        """
        if self.on_show is None or not isinstance(kept, Path) or self.is_open_here(kept):
            return True
        self._refused = None
        try:
            demand(kept)
        except StoreError as error:
            self._keep_refused(kept, error)
            self._messages().show_message(str(error), *self._way_out())
            return False
        return True

    def with_refused(self, act: Callable[[Path], None]) -> None:
        """Call ``act`` with the file that was refused, if there is one."""
        if self._refused is not None:
            act(self._refused[0])

    def _begin(
        self, doing: str = OPENING, *, read_only: bool = False, is_sample: bool = False
    ) -> None:
        before = self.on_show
        self._before = None if before is None or before.is_sample else before
        self._refused = None
        self._close()
        self._messages().hide()
        self._read_only, self._is_sample = read_only, is_sample
        self._notes.clear()
        self._notes_if_cancelled.clear()
        self.is_opening = True
        self._page.show_busy(doing)

    def _show_free(self) -> None:
        self.is_opening = False
        self._page.show_busy("")

    def _opened(self, desk: "Desk", kept: "Place") -> None:
        self.on_show, self._before = OpenEvent(kept, self._read_only, self._is_sample), None
        self.opened.emit(desk)

    def _keep_refused(self, path: Path, error: StoreError) -> None:
        self._refused = (path, error)

    def _way_out(self) -> "tuple[str, Callable[[], object]] | tuple[()]":
        """Return the text and action of a button that helps with the refused file; empty if nothing
        helps.
        """
        if self._refused is None:
            return ()
        path, error = self._refused
        if isinstance(error, NotWritable):
            return say("Open read-only"), partial(
                self._leave_for, partial(self.open_read_only, path)
            )
        if isinstance(error, Damaged):
            return say("Repair or restore"), partial(self._leave_for, self._show_ways_out)
        return ()

    def _show_ways_out(self) -> None:
        """Show on the start page what can be done about the refused file."""
        if self._refused is None:
            return
        from app.ui.shell.opening.ways_out import Ways

        path, error = self._refused
        self._close()
        self._messages().hide()
        is_damaged = isinstance(error, Damaged)
        ways = Ways(repair=is_damaged, as_it_is=isinstance(error, Behind))
        self._page.show_ways_out(path.name, ways)

    def _failed(self, sentence: str) -> None:
        if self._before is not None:
            self._go_back([sentence])
        else:
            self._show_ways_out()
            self._messages().show_message(sentence)
        self.failed.emit(sentence)

    def _given_up(self) -> None:
        notes = list(self._notes_if_cancelled)
        if self._before is not None:
            self._go_back(notes)
        elif notes:
            self._messages().show_message(" ".join(notes))

    def _go_back(self, notes: Sequence[str]) -> None:
        """Open the previous event again."""
        from app.ui.shell.opening.openings import open_read_only

        if self._before is None:
            return
        before, refused = self._before, self._refused
        self._begin(read_only=before.read_only)
        self._refused = refused
        self._notes += [*notes, say("{event} is open again.", event=before.kept.stem)]
        self._opener.open(lambda: before.kept, by=open_read_only if before.read_only else None)
