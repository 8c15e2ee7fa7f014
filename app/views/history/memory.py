"""The data of the history beside the state: earlier rows, and acts that no longer count."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.engine.acts.events import Event, Record
from app.engine.acts.rounds import Seating
from app.engine.acts.setup import CreateEvent, SettingsChanged
from app.engine.acts.undo import Redone, Undone
from app.engine.subjects.act import Remembered
from app.engine.subjects.every import RECORDS, is_undoable


@dataclass(frozen=True, slots=True)
class HistoryMemory:
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

    values: dict[Hashable, list[tuple[int, Any]]] = field(default_factory=dict)
    """What acts set, by its key: each act and its value."""
    were: dict[int, Mapping[Hashable, Any]] = field(default_factory=dict)
    """The values that a row replaced, by its number."""

    def learn(self, records: Iterable[Record]) -> bool:
        """Take in rows in their order; whether earlier rows count differently now."""
        before = set(self.undone)
        for record in records:
            if is_undoable(record.event):
                self.acts.setdefault(record.act, record.event)
            if (remembers := RECORDS[type(record.event)].remembers) is not None:
                self._remember(record, remembers(record.event))
            if (sets := RECORDS[type(record.event)].sets) is not None:
                self._replace(record, sets.values(record.event))
            match record.event:
                case Undone(act):
                    self.undone.add(act)
                case Redone(act):
                    self.undone.discard(act)
                case _:
                    pass
        return before != self.undone

    def _replace(self, record: Record, values: Mapping[Hashable, Any]) -> None:
        were: dict[Hashable, Any] = {}
        for key, value in values.items():
            rows = self.values.setdefault(key, [])
            counting = [before for act, before in rows if act not in self.undone]
            if counting:
                were[key] = counting[-1]
            rows.append((record.act, value))
        self.were[record.seq] = were

    def _remember(self, record: Record, remembered: Remembered) -> None:
        self.seatings.update((seating.game, seating) for seating in remembered.seatings)
        self.names.update(remembered.names)
        if remembered.settings is not None:
            counting = [change for act, change in self.changes.items() if act not in self.undone]
            if counting:
                self.settings[record.seq] = counting[-1]
            self.changes[record.act] = remembered.settings
