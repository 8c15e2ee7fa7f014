"""Replays a past event from a table of games, at a real desk.

Real tables contain mistakes. If the desk asks whether an act is meant, the question is noted and
the act is done anyway.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from app.clock.timeline import SetTimeline
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.results import ReportResult, Result
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.engine.packet.ranking import RankingColumn
from app.engine.progress import Progress, no_progress, share_of
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.state import State, Status
from app.engine.subjects.setup.event import MOST_SEATS
from app.engine.text import join_words
from app.headless.desk_session import DeskSession, open_new_event
from app.store.errors import StoreError
from app.store.tables.games import EventGames, GameLine, WrittenBye, fold_heading

Note: TypeAlias = Callable[[str], None]
RoundReplayed: TypeAlias = (
    CheckIn | DropPlayer | EnterPairings | PublishRound | StartRound | ReportResult | FinishRound
)

DATES = ("%m/%d/%Y", "%Y-%m-%d", "%d.%m.%Y")
MORNING_MS = 9 * 3_600_000
STEP_MS = 1_000


def choose(events: Sequence[EventGames], wanted: str | None) -> EventGames:
    """Return the event to replay. Raises StoreError if the choice is not clear; the error names the
    events in the file.
    """
    if not events:
        raise StoreError(say("There is no game in the file."))
    names = ", ".join(event_games.name for event_games in events)
    if wanted is None and len(events) > 1:
        raise StoreError(
            say(
                "The file holds {events} events; choose one with --event: {names}.",
                events=len(events),
                names=names,
            )
        )
    chosen = [event for event in events if wanted in (None, event.name)]
    if not chosen:
        raise StoreError(
            say(
                "There is no event {wanted!r} in the file. Choose from {names}.",
                wanted=wanted,
                names=names,
            )
        )
    return chosen[0]


def replay_event(
    event: EventGames,
    packet: Packet,
    size: int,
    *,
    note: Note,
    path: Path | None = None,
    order: tuple[RankingColumn, ...] = (),
    team_order: tuple[RankingColumn, ...] = (),
    report_progress: Progress = no_progress,
) -> State:
    """Replay an event and return its final state. The event's file is ``path``; without a path it
    is temporary. Raises StoreError if the file cannot be written, and NotDone if the desk refuses a
    command.

    ``order`` and ``team_order`` are the columns that rank players and teams; empty for the usual
    ones.
    """
    timeline = SetTimeline(_began_ms(event.date))
    with open_new_event(path, timeline) as line:
        settings = Settings(event.name or say("Replay"), packet.key, size, 1, order=order)
        settings = replace(settings, team_order=team_order, team_seats=_seats(event))
        if not event.has_points:
            note(say("The file has no points: only who won is entered."))
        line.do(CreateEvent(settings, packet))
        _Replay(event, line, timeline, note).play(report_progress)
        return line.state


def _seats(event: EventGames) -> int:
    """Return the number of seats per team, from the largest match; 0 if there are no teams."""
    matches = Counter(
        (game.round_number, frozenset(map(fold_heading, game.teams)))
        for game in event.games
        if all(game.teams)
    )
    return min(max([*matches.values(), 2]), MOST_SEATS) if matches else 0


def _began_ms(date: str) -> int:
    """Return the instant of nine o'clock in the morning on that date, or on 1 January 1970 if it
    cannot be read.
    """
    for form in DATES:
        try:
            day = datetime.strptime(date, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return int(day.timestamp()) * 1000 + MORNING_MS
    return MORNING_MS


class _Seen(Struct, frozen=True):
    """A player in the file: their number and the rounds in which they have games."""

    number: int
    entry: Entry
    rounds: frozenset[int]


class _Replay:
    def __init__(
        self, event: EventGames, line: DeskSession, timeline: SetTimeline, note: Note
    ) -> None:
        self._games = event.games
        self._byes = event.byes
        self._players = _players(event)
        self._line = line
        self._timeline = timeline
        self._note = note

    def play(self, report_progress: Progress = no_progress) -> None:
        self._line.do(AddPlayers(tuple(player.entry for player in self._players.values())))
        played = {game.round_number for game in self._games}
        rounds = sorted(played | {bye.round_number for bye in self._byes})
        for number, named in enumerate(rounds, start=1):
            report_progress((number - 1) / len(rounds))
            if named != number:
                self._note(
                    say(
                        "Round {names} of the file is replayed as round {number}.",
                        names=named,
                        number=number,
                    )
                )
            self._round(
                named,
                [played_game for played_game in self._games if played_game.round_number == named],
                share_of(report_progress, (number - 1) / len(rounds), number / len(rounds)),
            )

    def _round(self, number: int, games: Sequence[GameLine], report_progress: Progress) -> None:
        written = [bye for bye in self._byes if bye.round_number == number]
        byes = [self._players[fold_heading(written_bye.player)] for written_bye in written]
        guessed = None if self._byes else self._bye(number)
        byes += [guessed] if guessed else []
        self._check_in(number, byes)
        if not games:
            raise StoreError(say("Round {number} has byes but no game.", number=number))
        pairs = tuple(
            (self._number(game.players.red), self._number(game.players.blue)) for game in games
        )
        tables = tuple(game.table for game in games if game.table is not None)
        if len(set(tables)) != len(games):
            if tables:
                self._note(
                    say(
                        "Round {number}: the file does not say which table is which; they are"
                        " numbered in order.",
                        number=number,
                    )
                )
            tables = ()
        scenario = self._scenario(
            number, [*(game.scenario for game in games), *(bye.scenario for bye in written)]
        )
        numbers = [bye.number for bye in byes]
        first = numbers[0] if numbers else None
        self._do(EnterPairings(pairs, first, scenario, tables, more_byes=tuple(numbers[1:])))
        self._do(PublishRound())
        self._do(StartRound())
        self._report(games, report_progress)
        self._compare_byes(written)
        self._do(FinishRound())

    def _number(self, name: str) -> int:
        return self._players[fold_heading(name)].number

    def _scenario(self, number: int, names: Sequence[str]) -> int:
        """Return the number of the packet's scenario with the first of these names; 0 if it is
        unknown. A number before a name is ignored, because each file numbers the scenarios
        differently.
        """
        distinct = list(dict.fromkeys(name for name in names if name))
        if not distinct:
            return 0
        if len(distinct) > 1:
            self._note(
                say(
                    "Round {number} has several scenarios ({distinct}): {taken} taken.",
                    number=number,
                    distinct=join_words(distinct),
                    taken=distinct[0],
                )
            )
        packet = self._line.state.packet
        name = _bare(distinct[0])
        scenarios = packet.scenarios if packet else ()
        known = next((scenario.number for scenario in scenarios if _bare(scenario.name) == name), 0)
        if not known and packet:
            self._note(
                say(
                    "Round {number}: {packet} has no scenario {distinct}; left as unknown.",
                    number=number,
                    packet=packet.name,
                    distinct=distinct[0],
                )
            )
        return known

    def _compare_byes(self, written: Sequence[WrittenBye]) -> None:
        latest = self._line.state.latest
        for written_bye in written:
            where = f"{say('Line {line}', line=written_bye.line)}: "
            if written_bye.note:
                self._note(where + written_bye.note)
            given = latest.bye_of(self._number(written_bye.player)) if latest else None
            if given and (
                written_bye.cp not in {None, given.cp} or written_bye.apd not in {None, given.apd}
            ):
                self._note(
                    say(
                        "{where}the bye is scored by the packet: {cp} control points and"
                        " {apd} army points.",
                        where=where,
                        cp=given.cp,
                        apd=given.apd,
                    )
                )

    def _report(self, games: Sequence[GameLine], report_progress: Progress) -> None:
        latest = self._line.state.latest
        numbers = latest.games if latest else ()
        for at, (number, game) in enumerate(zip(numbers, games, strict=True)):
            report_progress(at / len(games))
            where = f"{say('Line {line}', line=game.line)}: "
            if game.note:
                self._note(where + game.note)
            self._do(ReportResult(number, Result(game.winner, game.how, game.cp, game.apd)), where)

    def _check_in(self, number: int, byes: Sequence[_Seen]) -> None:
        """Check in the players whose first game is in this round, and drop those who have played
        their last.
        """
        present: list[int] = []
        for player in self._players.values():
            status = self._line.state.players[player.number].status
            if status is Status.REGISTERED and (number in player.rounds or player in byes):
                present.append(player.number)
            elif status is Status.CHECKED_IN and max(player.rounds) < number:
                self._note(
                    say(
                        "{entry} has no game after round {rounds}: dropped.",
                        entry=player.entry.name,
                        rounds=max(player.rounds),
                    )
                )
                self._do(DropPlayer(player.number))
        if present:
            self._do(CheckIn(tuple(present)))

    def _bye(self, number: int) -> _Seen | None:
        """Return the player who has no game in the round but plays later. If there are several,
        return the one whom the rules would give the bye.
        """
        absent = [
            player
            for player in self._players.values()
            if number not in player.rounds and max(player.rounds) > number
        ]
        if not absent:
            return None
        tp = {row.number: row.tp for row in standings(self._line.state)}
        chosen = min(
            absent, key=lambda player: (min(player.rounds) > number, tp.get(player.number, 0))
        )
        self._note(
            say(
                "Round {number}: {entry} has no game but plays later; taken as the bye.",
                number=number,
                entry=chosen.entry.name,
            )
        )
        for other in absent:
            if other is not chosen:
                self._note(
                    say(
                        "Round {number}: {entry} has no game but plays later.",
                        number=number,
                        entry=other.entry.name,
                    )
                )
        return chosen

    def _do(self, command: RoundReplayed, where: str = "") -> None:
        self._timeline.move_by(STEP_MS)
        doubt = self._line.do_anyway(command)
        if doubt:
            self._note(where + doubt)


def _players(event: EventGames) -> dict[str, _Seen]:
    """Return all players in order of appearance, with the numbers that the desk will give them."""
    entries: dict[str, Entry] = {}
    rounds: dict[str, set[int]] = {}
    lines: list[GameLine | WrittenBye] = [*event.games, *event.byes]
    for line in sorted(lines, key=lambda line: line.line):
        for name, *others in _list_players(line):
            key = fold_heading(name)
            known = entries.get(key, Entry(name))
            before = (known.club, known.faction, known.team)
            known_now = (old or new for old, new in zip(before, others, strict=True))
            entries[key] = Entry(known.name, *known_now)
            rounds.setdefault(key, set()).add(line.round_number)
    return {
        key: _Seen(number, entry, frozenset(rounds[key]))
        for number, (key, entry) in enumerate(entries.items(), start=1)
    }


def _list_players(line: GameLine | WrittenBye) -> list[tuple[str, ...]]:
    """Return the players of a line, each with name, club, faction and team."""
    if isinstance(line, WrittenBye):
        return [(line.player, line.club, line.faction, line.team)]
    of_both = (line.players, line.clubs, line.factions, line.teams)
    return [tuple(both.of(side) for both in of_both) for side in Side]


def _bare(scenario: str) -> str:
    """Return a scenario's name without its number, capitals and extra spaces."""
    return " ".join(re.sub(r"^\d+\.\s*", "", scenario).casefold().split())
