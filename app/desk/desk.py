"""The desk: the one writer of an event's log. One thread with one loop; every screen, table and
command line is its client. It lets the engine decide commands, writes the records and notifies its
clients.
"""

import asyncio
import threading
from collections import deque
from collections.abc import (
    Callable,
    Collection,
    Coroutine,
    Iterable,
)
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from app.clock.flag_watch import FlagWatch, Notice
from app.clock.timeline import Alarm, Gap, Timeline, WallTimeline
from app.desk.checkpoints import Checkpoints
from app.desk.computer_clock import APART_MS, apart_words
from app.desk.event import OpenEvent
from app.desk.log import B, Log
from app.desk.rejoin import Rejoin
from app.desk.replies import CLOSED, Listener, NotSaved, Reply, Snapshot, not_saved
from app.desk.writer import Writer
from app.engine.acts.commands import Command, NoticeGap, Refused
from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.stations.roles import ROLE_WORDS
from app.engine.acts.table import ClockPaused
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import pressed_games
from app.engine.language import plural, say
from app.engine.progress import Progress, no_progress
from app.engine.state import Stage, State
from app.engine.text import clock_words
from app.store.errors import Away, StoreError
from app.store.rescue.backups import Backups, Outcome, not_made
from app.views.stations import Stations

BEAT_SECONDS = 1.0
GATHERED_BEATS = 5
BACKUP_SECONDS = 5.0  # what the end of the desk leaves a copy that is being written
SHOW = say("show everybody what has changed")
WATCH = say("watch the clocks' flags")
SLEPT = say("This computer slept for {time}.")
STOPPED = say("Flagfall was stopped for {time}.")
ADD_WAITING = say("add what waited for the server")
LOST_TIME = say("see whether time was lost")
ASK = say(
    "{clocks} since then. On the Round page, count the gap or ignore it: at all tables or each."
)
WRONG_CHECKPOINT = say(
    "The event was opened with a saved state that does not match its rows. Flagfall has worked it"
    " out again from the rows; nothing is lost. Look over the results and clocks that were shown."
)
NOWHERE: frozenset[int] = frozenset()
T = TypeVar("T")


Closing: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits to be done with whatever else waits then; see `Desk.together`."""

    do: Callable[[], Any]
    answer: Callable[[Any], None]
    refuse: Callable[[NotSaved | BaseException], None]
    forget: Callable[[], None] = lambda: None
    """Before it is done again, for another station was first."""


class Desk:
    """Runs one event file. ``open_log`` is called in the desk's own thread."""

    def __init__(
        self,
        open_log: Callable[[], Log[B]],
        *,
        timeline: Timeline | None = None,
        backup_folder: Path | None = None,
    ) -> None:
        self.timeline = timeline or WallTimeline()
        self.report_progress: Progress = no_progress
        """Hears in the desk's thread how far the event is read. What it raises ends the desk."""
        self._open_log: Callable[[], Log[Any]] = open_log  # which batch is the log's own affair
        self._backups = Backups(backup_folder, self._tell)
        self._opened: Future[Snapshot] = Future()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="desk")
        self._listeners: list[Listener] = []
        self._closings: list[Closing] = []
        self._event: OpenEvent  # made in the desk's thread, as are the next two
        self._rejoin: Rejoin
        self._writer: Writer
        self._checkpoints = Checkpoints(self._loop, self._begun_wrong)
        self._watch = FlagWatch(self.timeline, self._loop, self._flag_due)
        self._log: Log[Any] | None = None
        self._waiting: deque[Waiting] = deque()
        self._beats = 0
        self._served: dict[str, frozenset[int]] = {}
        self._was_away = False
        self._hearing = False
        self._gaps: list[Gap] = []  # gaps that are not written yet
        self._failing: set[str] = set()
        self._apart_ms = 0  # as it was shown last

    def start(self) -> Future[Snapshot]:
        """Open the file and begin. The future has the whole event, or raises StoreError."""
        self._thread.start()
        return self._opened

    def submit(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
        at_ms: int | None = None,
    ) -> Future[Reply]:
        """Ask for something at this instant, or at an earlier one that a device stamped.

        The reply comes when it is durable, or refused.
        """
        asked_ms = self.timeline.now_ms() if at_ms is None else at_ms
        reply: Future[Reply] = Future()

        def refuse(error: NotSaved | BaseException) -> None:
            if isinstance(error, NotSaved):
                reply.set_result(error)
            else:
                reply.set_exception(error)

        def do() -> Reply:
            return self._handle(command, asked_ms, station, actor, insist=insist)

        waiting = Waiting(do, reply.set_result, refuse)
        self._waiting.append(waiting)
        if not self.call(self.do_waiting):
            with suppress(ValueError):  # the desk came to it when it ended
                self._waiting.remove(waiting)
                reply.set_result(Refused(CLOSED))
        return reply

    def act(
        self, command: Command, at_ms: int, *, station: str, actor: str, insist: bool = False
    ) -> Reply:
        """The same at once, for parts that live in the desk's loop; never from a listener.

        A row says when it was written; what it tells may have happened earlier, never later.
        Within `together` the reply is what will be durable when that is answered.
        """
        if not self._writer.is_deciding:
            self.do_waiting()
            self.notice_gaps()
        now_ms = self.timeline.now_ms()
        at_ms = min(at_ms, now_ms)

        def do() -> Reply:
            return self._handle(command, at_ms, station, actor, insist=insist, written_ms=now_ms)

        return do() if self._writer.is_deciding else self._writer.write_alone(do)

    def together(
        self,
        do: Callable[[], T],
        answer: Callable[[T], None],
        refuse: Callable[[NotSaved | BaseException], None],
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """Do something soon, together with everything else that waits then: its rows and theirs
        are made durable by one write. From within the loop only.

        ``do`` asks `act` and sees the event as it will be in `state`; nothing that it finds may be
        told to anybody yet. ``answer`` gets what it returned when all of it is durable. If nothing
        could be written ``refuse`` gets why, and the event is as it was before; what went wrong in
        ``do`` itself it gets, too, after what had been asked before is durable. Where another
        station was first, ``forget`` is called, and ``do`` once more.
        """
        self._waiting.append(Waiting(do, answer, refuse, forget))
        self._loop.call_soon(self.do_waiting)

    @property
    def state(self) -> State:
        """The event, with what is about to be written; only from within the loop."""
        return self._event.state

    def undo(self) -> Future[Reply]:
        return self.submit(Undo())

    def redo(self) -> Future[Reply]:
        return self.submit(Redo())

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` in the desk's thread with the present event, then at every change."""

        def join() -> None:
            self._listeners.append(listener)
            listener(Snapshot(self._state, len(self._records), tuple(self._records)))

        self.call(join)

    def unsubscribe(self, listener: Listener) -> None:
        """Remove a listener."""
        self.call(lambda: self._listeners.remove(listener))

    def run(self, guest: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run what lives in the desk's thread beside it, such as the tables' server.

        The future raises RuntimeError when the desk has ended.
        """
        try:
            return asyncio.run_coroutine_threadsafe(guest, self._loop)
        except RuntimeError as error:  # the loop is closed
            guest.close()
            ended: Future[T] = Future()
            ended.set_exception(error)
            return ended

    def before_end(self, closing: Closing) -> None:
        """Run something in the desk's thread before it ends. Call it in the desk's thread only."""
        self._closings.append(closing)

    def end_without(self, closing: Closing) -> None:
        """It has been run before; the same thread."""
        self._closings.remove(closing)

    def hold_flags(self, games: frozenset[int]) -> None:
        """From now on these games' flags wait. In the desk's thread only.

        Who knows that a table is out of touch is the station that runs it.
        """
        held = (self._state.games[game].table for game in games if game in self._state.games)
        self.serve("held", held)
        if games != self._watch.held:
            self._watch.held = games
            self._watch.watch(self._state)

    def announce_pages(self, address: str) -> None:
        """Where this station's pages are; empty while they are off. In the desk's thread only."""
        if self._log is not None:
            self._log.announce_pages(address)

    def halls(self) -> list[tuple[str, str]]:
        """The events of the same database whose pages are on, each with their address; this one
        alone is not among them where it is in a file. In the desk's thread only.
        """
        with suppress(StoreError):
            return self._log.halls() if self._log is not None else []
        return []

    def serve(self, what: str, tables: Iterable[int]) -> None:
        """From now on ``what``, such as the tablets, is at these tables here: this station runs
        them, unless another does. In the desk's thread only.
        """
        served = frozenset(tables)
        if served != self._served.get(what, NOWHERE):
            self._served[what] = served
            self._run_served()

    @property
    def stations(self) -> Stations | None:
        """Who runs the event, from any thread; None where it is in a file."""
        log = self._log
        if log is None or not log.station:
            return None
        role, waiting = ROLE_WORDS[log.role], len(log.waiting)
        return Stations(log.station, log.others, log.run_by, log.is_away, waiting, role)

    def runs(self, table: int) -> bool:
        """Whether flags of the table fall here; 0 for the round's clock."""
        return self._log is None or self._log.runs(table)

    def take_over(self, tables: Collection[int]) -> "Future[str]":
        """Run these tables here, whichever station has run them until now. The future has a
        sentence if that is not possible.
        """
        taken: Future[str] = Future()

        def take() -> None:
            try:
                if self._log is not None:
                    self._log.run(tables, take_over=True)
            except StoreError as error:
                taken.set_result(f"{error}")
            else:
                taken.set_result("")

        if not self.call(take):
            taken.set_result(CLOSED)
        return taken

    def _run_served(self) -> None:
        served = frozenset[int]().union(*self._served.values())
        if served and self._log is not None:
            with suppress(StoreError):  # it is asked again
                self._log.run(served, take_over=False)

    def set_backup_folders(self, beside: Path | None, second: Path | None) -> None:
        """Where copies go: to a folder that is made when it is needed, and to one of a stick."""

        def set_both() -> None:
            self._backups.beside, self._backups.second = beside, second

        self.call(set_both)

    def copy_now(self) -> Future[tuple[Outcome, ...]]:
        """Copy the event as it is to each folder for backups. The future raises StoreError."""
        answer: Future[tuple[Outcome, ...]] = Future()

        def copy() -> None:
            try:
                log = self._log
                assert log is not None  # the loop runs
                self._backups.copy_now(log.copied, answer.set_result)
            except Exception as error:
                answer.set_exception(error)

        if not self.call(copy):
            answer.set_exception(StoreError(CLOSED))
        return answer

    def stop(self) -> None:
        """Finish the acts that were submitted, close the file and end the thread."""
        self.call(self._loop.stop)
        if self._thread.is_alive():
            self._thread.join()

    def call(self, call: Callable[[], None]) -> bool:
        """Have something done in the desk's loop; False when that has ended."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)
            return True
        return False

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Alarm:
        """Have something done at an instant of the timeline; only from within the loop."""
        return self.timeline.call_at(self._loop, at_ms, call)

    def notice_gaps(self) -> None:
        """Look for a time that nobody kept, before anything that was done in it is judged; only
        from within the loop.
        """
        self.attempt(LOST_TIME, self._looked_for_gap)

    def attempt(self, what: str, call: Callable[[], object]) -> bool:
        """Do what is done again and again; whether it went well. Only from within the loop.

        A failure is shown to the EO once, until it has gone well: "Flagfall could not ``what``".
        """
        try:
            call()
        except Exception as error:
            self.failed(what, error)
            return False
        self._failing.discard(what)
        return True

    def failed(self, what: str, error: Exception) -> None:
        """Something that is done again and again has failed; only from within the loop."""
        if what in self._failing:
            return
        self._failing.add(what)
        self._note_fault(error, say("Could not {what}", what=what))
        why = getattr(error, "strerror", None) or f"{error}".rstrip(".") or type(error).__name__
        self._publish(
            (), say("Flagfall could not {what}: {why}. It keeps trying.", what=what, why=why)
        )

    def _note_fault(self, error: Exception, message: str = "") -> None:
        self._loop.call_exception_handler({"message": message, "exception": error})

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._log = self._open_log()
            self._begin(self._log)
            self._log.listen(self._heard)
        except BaseException as error:
            self._opened.set_exception(error)
        else:
            self.timeline.start()
            self._opened.set_result(Snapshot(self._state, len(self._records), tuple(self._records)))
            self._loop.run_forever()
            self.do_waiting()
            for closing in tuple(self._closings):
                self._loop.run_until_complete(closing())
            self.do_waiting()
        finally:
            self.timeline.stop()
            self._watch.stop()
            if self._log is not None:
                self._checkpoints.end()
                self._log.close()
            self._backups.wait(BACKUP_SECONDS)
            self._loop.close()
            self._turn_away()

    def _turn_away(self) -> None:
        """Acts that were submitted while the file was being closed are refused."""
        with suppress(IndexError):
            while True:
                late = self._waiting.popleft()
                with suppress(RuntimeError):  # whoever is told in the loop hears nothing more
                    late.refuse(NotSaved(CLOSED))

    def _begin(self, log: Log[Any]) -> None:
        """Fold the log; clocks that were running stand since the program was last alive."""
        self._event = event = self._checkpoints.begin(log, self.report_progress)
        replaced = partial(self._saw_written, replaced=True)
        self._rejoin = Rejoin(event, self.timeline.now_ms, replaced, self._note_fault)
        self._writer = Writer(event, self._rejoin, self._saw_written, self._note_fault)
        ahead_ms = log.clock_ahead_ms()
        behind_ms = self._behind_ms(ahead_ms) if self._state.time_shifts else 0
        if self._state.time_shifts or ahead_ms:
            self.timeline.begin_behind(behind_ms - ahead_ms)
        if (alive_ms := log.last_alive_ms) is not None:
            self.timeline.go_on_from(alive_ms)
            if not log.others:  # else they keep the time
                gap = NoticeGap(alive_ms, self.timeline.now_ms())
                self._writer.write_by_itself(gap, gap.to_ms)
        if log.others:
            self._watch.watch(self._state)
        else:
            self._watch.after_gap(self._state)
        if log.waiting:
            self._loop.call_soon(self._heard)
        self._loop.call_later(BEAT_SECONDS, self._beat)

    def _behind_ms(self, ahead_ms: int) -> int:
        """By how much the timeline is behind the clock of what keeps the event, ``ahead_ms`` ahead
        of the computer's, after the times were corrected.

        A clock that was wrong then may have been put right since. It is what leaves the shorter
        time since the last row, so that no game loses time by it.
        """
        right_ms, then_ahead_ms = self._state.shift_ms, self._state.computer_ahead_ms
        same_ms = right_ms + then_ahead_ms  # the clock is as wrong as it was
        if abs(then_ahead_ms) < APART_MS:
            return same_ms
        wall_ms = self.timeline.now_ms() - self.timeline.ahead_ms() + ahead_ms
        last_ms = max((record.at_ms for record in self._records), default=0)
        possible = [by_ms for by_ms in (right_ms, same_ms) if wall_ms - by_ms >= last_ms]
        return max(possible, default=min(right_ms, same_ms))

    def do_waiting(self) -> None:
        """Decide the waiting commands in order, each on the state that the earlier ones leave, and
        write all records at once. Then notify the listeners and answer the callers. By itself this
        is done soon; from within the loop only.
        """
        if not self._waiting:
            return
        self.notice_gaps()
        waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
        values, faults = list[Any](), dict[int, BaseException]()

        def do() -> None:
            values.clear()
            faults.clear()
            for place, entry in enumerate(waiting):
                try:
                    values.append(entry.do())
                except BaseException as error:
                    values.append(None)
                    faults[place] = error

        def forget() -> None:
            for entry in waiting:
                entry.forget()

        try:
            refusal = self._writer.write_together(do, forget)
        except Exception as error:
            self._note_fault(error)
            refusal = not_saved(error)
        for place, entry in enumerate(waiting):
            error_of_it = refusal or faults.get(place)
            try:
                if error_of_it is None:
                    entry.answer(values[place])
                else:
                    entry.refuse(error_of_it)
            except Exception as error:  # the others are answered all the same
                self._note_fault(error)

    def _heard(self) -> None:
        """Other stations may have written; from any thread."""
        if not self._hearing:
            self._hearing = True
            self.call(self._hear_others)

    def _hear_others(self) -> None:
        self._hearing = False
        if (log := self._log) is None:
            return
        with suppress(Away):  # `gather` has more to say of that
            if log.waiting:
                self.attempt(ADD_WAITING, self._try_to_rejoin)
            if records := self._event.read_on():
                self._saw_written(tuple(records))

    @property
    def _playing(self) -> int:
        """The number of the round under way, 0 for none."""
        latest = self._state.latest
        return latest.number if latest is not None and latest.stage is Stage.STARTED else 0

    def _try_to_rejoin(self) -> None:
        """Join the other stations again; a server that is still away is no trouble."""
        with suppress(Away):
            self._publish((), self._rejoin.rejoin())

    def _saw_written(self, fresh: tuple[Record, ...], *, replaced: bool = False) -> None:
        """These rows are durable: whatever goes wrong from here on, nobody is told otherwise.
        ``replaced``: some are in place of others.
        """
        try:
            trouble = self._backups.after(fresh, self._playing, self._event.log.copied)
        except Exception as error:
            self._note_fault(error)
            trouble = not_made(error)
        failure: Exception | None = None
        try:
            self._watch.watch(self._state, None if replaced else pressed_games(fresh))
        except Exception as error:
            failure = error
        self._publish(fresh, trouble)
        if failure is None:
            self._failing.discard(WATCH)
        else:
            self.failed(WATCH, failure)

    def _handle(
        self,
        command: Command,
        at_ms: int,
        station: str,
        actor: str,
        *,
        insist: bool,
        written_ms: int | None = None,
    ) -> Reply:
        """A time that nobody kept is written before anything that came after it."""
        if self._gaps:
            return NotSaved(
                say("Not saved: the lost time could not be written to the disk. Try again.")
            )
        return self._writer.decide(
            command, at_ms, station, actor, insist=insist, written_ms=written_ms
        )

    def _publish(self, fresh: tuple[Record, ...], trouble: str, apart_ms: int = 0) -> None:
        snapshot = Snapshot(self._state, len(self._records), fresh, trouble, apart_ms)
        failures: list[Exception] = []
        for listener in tuple(self._listeners):
            try:
                listener(snapshot)
            except Exception as error:  # the others hear of it all the same
                failures.append(error)
        if failures:
            self.failed(SHOW, failures[0])
        elif fresh:
            self._failing.discard(SHOW)

    def _tell(self, trouble: str) -> None:
        """From a thread beside the desk."""
        self.call(lambda: self._publish((), trouble))

    def _flag_due(self, notice: Notice) -> None:
        game = self._state.games.get(getattr(notice, "game", 0))
        elsewhere = not self.runs(game.table if game else 0)
        if elsewhere or not self.attempt(say("let a flag fall"), lambda: self._let_fall(notice)):
            self._watch_again()

    def _let_fall(self, notice: Notice) -> None:
        if self._looked_for_gap():
            if self._gaps:
                self._watch_again()
            return  # it is late, too
        self.do_waiting()
        reply = self._writer.write_by_itself(notice, self.timeline.now_ms())
        if isinstance(reply, Refused):  # it could not be written; try again, not at once
            self._watch_again()
        else:
            self._watch.watch(self._state)

    def _watch_again(self) -> None:
        self._loop.call_later(BEAT_SECONDS, lambda: self._watch.watch(self._state))

    def _beat(self) -> None:
        """Once a second: notice a machine that slept, and remember that we were here."""
        try:
            self.notice_gaps()
            self.attempt(say("note that it is running"), self._note_alive)
            self.attempt(say("compare the computer's clock"), self._compare_clocks)
            if self._log is not None and self._log.waiting:
                self._heard()
            self._run_served()
            self._beats = (self._beats + 1) % GATHERED_BEATS
            is_away = self._log is not None and self._log.is_away
            if not self._beats or is_away != self._was_away:
                self._was_away = is_away
                self.attempt(say("reach the event's file"), self._gather)
            if not self._beats:
                self._checkpoints.after_a_while()
        finally:
            self._loop.call_later(BEAT_SECONDS, self._beat)

    def _note_alive(self) -> None:
        if self._log is None or self._gaps:
            return
        if any(game.play.ticking for game in self._state.games.values()):
            with suppress(StoreError, OSError):  # the next append will say so
                self._log.note_alive(self.timeline.now_ms())

    @property
    def _state(self) -> State:
        return self._event.state

    @property
    def _records(self) -> list[Record]:
        return self._event.records

    @property
    def apart_ms(self) -> int:
        """By how much the time that the event shows is ahead of the computer's clock."""
        return self.timeline.ahead_ms() + self._state.shift_ms

    def _compare_clocks(self) -> None:
        """Reports once that the wall clock was set or was wrong when the event began."""
        apart_ms = self.apart_ms
        if abs(apart_ms) < APART_MS:
            self._apart_ms = 0
        elif abs(apart_ms - self._apart_ms) >= APART_MS:
            self._apart_ms = apart_ms
            self._publish((), apart_words(apart_ms), apart_ms)

    def _gather(self) -> None:
        if self._log is not None and (trouble := self._log.gather()):
            self._publish((), trouble)

    def _begun_wrong(self) -> None:
        """The checkpoint that the event began with was wrong; its rows have the last word."""
        state = self._event.fold.begin_anew()
        self._watch.watch(state)
        self._publish((), WRONG_CHECKPOINT)

    def _looked_for_gap(self) -> bool:
        """Whether nobody kept the time for a while. What cannot be written yet stays in ``_gaps``
        and is written before anything else.
        """
        while gap := self.timeline.look_for_gap():
            self._gaps.append(gap)
        if self._gaps and self._log is not None and self._log.others:
            self._gaps.clear()  # they kept the time
        if not self._gaps:
            return False
        while self._gaps:
            gap = self._gaps[0]
            notice = NoticeGap(gap.from_ms, gap.to_ms)
            reply = self._writer.write_by_itself(notice, gap.to_ms)
            if isinstance(reply, NotSaved):
                return True
            del self._gaps[0]
            self._ask_about(gap, reply)
        self._watch.after_gap(self._state)
        return True

    def _ask_about(self, gap: Gap, reply: Reply) -> None:
        """One sentence for the room, where clocks stand because of it."""
        rows = () if isinstance(reply, Refused) else reply
        standing = sum(isinstance(row.event, ClockPaused) for row in rows)
        if standing:
            what = (SLEPT if gap.asleep else STOPPED).format(
                time=clock_words(gap.to_ms - gap.from_ms)
            )
            clocks = plural(standing, "One clock has stood", "{count} clocks have stood")
            self._publish((), f"{what} {ASK.format(clocks=clocks)}")
