"""A transaction of an event that several stations run. If another station writes first, the acts
are decided again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.desk.event import HERE, PROGRAM, EventAtDesk
from app.desk.log import Shared
from app.desk.replies import Reply
from app.desk.transaction import Submission, Transaction
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.stations.roles import ACTORS, NOT_YOURS
from app.engine.acts.undo import Redone, Undone
from app.engine.decide import decide
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.subjects.rights import may
from app.store.errors import Overtaken
from app.store.server.acts_again import with_act
from app.store.server.waiting import WaitingAct

ANOTHER = say("Another station")


class Race:
    """The rows that other stations wrote before some acts of this station, and the refusals that
    these rows explain.
    """

    def __init__(self) -> None:
        self.others: list[Record] = []
        """Rows of other stations that are not published yet."""
        self.first = ""
        """The stations that wrote first, or "" if none did."""
        self.accepted: list[Command] = []
        """Commands that were accepted before the rows of the other stations were known."""

    def lost_to(self, records: Sequence[Record]) -> None:
        """Note that other stations wrote ``records`` first."""
        self.first = _stations(records)

    def explained(self, command: Command, refused: Refused) -> Refused:
        """Return the refusal. If the command had been accepted before other stations wrote, the
        refusal names those stations.
        """
        if self.first and any(accepted is command for accepted in self.accepted):
            words = say(
                "{station} was first. {sentence}", station=self.first, sentence=refused.sentence
            )
            return replace(refused, sentence=words)
        return refused


class SharedTransaction(Transaction):
    """A transaction of a shared event: other stations may write before it does. Used in the desk's
    thread only.
    """

    def __init__(
        self,
        event: EventAtDesk,
        shared: Shared[Any],
        race: Race,
        report_fault: Callable[[Exception], None],
        mark_shared: Callable[[Sequence[Record]], None] = lambda _records: None,
    ) -> None:
        """Begin a transaction. ``mark_shared`` is called with the rows once they are written; see
        `Rejoin.mark_shared`.
        """
        super().__init__(event, report_fault)
        self._shared = shared
        self._race = race
        self._mark_shared = mark_shared
        self.acts: list[WaitingAct] = []
        self._was_refused = False
        """True if the rules refused one of the acts."""

    def decide(self, submission: Submission) -> Reply:
        """Decide a command, and return the reply that holds once the transaction is written."""
        command, actor, role = submission.command, submission.actor, self._shared.role
        # If others wrote first, the organizer has not seen their rows.
        insist = submission.insist and not self._race.first
        events = decide(self._event.state, command, submission.at_ms, insist=insist)
        if isinstance(events, Refused):
            self._was_refused = True
            return self._race.explained(command, events)
        if not events:
            return ()
        if actor != PROGRAM and not may(role, self._with_undone(events)):
            return Refused(NOT_YOURS[role])
        actor = ACTORS[role] if actor == ORGANIZER else actor
        self._race.accepted.append(command)
        reply = self._add(submission, events, actor)
        if not isinstance(reply, Refused):
            rows = tuple(self.batch.rows[-len(reply) :])
            command = with_act(command, events)
            self.acts.append(WaitingAct(command, submission.at_ms, reply[0].station, actor, rows))
        return reply

    def write(self, do: Callable[[], None], forget: Callable[[], None]) -> None:
        """Let ``do`` decide acts, and write them. Raise StoreError if they cannot be written; then
        the event is as it was before, except for the rows of other stations.

        If other stations wrote first, ``forget`` is called, and ``do`` decides again on the event
        as they left it.
        """
        race = self._race
        try:
            while not self._attempt(do):
                forget()
                race.lost_to(race.others)
        finally:
            self._shared.release()
            self.written[:0] = race.others

    def _attempt(self, do: Callable[[], None]) -> bool:
        """Decide and write the acts once, and tell whether the result stands. The result does not
        stand if other stations have written first. That also applies if all acts were refused,
        because the rows of the other stations may allow them.
        """
        event, shared, race = self._event, self._shared, self._race
        self.batch, self.records, self.acts = event.log.batch(), [], []
        self._was_refused = False
        event.fold.mark()
        try:
            do()
            if self.records:
                shared.write(self.batch, self.acts)
                self._mark_shared(self.records)
            elif self._was_refused and shared.others and not shared.waiting:
                race.others += (more := event.read_on(shared))
                return not more
        except BaseException as error:
            event.fold.go_back()
            if not isinstance(error, Overtaken):
                raise
            race.others += event.read_on(shared)
            return False
        self.written += self.records
        return True

    def _with_undone(self, events: Sequence[Event]) -> Iterator[Event]:
        """Yield each event. If it undoes or redoes an act, also yield the event of that act."""
        state = self._event.state
        steps = {step.seq: step.event for step in (*state.done, *state.undone)}
        for event in events:
            yield event
            if isinstance(event, Undone | Redone) and event.act in steps:
                yield steps[event.act]


def _stations(records: Sequence[Record]) -> str:
    """Return the names of the stations at whose desks these rows were written."""
    at_desks = (row.station for row in records if row.station.startswith(f"{HERE} "))
    return ", ".join(dict.fromkeys(name.removeprefix(f"{HERE} ") for name in at_desks)) or ANOTHER
