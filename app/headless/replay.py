"""A played event, read from a table of games, entered anew at a real desk.

Real tables hold mistakes: whatever the desk doubts is noted and done all the same.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from app.clock.timeline import SetTimeline
from app.engine.commands import (
    AddPlayers,
    CheckIn,
    CreateEvent,
    DropPlayer,
    EnterPairings,
    FinishRound,
    PublishRound,
    ReportResult,
    StartRound,
)
from app.engine.packet import Packet
from app.engine.results import Entry, Result, Settings, Status
from app.engine.side import Side
from app.engine.standings import standings
from app.engine.state import State
from app.headless.desk_line import DeskLine, new_event
from app.store.errors import StoreError
from app.store.games_file import EventGames, PlayedGame

Note: TypeAlias = Callable[[str], None]
RoundReplayed: TypeAlias = (
    CheckIn | DropPlayer | EnterPairings | PublishRound | StartRound | ReportResult | FinishRound
)

DATES = ("%m/%d/%Y", "%Y-%m-%d", "%d.%m.%Y")
MORNING_MS = 9 * 3_600_000
STEP_MS = 1_000


def choose(events: Sequence[EventGames], wanted: str | None) -> EventGames:
    """The event to replay. Raises StoreError naming the events when that is not clear."""
    if not events:
        raise StoreError("There is no game in the file.")
    names = ", ".join(one.name for one in events)
    if wanted is None and len(events) > 1:
        raise StoreError(f"The file holds {len(events)} events; choose one with --event: {names}.")
    chosen = [one for one in events if wanted in (None, one.name)]
    if not chosen:
        raise StoreError(f"There is no event {wanted!r} in the file; there is {names}.")
    return chosen[0]


def replay(
    event: EventGames, packet: Packet, size: int, *, note: Note, path: Path | None = None
) -> State:
    """The event after its last round; kept in ``path`` if given. Raises StoreError, NotDone."""
    timeline = SetTimeline(_began_ms(event.date))
    with new_event(path, timeline) as line:
        line.do(CreateEvent(Settings(event.name or "Replay", packet.key, size, 1), packet))
        _Replay(event, line, timeline, note).play()
        return line.state


def _began_ms(date: str) -> int:
    """Nine in the morning of that day; of the first day there is if the file names none."""
    for form in DATES:
        try:
            day = datetime.strptime(date, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return int(day.timestamp()) * 1000 + MORNING_MS
    return MORNING_MS


@dataclass(frozen=True, slots=True)
class _Seen:
    """One player of the file: his number and the rounds he has games in."""

    number: int
    entry: Entry
    rounds: frozenset[int]


class _Replay:
    def __init__(
        self, event: EventGames, line: DeskLine, timeline: SetTimeline, note: Note
    ) -> None:
        self._games = event.games
        self._players = _players(event.games)
        self._line = line
        self._timeline = timeline
        self._note = note

    def play(self) -> None:
        self._line.do(AddPlayers(tuple(one.entry for one in self._players.values())))
        rounds = sorted({game.round_number for game in self._games})
        for number, named in enumerate(rounds, start=1):
            if named != number:
                self._note(f"Round {named} of the file is replayed as round {number}.")
            self._round(named, [one for one in self._games if one.round_number == named])

    def _round(self, number: int, games: Sequence[PlayedGame]) -> None:
        bye = self._bye(number)
        self._check_in(number, bye)
        pairs = tuple(
            (self._players[game.players.red].number, self._players[game.players.blue].number)
            for game in games
        )
        tables = tuple(game.table for game in games if game.table is not None)
        if len(set(tables)) != len(games):
            if tables:
                self._note(f"Round {number}: the tables are not told apart; numbered in order.")
            tables = ()
        scenario = _scenario(self._line.state, games[0].scenario)
        self._do(EnterPairings(pairs, bye.number if bye else None, scenario, tables))
        self._do(PublishRound())
        self._do(StartRound())
        self._report(games)
        self._do(FinishRound())

    def _report(self, games: Sequence[PlayedGame]) -> None:
        latest = self._line.state.latest
        numbers = latest.games if latest else ()
        for number, game in zip(numbers, games, strict=True):
            where = f"Line {game.line}: "
            if game.note:
                self._note(where + game.note)
            self._do(ReportResult(number, Result(game.winner, game.how, game.cp, game.apd)), where)

    def _check_in(self, number: int, bye: _Seen | None) -> None:
        """Whoever plays from now on is here; whoever has played his last game leaves."""
        here: list[int] = []
        for one in self._players.values():
            status = self._line.state.players[one.number].status
            if status is Status.REGISTERED and (number in one.rounds or one is bye):
                here.append(one.number)
            elif status is Status.CHECKED_IN and max(one.rounds) < number:
                self._note(f"{one.entry.name} has no game after round {max(one.rounds)}: dropped.")
                self._do(DropPlayer(one.number))
        if here:
            self._do(CheckIn(tuple(here)))

    def _bye(self, number: int) -> _Seen | None:
        """Who is not in the round but in a later one; of several, one whom the rules would take."""
        absent = [
            one
            for one in self._players.values()
            if number not in one.rounds and max(one.rounds) > number
        ]
        if not absent:
            return None
        tp = {row.number: row.tp for row in standings(self._line.state)}
        chosen = min(absent, key=lambda one: (min(one.rounds) > number, tp.get(one.number, 0)))
        self._note(
            f"Round {number}: {chosen.entry.name} has no game but plays later; taken as the bye."
        )
        for other in absent:
            if other is not chosen:
                self._note(f"Round {number}: {other.entry.name} has no game but plays later.")
        return chosen

    def _do(self, command: RoundReplayed, where: str = "") -> None:
        self._timeline.move_by(STEP_MS)
        doubt = self._line.do_anyway(command)
        if doubt:
            self._note(where + doubt)


def _players(games: Iterable[PlayedGame]) -> dict[str, _Seen]:
    """Everyone in order of appearance, under the numbers the desk will give them."""
    entries: dict[str, Entry] = {}
    rounds: dict[str, set[int]] = {}
    for game in games:
        for side in Side:
            name = game.players.of(side)
            known = entries.get(name, Entry(name))
            club = known.club or game.clubs.of(side)
            faction = known.faction or game.factions.of(side)
            entries[name] = Entry(name, club, faction)
            rounds.setdefault(name, set()).add(game.round_number)
    return {
        name: _Seen(number, entry, frozenset(rounds[name]))
        for number, (name, entry) in enumerate(entries.items(), start=1)
    }


def _scenario(state: State, said: str) -> int | None:
    """The packet's scenario of that name; a number before it is the file's own."""
    name = re.sub(r"^\d+\.\s*", "", said).casefold()
    scenarios = state.packet.scenarios if state.packet else ()
    return next((one.number for one in scenarios if one.name.casefold() == name), None)
