"""A session with a real desk for programs without a window: they submit a command, wait for the
answer, and read the state.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from app.clock.flag_watch import Deadlines, Notice, next_due
from app.clock.timeline import Timeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine import ORGANIZER, Command, Record, Refused
from app.engine.acts.commands import NotSaved
from app.engine.evolve import pressed_games
from app.engine.language import say
from app.store.errors import StoreError
from app.store.file_names import exists
from app.store.log.event_log import EventLog, create, remove

RowListener: TypeAlias = Callable[[tuple[Record, ...]], None]
"""A function that gets every row once it is durable, in order, in the desk's thread."""


class NotDone(Exception):
    """The desk refused a command that had to succeed; the text is its sentence."""


class DeskSession:
    """A desk as a headless program uses it. ``state`` is never older than the last answer."""

    def __init__(self, desk: Desk, listener: RowListener | None = None) -> None:
        self._desk = desk
        self._listener = listener
        self._failure: Exception | None = None
        self._rows = 0
        self._deadlines = Deadlines()
        self.next_due: tuple[int, Notice] | None = None
        """The instant at which the next clock of the event runs out, and the notice of it."""
        self.state = desk.start().result().state
        desk.subscribe(self._take)

    def _take(self, snapshot: Snapshot) -> None:
        fresh, self._rows, before = snapshot.fresh, snapshot.seq, self._rows
        follows = fresh and before + len(fresh) == snapshot.seq
        changed = pressed_games(fresh) if follows else None
        self.next_due = next_due(snapshot.state, deadlines=self._deadlines, changed=changed)
        self.state = snapshot.state
        if self._listener is not None and snapshot.fresh:
            try:
                self._listener(snapshot.fresh)
            except Exception as error:  # the desk would only log it; see `try_to`
                self._failure = self._failure or error

    def try_to(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...] | Refused:
        """Submit a command. Return the rows that it led to, which are durable by now, or the
        refusal. Raises what ``listener`` has raised since the last command.
        """
        future = self._desk.submit(command, actor=actor, station=station, insist=insist)
        reply = future.result()
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        self._check_saved(reply)
        return reply

    def _check_saved(self, reply: tuple[Record, ...] | Refused) -> None:
        """Raise an error if a reply says that an act could not be saved. Here this does nothing; a
        subclass may end the session.
        """

    def do(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...]:
        """Submit a command that must not be refused, as ``try_to`` does. Raises NotDone."""
        reply = self.try_to(command, actor=actor, station=station, insist=insist)
        if isinstance(reply, Refused):
            raise NotDone(reply.sentence)
        return reply

    def do_anyway(self, command: Command) -> str:
        """Submit a command, and insist if the desk asks for confirmation. Return its question, or
        an empty text.
        """
        reply = self.try_to(command)
        if not isinstance(reply, Refused):
            return ""
        self.do(command, insist=True)
        return reply.sentence


class NewEventSession(DeskSession):
    """A session for a new event. Raises StoreError at the first act that cannot be saved, because
    later acts would depend on it.
    """

    def _check_saved(self, reply: tuple[Record, ...] | Refused) -> None:
        if isinstance(reply, NotSaved):
            raise StoreError(reply.sentence)


@contextmanager
def open_new_event(
    path: Path | None, timeline: Timeline, listener: RowListener | None = None
) -> Iterator[DeskSession]:
    """Run a desk on a new event file; without a ``path`` the file is temporary. Raises StoreError.

    If the session ends with an exception, the file is removed.
    """
    folder = None if path else Path(tempfile.mkdtemp(prefix="flagfall-"))
    file = path or (folder or Path()) / "event.flagfall"
    if exists(file):
        raise StoreError(say("{file} is already there. Choose another name.", file=file))
    made: list[EventLog] = []

    def make() -> EventLog:
        made.append(create(file))
        return made[0]

    desk = Desk(make, timeline=timeline)
    try:
        yield NewEventSession(desk, listener)
    except BaseException:
        desk.stop()
        if made:  # else the name may be another program's
            remove(file)
        raise
    finally:
        desk.stop()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
