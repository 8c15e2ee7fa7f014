"""A session with a real desk for programs without a window: they submit a command, wait for the
answer, and read the state.
"""

import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from app.clock.flag_watch import Deadlines, Notice, next_due
from app.clock.timeline import Timeline
from app.desk.desk import Desk
from app.desk.replies import CLOSED, Snapshot
from app.engine import ORGANIZER, Command, Record, Refused, State
from app.engine.acts.commands import NotSaved
from app.engine.evolve import pressed_games
from app.engine.language import say
from app.store.errors import StoreError
from app.store.file_names import exists
from app.store.log.event_log import EventLog, create, remove

RowListener: TypeAlias = Callable[[tuple[Record, ...]], None]
"""A function that gets every row once it is durable, in order, in the desk's thread."""

T = TypeVar("T")


class NotDone(Exception):
    """The desk refused a command that had to succeed; the text is its sentence."""


class DeskSession:
    """A desk as a headless program uses it. ``state`` is never older than the last answer."""

    def __init__(self, desk: Desk, listener: RowListener | None = None) -> None:
        self._desk = desk
        self._listener = listener
        self._failure: Exception | None = None
        self._rows = 0
        self._is_together = False
        self._deadlines = Deadlines()
        self.next_due: tuple[int, Notice] | None = None
        """The instant at which the next clock of the event runs out, and the notice of it."""
        self.state = desk.start().result().state
        desk.subscribe(self._take)

    def _take(self, snapshot: Snapshot) -> None:
        fresh, self._rows, before = snapshot.fresh, snapshot.seq, self._rows
        follows = fresh and before + len(fresh) == snapshot.seq
        self._see(snapshot.state, pressed_games(fresh) if follows else None)
        if self._listener is not None and snapshot.fresh:
            try:
                self._listener(snapshot.fresh)
            except Exception as error:  # the desk would only log it; see `try_to`
                self._failure = self._failure or error

    def _see(self, state: State, changed: Collection[int] | None) -> None:
        """Store a new state. ``changed`` are the games that may differ; None means that any game
        may.
        """
        self.next_due = next_due(state, deadlines=self._deadlines, changed=changed)
        self.state = state

    def try_to(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...] | Refused:
        """Submit a command. Return its rows, which are durable by then, or the refusal. Raises any
        exception that ``listener`` has raised since the last command.
        """
        if self._is_together:
            return self._act(command, actor, station, insist=insist)
        future = self._desk.submit(command, actor=actor, station=station, insist=insist)
        reply = future.result()
        self._raise_failure()
        self._check_saved(reply)
        return reply

    def together(self, play: Callable[[], T]) -> T:
        """Call ``play``, which submits any number of commands, and write all their rows at once.
        The rows are durable when this returns. Raises whatever ``play`` raises, and any exception
        that ``listener`` has raised since the last command.

        ``play`` runs in the desk's thread, so that no command waits for another thread.
        """
        played: Future[T] = Future()

        def play_here() -> T:
            self._is_together = True
            try:
                return play()
            finally:
                self._is_together = False

        def refuse(error: NotSaved | BaseException) -> None:
            if isinstance(error, NotSaved):
                self._see(self._desk.state, None)  # the state before ``play``
                error = StoreError(error.sentence)
            played.set_exception(error)

        if not self._desk.call(lambda: self._desk.together(play_here, played.set_result, refuse)):
            raise StoreError(CLOSED)
        result = played.result()
        self._raise_failure()
        return result

    def _act(
        self, command: Command, actor: str, station: str, *, insist: bool
    ) -> tuple[Record, ...] | Refused:
        """Carry out a command in the desk's thread. Its rows are not durable yet."""
        at_ms = self._desk.timeline.now_ms()
        reply = self._desk.act(command, at_ms, station=station, actor=actor, insist=insist)
        if not isinstance(reply, Refused):
            self._see(self._desk.state, pressed_games(reply))
        self._check_saved(reply)
        return reply

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

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
        """Submit a command as ``try_to`` does, and return its rows. Raises NotDone if the desk
        refuses the command.
        """
        reply = self.try_to(command, actor=actor, station=station, insist=insist)
        if isinstance(reply, Refused):
            raise NotDone(reply.sentence)
        return reply

    def do_anyway(self, command: Command) -> str:
        """Submit a command, and insist if the desk asks for confirmation. Return the desk's
        question; empty if it asked none.
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
    """Run a desk on a new event file; without a ``path`` the file is temporary. Raises StoreError
    if the file already exists or cannot be created.

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
        if made:  # otherwise the file may be another program's
            remove(file)
        raise
    finally:
        desk.stop()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
