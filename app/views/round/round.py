"""The round page: before the draw, the draw itself, and the end of the round."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from app.engine.draw.values import BYE, Numbers
from app.engine.formats.notes import scenario_notes
from app.engine.language import mark_text, plural, say
from app.engine.packet.scenario import Scenario
from app.engine.remarks import RemarkKind, read_remark
from app.engine.rounds.draw_request import pair_of
from app.engine.rounds.field import (
    cut_over,
    cut_players,
    field,
    is_of_teams,
    last_of_cut,
    list_unseated,
    missing_results,
)
from app.engine.rounds.outlook import ends_with
from app.engine.rounds.team_draw import TeamDraw
from app.engine.rounds.team_round import lineups
from app.engine.side import Pair, Side
from app.engine.standings.ranking import sole_leader, standings
from app.engine.standings.scores import planned_rounds
from app.engine.standings.teams import team_standings
from app.engine.state import Round, Stage, State, Status
from app.engine.table.game import Game, eo_paused
from app.engine.table.verdict import final_result
from app.engine.text import clock_words, few_tables, join_words
from app.views.event.standings import in_short
from app.views.teams.matches import block_words, byes_words

Flags: TypeAlias = Mapping[Numbers, tuple[str, ...]]
NO_FLAGS: Flags = {}


class NextDraw(Struct, frozen=True):
    """The players or teams that the next draw would include."""

    number: int
    planned: int
    """The number of planned rounds."""
    checked_in: int
    """The number of players who are here; after a cut, of those who play on."""
    absent: tuple[str, ...]
    leader: str
    """The name of the player or team that leads alone; empty if there is none."""
    over: str = ""
    """The reason why nobody is left to play; empty if somebody is."""
    is_cut: bool = False
    """True if only the players in the cut play on."""
    out: str = ""
    """The tables of the finished round without a result, in words."""
    all_played: bool = False
    """True if all planned rounds have been played."""
    of_teams: bool = False
    teams: int = 0
    """The number of teams with a player here, at a team event."""

    @property
    def sides(self) -> int:
        """The number of players, or of teams, that will be paired."""
        return self.teams if self.of_teams else self.checked_in

    @property
    def bye(self) -> bool:
        return self.sides % 2 == 1

    @property
    def possible(self) -> bool:
        return self.sides >= 2

    @property
    def decided(self) -> bool:
        """Tell whether the event needs no further round."""
        return bool(self.leader or self.over) or self.all_played


class Seat(Struct, frozen=True):
    """A player in a row of the draw."""

    number: int
    name: str
    club: str
    tp: int
    down: bool
    """True if the player's opponent has fewer points."""


class DrawRow(Struct, frozen=True):
    """A game in the draw."""

    table: int
    seats: Pair[Seat]
    flags: tuple[str, ...] = ()
    """Remarks of a word or two each."""


class MatchRow(Struct, frozen=True):
    """A match of teams in the draw."""

    tables: str
    seats: Pair[Seat]
    """The teams, with their numbers in the draw."""
    wins: Pair[str]
    """The numbers of matches that the teams have won so far."""
    rows: tuple[DrawRow, ...]
    """The games of the match."""
    flags: tuple[str, ...] = ()


class Review(Struct, frozen=True):
    """A draw under review."""

    round_number: int
    stage: Stage
    rows: tuple[DrawRow, ...]
    bye: Seat | None
    gave_way: tuple[str, ...]
    scenario: int
    scenarios: tuple[tuple[int, str], ...]
    used: frozenset[int]
    """The numbers of the scenarios of other rounds."""
    played: Scenario | None
    seed: int
    """The seed of the draw; 0 for pairings set by hand."""
    attempt: int
    bye_flags: tuple[str, ...] = ()
    ours: str = ""
    """A remark on parts of the scenario that are not the packet's own."""
    matches: tuple[MatchRow, ...] = ()
    """The matches at a team event. Games that belong to no match are only among the rows."""
    byes: str = ""
    """Sentences about players without an opponent, which are not repeated in the remarks."""


class Proposal(Enum):
    """The proposal of the rules for a game still being played at the round's expected end."""

    PLAY_ON = mark_text("plays on")
    YOURS = mark_text("you decide")  # the organizer had paused the clock
    TIE = mark_text("tie")


class Overtime(Struct, frozen=True):
    """A game that is still played at the round's expected end."""

    game: int
    table: int
    names: Pair[str]
    left_ms: int
    """The time left on both clocks together."""
    proposal: Proposal
    sentence: str
    """The reason for the proposal."""


class LatePlayer(Struct, frozen=True):
    """A player who is checked in but not in the round."""

    number: int
    name: str
    round_number: int
    would: str
    """A sentence about what a seat in the round would mean for the player."""
    plays: bool
    """True if the player would meet the player who has the bye; otherwise they would
    get the bye.
    """


def late_players(state: State, come: Collection[int] = ()) -> tuple[LatePlayer, ...]:
    """Return the players who could be seated in the round that is drawn or under way, by number.
    ``come`` are players who are here without having been checked in.
    """
    latest = state.latest
    if latest is None:
        return ()
    bye = latest.bye
    would = (
        say("gets the bye")
        if bye is None
        else say("plays {name}, who has the bye", name=state.name(bye.player))
    )
    return tuple(
        LatePlayer(player, name, latest.number, f"{name} {would}", plays=bye is not None)
        for player, name in (
            (number, state.name(number)) for number in sorted(list_unseated(state, come))
        )
    )


def next_draw(state: State) -> NextDraw:
    players = state.players.values()
    latest = state.latest
    number = latest.number + 1 if latest else 1
    finished = latest is not None and latest.stage is Stage.FINISHED
    leader = sole_leader(state) if finished else None
    out = missing_results(state, latest) if latest is not None and finished else ()
    absent = (state.name(player.number) for player in players if player.status is Status.REGISTERED)
    return NextDraw(
        number=number,
        planned=planned_rounds(state),
        checked_in=len(field(state)),
        absent=() if cut_players(state) else tuple(absent),
        is_cut=bool(cut_players(state)),
        leader="" if leader is None else state.name(leader),
        over=last_of_cut(state) if cut_over(state) else "",
        out=few_tables([game.table for game in out]) if out else "",
        all_played=ends_with(state, number - 1),
        of_teams=is_of_teams(state),
        teams=len(lineups(state)),
    )


def review(
    state: State, round_: Round, flags: Flags = NO_FLAGS, teams: TeamDraw | None = None
) -> Review:
    """Return the review of a draw. ``flags`` are remarks on games, by the players' numbers; in a
    bye the opponent is 0. With ``teams``, ``flags`` are remarks on matches, by the teams' numbers.
    """
    points = {row.number: row.tp for row in standings(state)}

    def seat(number: int) -> Seat:
        return Seat(
            number=number,
            name=state.name(number),
            club=state.club_beside(number),
            tp=points.get(number, 0),
            down=number in round_.paired_down,
        )

    packet = state.packet
    remarks = NO_FLAGS if teams else flags
    said_with_byes = RemarkKind.SEATS_LACKING  # in the words of each match
    gave_way = (note for note in round_.gave_way if note.kind is not said_with_byes)
    rows = tuple(
        DrawRow(game.table, game.players.map(seat), remarks.get(pair_of(game), ()))
        for game in state.games_of(round_)
    )
    return Review(
        round_number=round_.number,
        stage=round_.stage,
        rows=rows,
        matches=_match_rows(state, round_, teams, flags, rows) if teams else (),
        byes=byes_words(state, round_) if teams else "",
        bye=seat(round_.bye.player) if round_.bye else None,
        gave_way=tuple(map(read_remark, gave_way)),
        scenario=round_.scenario,
        scenarios=tuple((scenario.number, scenario.name) for scenario in packet.scenarios)
        if packet
        else (),
        used=frozenset(other.scenario for other in state.rounds if other.number != round_.number),
        played=packet.scenario(round_.scenario) if packet else None,
        ours=scenario_notes(packet, round_.scenario) if packet else "",
        seed=round_.seed,
        attempt=round_.attempt,
        bye_flags=remarks.get((round_.bye.player, BYE), ()) if round_.bye else (),
    )


def _match_rows(
    state: State, round_: Round, teams: TeamDraw, flags: Flags, rows: Sequence[DrawRow]
) -> tuple[MatchRow, ...]:
    """Return the matches in the order of their tables."""
    wins = {row.team: in_short(row.wins) for row in team_standings(state)}

    def seat(number: int) -> Seat:
        return Seat(number, teams.request.names[number], "", 0, number in round_.paired_down)

    made = []
    for pair in teams.pairs:
        players = {player for team in pair for player in teams.players[team]}
        games = [row for row in rows if {one.number for one in row.seats} <= players]
        games.sort(key=lambda row: row.table)
        sides = Pair(*(seat(team) for team in pair))
        tables = block_words(tuple(row.table for row in games))
        won = sides.map(lambda side: wins.get(side.name, "0"))
        made.append(MatchRow(tables, sides, won, tuple(games), flags.get(pair, ())))
    return tuple(sorted(made, key=lambda match: match.rows[0].table))


def bye_words(state: State, round_: Round) -> str:
    """Return the bye such as "Bye: Anna, 3 control points and 38 army points."; empty if there is
    none.
    """
    if not round_.byes or is_of_teams(state):
        return byes_words(state, round_)
    worth = round_.byes[0]
    names = join_words(state.name(bye.player) for bye in round_.byes)
    points = join_words(
        (
            plural(worth.cp, "{count} control point", "{count} control points"),
            plural(worth.apd, "{count} army point", "{count} army points"),
        )
    )
    if len(round_.byes) > 1:
        return say("Bye: {names}, {points} each.", names=names, points=points)
    return say("Bye: {names}, {points}.", names=names, points=points)


def results_out(state: State, round_: Round) -> tuple[Game, ...]:
    """Return the games without a result, by table."""
    out = [game for game in state.games_of(round_) if final_result(game) is None]
    return tuple(sorted(out, key=lambda game: game.table))


def expected_round_end(state: State, round_: Round) -> int | None:
    """Return the round's expected end: the start of the first deployment plus both clocks (SR2017,
    tournament timing).

    Before any clock was started, the organizer's start of the round counts. Return None if the
    packet has no rules for games that still go on then, because the round has dice down or no limit
    at all.
    """
    games = state.games_of(round_)
    if round_.started_ms is None or not games or not games[0].terms.time.play_on_below_ms:
        return None
    starts = [game.play.clock.started_ms for game in games if game.play.clock]
    return min(starts, default=round_.started_ms) + sum(games[0].terms.time.allotted_ms)


def has_dice_down(round_: Round) -> bool:
    """Tell whether dice down is still to be called in the round under way."""
    return bool(round_.length_ms) and round_.dice_down_ms is None


def overtimes(state: State, round_: Round, now_ms: int) -> tuple[Overtime, ...]:
    """Return the games still played after the expected end, by table; none before that."""
    end_ms = expected_round_end(state, round_)
    if round_.stage is not Stage.STARTED or end_ms is None or now_ms < end_ms:
        return ()
    return tuple(
        overtime(game, now_ms, game.players.map(state.name))
        for game in results_out(state, round_)
        if game.play.ending is None and game.play.flag is None
    )


def overtime(game: Game, now_ms: int, names: Pair[str]) -> Overtime:
    """Return what becomes of a game at the round's expected end (SR2017, tournament timing).

    With five minutes or less on both clocks together, the game is played on. With more, it is a
    tie. In SR2017, the organizer decides instead if an organizer had paused the clock; a pause by
    the players is no excuse.
    """
    play, terms = game.play, game.terms
    clock = play.clock
    left = [clock.remaining(side, now_ms) if clock else terms.time.clock_ms for side in Side]
    left_ms = sum(max(ms, 0) for ms in left)
    minutes = terms.time.play_on_below_ms // 60_000
    paused_ms = eo_paused(play, now_ms)
    if left_ms <= terms.time.play_on_below_ms:
        proposal, why = (
            Proposal.PLAY_ON,
            say("{minutes} minutes or less on both clocks together", minutes=minutes),
        )
    elif paused_ms and terms.time.pause_excuses:
        proposal = Proposal.YOURS
        why = say(
            "its clock was paused for {time}, so you decide",
            time=clock_words(paused_ms),
        )
    else:
        proposal, why = (
            Proposal.TIE,
            say("more than {minutes} minutes on both clocks together", minutes=minutes),
        )
    return Overtime(
        game=game.number,
        table=game.table,
        names=names,
        left_ms=left_ms,
        proposal=proposal,
        sentence=say("{time} left: {why}", time=clock_words(left_ms), why=why),
    )
