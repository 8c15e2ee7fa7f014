"""An event in memory that answers like a desk on a file, for thousands of games in a row."""

from collections.abc import Iterable

from app.clock.flag_watch import Notice, next_due
from app.clock.timeline import SetTimeline
from app.engine import (
    ORGANIZER,
    Command,
    Record,
    Refused,
    RunningFold,
    State,
    decide_command,
)
from app.headless.desk_session import NotDone


class MemoryDesk:
    """A replacement for `DeskSession` that stores nothing. It may begin with the records of another
    desk.
    """

    def __init__(self, timeline: SetTimeline, records: Iterable[Record] = ()) -> None:
        self._timeline = timeline
        self._fold = RunningFold(records)

    @property
    def records(self) -> list[Record]:
        return self._fold.records

    @property
    def state(self) -> State:
        return self._fold.state

    @property
    def next_due(self) -> tuple[int, Notice] | None:
        return next_due(self.state)

    def try_to(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...] | Refused:
        at_ms = self._timeline.now_ms()
        events = decide_command(self.state, command, at_ms, insist=insist)
        if isinstance(events, Refused):
            return events
        act = len(self.records) + 1
        fresh = tuple(
            Record(seq, act, at_ms, station, actor, event)
            for seq, event in enumerate(events, start=act)
        )
        self._fold.add(fresh)
        return fresh

    def do(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> tuple[Record, ...]:
        """Carry out a command and return its rows. Raises NotDone if the command is refused."""
        reply = self.try_to(command, actor=actor, station=station, insist=insist)
        if isinstance(reply, Refused):
            raise NotDone(reply.sentence)
        return reply
