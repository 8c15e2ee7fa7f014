"""The desk: the thread in which an event is run, and its public methods. Its parts are in the other
files of this folder.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from app.clock.flag_watch import FlagWatch, Notice
from app.clock.timeline import Alarm, Timeline, WallTimeline
from app.desk.computer_clock import ClockComparison, behind_ms
from app.desk.event import HERE, EventAtDesk
from app.desk.log import B, Log, Shared
from app.desk.lost_time import LostTime
from app.desk.publisher import Publisher
from app.desk.replies import CLOSED, Listener, Reply, Snapshot, not_saved
from app.desk.station import Station
from app.desk.transaction import Submission, Transaction, TransactionPart, settle
from app.engine.acts.commands import Command, LearnGap, NoticeGap, NotSaved, Refused
from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.table import TableCommand
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import pressed_games
from app.engine.evolve.running_fold import RunningFold
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.progress import Progress, no_progress
from app.engine.state import Stage, State
from app.engine.table.late_presses import moved_time
from app.store.errors import StoreError
from app.store.rescue.backups import BackupOutcome, Backups, not_made
from app.views.stations import Stations

BEAT_SECONDS = 1.0
GATHERED_BEATS = 5
START_MS = 1_000
"""The most milliseconds that the start of the program takes. A gap of uncertain length that is not
longer counts as the start, and no time was lost.
"""
BACKUP_SECONDS = 5.0
"""The seconds that the desk waits at its end for a copy that is being written."""
WATCH = say("watch the clocks’ flags")
LEARNT = say(
    "The tablets that kept the time agree: the event’s time follows theirs, and the gap is as"
    " long as they say."
)
LOST_TIME = say("see whether time was lost")
ALIVE = say("note that it is running")
REACH = say("reach the event’s file")
T = TypeVar("T")

Closing: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Desk:
    """Runs one event. Every screen, table and command line is its client.

    A method may be called from any thread, unless its docstring names the desk's thread.
    """

    def __init__(
        self,
        open_log: Callable[[], Log[B]],
        *,
        timeline: Timeline | None = None,
        backup_folder: Path | None = None,
    ) -> None:
        """Prepare a desk. ``open_log`` is called in the desk's thread."""
        self.timeline = timeline or WallTimeline()
        self.report_progress: Progress = no_progress
        """Called in the desk's thread while the event is read. If it raises, the desk ends."""
        self.is_made_now = False
        """True if the event was made to be opened at once. Its clocks then keep running, however
        long the opening takes.
        """
        self._open_log: Callable[[], Log[Any]] = open_log  # with any type of batch
        self._backups = Backups(backup_folder, self._notify)
        self._opened: Future[Snapshot] = Future()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="desk")
        self._waiting: deque[TransactionPart] = deque()
        self._watch = FlagWatch(self.timeline, self._loop, self._flag_due)
        self._closings: list[Closing] = []
        self._beats = 0
        self.is_time_unsure = False
        """True if clocks stand still because of a gap whose length is known only from the
        computer's clock. `learn_time` or `end_doubt` ends this. For the desk's thread.
        """
        self._log: Log[Any] | None = None  # None until it is open
        self._station: Station | None = None  # None if the event is in a file
        self._transaction: Transaction | None = None  # while acts are decided
        self._event: EventAtDesk  # this and the next three are set by `_begin`
        self._publisher: Publisher
        self._clock: ClockComparison
        self._lost_time: LostTime

    def start(self) -> Future[Snapshot]:
        """Open the file and start the desk. The future has the whole event, or raises StoreError if
        it cannot be opened.
        """
        self._thread.start()
        return self._opened

    def submit(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = HERE,
        insist: bool = False,
        at_ms: int | None = None,
    ) -> Future[Reply]:
        """Submit a command as of now, or as of the earlier instant ``at_ms`` at which a device
        stamped it.

        The future has the reply once it is durable, or the refusal.
        """
        stamped_ms = self.timeline.now_ms() if at_ms is None else at_ms
        reply: Future[Reply] = Future()

        def refuse(error: NotSaved | BaseException) -> None:
            if isinstance(error, NotSaved):
                reply.set_result(error)
            else:
                reply.set_exception(error)

        def do() -> Reply:
            if at_ms is None:
                return self._decide(Submission(command, stamped_ms, station, actor, insist))
            return self._decide_late(Submission(command, at_ms, station, actor, insist))

        part = TransactionPart(do, reply.set_result, refuse)
        self._waiting.append(part)
        if not self.call(self.do_waiting):
            with suppress(ValueError):  # the desk's thread has refused it
                self._waiting.remove(part)
                reply.set_result(Refused(CLOSED))
        return reply

    def act(
        self, command: Command, at_ms: int, *, station: str, actor: str, insist: bool = False
    ) -> Reply:
        """Carry out a command at once and return the reply. In the desk's thread only, and never
        from a listener.

        A row has the instant at which it was written. The act in it may have happened earlier, but
        never later. Within `together` the reply is not durable before ``answer`` is called.
        """
        if self._transaction is None and not self.do_waiting():
            self.notice_gaps()
        now_ms = self.timeline.now_ms()
        at_ms = min(at_ms, now_ms)

        def do() -> Reply:
            return self._decide(Submission(command, at_ms, station, actor, insist, now_ms))

        return do() if self._transaction is not None else self._write_alone(do)

    def together(
        self,
        do: Callable[[], T],
        answer: Callable[[T], None],
        refuse: Callable[[NotSaved | BaseException], None],
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """Call ``do`` soon, together with everything else that is pending then, and write all the
        resulting rows at once. In the desk's thread only.

        ``do`` calls `act`. From then on `state` includes these acts, but nobody may be shown them
        before they are durable. Then ``answer`` is called with the result of ``do``.

        If nothing could be written, ``refuse`` is called with the reason, and the event is as it
        was before. If ``do`` raises an exception, ``refuse`` is called with that exception once the
        acts before it are durable. If another station wrote first, ``forget`` is called, and then
        ``do`` again.
        """
        self._waiting.append(TransactionPart(do, answer, refuse, forget))
        self._loop.call_soon(self.do_waiting)

    def do_waiting(self) -> bool:
        """Decide the waiting acts in order, each on the state that the earlier ones leave, and
        write all their rows at once. Then notify the listeners and answer the callers. In the
        desk's thread only.

        This happens soon even if nobody calls this method. Return whether any acts waited. If so,
        the desk has looked for lost time before it decided them.
        """
        if not self._waiting:
            return False
        self.notice_gaps()
        parts = [self._waiting.popleft() for _ in range(len(self._waiting))]
        settle(parts, self._write, self._report_fault)
        return True

    @property
    def state(self) -> State:
        """The event, including the acts that are about to be written. In the desk's thread only."""
        return self._event.state

    def undo(self) -> Future[Reply]:
        return self.submit(Undo())

    def redo(self) -> Future[Reply]:
        return self.submit(Redo())

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` in the desk's thread with the present event, and then at every
        change.
        """
        self.call(lambda: self._publisher.add(listener))

    def unsubscribe(self, listener: Listener) -> None:
        """Remove a listener."""
        self.call(lambda: self._publisher.remove(listener))

    def run(self, guest: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run a coroutine in the desk's thread, such as the server of the tables.

        The future raises RuntimeError if the desk has ended.
        """
        try:
            return asyncio.run_coroutine_threadsafe(guest, self._loop)
        except RuntimeError as error:  # the loop is closed
            guest.close()
            ended: Future[T] = Future()
            ended.set_exception(error)
            return ended

    def before_end(self, closing: Closing) -> None:
        """Run ``closing`` before the desk ends. In the desk's thread only."""
        self._closings.append(closing)

    def end_without(self, closing: Closing) -> None:
        """Do not run ``closing`` at the end, because it has already run. In the desk's thread
        only.
        """
        self._closings.remove(closing)

    def hold_flags(self, games: frozenset[int]) -> None:
        """Hold back the flags of these games from now on, because their tables are out of touch. In
        the desk's thread only.

        Only the station that runs a table knows whether the table is out of touch, so this station
        also serves these tables.
        """
        held = (self.state.games[game].table for game in games if game in self.state.games)
        self.serve("held", held)
        if games != self._watch.held:
            self._watch.held = games
            self._watch.watch(self.state)

    def announce_pages(self, address: str) -> None:
        """Announce the address of this station's pages, empty while they are off. In the desk's
        thread only.
        """
        if self._station is not None:
            self._station.announce_pages(address)

    def halls(self) -> list[tuple[str, str]]:
        """Return the name and the address of each event in the same database whose pages are on.
        The list is empty for an event in a file. In the desk's thread only.
        """
        return [] if self._station is None else self._station.halls()

    def serve(self, what: str, tables: Iterable[int]) -> None:
        """Note which tables here use ``what``, such as the tablets, from now on. This station lets
        the flags of these tables fall, unless another station does. In the desk's thread only.
        """
        if self._station is not None:
            self._station.serve(what, tables)

    @property
    def stations(self) -> Stations | None:
        """The stations that run the event; None for an event in a file."""
        return None if self._station is None else self._station.stations

    def runs(self, table: int) -> bool:
        """Tell whether this station lets the flags of the table fall. Table 0 stands for the
        round's clock.
        """
        return self._station is None or self._station.runs(table)

    def learn_time(self, ahead_ms: int) -> str:
        """Set the event's time forward by ``ahead_ms``, as measured by devices that kept the time.
        In the desk's thread only.

        Return the organizer's notice. It is empty if nothing was set, because the time was certain
        already, or because the new time would be before the instant at which the program is last
        known to have run.
        """
        log, now_ms = self._event.log, self.timeline.now_ms() + ahead_ms
        if not self.is_time_unsure or now_ms < (log.last_sign.alive_ms or 0):
            return ""
        self.timeline.begin_behind(-self.timeline.ahead_ms() - ahead_ms)
        self.is_time_unsure = False
        self._note_boot(log)
        self._write_by_itself(LearnGap(now_ms), now_ms)
        return LEARNT

    def end_doubt(self) -> None:
        """Accept the time of the computer's clock, because no device knows better. In the desk's
        thread only.
        """
        self.is_time_unsure = False

    def take_over(self, tables: Collection[int]) -> "Future[str]":
        """Run these tables here, whichever station has run them until now. The future has a
        sentence if that is not possible.
        """
        taken: Future[str] = Future()

        def take() -> None:
            taken.set_result("" if self._station is None else self._station.take_over(tables))

        if not self.call(take):
            taken.set_result(CLOSED)
        return taken

    def set_backup_folders(self, beside: Path | None, second: Path | None) -> None:
        """Set the two folders for copies. ``beside`` is the one beside the event, created when it
        is needed; ``second`` is on a stick.
        """

        def set_both() -> None:
            self._backups.beside, self._backups.second = beside, second

        self.call(set_both)

    def copy_now(self) -> Future[tuple[BackupOutcome, ...]]:
        """Copy the event as it is now to each folder for backups. The future raises StoreError if
        the event cannot be copied.
        """
        answer: Future[tuple[BackupOutcome, ...]] = Future()

        def copy() -> None:
            try:
                self._backups.copy_now(self._event.log.copied, answer.set_result)
            except Exception as error:
                answer.set_exception(error)

        if not self.call(copy):
            answer.set_exception(StoreError(CLOSED))
        return answer

    def stop(self) -> None:
        """Finish the submitted acts, close the file and end the thread."""
        self.call(self._loop.stop)
        if self._thread.is_alive():
            self._thread.join()

    def call(self, call: Callable[[], object]) -> bool:
        """Run ``call`` in the desk's thread. Return False if the thread has ended."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)
            return True
        return False

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Alarm:
        """Run ``call`` at an instant of the timeline. In the desk's thread only."""
        return self.timeline.call_at(self._loop, at_ms, call)

    def notice_gaps(self) -> None:
        """Look for lost time. Call this before deciding acts that were done during that time. In
        the desk's thread only.
        """
        self.attempt(LOST_TIME, self._look_for_gap)

    def attempt(self, what: str, call: Callable[[], object]) -> bool:
        """Make a call that is repeated regularly, and return whether it succeeded.
        `Publisher.attempt` explains ``what``. In the desk's thread only.
        """
        return self._publisher.attempt(what, call)

    def failed(self, what: str, error: Exception) -> None:
        """Publish that ``what`` failed, once. In the desk's thread only."""
        self._publisher.failed(what, error)

    @property
    def apart_ms(self) -> int:
        """Return by how many milliseconds the time that the event shows is ahead of the computer's
        clock.
        """
        return self.timeline.ahead_ms() + self.state.shift_ms

    @property
    def folders_failing(self) -> tuple[Path, ...]:
        """The backup folders to which no copies can be written at present."""
        return self._backups.failing

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._log = self._open_log()
            self._begin(self._log)
            if self._station is not None:
                self._station.listen()
        except BaseException as error:
            self._opened.set_exception(error)
        else:
            self.timeline.start()
            self._opened.set_result(self._publisher.whole())
            self._loop.run_forever()
            self.do_waiting()
            for closing in tuple(self._closings):
                self._loop.run_until_complete(closing())
            self.do_waiting()
        finally:
            self.timeline.stop()
            self._watch.stop()
            if self._log is not None:
                self._log.close()
            self._backups.wait(BACKUP_SECONDS)
            self._loop.close()
            self._refuse_waiting()

    def _begin(self, log: Log[Any]) -> None:
        """Build the event from its log. Clocks that were running are stopped at the instant at
        which the program last ran.
        """
        fold = RunningFold(log.records(), self.report_progress)
        self._event = event = EventAtDesk(log, fold)
        self._publisher = Publisher(event, self._report_fault)
        self._clock = ClockComparison(self._publisher.notify)
        write, notify = self._write_by_itself, self._publisher.notify
        self._lost_time = LostTime(event, self.timeline, write, notify)
        if log.shared is not None:
            self._station = self._station_of(event, log.shared)
        self._set_timeline(log)
        if self._has_others:
            self._watch.watch(self.state)
        else:
            self._watch.after_gap(self.state)
        self._loop.call_later(BEAT_SECONDS, self._beat)

    def _station_of(self, event: EventAtDesk, shared: Shared[Any]) -> Station:
        return Station(
            event,
            shared,
            now_ms=self.timeline.now_ms,
            call=self.call,
            attempt=self.attempt,
            notify=self._publisher.notify,
            on_written=self._on_written,
            write_gap=self._write_by_itself,
            report_fault=self._report_fault,
        )

    def _refuse_waiting(self) -> None:
        """Refuse the waiting acts, because nothing more is written."""
        with suppress(IndexError):
            while True:
                part = self._waiting.popleft()
                with suppress(RuntimeError):  # it answers in the desk's loop, which is closed
                    part.refuse(NotSaved(CLOSED))

    @property
    def _has_others(self) -> bool:
        return self._station is not None and self._station.has_others

    def _set_timeline(self, log: Log[Any]) -> None:
        """Continue the time where the log ended, and pause the clocks for the time in between."""
        self._begin_behind(log)
        alive_ms, boot_instant = log.last_sign
        if alive_ms is not None:
            known = self.timeline.go_on_from(alive_ms, boot_instant)
            if self._station is not None:
                known = known or self.stations is not None
                self._station.note_waiting()
            if not self._has_others and not self.is_made_now:  # else the clocks went on
                self._note_closed_time(alive_ms, known=known)
        self._note_boot(log)

    def _note_boot(self, log: Log[Any]) -> None:
        with suppress(StoreError, OSError):  # the next append reports it
            log.note_sign(None, self.timeline.boot_instant())

    def _begin_behind(self, log: Log[Any]) -> None:
        """Begin at the event's time instead of the computer's clock, if the rows or the server show
        that this clock is wrong.
        """
        ahead_ms = 0 if log.shared is None else log.shared.clock_ahead_ms()
        corrected = bool(self.state.time_shifts)
        if corrected or ahead_ms:
            wall_ms = self.timeline.now_ms() - self.timeline.ahead_ms() + ahead_ms
            by_ms = behind_ms(self.state, self._event.records, wall_ms) if corrected else 0
            self.timeline.begin_behind(by_ms - ahead_ms)

    def _note_closed_time(self, alive_ms: int, *, known: bool) -> None:
        """Write the time since the program last ran, which was at ``alive_ms``, as a gap. ``known``
        tells whether the length of the gap is certain.
        """
        now_ms = self.timeline.now_ms()
        if not known and now_ms - alive_ms < START_MS:
            now_ms = alive_ms  # by the computer's clock, only the start of the program took time
        gap = NoticeGap(alive_ms, now_ms, known=known)
        rows = self._write_by_itself(gap, gap.to_ms if known else gap.from_ms)
        self.is_time_unsure = not known and bool(rows) and not isinstance(rows, Refused)

    def _decide(self, submission: Submission) -> Reply:
        """Decide a command. While an earlier gap could not be written, return
        `NotSaved` instead.
        """
        if self._lost_time.is_unwritten:
            return NotSaved(
                say("Not saved: the lost time could not be written to the disk. Try again.")
            )
        return self._decide_now(submission)

    def _decide_late(self, submission: Submission) -> Reply:
        """Decide a command that a busy window submits late. If the command changes times on a
        clock, that is noted so that both players see it, as for a late press on a tablet.
        """
        now_ms, command = self.timeline.now_ms(), submission.command
        number = command.game if isinstance(command, TableCommand) else 0
        before = self.state.games.get(number)
        reply = self._decide(replace(submission, written_ms=now_ms))
        after = self.state.games.get(number)
        if before is not None and after is not None and not isinstance(reply, Refused | NotSaved):
            for move in moved_time(before, after, now_ms, HERE):
                self._decide(Submission(move, now_ms))
        return reply

    def _decide_now(self, submission: Submission) -> Reply:
        transaction = self._transaction
        return Refused(CLOSED) if transaction is None else transaction.decide(submission)

    def _write_by_itself(self, command: Command, at_ms: int) -> Reply:
        """Decide and write a command of the program itself."""
        return self._write_alone(lambda: self._decide_now(Submission(command, at_ms)))

    def _write_alone(self, do: Callable[[], Reply]) -> Reply:
        """Let ``do`` decide one act, and write it."""
        replies: list[Reply] = []
        return self._write(lambda: replies.append(do())) or replies[-1]

    def _write(
        self, do: Callable[[], None], forget: Callable[[], None] = lambda: None
    ) -> NotSaved | None:
        """Let ``do`` decide acts, and write all of them or none. Nothing is published before it is
        durable. ``forget`` is called when ``do`` has to decide again.
        """
        self._transaction = transaction = self._new_transaction()
        try:
            transaction.write(do, forget)
        except (StoreError, OSError) as error:
            return not_saved(error)
        finally:
            self._transaction = None
            if transaction.written:
                self._on_written(tuple(transaction.written))
        return None

    def _new_transaction(self) -> Transaction:
        if self._station is not None:
            return self._station.transaction()
        return Transaction(self._event, self._report_fault)

    def _on_written(self, fresh: tuple[Record, ...], *, replaced: bool = False) -> None:
        """Take in rows that are durable. A later failure must not be reported as if the rows were
        not durable. If ``replaced``, some of them replace earlier rows.
        """
        try:
            trouble = self._backups.after(fresh, self._playing, self._event.log.copied)
        except Exception as error:
            self._report_fault(error)
            trouble = not_made(error)
        failure: Exception | None = None
        try:
            self._watch.watch(self.state, None if replaced else pressed_games(fresh))
        except Exception as error:
            failure = error
        self._publisher.publish(fresh, trouble)
        if self._station is not None:
            self._station.remember(replaced=replaced)
        if failure is None:
            self._publisher.worked(WATCH)
        else:
            self.failed(WATCH, failure)

    @property
    def _playing(self) -> int:
        """The number of the round under way, 0 if there is none."""
        latest = self.state.latest
        return latest.number if latest is not None and latest.stage is Stage.STARTED else 0

    def _flag_due(self, notice: Notice) -> None:
        game = self.state.games.get(getattr(notice, "game", 0))
        elsewhere = not self.runs(game.table if game else 0)
        if elsewhere or not self.attempt(say("let a flag fall"), lambda: self._let_fall(notice)):
            self._watch_again()

    def _let_fall(self, notice: Notice) -> None:
        if self._look_for_gap():
            if self._lost_time.is_unwritten:
                self._watch_again()
            return  # it is late, too
        self.do_waiting()
        reply = self._write_by_itself(notice, self.timeline.now_ms())
        if isinstance(reply, Refused):  # it could not be written; try again, not at once
            self._watch_again()
        else:
            self._watch.watch(self.state)

    def _watch_again(self) -> None:
        self._loop.call_later(BEAT_SECONDS, lambda: self._watch.watch(self.state))

    def _beat(self) -> None:
        """Notice whether the computer slept, and note that the program is running. Called once a
        second.
        """
        try:
            self.notice_gaps()
            self.attempt(
                say("compare the computer’s clock"), lambda: self._clock.compare(self.apart_ms)
            )
            if self._station is not None:
                self._station.beat()
            self._look_after_log()
        finally:
            self._loop.call_later(BEAT_SECONDS, self._beat)

    def _note_alive(self) -> None:
        if self._lost_time.is_unwritten:
            return
        if any(game.play.ticking for game in self.state.games.values()):
            with suppress(StoreError, OSError):  # the next append reports it
                now_ms, boot_instant = self.timeline.now_ms(), self.timeline.boot_instant()
                self._event.log.note_sign(now_ms, boot_instant)

    def _look_after_log(self) -> None:
        """Note that the program is running, and check that the file is in its place. Every few
        seconds, also move all rows from the journal into the file. Called once a second.
        """
        self._beats = (self._beats + 1) % GATHERED_BEATS
        self.attempt(ALIVE, self._note_alive)
        self.attempt(REACH, self._keep_in_place)

    def _keep_in_place(self) -> None:
        if trouble := self._event.log.look_after(gather=not self._beats):
            self._publisher.notify(trouble)

    def _look_for_gap(self) -> bool:
        """Look for lost time, and tell whether there was any. If a gap cannot be written now,
        nothing else is written before it.
        """
        found = self._lost_time.look()
        if found and not self._lost_time.is_unwritten:
            self._watch.after_gap(self.state)
        return found

    def _notify(self, trouble: str) -> None:
        """Notify the organizer of a problem. Called in the thread of a backup."""
        self.call(lambda: self._publisher.notify(trouble))

    def _report_fault(self, error: Exception, message: str = "") -> None:
        self._loop.call_exception_handler({"message": message, "exception": error})
