"""The history of an event: every row of the log as a sentence, and which rows a filter shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from app.engine.acts.awards import AwardChange
from app.engine.acts.chess_clock import PressRelabelled
from app.engine.acts.draw import DrawChange, PairingsChanged
from app.engine.acts.events import ORGANIZER, Event, Record, Redone, RowLost, Undone
from app.engine.acts.late import LATE_CHANGES, LateChange
from app.engine.acts.players import (
    ChooseList,
    PlayerChange,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    TickOff,
)
from app.engine.acts.results import ReportResult
from app.engine.acts.room import RoomActed
from app.engine.acts.rounds import (
    DiceDownCalled,
    RoundChange,
    RoundDrawn,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
)
from app.engine.acts.setup import CreateEvent, SetTerrain, SetTerrains, SettingsChanged
from app.engine.acts.table import MARKS, Mark
from app.engine.evolve import is_act
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.sentences import result_words
from app.engine.text import few_tables, join_words, plain, plural, shortened
from app.views.history.draw_words import draw_words
from app.views.history.mark_words import mark_words
from app.views.history.settings_words import changes_words
from app.views.history.words import (
    ITEM_WORDS,
    act_words,
    award_words,
    player_words,
    room_act_words,
    table_words,
)
from app.views.table.late_presses import late_change_words

AT_A_TABLE = (*MARKS, *LATE_CHANGES, ReportResult)
NAMED = 4  # more players than this are counted, not named


@dataclass(frozen=True, slots=True)
class Seating:
    """Where a game was drawn to."""

    table: int
    players: Pair[int]


@dataclass(frozen=True, slots=True)
class Memory:
    """What the log said once and the state may no longer hold, an undone draw for instance.

    ``undone``: acts that do not count now. ``settings``: those in force before each change of
    them, by the number of its row; ``_changes`` are all that set them, by their acts.
    """

    places: dict[int, Seating] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    acts: dict[int, Event] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    settings: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)
    _changes: dict[int, CreateEvent | SettingsChanged] = field(default_factory=dict)

    def learn(self, records: Iterable[Record]) -> bool:
        """Take in rows in their order; whether earlier rows count differently now."""
        before = set(self.undone)
        for record in records:
            self.acts.setdefault(record.act, record.event)
            match record.event:
                case RoundDrawn():
                    for seating in record.event.seatings:
                        self.places[seating.game] = Seating(seating.table, seating.players)
                case PairingsChanged():
                    for place in record.event.places:
                        self.places[place.game] = Seating(place.table, place.players)
                case PlayersAdded():
                    self.names.update((n, entry.name) for n, entry in record.event.players)
                case CreateEvent() | SettingsChanged():
                    held = [
                        change for act, change in self._changes.items() if act not in self.undone
                    ]
                    if held:
                        self.settings[record.seq] = held[-1]
                    self._changes[record.act] = record.event
                case Undone():
                    self.undone.add(record.event.act)
                case Redone():
                    self.undone.discard(record.event.act)
                case _:
                    pass
        return before != self.undone


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the history is to show. ``table`` 0: every table, and what is of no table."""

    organizer: bool = False
    table: int = 0
    text: str = ""


NO_MEMORY = Memory()


def describe(record: Record, state: State, memory: Memory = NO_MEMORY) -> str:
    """What happened, in one sentence without a full stop."""
    event = record.event
    if isinstance(event, PlayerChange):
        return player_words(event, _name(event.number, state, memory))
    if isinstance(event, RoundChange):
        return _round_words(event, state)
    if isinstance(event, DrawChange):
        return draw_words(event, lambda number: _name(number, state, memory))
    if isinstance(event, AwardChange):
        return award_words(event, lambda number: _name(number, state, memory))
    match event:
        case CreateEvent():
            return f"Event created: {_settings_words(event.settings, event.packet.name)}"
        case SettingsChanged():
            words = _changed_settings(event, memory.settings.get(record.seq))
            return f"Settings changed: {words}"
        case PlayersAdded():
            added = [f"{entry.name} (number {n})" for n, entry in event.players]
            return f"Added: {_some(added)}"
        case PlayersCheckedIn():
            return f"Checked in: {_some(_names(event.numbers, state, memory))}"
        case PlayersCheckedOut():
            return f"Check-in taken back: {_some(_names(event.numbers, state, memory))}"
        case TickOff():
            names = _some(_names(event.numbers, state, memory))
            return f"{ITEM_WORDS[event.item]}{'' if event.done else ' taken back'}: {names}"
        case SetTerrain():
            pieces = len(event.layout.pieces)
            words = f"set, {plural(pieces, 'piece')}" if pieces else "taken away"
            return f"Terrain of table {event.table} {words}"
        case SetTerrains():
            return f"Terrain set, {few_tables([table for table, _ in event.layouts])}"
        case Undone():
            return f"Undone: {_act_words(event.act, state, memory)}"
        case Redone():
            return f"Done again: {_act_words(event.act, state, memory)}"
        case RoomActed():
            return room_act_words(event)
        case RowLost():
            return f"Lost in a damaged file: {event.words}"
        case RoundDrawn():
            return _draw_words(event, state, memory)
        case _:
            return _table_words(event, state, memory)


def is_undone(record: Record, memory: Memory) -> bool:
    """Whether the row no longer counts."""
    return record.act in memory.undone and is_act(record.event)


def table_of(record: Record, state: State, memory: Memory = NO_MEMORY) -> int:
    """The table a row is about; 0 for none."""
    if isinstance(record.event, SetTerrain):
        return record.event.table
    place = _place_of(record.event, state, memory)
    return place.table if place else 0


def who(record: Record, state: State, memory: Memory = NO_MEMORY) -> str:
    """The actor in words: "Organizer", "Anna (Red)"."""
    if record.actor == ORGANIZER:
        return "Organizer"
    side = next((side for side in Side if side.colour == record.actor), None)
    place = _place_of(record.event, state, memory)
    if side is None or place is None:
        return record.actor
    return f"{_name(place.players.of(side), state, memory)} ({record.actor})"


def tables_used(memory: Memory) -> tuple[int, ...]:
    """The numbers of all tables anybody was ever drawn to."""
    return tuple(sorted({place.table for place in memory.places.values()}))


def wanted(record: Record, wish: Wanted, state: State, memory: Memory, sentence: str) -> bool:
    """Whether the filter shows the row; ``sentence`` is all that is read in it."""
    if wish.organizer and record.actor != ORGANIZER:
        return False
    if wish.table and table_of(record, state, memory) != wish.table:
        return False
    read = plain(sentence)
    return all(word in read for word in plain(wish.text).split())


def happened_ms(record: Record) -> int:
    """The instant it happened, which for a mark may be earlier than its row."""
    return record.event.at_ms if isinstance(record.event, MARKS) else record.at_ms


def retells(record: Record) -> bool:
    """Whether earlier rows may name other turns now: a mark came late or a switch is read anew."""
    mark = record.event
    return isinstance(mark, PressRelabelled) or (
        isinstance(mark, MARKS) and mark.at_ms < record.at_ms
    )


def _settings_words(settings: Settings, packet: str) -> str:
    return f"{settings.name}, {packet}, {settings.size} points"


def _changed_settings(event: SettingsChanged, before: CreateEvent | SettingsChanged | None) -> str:
    """Each setting with what it was and is; without what was before, what the event is now."""
    if before is None:
        return _settings_words(event.settings, event.packet.name)
    changes = changes_words(before.settings, before.packet, event.settings, event.packet)
    return "; ".join(changes) or "nothing"


def _name(number: int, state: State, memory: Memory) -> str:
    """Shortened, so that what happened stays in sight; the row that added him has it whole."""
    known = number in state.players
    return shortened(state.name(number) if known else memory.names.get(number, f"Player {number}"))


def _names(numbers: Iterable[int], state: State, memory: Memory) -> list[str]:
    return [_name(number, state, memory) for number in numbers]


def _some(names: list[str]) -> str:
    if len(names) <= NAMED:
        return join_words(names) if names else "nobody"
    return f"{', '.join(names[:NAMED])} and {plural(len(names) - NAMED, 'other')}"


def _act_words(act: int, state: State, memory: Memory) -> str:
    event = memory.acts.get(act)
    if event is None:
        return "an earlier step"
    words = act_words(state, event)
    if isinstance(event, SettingsChanged) and (before := memory.settings.get(act)):
        return f"{words} ({_changed_settings(event, before)})"
    return words


def _draw_words(event: RoundDrawn, state: State, memory: Memory) -> str:
    verb = "drawn" if event.seed else "set by hand"
    again = " again" if event.attempt > 1 else ""
    parts = [plural(len(event.seatings), "game")]
    if event.bye is not None:
        parts.append(f"{_name(event.bye, state, memory)} has the bye")
    if event.more_byes:
        parts.append(f"byes for {_some(_names(event.more_byes, state, memory))}")
    if event.paired_down:
        parts.append(f"paired down: {_some(_names(event.paired_down, state, memory))}")
    parts.append(f"scenario {_scenario(event.scenario, state)}")
    if event.seed:
        parts.append(f"seed {event.seed}, attempt {event.attempt}")
    return f"Round {event.round_number} {verb}{again}: {'; '.join(parts)}"


def _scenario(number: int, state: State) -> str:
    scenario = state.packet.scenario(number) if state.packet else None
    return scenario.name if scenario else str(number) if number else "unknown"


def _round_words(event: RoundChange, state: State) -> str:
    number = event.round_number
    match event:
        case ScenarioChosen():
            return f"Scenario of round {number}: {_scenario(event.scenario, state)}"
        case ChooseList():
            name = shortened(state.name(event.player))
            if event.at_table:
                return f"Round {number}: {name} chose a list"
            return f"Round {number}: list {event.chosen} recorded for {name}"
        case RoundPublished():
            return f"Round {number} published"
        case RoundStarted():
            return f"Round {number} started"
        case RoundLengthSet():
            return f"Round {number}: length set by the organizer"
        case DiceDownCalled():
            return f"Round {number}: dice down"
        case RoundFinished():
            return f"Round {number} finished"
        case _:
            assert_never(event)


def _place(game: int, state: State, memory: Memory) -> Seating | None:
    known = state.games.get(game)
    return Seating(known.table, known.players) if known else memory.places.get(game)


def _place_of(event: Event, state: State, memory: Memory) -> Seating | None:
    if isinstance(event, AT_A_TABLE):
        return _place(event.game, state, memory)
    return None


def _table_words(event: ReportResult | LateChange | Mark, state: State, memory: Memory) -> str:
    place = _place(event.game, state, memory)

    def name(side: Side) -> str:
        return _name(place.players.of(side), state, memory) if place else side.colour

    where = f"Table {place.table}" if place else "A table no longer there"
    if isinstance(event, ReportResult):
        known = state.games.get(event.game)
        where = table_words(state, known).capitalize() if known else where
        return f"{where}: result entered: {result_words(event.result, name)}"
    if isinstance(event, LateChange):
        return f"{where}: {late_change_words(event, name, state.games.get(event.game))}"
    return f"{where}: {mark_words(event, name, state.games.get(event.game))}"
