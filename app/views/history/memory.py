"""The data of the history beside the state: earlier rows, and acts that no longer count."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.engine.acts.draw import PairingsChanged
from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayersAdded
from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.acts.setup import CreateEvent, SettingsChanged
from app.engine.acts.undo import Redone, Undone
from app.engine.subjects.every import is_undoable


@dataclass(frozen=True, slots=True)
class Memory:
    """What the log said once and the state may no longer hold, an undone draw for instance."""

    seatings: dict[int, Seating] = field(default_factory=dict)
    """Where each game was last drawn to."""
    names: dict[int, str] = field(default_factory=dict)
    acts: dict[int, Event] = field(default_factory=dict)
    """What can be undone, by its act: no press is."""
    undone: set[int] = field(default_factory=set)
    """Acts that do not count now."""
    settings: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)
    """Those in force before each change of them, by the number of its row."""
    changes: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)
    """All that set them, by their acts."""

    def learn(self, records: Iterable[Record]) -> bool:
        """Take in rows in their order; whether earlier rows count differently now."""
        before = set(self.undone)
        for record in records:
            if is_undoable(record.event):
                self.acts.setdefault(record.act, record.event)
            lesson = LESSONS.get(type(record.event))
            if lesson is not None:
                lesson(self, record, record.event)
        return before != self.undone


def _drawn(memory: Memory, _record: Record, event: RoundDrawn) -> None:
    memory.seatings.update((seating.game, seating) for seating in event.seatings)


def _pairings_changed(memory: Memory, _record: Record, event: PairingsChanged) -> None:
    memory.seatings.update((seating.game, seating) for seating in event.places)


def _players_added(memory: Memory, _record: Record, event: PlayersAdded) -> None:
    memory.names.update((number, entry.name) for number, entry in event.players)


def _settings_set(memory: Memory, record: Record, event: CreateEvent | SettingsChanged) -> None:
    counting = [change for act, change in memory.changes.items() if act not in memory.undone]
    if counting:
        memory.settings[record.seq] = counting[-1]
    memory.changes[record.act] = event


def _undone(memory: Memory, _record: Record, event: Undone) -> None:
    memory.undone.add(event.act)


def _redone(memory: Memory, _record: Record, event: Redone) -> None:
    memory.undone.discard(event.act)


LESSONS: Mapping[type, Callable[[Memory, Record, Any], None]] = {
    RoundDrawn: _drawn,
    PairingsChanged: _pairings_changed,
    PlayersAdded: _players_added,
    CreateEvent: _settings_set,
    SettingsChanged: _settings_set,
    Undone: _undone,
    Redone: _redone,
}
"""What the history remembers of a row; of the others it remembers only their acts."""
