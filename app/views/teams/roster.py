"""The teams at the registration desk: their seats, substitutes and captains, and what is wrong with
them.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.players.rosters import Roster, has_room, rosters
from app.engine.players.team_doubts import size_doubts
from app.engine.players.team_lists import every_team_list_doubt
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import Player, State, Status
from app.engine.text import join_words, name_order, plain, team_key
from app.views.event.players import status_words
from app.views.score_words import record_words
from app.views.teams.record import record_rows

NO_TEAM = ""
"""The key of the group of players without a team."""


class TeamRow(Struct, frozen=True):
    """A team in the list of teams."""

    key: str
    name: str
    nation: str
    players: str
    """The number of players: "5", with substitutes "5 + 1", with empty seats "4 of 5"."""
    here: str
    """The number of players who are checked in, such as "4 of 6"."""
    record: str
    """The record: "2–1", with draws "2–1–1"; empty before the first match."""
    note: str
    """A note such as "1 player short", "2 doubts" or "Dropped"."""
    doubts: tuple[str, ...]
    """The doubts about the team as sentences."""
    awaited: tuple[int, ...]
    """The players who are not checked in yet."""
    out: bool
    """True if all players of the team have left the event."""
    has_room: bool = False
    """True if a team that takes part has an empty seat."""

    @property
    def is_team(self) -> bool:
        return self.key != NO_TEAM


class SeatRow(Struct, frozen=True):
    """A player of a team, or one without a team."""

    number: int
    seat: str
    """The number of the seat; "Sub" for a substitute, empty if there are no seats."""
    name: str
    is_captain: bool
    faction: str
    status: str
    out: bool


class TeamRoundRow(Struct, frozen=True):
    """A round of a team."""

    number: str
    opponent: str
    result: str
    changes: str
    """The substitutions, such as "Ann for Bo"."""


def team_rows(state: State) -> tuple[TeamRow, ...]:
    """Return all teams by name, preceded by the players without a team."""
    scores = {team_key(row.team): row for row in team_standings(state)}
    every = rosters(state).values()
    teams = sorted(every, key=lambda team: (not team.players, name_order(team.name)))
    alone = [player for player in _without(state) if not player.status.has_left]
    rows = tuple(_row(state, team, scores.get(team.key)) for team in teams)
    return (_alone_row(alone), *rows) if alone else rows


def _without(state: State) -> list[Player]:
    return [player for player in state.players.values() if not team_key(player.entry.team)]


def _alone_row(players: list[Player]) -> TeamRow:
    return TeamRow(
        key=NO_TEAM,
        name=say("Without a team"),
        nation="",
        players=str(len(players)),
        here=_here_words(players),
        record="",
        note="",
        doubts=(),
        awaited=_list_awaited(players),
        out=False,
    )


def _row(state: State, team: Roster, score: TeamStanding | None) -> TeamRow:
    players = [state.players[number] for number in team.players]
    present = [player for player in players if not player.status.has_left]
    doubts = (
        *size_doubts(state, team.name, team.players),
        *every_team_list_doubt(state, team),
    )
    out = bool(players) and not present
    return TeamRow(
        key=team.key,
        name=team.name,
        nation=team.nation,
        players=_players_words(len(present), team.seats),
        here=_here_words(present),
        record=_record_words(score),
        note=say("Dropped") if out else _note(len(present), team.seats, len(doubts)),
        doubts=doubts,
        awaited=_list_awaited(present),
        out=out,
        has_room=not out and has_room(state, team.key),
    )


def _players_words(count: int, seats: int) -> str:
    if not seats or count == seats:
        return str(count)
    if count < seats:
        return say("{count} of {seats}", count=count, seats=seats)
    return f"{seats} + {count - seats}"


def _here_words(players: list[Player]) -> str:
    here = sum(player.plays for player in players)
    return say("{here} of {of}", here=here, of=len(players)) if players else "–"


def _list_awaited(players: list[Player]) -> tuple[int, ...]:
    return tuple(player.number for player in players if player.status is Status.REGISTERED)


def _record_words(score: TeamStanding | None) -> str:
    if score is None or not (score.met or score.byes):
        return ""
    won = len(score.met) + score.byes - score.losses - score.draws
    return record_words(won, score.losses, score.draws)


def _note(count: int, seats: int, doubts: int) -> str:
    if not count:
        return say("no players")
    if count < seats:
        return plural(seats - count, "{count} player short", "{count} players short")
    return plural(doubts, "{count} doubt", "{count} doubts") if doubts else ""


def matching_teams(state: State, rows: tuple[TeamRow, ...], text: str) -> tuple[TeamRow, ...]:
    """Return the teams whose names, nations or players contain every word of ``text``."""
    words, known = plain(text).split(), rosters(state)
    if not words:
        return rows

    def read(row: TeamRow) -> str:
        team = known.get(row.key)
        names = [state.players[number].entry.name for number in team.players] if team else []
        return plain(" ".join((row.name, row.nation, *names)))

    return tuple(row for row in rows if all(word in read(row) for word in words))


def seat_rows(state: State, key: str) -> tuple[SeatRow, ...]:
    """Return a team's players by seat; without a team of this key, the players in no team, by
    number.
    """
    team = rosters(state).get(key)
    if team is None:
        return tuple(_seat(player, "") for player in _without(state))
    return tuple(
        _seat(
            state.players[number],
            _seat_words(at, team.seats),
            is_captain=number == team.captain,
        )
        for at, number in enumerate(team.players, start=1)
    )


def _seat(player: Player, seat: str, *, is_captain: bool = False) -> SeatRow:
    return SeatRow(
        number=player.number,
        seat=seat,
        name=player.entry.name,
        is_captain=is_captain,
        faction=player.entry.faction,
        status=status_words(player),
        out=player.status.has_left,
    )


def _seat_words(at: int, seats: int) -> str:
    return say("Sub") if seats and at > seats else str(at)


def team_round_rows(state: State, key: str) -> tuple[TeamRoundRow, ...]:
    """Return the rounds of a team so far, with its substitutions."""
    if key not in rosters(state):
        return ()
    changes = dict(_changes(state, key))
    rounds = {row.round_number: row for row in record_rows(state, key, _names(state))}
    return tuple(
        TeamRoundRow(
            str(number),
            rounds[number].opponent if number in rounds else "",
            rounds[number].result if number in rounds else "",
            changes.get(number, ""),
        )
        for number in sorted({*rounds, *changes})
        if number in changes or rounds[number].opponent
    )


def _changes(state: State, key: str) -> Iterator[tuple[int, str]]:
    by_round: dict[int, list[str]] = {}
    players = rosters(state)[key].players
    for change in state.substitutions:
        if change.came in players or change.gone in players:
            names = {"came": state.name(change.came), "gone": state.name(change.gone)}
            by_round.setdefault(change.from_round, []).append(say("{came} for {gone}", **names))
    for number, changes in by_round.items():
        yield number, join_words(changes)


def _names(state: State) -> Mapping[str, str]:
    return {key: team.name for key, team in rosters(state).items()}


def teams_words(rows: tuple[TeamRow, ...]) -> str:
    """Return a summary such as "16 teams, 2 with a note"."""
    teams = [row for row in rows if row.is_team]
    counted = plural(len(teams), "{count} team", "{count} teams")
    noted = sum(bool(row.doubts) for row in teams)
    return say("{teams}, {noted} with a note", teams=counted, noted=noted) if noted else counted
