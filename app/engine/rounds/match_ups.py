"""The match-ups of a round: the teams, the progress, and the games that result."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from msgspec import Struct

from app.engine.acts.draw import PairingsChanged
from app.engine.acts.rounds import Seating
from app.engine.frozen import memoized_few, replace
from app.engine.match_up.procedure import Deed
from app.engine.match_up.progress import Meeting, Met, Progress
from app.engine.match_up.run import run
from app.engine.players.rosters import by_seat_then, rosters
from app.engine.side import Pair
from app.engine.standings.matches import Match, matches_of, team_of, team_then
from app.engine.standings.teams import team_names
from app.engine.state import MatchUp, Round, Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result

NOT_YET = MatchUp()


class MatchUpNow(Struct, frozen=True):
    """The match-up of a match in its present state."""

    match: Match
    number: int
    """The number by which acts refer to the match-up: the first table of the match."""
    names: Pair[str]
    """The names of the teams."""
    captains: Pair[int]
    """The captains' numbers; 0 for a team with nobody left."""
    made: MatchUp
    progress: Progress
    has_begun: bool
    """True if one of the match's games has a clock or a result."""
    is_settled: bool
    """True if nothing is left to choose and the match's games have the resulting pairs, for example
    because one team has a single player.
    """

    @property
    def is_complete(self) -> bool:
        """Tell whether all pairings of the match are known. Games that have begun are not paired
        again.
        """
        return self.made.complete or self.has_begun or self.is_settled

    @property
    def waits_for_desk(self) -> bool:
        """Tell whether the desk has to enter the pairings, because no captain is asked. That
        includes a match-up in which a change of a team has left nothing to choose.
        """
        return not self.is_complete and (self.progress.at_desk or self.progress.is_done)


@memoized_few
def match_ups(state: State) -> tuple[MatchUpNow, ...]:
    """Return the match-ups of the latest round, in the order of their tables; empty if players meet
    by seat.
    """
    round_ = state.latest
    if round_ is None or round_.procedure is None:
        return ()
    return tuple(_now(state, round_, match) for match in matches_of(state, round_.number))


def match_up(state: State, number: int) -> MatchUpNow | None:
    """Return the match-up in the latest round with this number, which is the first table of its
    match.
    """
    return next((now for now in match_ups(state) if now.number == number), None)


def match_up_of(state: State, player: int) -> MatchUpNow | None:
    """Return the match-up of the player's team in the latest round, whether or not the player has a
    game in it.
    """
    team = team_of(state, player)
    return next((now for now in match_ups(state) if team in now.match.teams), None)


def match_up_is_open(state: State, game: Game) -> bool:
    """Tell whether it is not yet known who plays the game."""
    return any(game.number in now.match.games for now in incomplete(state))


def incomplete(state: State) -> tuple[MatchUpNow, ...]:
    """Return the match-ups of the latest round whose pairings are not all known."""
    return tuple(now for now in match_ups(state) if not now.is_complete)


@memoized_few
def pairs_are_out(state: State) -> bool:
    """Tell whether everybody may see the pairings of the latest round. Those of all matches become
    public together: when the last match-up is complete, or when the round starts (our decision).
    """
    latest = state.latest
    if latest is None or latest.stage is Stage.DRAWN:
        return False
    return latest.has_begun or not incomplete(state)


def is_public(state: State, round_: Round) -> bool:
    """Tell whether players may know the games of a round."""
    if state.latest is round_:
        return pairs_are_out(state)
    return round_.stage is not Stage.DRAWN


def public_rounds(state: State) -> tuple[Round, ...]:
    """Return the rounds whose games players may know. Only the organizer knows a draw until it is
    published, and only captains know the games of a match until all match-ups are complete.
    """
    return tuple(round_ for round_ in state.rounds if is_public(state, round_))


def published_round(state: State) -> Round | None:
    """Return the latest round whose games players may know."""
    return next((each for each in reversed(state.rounds) if is_public(state, each)), None)


def captain_of(state: State, team: str) -> int:
    """Return the number of a team's captain. If the captain has left the event, return the first
    player by seat who has not (our decision); 0 if nobody is left.
    """
    roster = rosters(state).get(team)
    if roster is None:
        return 0
    order = (roster.captain, *roster.players)
    present = (n for n in order if n in state.players and not state.players[n].status.has_left)
    return next(present, 0)


class Carried(Struct, frozen=True):
    """The effect of changed pairings on the match-ups of a round."""

    kept: Mapping[int, MatchUp]
    """The match-ups that stay, by the first table of their match after the change."""
    parted: tuple[int, ...] = ()
    """The first tables of matches with choices whose teams no longer meet."""
    reseated: tuple[int, ...] = ()
    """The first tables of matches whose choices no longer hold although the teams still meet,
    because captains chose among other tables or the teams changed sides.
    """


def carried_match_ups(state: State, change: PairingsChanged) -> Carried:
    """Return which match-ups survive a change of pairings. Choices hold as long as the two teams
    meet, wherever they sit.
    """
    round_ = state.round(change.round_number)
    if round_ is None or not round_.match_ups:
        return Carried({})
    before = {game.number: (game.table, game.players) for game in state.games_of(round_)}
    after = {number: place for number, place in before.items() if number not in change.gone}
    after |= {place.game: (place.table, place.players) for place in change.places}
    known = {tables[0]: (teams, tables) for teams, tables in _met_at(state, round_, before)}
    now = dict(_met_at(state, round_, after))
    kept: dict[int, MatchUp] = {}
    parted, reseated = list[int](), list[int]()
    for number, made in round_.match_ups.items():
        teams, tables = known.get(number, (Pair("", ""), ()))
        there = now.get(teams, ())
        holds = there and (there == tables or made.complete or not _chooses_tables(round_))
        if holds:
            moved = number if there[0] != number else 0
            kept[there[0]] = replace(made, drawn_at=made.drawn_at or moved)
        elif made.choices or made.typed:
            (reseated if {*teams} in ({*pair} for pair in now) else parted).append(number)
    return Carried(kept, tuple(sorted(parted)), tuple(sorted(reseated)))


def _chooses_tables(round_: Round) -> bool:
    steps = round_.procedure.all_steps if round_.procedure else ()
    return any(step.do is Deed.CHOOSE_TABLE for step in steps)


def _met_at(
    state: State, round_: Round, places: Mapping[int, tuple[int, Pair[int]]]
) -> Iterator[tuple[Pair[str], tuple[int, ...]]]:
    """Return the teams and tables of each match. The first team is that of the red player at the
    match's first table.
    """
    first: dict[frozenset[str], Pair[str]] = {}
    tables: dict[frozenset[str], tuple[int, ...]] = {}
    for table, players in sorted(places.values(), key=itemgetter(0)):
        teams = players.map(lambda number: team_then(state, round_, number))
        key = frozenset(teams)
        first.setdefault(key, teams)
        tables[key] = (*tables.get(key, ()), table)
    return ((teams, tables[key]) for key, teams in first.items())


def seatings(now: MatchUpNow, met: Sequence[Met], state: State) -> tuple[Seating, ...]:
    """Return the games of a match with these pairs. A game stays at its table."""
    at = {state.games[number].table: number for number in now.match.games}
    return tuple(
        Seating(at[pair.table], pair.table, pair.players)
        for pair in sorted(met, key=lambda pair: pair.table)
        if pair.table in at
    )


def _now(state: State, round_: Round, match: Match) -> MatchUpNow:
    games = [state.games[number] for number in match.games]
    number = games[0].table
    made = round_.match_ups.get(number, NOT_YET)
    names = team_names(state)
    progress = run(_meeting(state, round_, match, games, made), made.choices)
    settled = {(pair.table, pair.players) for pair in progress.met}
    return MatchUpNow(
        match=match,
        number=number,
        names=match.teams.map(lambda team: names[team]),
        captains=match.teams.map(lambda team: captain_of(state, team)),
        made=made,
        progress=progress,
        has_begun=any(game.play.clock or final_result(game) for game in games),
        is_settled=progress.is_done and settled == {(game.table, game.players) for game in games},
    )


def _meeting(
    state: State, round_: Round, match: Match, games: Sequence[Game], made: MatchUp
) -> Meeting:
    assert round_.procedure is not None
    assert state.settings is not None
    seed = round_.seed or state.settings.seed
    tables = tuple(game.table for game in games)
    present = {number for game in games for number in game.players}
    present |= {bye.player for bye in round_.byes}
    return Meeting(
        round_.procedure,
        match.teams.map(lambda team: by_seat_then(state, round_, team, present)),
        tables,
        f"{seed}|{round_.number}|{made.drawn_at or tables[0]}",
    )
