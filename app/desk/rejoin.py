"""Rejoins the database server: once the server is back, the acts that were done without it are
added to the event.
"""

from collections.abc import Callable, Sequence
from typing import Any

from app.desk.event import HERE, PROGRAM, EventAtDesk
from app.desk.log import Shared
from app.desk.replies import Reply
from app.desk.shared_transaction import Race, SharedTransaction
from app.desk.transaction import Submission
from app.engine.acts.commands import Refused
from app.engine.acts.events import Record
from app.engine.acts.stations.aside import ActSetAside
from app.engine.evolve.running_fold import RunningFold
from app.engine.kept_words import keep_words
from app.engine.language import Source, hear, plural, say
from app.engine.remarks import Remark
from app.engine.state import State
from app.store.log import codec
from app.store.server.acts_again import ActsAgain
from app.store.server.waiting import WaitingAct
from app.views.history.rows import describe

ALREADY_SO = say("Nothing changed: that was already set.")


def rejoined_words(acts: int, aside: int) -> str:
    """Return the organizer's message that the server is back. ``acts`` is how many acts had waited
    for the server, ``aside`` how many of these could not be added.
    """
    words = plural(
        acts,
        "The database server is back. {count} change from this computer was added.",
        "The database server is back. {count} changes from this computer were added.",
    )
    if not aside:
        return words
    return plural(
        aside,
        "The database server is back. {count} of {acts} could not be added. Press the"
        " button at the bottom left to read it.",
        "The database server is back. {count} of {acts} could not be added. Press the"
        " button at the bottom left to read them.",
        acts=plural(
            acts, "{count} change from this computer", "{count} changes from this computer"
        ),
    )


def kept_description(record: Record, state: State) -> Remark:
    """Return the description of a row's act in the words of the history, in the form that a row
    stores.
    """
    with hear() as heard:
        words = describe(record, state)
    return keep_words(words, heard)


class Rejoin:
    """Rejoins the server after a time without it. Used in the desk's thread only."""

    def __init__(
        self,
        event: EventAtDesk,
        log: Shared[Any],
        now_ms: Callable[[], int],
        on_replaced: Callable[[tuple[Record, ...]], None],
        report_fault: Callable[[Exception], None],
    ) -> None:
        """Prepare to rejoin an event to its server. If some rows replace others, ``on_replaced`` is
        called with all rows after those that the server already had.
        """
        self._event = event
        self._log = log
        self._now_ms = now_ms
        self._on_replaced = on_replaced
        self._report_fault = report_fault
        self._shared: RunningFold | None = None  # without the acts that wait for the server
        if log.waiting:  # an earlier run of the program left them
            self._shared = RunningFold(event.records[: log.shared_rows])

    def mark_shared(self, fresh: Sequence[Record]) -> None:
        """Keep a copy of the event as the server has it, without ``fresh``, if ``fresh`` are the
        first rows that wait for the server. Call this right after ``fresh`` are written. The
        event's fold must have been marked before they were added to it.
        """
        if not self._log.waiting:
            self._shared = None
        elif self._shared is None:
            self._event.fold.go_back()
            self._shared = self._event.fold.copied()
            self._event.fold.add(fresh)

    def rejoin(self) -> str:
        """Add the acts that were done without the server, and return the message for the organizer.
        If other stations have written meanwhile, the acts are decided again. Raise StoreError if
        the server is away again or refuses.
        """
        event, log, shared = self._event, self._log, self._shared
        assert shared is not None  # something waits
        known, acts = len(shared.records), len(log.waiting)
        aside, changed = len(event.state.acts_aside), False
        try:
            while not log.rejoin():
                self._decide_again(shared)
                changed = True
            self._shared = None
        finally:
            log.release()
            if changed:
                self._on_replaced(tuple(event.records[known:]))
        return rejoined_words(acts, len(event.state.acts_aside) - aside)

    def _decide_again(self, shared: RunningFold) -> None:
        """Decide the waiting acts again, based on the event as the other stations left it."""
        event, log = self._event, self._log
        seen, waiting = event.state, log.waiting
        others = log.records(len(shared.records))
        race = Race()
        race.lost_to(others)
        shared.add(others)
        shared.mark()
        event.fold = shared.copied()
        draft = SharedTransaction(event, log, race, self._report_fault)
        again = ActsAgain(others)
        for act in waiting:
            self._add_again(act, again, seen, draft, race)
            log.keep_turn()
        log.replace_waiting(draft.batch, draft.acts)
        event.fold.mark()

    def _add_again(
        self, act: WaitingAct, again: ActsAgain, seen: State, draft: SharedTransaction, race: Race
    ) -> None:
        """Decide one act again. If it is refused, a row for the organizer takes its place."""
        before = codec.records(act.rows)
        command = again.renumbered(act.command)
        now_ms = self._now_ms()
        fault, heard = again.fault(command, before), dict[str, Source]()
        reply: Reply = Refused(fault)
        if not fault:
            race.accepted = [command]
            with hear() as heard:
                reply = draft.decide(
                    Submission(command, act.at_ms, act.station, act.actor, written_ms=now_ms)
                )
        after = () if isinstance(reply, Refused) else reply
        again.learn(before, after)
        if after or act.actor == PROGRAM:
            return
        aside = ActSetAside(
            act.at_ms,
            self._station_of(act),
            act.actor,
            kept_description(before[0], seen),
            keep_words(reply.sentence if isinstance(reply, Refused) else ALREADY_SO, heard),
        )
        draft.decide(Submission(aside, now_ms))

    def _station_of(self, act: WaitingAct) -> str:
        """Return the name of the station at which the act was done. Acts of tablets and phones
        belong to this station.
        """
        at_desk = act.station.startswith(HERE)
        station = act.station if at_desk else self._event.station
        return station.removeprefix(HERE).strip()
