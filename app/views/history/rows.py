"""The history of an event: every row of the log as a sentence, and the filter for rows."""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.judge import GoToTable
from app.engine.acts.late import LateChange
from app.engine.acts.phones import ReportedByPhone
from app.engine.acts.presses import PRESSED
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import (
    Seating,
)
from app.engine.acts.setup import (
    CreateEvent,
    SetTerrain,
    SettingsChanged,
)
from app.engine.acts.stations.roles import ACTOR_WORDS, OFFICIALS
from app.engine.acts.table import Mark
from app.engine.language import Text, say, template
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.every import RECORDS, is_undoable
from app.engine.subjects.setup.event import settings_words
from app.engine.subjects.words import some_names, write_sentence
from app.engine.table.game import Game
from app.engine.text import format_used, plain, shorten
from app.views.event.settings_words import changes_words
from app.views.history.memory import HistoryMemory
from app.views.history.words import (
    act_words,
)

MINUTE_MS = 60_000
SHOWN_LATE_MS = 250
"""The delay from which on a late press is mentioned; every network takes some time."""
AT_A_TABLE = (Mark, LateChange, ReportResult, ReportedByPhone, GoToTable)


class Wanted(Struct, frozen=True):
    """The filter of the history."""

    organizer: bool = False
    table: int = 0
    """The number of a table; 0 for all tables and rows without one."""
    text: str = ""


NO_MEMORY = HistoryMemory()


def describe(record: Record, state: State, memory: HistoryMemory = NO_MEMORY) -> str:
    """Return a sentence about what a row records, without a full stop."""
    event, background = record.event, Background(state, memory, record.seq)
    words = write_sentence(RECORDS[type(event)].words, event, background)
    if was := _was(record, background, memory):
        words = say("{words}; was: {was}", words=words, was=was)
    late_ms = record.at_ms - event.at_ms if isinstance(event, PRESSED) else 0
    if late_ms < SHOWN_LATE_MS:
        return words
    return say("{words}, known {time} later", words=words, time=_length(late_ms))


def _was(record: Record, background: "Background", memory: HistoryMemory) -> str:
    """Return the values that a row replaced, in words; empty if the row replaced none or set the
    same values again.
    """
    sets = RECORDS[type(record.event)].sets
    if sets is None or record.seq not in memory.were:
        return ""
    were, found = memory.were[record.seq], []
    for key, value in sets.values(record.event).items():
        if key in were:
            before = sets.words(were[key], background)
        else:
            before = sets.before(key, background) if sets.before else ""
        if before and before != sets.words(value, background):
            found.append(before)
    return "; ".join(found)


def _length(ms: int) -> str:
    """Return a length such as "1.2 s", or "1:02" from a minute on."""
    if ms >= MINUTE_MS:
        return format_used(ms)
    seconds, tenth = divmod(ms // 100, 10)
    return say("{seconds}.{tenth} s", seconds=seconds, tenth=tenth)


class Background(Struct, frozen=True):
    """The context of a sentence in the history."""

    state: State
    memory: HistoryMemory
    seq: int = 0
    """The number of the row that the sentence describes."""

    def name(self, number: int) -> str:
        """Return a player's name, shortened so that the rest of the sentence can be seen. The row
        that added them has the full name.
        """
        if number in self.state.players:
            return shorten(self.state.name(number))
        return shorten(self.memory.names.get(number, say("Player {number}", number=number)))

    def names(self, numbers: Iterable[int]) -> str:
        return some_names([self.name(number) for number in numbers])

    def scenario(self, number: int) -> str:
        scenario = self.state.packet.scenario(number) if self.state.packet else None
        return scenario.name if scenario else str(number) if number else say("unknown")

    def seating(self, game: int) -> Game | Seating | None:
        """Return a game, or its last seating if the game no longer exists; None if neither is
        known.
        """
        return self.state.games.get(game) or self.memory.seatings.get(game)

    def changes(self, event: SettingsChanged) -> str:
        return _changed_settings(event, self.memory.settings.get(self.seq))

    def act(self, act: int) -> str:
        """Return the name of an act that was undone or redone."""
        event = self.memory.acts.get(act)
        if event is None:
            return say("an earlier step")
        words = act_words(self.state, event)
        if isinstance(event, SettingsChanged) and (before := self.memory.settings.get(act)):
            return f"{words} ({_changed_settings(event, before)})"
        return words


def describe_done(record: Record, records: Iterable[Record], state: State) -> str:
    """Describe an act that was just done. For a change of settings, ``records`` are searched for
    the settings before.
    """
    memory = HistoryMemory()
    if isinstance(record.event, SettingsChanged):
        memory.learn(row for row in records if isinstance(row.event, CreateEvent | SettingsChanged))
    return describe(record, state, memory)


def is_undone(record: Record, memory: HistoryMemory) -> bool:
    """Tell whether the row no longer counts."""
    return record.act in memory.undone and is_undoable(record.event)


def table_of(record: Record, state: State, memory: HistoryMemory = NO_MEMORY) -> int:
    """Return the table that a row is about; 0 for none."""
    if isinstance(record.event, SetTerrain):
        return record.event.table
    seating = _seating(record.event, Background(state, memory))
    return seating.table if seating else 0


def who(record: Record, state: State, memory: HistoryMemory = NO_MEMORY) -> str:
    """Return the actor in words: "Organizer", "Anna (Red)"."""
    if record.actor == ORGANIZER:
        return say("Organizer")
    background = Background(state, memory)
    side = next((side for side in Side if side.actor == record.actor), None)
    seating = _seating(record.event, background)
    if side is None or seating is None:
        return say(ACTOR_WORDS.get(record.actor, record.actor))
    return f"{background.name(seating.players.of(side))} ({side.colour})"


AT_TABLE = re.compile(r"(table|EO at table|tablet) (.+)")
STATIONS: Mapping[str, Text] = {
    "desk": say("Desk"),
    "EO's tablet": template("EO’s tablet"),
    "table": say("Table {place}"),
    "EO at table": template("EO at table {place}"),
    "tablet": say("Tablet {place}"),
}
"""The names of the stations from which acts come, by the words with which the log names
a station.
"""


def station_words(station: str) -> str:
    """Return the name of a station, such as "Desk", "Table 4" or "Tablet 4-0f3a". At an event with
    several desks, each desk has its own name.
    """
    if placed := AT_TABLE.fullmatch(station):
        return STATIONS[placed[1]].format(place=placed[2])
    if station.startswith("desk "):
        return station.removeprefix("desk ")
    return str(STATIONS.get(station, station.capitalize()))


def tables_used(memory: HistoryMemory) -> tuple[int, ...]:
    """Return the numbers of all tables at which any game was ever seated."""
    return tuple(sorted({seating.table for seating in memory.seatings.values()}))


def is_wanted(
    record: Record, wish: Wanted, state: State, memory: HistoryMemory, words: str
) -> bool:
    """Tell whether a row passes the filter. ``words`` is the text of the whole row."""
    if wish.organizer and record.actor not in OFFICIALS:
        return False
    if wish.table and table_of(record, state, memory) != wish.table:
        return False
    if not wish.text:
        return True
    read = plain(words)
    return all(word in read for word in plain(wish.text).split())


def happened_ms(record: Record) -> int:
    """Return the instant at which an event happened. A press or ruling at a table may have happened
    before its row was written; for other events the two instants are the same.
    """
    return record.event.at_ms if isinstance(record.event, Mark) else record.at_ms


def changes_earlier_rows(record: Record) -> bool:
    """Tell whether a row may change the turns that the sentences of earlier rows name. A press
    entered late may do so, and so may a press that is given another meaning.
    """
    mark = record.event
    return isinstance(mark, RelabelPress) or (isinstance(mark, Mark) and mark.at_ms < record.at_ms)


def _changed_settings(event: SettingsChanged, before: CreateEvent | SettingsChanged | None) -> str:
    """Return each changed setting with its old and new value. If the old ones are unknown, return
    the new settings.
    """
    if before is None:
        return settings_words(event)
    changes = changes_words(before.settings, before.packet, event.settings, event.packet)
    return "; ".join(changes) or say("nothing")


def _seating(event: Event, background: Background) -> Game | Seating | None:
    return background.seating(event.game) if isinstance(event, AT_A_TABLE) else None
