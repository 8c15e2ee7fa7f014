"""Acts that are decided in order and written at once: all of them or none."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from app.desk.event import HERE, PROGRAM, EventAtDesk
from app.desk.log import ActBatch
from app.desk.replies import FAULT, Reply, not_saved
from app.engine.acts.commands import Command, NotSaved, Refused
from app.engine.acts.events import Event, Record
from app.engine.decide import decide
from app.store.errors import StoreError


class Submission(Struct, frozen=True):
    """A command that ``actor`` gave at ``station``, which is a desk, a tablet or a phone."""

    command: Command
    at_ms: int
    """The instant at which the command was given."""
    station: str = HERE
    actor: str = PROGRAM
    insist: bool = False
    """True if the organizer wants the command carried out despite a doubt."""
    written_ms: int | None = None
    """The instant at which its rows are written, if that is not ``at_ms``."""


class TransactionPart(Struct, frozen=True):
    """A part of a transaction. `Desk.together` explains its fields."""

    do: Callable[[], Any]
    answer: Callable[[Any], None]
    refuse: Callable[[NotSaved | BaseException], None]
    forget: Callable[[], None] = lambda: None


class Transaction:
    """Decides acts, each on the state that the earlier ones leave, and writes their rows. Until
    then the rows are only in the event's fold. Used in the desk's thread only.
    """

    def __init__(self, event: EventAtDesk, report_fault: Callable[[Exception], None]) -> None:
        self._event = event
        self._report_fault = report_fault
        self.batch: ActBatch = event.log.batch()
        self.records: list[Record] = []
        """The rows of the acts."""
        self.written: list[Record] = []
        """The rows that are durable and not published yet."""

    def decide(self, submission: Submission) -> Reply:
        """Decide a command, and return the reply that holds once the transaction is written."""
        events = decide(
            self._event.state, submission.command, submission.at_ms, insist=submission.insist
        )
        if isinstance(events, Refused):
            return events
        return self._add(submission, events, submission.actor) if events else ()

    def write(self, do: Callable[[], None], forget: Callable[[], None]) -> None:
        """Let ``do`` decide acts, and write them. Raise StoreError if they cannot be written; then
        the event is as it was before.
        """
        self._event.fold.mark()
        try:
            do()
            if self.records:
                self._event.log.write(self.batch)
        except BaseException:
            self._event.fold.go_back()
            raise
        self.written += self.records

    def _add(self, submission: Submission, events: Sequence[Event], actor: str) -> Reply:
        """Add an act's rows. If they cannot be folded, because of a fault of the program, they are
        removed again.
        """
        row_ms = submission.at_ms if submission.written_ms is None else submission.written_ms
        station = self._event.station if submission.station == HERE else submission.station
        try:
            fresh = self.batch.add(events, at_ms=row_ms, station=station, actor=actor)
        except StoreError as error:
            return not_saved(error)
        try:
            self._event.fold.add(fresh)
        except Exception as error:
            self.batch.drop(fresh)
            self._report_fault(error)
            return Refused(FAULT)
        self.records += fresh
        return tuple(fresh)


def settle(
    parts: Sequence[TransactionPart],
    write: Callable[[Callable[[], None], Callable[[], None]], NotSaved | None],
    report_fault: Callable[[Exception], None],
) -> None:
    """Run the parts in one call of ``write``, and then answer or refuse each of them."""
    values, faults = list[Any](), dict[int, BaseException]()

    def do() -> None:
        values.clear()
        faults.clear()
        for place, part in enumerate(parts):
            try:
                values.append(part.do())
            except BaseException as error:
                values.append(None)
                faults[place] = error

    def forget() -> None:
        for part in parts:
            part.forget()

    try:
        refusal = write(do, forget)
    except Exception as error:
        report_fault(error)
        refusal = not_saved(error)
    for place, part in enumerate(parts):
        fault = refusal or faults.get(place)
        try:
            if fault is None:
                part.answer(values[place])
            else:
                part.refuse(fault)
        except Exception as error:  # the others are still answered
            report_fault(error)
