"""The data that the history needs besides the state: earlier rows, and acts that no longer
count.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from app.engine.acts.events import Event, Record
from app.engine.acts.rounds import Seating
from app.engine.acts.setup import CreateEvent, SettingsChanged
from app.engine.acts.undo import Redone, Undone
from app.engine.subjects.act import Remembered, Sets
from app.engine.subjects.every import RECORDS, is_undoable

NOTHING: Mapping[Hashable, Any] = {}
"""An empty mapping of replaced values, shared by all rows that replace none."""


class HistoryMemory(Struct, frozen=True):
    """Facts from earlier rows of the log that the state may no longer contain, such as an undone
    draw.
    """

    seatings: dict[int, Seating] = field(default_factory=dict)
    """The last seating of each game, by its number."""
    names: dict[int, str] = field(default_factory=dict)
    acts: dict[int, Event] = field(default_factory=dict)
    """The first event of each act that can be undone, by the act's number. Presses at tables cannot
    be undone.
    """
    undone: set[int] = field(default_factory=set)
    """The acts that are undone at present."""
    settings: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)
    """The settings in force before each change of settings, by the row number of the change."""
    changes: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)
    """All events that set the settings, by their acts."""

    values: dict[Hashable, tuple[Any, ...]] = field(default_factory=dict)
    """The acts that set a value, each followed by the value that it set, by the value's key."""
    were: dict[int, Mapping[Hashable, Any]] = field(default_factory=dict)
    """The values that a row replaced, by the row's number. A row that replaced none is missing. It
    is here with no values if `Sets.before` can tell the earlier value without other rows.
    """

    def learn(self, records: Iterable[Record]) -> bool:
        """Learn rows in their order. Tell whether earlier rows now count differently."""
        before = set(self.undone)
        for record in records:
            if is_undoable(record.event):
                self.acts.setdefault(record.act, record.event)
            if (remembers := RECORDS[type(record.event)].remembers) is not None:
                self._remember(record, remembers(record.event))
            if (sets := RECORDS[type(record.event)].sets) is not None:
                self._replace(record, sets)
            match record.event:
                case Undone(act):
                    self.undone.add(act)
                case Redone(act):
                    self.undone.discard(act)
                case _:
                    pass
        return before != self.undone

    def _replace(self, record: Record, sets: Sets[Any]) -> None:
        were: dict[Hashable, Any] = {}
        for key, value in sets.values(record.event).items():
            earlier = self.values.get(key, ())
            acts = zip(earlier[::2], earlier[1::2], strict=True)
            counting = [before for act, before in acts if act not in self.undone]
            if counting:
                were[key] = counting[-1]
            self.values[key] = (*earlier, record.act, value)
        if were or sets.before:
            self.were[record.seq] = were or NOTHING

    def _remember(self, record: Record, remembered: Remembered) -> None:
        self.seatings.update((seating.game, seating) for seating in remembered.seatings)
        self.names.update(remembered.names)
        if remembered.settings is not None:
            counting = [change for act, change in self.changes.items() if act not in self.undone]
            if counting:
                self.settings[record.seq] = counting[-1]
            self.changes[record.act] = remembered.settings
