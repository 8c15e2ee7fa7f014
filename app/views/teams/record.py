"""A team's record: its matches round by round, how its numbers are computed, and its players."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.packet.ranking import RankingColumn
from app.engine.players.rosters import rosters
from app.engine.side import Side
from app.engine.standings.matches import Match, TeamBye, team_of, team_rounds
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Score, Standing, planned_rounds, value_of
from app.engine.standings.teams import (
    TeamStanding,
    points_for_teams,
    team_names,
    team_ranking,
    team_standings,
)
from app.engine.state import Round, Stage, State
from app.engine.text import exactly, join_words, team_key
from app.views.event.standings import HEADINGS, in_short, standing_record, team_mark
from app.views.score_words import place_words
from app.views.teams.matches import block_words, outcome_words


class TeamRecordRow(Struct, frozen=True):
    """A round of a team. Texts are empty until they are known."""

    round_number: int
    opponent: str = ""
    tables: str = ""
    result: str = ""
    """The result, such as "won 3–2"."""
    cp: str = ""
    apd: str = ""


class MemberRow(Struct, frozen=True):
    """A player of the team, with their numbers from the players' standings."""

    place: str
    name: str
    faction: str
    record: str
    """The record: "2–1", with ties "2–1–1"."""
    tp: str
    sos: str
    cp: str
    apd: str
    note: str = ""
    """A note if the player has left the event."""


class TeamRecord(Struct, frozen=True):
    """The record sheet of a team."""

    team: str
    place: str
    """The place: "3", or "3=" if it is shared."""
    about: str
    """The nation, the captain, and what the cut means for the team."""
    rows: tuple[TeamRecordRow, ...]
    explained: tuple[str, ...]
    """A sentence for each number by which teams are ranked, such as "SoS 3: 2 from Bay, 1 from
    Cod".
    """
    members: tuple[MemberRow, ...]
    armies: bool
    """True if army points count."""


class _Met(Struct, frozen=True):
    """A match as one of its teams sees it."""

    match: Match
    side: Side

    @property
    def other(self) -> str:
        return self.match.teams.of(self.side.other)


def list_team_records(state: State) -> tuple[TeamRecord, ...]:
    """Return the records of all teams, best first."""
    names, ranked = team_names(state), {row.number: row for row in standings(state)}
    return tuple(_record(state, row, names, ranked) for row in team_standings(state))


def _record(
    state: State,
    standing: TeamStanding,
    names: Mapping[str, str],
    ranked: Mapping[int, Standing],
) -> TeamRecord:
    team = team_key(standing.team)
    place = place_words(standing)
    rows = tuple(record_rows(state, team, names)) if _of_matches(state) else ()
    order = team_ranking(state)
    ours = (number for number in state.players if team_of(state, number) == team)
    left = (number for number in ours if number in ranked and number not in standing.members)
    return TeamRecord(
        standing.team,
        place,
        _about(state, standing),
        rows,
        tuple(_explain(state, standing, column, names) for column in order),
        tuple(_member(state, ranked[number]) for number in (*standing.members, *left)),
        state.armies,
    )


def _of_matches(state: State) -> bool:
    return state.settings is not None and bool(state.settings.team_seats)


def _about(state: State, standing: TeamStanding) -> str:
    """Return facts about a team, such as "Poland · Captain Ada Lis · In the cut"."""
    roster, marked = rosters(state)[team_key(standing.team)], team_mark(state, standing)
    captain = roster.captain and say("Captain {name}", name=state.name(roster.captain))
    return " · ".join(part for part in (roster.nation, captain, marked) if part)


def record_rows(state: State, team: str, names: Mapping[str, str]) -> Iterator[TeamRecordRow]:
    """Yield a row for each round of the event for a team, by its key. Future rounds and a draw
    under review have blank rows.
    """
    for round_, (matches, byes) in zip(state.rounds, team_rounds(state), strict=True):
        met = _match_of(matches, team)
        if round_.stage is Stage.DRAWN:
            yield TeamRecordRow(round_.number)
        elif met is not None:
            yield _row(state, round_, met, names)
        elif any(bye.team == team for bye in byes):
            yield TeamRecordRow(round_.number, say("Bye"), result=say("counts as won"))
        else:
            yield TeamRecordRow(round_.number, "–", result=say("did not play"))
    for number in range(len(state.rounds) + 1, planned_rounds(state) + 1):
        yield TeamRecordRow(number)


def _match_of(matches: Sequence[Match], team: str) -> _Met | None:
    for match in matches:
        if team in match.teams:
            return _Met(match, Side.RED if match.teams.red == team else Side.BLUE)
    return None


def _row(state: State, round_: Round, met: _Met, names: Mapping[str, str]) -> TeamRecordRow:
    match, side = met.match, met.side
    tables = block_words(tuple(state.games[game].table for game in match.games))
    begun = round_.has_begun
    return TeamRecordRow(
        round_.number,
        names[met.other],
        tables,
        outcome_words(match, side) if begun else "",
        str(match.cp.of(side)) if begun else "",
        str(match.apd.of(side)) if begun else "",
    )


def _member(state: State, row: Standing) -> MemberRow:
    player = state.players[row.number]
    return MemberRow(
        place_words(row) if row.place else "–",
        state.name(row.number),
        player.entry.faction,
        standing_record(row),
        str(row.tp),
        in_short(row.sos),
        str(row.cp),
        str(row.apd),
        say("dropped") if player.status.has_left else "",
    )


def _explain(
    state: State, standing: TeamStanding, column: RankingColumn, names: Mapping[str, str]
) -> str:
    """Return how a number is made up, such as "TP 8: 3 against Bay, 5 in the bye of round 2"."""
    value = exactly(value_of(standing, column))
    parts = _parts(state, standing, column, names)
    heading = f"{HEADINGS[column]} {value}"
    return say("{heading}: {parts}", heading=heading, parts=parts) if parts else heading


def _parts(
    state: State, standing: TeamStanding, column: RankingColumn, names: Mapping[str, str]
) -> str:
    """Return the parts of a number in words, such as "2 from Bay, 1 from Cod". The parts come from
    the team's matches, from the teams that it met, or from its players.
    """
    explain = _BY_MATCHES.get(column) if _of_matches(state) else None
    if explain is not None:
        return explain(state, standing, names)
    rows = points_for_teams(state).get(team_key(standing.team), ())
    return ", ".join(f"{state.name(row.number)} {in_short(row.value(column))}" for row in rows)


def _wins(state: State, standing: TeamStanding, names: Mapping[str, str]) -> str:
    team = team_key(standing.team)
    won, drawn = list[str](), list[str]()
    byes = list[TeamBye]()
    for matches, alone in team_rounds(state):
        met = _match_of(matches, team)
        if met is not None and met.match.winner is met.side:
            won.append(names[met.other])
        elif met is not None and met.match.is_drawn:
            drawn.append(names[met.other])
        byes += [bye for bye in alone if bye.team == team]
    half = state.settings is not None and state.settings.drawn_match_half
    parts = [say("won against {teams}", teams=join_words(won))] if won else []
    if drawn and half:
        parts.append(say("½ each for drawing with {teams}", teams=join_words(drawn)))
    elif drawn:
        parts.append(say("nothing for drawing with {teams}", teams=join_words(drawn)))
    return ", ".join((*parts, *_bye_words(byes)))


def _bye_words(byes: Sequence[TeamBye]) -> tuple[str, ...]:
    if not byes:
        return ()
    rounds = join_words(bye.round_number for bye in byes)
    words = plural(len(byes), "bye in round {rounds}", "byes in rounds {rounds}", rounds=rounds)
    return (words,)


def _sos(_state: State, standing: TeamStanding, _names: Mapping[str, str]) -> str:
    return ", ".join(_from(met.adds, met.team) for met in standing.met)


def _from(number: Score, team: str) -> str:
    return say("{number} from {team}", number=exactly(number), team=team)


def _games(state: State, standing: TeamStanding, names: Mapping[str, str]) -> str:
    team, parts = team_key(standing.team), list[str]()
    for matches, alone in team_rounds(state):
        met = _match_of(matches, team)
        if met is not None:
            won = met.match.won.of(met.side)
            parts.append(say("{won} against {team}", won=won, team=names[met.other]))
        parts += [
            say("{won} in the bye of round {number}", won=len(bye.players), number=bye.round_number)
            for bye in alone
            if bye.team == team
        ]
    return ", ".join(parts)


def _rates(_state: State, standing: TeamStanding, _names: Mapping[str, str]) -> str:
    """Return the win rates whose mean is used, each with the team that it belongs to."""
    return ", ".join(_from(met.win_rate, met.team) for met in standing.met)


_BY_MATCHES: Mapping[RankingColumn, Callable[[State, TeamStanding, Mapping[str, str]], str]] = {
    RankingColumn.WINS: _wins,
    RankingColumn.SOS: _sos,
    RankingColumn.TP: _games,
    RankingColumn.WIN_RATES: _rates,
}
"""The columns that are computed from matches at a team event. The others are sums over the
players.
"""
