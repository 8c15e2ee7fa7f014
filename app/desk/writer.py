"""Decides acts and writes what they come to: all of it or nothing. Other stations may write first;
then the acts are decided again.
"""

from collections.abc import Callable

from app.desk.draft import Draft, Race, Submission
from app.desk.event import OpenEvent
from app.desk.rejoin import Rejoin
from app.desk.replies import CLOSED, NotSaved, Reply, not_saved
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.store.errors import Overtaken, StoreError


class Writer:
    """Used in the desk's thread only."""

    def __init__(
        self,
        event: OpenEvent,
        rejoin: Rejoin,
        on_written: Callable[[tuple[Record, ...]], None],
        report_fault: Callable[[Exception], None],
    ) -> None:
        """``on_written`` gets the rows that have become durable, and those that other stations
        wrote before them.
        """
        self._event = event
        self._rejoin = rejoin
        self._on_written = on_written
        self._report_fault = report_fault
        self._draft: Draft | None = None

    @property
    def is_deciding(self) -> bool:
        """Whether acts are being decided that will be written together."""
        return self._draft is not None

    def decide(self, submission: Submission) -> Reply:
        """Decide one of the acts that are written together; see `Draft.decide`."""
        return Refused(CLOSED) if self._draft is None else self._draft.decide(submission)

    def write_by_itself(self, command: Command, at_ms: int) -> Reply:
        """Decide and write what the program itself noticed."""
        return self.write_alone(lambda: self.decide(Submission(command, at_ms)))

    def write_alone(self, do: Callable[[], Reply]) -> Reply:
        """Have ``do`` decide one act, and write it."""
        replies: list[Reply] = []
        return self.write_together(lambda: replies.append(do())) or replies[-1]

    def write_together(
        self, do: Callable[[], None], forget: Callable[[], None] = lambda: None
    ) -> NotSaved | None:
        """Have ``do`` decide acts, and write them. If they cannot be written, the event is as it
        was. Nothing is published before it is durable.

        Where other stations wrote first, ``forget`` is called, and ``do`` decides again by the
        event as they left it.
        """
        log, race = self._event.log, Race()
        written: tuple[Record, ...] | None = None
        try:
            while (written := self._attempt(do, race)) is None:
                forget()
                race.lost_to(race.others)
        except (StoreError, OSError) as error:
            return not_saved(error)
        finally:
            log.release()
            if race.others or written:
                self._on_written((*race.others, *(written or ())))
        return None

    def _attempt(self, do: Callable[[], None], race: Race) -> tuple[Record, ...] | None:
        """Return the rows of the acts, written. None where other stations have written first, even
        if the acts were only refused by what is known here.
        """
        event, log = self._event, self._event.log
        self._draft = draft = Draft(event, race, self._report_fault)
        event.fold.mark()
        try:
            do()
            if draft.records:
                log.write(draft.batch, draft.acts)
                self._rejoin.keep_shared(draft.records)
            elif draft.was_refused and log.others and not log.waiting:
                race.others += (more := event.read_on())
                return None if more else ()
        except BaseException as error:
            event.fold.go_back()
            if not isinstance(error, Overtaken):
                raise
            race.others += event.read_on()
            return None
        finally:
            self._draft = None
        return tuple(draft.records)
