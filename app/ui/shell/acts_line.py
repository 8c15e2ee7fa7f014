"""The line at the bottom that shows each act of this desk, with a button that reverses the act."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from app.engine.acts.events import Record
from app.engine.acts.undo import Redone, Undone
from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.shell.toast import Toast
from app.ui.shell.undo import redo_act, undo_act
from app.views.history.rows import describe_done


class ActsLine(QObject):
    """A watcher of the open event that shows each act of this desk in the line ``toast``, until
    `close` is called.
    """

    def __init__(self, client: DeskClient, toast: Toast, parent: QObject) -> None:
        super().__init__(parent)
        self._client, self._toast = client, toast
        self._noted: tuple[int, ...] = ()  # the organizer's latest acts when the note was shown
        self._way_back: tuple[()] | tuple[str, Callable[[], object]] = ()  # what the note offers
        client.acted.connect(self._show_done)
        client.described.connect(self._describe)
        client.noted.connect(self._show_note)
        client.changed.connect(self._drop_note)

    def close(self) -> None:
        """Hide the line. News of the event that still arrives is not shown."""
        self._client.acted.disconnect(self._show_done)
        self._client.described.disconnect(self._describe)
        self._client.noted.disconnect(self._show_note)
        self._client.changed.disconnect(self._drop_note)
        self._toast.hide()

    @property
    def _latest(self) -> tuple[int, ...]:
        """The row numbers of the organizer's latest act that can be undone, and of the latest that
        can be redone; 0 for none.
        """
        state = self._client.state
        return tuple(acts[-1].seq if acts else 0 for acts in (state.done, state.undone))

    def _show_done(self, rows: Sequence[Record]) -> None:
        """Show an act that was done here and can be undone, with a button that undoes precisely
        that act. After an undo the button redoes the act, and after a redo it undoes the act again.
        """
        client, latest = self._client, self._latest[0]
        self._way_back = ()
        for event in (row.event for row in rows):
            if isinstance(event, Undone):
                self._way_back = (say("Redo"), partial(redo_act, client, event.act))
            elif isinstance(event, Redone):
                self._way_back = (say("Undo"), partial(undo_act, client, event.act))
        row = next((row for row in rows if row.seq == latest), None)
        if row is not None and not self._way_back:
            self._way_back = (say("Undo"), partial(undo_act, client, latest))
            self._describe(f"{describe_done(row, client.records, client.state)}.")

    def _describe(self, sentence: str) -> None:
        """Show an act that was just done, with the button that reverses it if there is one."""
        self._noted = self._latest
        self._toast.show_note(sentence, *self._way_back)

    def _show_note(self, sentence: str) -> None:
        """Show a sentence about something other than an act, until another act is done."""
        self._noted = self._latest
        self._toast.show_note(sentence)

    def _drop_note(self) -> None:
        """Hide the line as soon as the latest act is a different one."""
        if self._noted and self._noted != self._latest:
            self._noted = ()
            self._toast.hide()
