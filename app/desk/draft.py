"""Acts that are decided and not written yet."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.desk.event import HERE, PROGRAM, OpenEvent
from app.desk.log import Batch
from app.desk.replies import FAULT, Reply, not_saved
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.stations.roles import ACTORS, NOT_YOURS
from app.engine.acts.undo import Redone, Undone
from app.engine.decide import decide
from app.engine.language import say
from app.engine.subjects.rights import may
from app.store.errors import StoreError
from app.store.server.acts_again import with_act
from app.store.server.waiting import Act

ANOTHER = say("Another station")


@dataclass(frozen=True, slots=True)
class Submission:
    """A command, by whom and where it was given."""

    command: Command
    at_ms: int
    """When it was done."""
    station: str = HERE
    actor: str = PROGRAM
    insist: bool = False
    """Whether the organizer wants it in spite of a doubt."""
    written_ms: int | None = None
    """The instant of its rows, if it is not ``at_ms``."""


class Race:
    """What other stations wrote before some acts of this one, and how a refusal explains it."""

    def __init__(self) -> None:
        self.others: list[Record] = []
        """Rows of other stations that are not published yet."""
        self.first = ""
        """The stations that wrote first, or "" if none did."""
        self.accepted: list[Command] = []
        """Commands that were accepted before those rows were known."""

    def lost_to(self, records: Sequence[Record]) -> None:
        """Other stations wrote ``records`` first."""
        self.first = _stations(records)

    def explained(self, command: Command, refused: Refused) -> Refused:
        """Return the refusal; with the stations that were first if the command was accepted
        before.
        """
        if self.first and any(accepted is command for accepted in self.accepted):
            words = say(
                "{station} was first. {sentence}", station=self.first, sentence=refused.sentence
            )
            return replace(refused, sentence=words)
        return refused


class Draft:
    """Decides acts, each on the state that the earlier ones leave, and collects their rows. The
    event's fold has these rows, too: `RunningFold.go_back` takes them out again.
    """

    def __init__(
        self, event: OpenEvent, race: Race, report_fault: Callable[[Exception], None]
    ) -> None:
        self._event = event
        self._race = race
        self._report_fault = report_fault
        self.batch: Batch = event.log.batch()
        self.records: list[Record] = []
        self.acts: list[Act] = []
        self.was_refused = False
        """Whether the rules refused one of the acts."""

    def decide(self, submission: Submission) -> Reply:
        """Return the reply that holds once the draft is written.

        Rows that cannot be folded, by a fault of the program, are taken out again.
        """
        command, at_ms = submission.command, submission.at_ms
        actor, station = submission.actor, submission.station
        event = self._event
        # Where others wrote first, the organizer has not seen their rows.
        insist = submission.insist and not self._race.first
        events = decide(event.state, command, at_ms, insist=insist)
        if isinstance(events, Refused):
            self.was_refused = True
            return self._race.explained(command, events)
        if not events:
            return ()
        if actor != PROGRAM and not may(event.role, self._with_undone(events)):
            return Refused(NOT_YOURS[event.role])
        actor = ACTORS[event.role] if actor == ORGANIZER else actor
        self._race.accepted.append(command)
        row_ms = at_ms if submission.written_ms is None else submission.written_ms
        station = event.station if station == HERE else station
        try:
            fresh = self.batch.add(events, at_ms=row_ms, station=station, actor=actor)
        except StoreError as error:
            return not_saved(error)
        try:
            event.fold.add(fresh)
        except Exception as error:
            self.batch.drop(fresh)
            self._report_fault(error)
            return Refused(FAULT)
        self.records += fresh
        rows = tuple(self.batch.rows[-len(fresh) :])
        self.acts.append(Act(with_act(command, events), at_ms, station, actor, rows))
        return tuple(fresh)

    def _with_undone(self, events: Sequence[Event]) -> Iterator[Event]:
        """Yield these, and the acts that they undo or do again."""
        state = self._event.state
        steps = {step.seq: step.event for step in (*state.done, *state.undone)}
        for event in events:
            yield event
            if isinstance(event, Undone | Redone) and event.act in steps:
                yield steps[event.act]


def _stations(records: Sequence[Record]) -> str:
    """Return the stations at which these rows were written, as far as it was at the desk itself."""
    at_desks = (row.station for row in records if row.station.startswith(f"{HERE} "))
    return ", ".join(dict.fromkeys(name.removeprefix(f"{HERE} ") for name in at_desks)) or ANOTHER
