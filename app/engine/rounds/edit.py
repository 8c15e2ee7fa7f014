"""Changes to the pairings of a round, with as few changes to other pairs as possible. Doubts about
them are not handled here.
"""

from collections.abc import Sequence
from itertools import chain, count, islice

from msgspec import Struct

from app.engine.acts.draw import EditPairings, PairingsChanged
from app.engine.acts.rounds import Seating
from app.engine.draw.compare import Comparison, compare
from app.engine.draw.values import BYE, Entrant, Numbers, opponents
from app.engine.frozen import replace
from app.engine.remarks import Reason, RemarkKind, keep_remarks, reason
from app.engine.rounds.draw_request import (
    changes_since_draw,
    games_begun,
    judge_draw,
    list_couples,
    pair_of,
    request_then,
    seatings_of,
    state_before_round,
)
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.pair_round import entrants, paired_down
from app.engine.rounds.team_draw import TeamDraw, team_draw
from app.engine.side import Pair
from app.engine.standings.matches import matches_of, team_then
from app.engine.state import Round, State
from app.engine.table.game import Game


class Changed(Struct, frozen=True):
    """A change of pairings, before the explanation is added to its event."""

    event: PairingsChanged

    def explained(self, seen: Comparison, why: str) -> PairingsChanged:
        bare = self.event
        return PairingsChanged(
            bare.round_number,
            bare.gone,
            bare.places,
            bare.bye,
            bare.paired_down,
            keep_remarks(difference.words for difference in seen.differences),
            keep_remarks(fault.sentence for fault in seen.faults),
            why,
            bare.more_byes,
        )


def compare_pairings(
    state: State,
    round_: Round,
    pairs: Sequence[Numbers],
    bye: int | None,
    *,
    more_byes: Sequence[int] | None = None,
) -> Comparison:
    """Compare edited pairings with the program's own draw of the round."""
    more = more_byes_then(round_, pairs, bye) if more_byes is None else more_byes
    of_teams = is_of_teams(state)
    drawn = round_.explanation if not of_teams else None
    own = drawn.couples if drawn else list_couples(state, round_)
    stay = {other.player for other in round_.more_byes} & {*more}
    own = tuple(pair for pair in own if pair[1] != BYE or pair[0] not in stay)
    field = sorted({*seatings_of(own)} & {*state.players})
    before = state_before_round(state, round_.number, field)
    here = entrants(before)
    if of_teams:  # teams decide for themselves which players meet
        here = [Entrant(player.number, 0, frozenset(), 0, 0) for player in here]
    request = request_then(before, here, round_)
    came, left = changes_since_draw(state, round_)
    fresh = [number for number in more if number not in stay]
    seen = compare(judge_draw(request, own), pairs, bye, more_byes=fresh, came=came, left=left)
    return _with_teams(seen, team_draw(state, round_, pairs)) if of_teams else seen


def _with_teams(seen: Comparison, teams: TeamDraw) -> Comparison:
    """Return the comparison of the players. If other teams meet than in the program's draw, return
    the differences between teams instead, with the faults of players and teams. The remark that the
    pairings are as good as the program's own is kept only if there are no faults.
    """
    met = compare(teams.solution, teams.pairs, teams.bye)
    if not met.differences:
        return seen
    faults = tuple(
        fault
        for fault in (*seen.faults, *met.faults)
        if fault.sentence.remark.kind is not RemarkKind.AS_GOOD
    )
    return Comparison(met.differences, met.changes, faults or met.faults)


def changed_pairings(
    state: State,
    round_: Round,
    pairs: Sequence[Numbers],
    tables: Sequence[int],
    bye: int | None,
    *,
    more_byes: Sequence[int] | None = None,
) -> Changed | None:
    """Return the change to these pairs at these tables; None if the round has them already. If
    ``more_byes`` is None, players who have a bye keep it unless they are seated.

    A pair that stays keeps its game, in either order of the players.
    """
    known = {frozenset(game.players): game for game in state.games_of(round_)}
    places, fresh = [], state.next_game
    for pair, table in zip(pairs, tables, strict=True):
        game = known.pop(frozenset(pair), None)
        if game is None:
            places.append(Seating(fresh, table, Pair(*pair)))
            fresh += 1
        elif game.table != table:
            places.append(Seating(game.number, table, game.players))
    gone = tuple(sorted(game.number for game in known.values()))
    before = round_.bye.player if round_.bye else None
    more = more_byes_then(round_, pairs, bye)
    if more_byes is None or {*more_byes} == {*more}:
        more_byes = None
    had = len(more) == len(round_.more_byes)
    if not places and not gone and bye == before and more_byes is None and had:
        return None
    return Changed(
        PairingsChanged(
            round_.number,
            gone,
            tuple(places),
            bye,
            _down(state, round_, pairs),
            (),
            (),
            "",
            None if more_byes is None else tuple(more_byes),
        )
    )


def more_byes_then(round_: Round, pairs: Sequence[Numbers], bye: int | None) -> tuple[int, ...]:
    """Return the round's additional byes that remain with these pairs."""
    seated = {bye, *seatings_of(pairs)}
    return tuple(other.player for other in round_.more_byes if other.player not in seated)


def _down(state: State, round_: Round, pairs: Sequence[Numbers]) -> tuple[int, ...]:
    """Return the players who are paired down in these games; for a team, the player in its first
    seat.
    """
    if is_of_teams(state):
        teams = team_draw(state, round_, pairs)
        return judge_draw(teams.request, teams.now).draw.paired_down
    return paired_down(state_before_round(state, round_.number, seatings_of(pairs)), pairs)


def lost_games(state: State, round_: Round, pairs: Sequence[Numbers]) -> tuple[Game, ...]:
    """Return the games with a clock or a result whose pair is not among ``pairs``."""
    paired = {frozenset(pair) for pair in pairs}
    return tuple(
        game for game in games_begun(state, round_) if frozenset(game.players) not in paired
    )


def seat_late(state: State, round_: Round, number: int) -> PairingsChanged | None:
    """Seat a late player against the player with the bye, or give the late player the bye. Return
    None if the late player is already seated.
    """
    couples = list_couples(state, round_)
    if number in seatings_of(couples):
        return None
    pairs, tables = _as_they_are(state, round_)
    bye: int | None = number
    if round_.bye is not None:
        pairs, bye = [*pairs, (round_.bye.player, number)], None
        tables = [*tables, free_table(state, round_, round_.bye.player)]
    changed = changed_pairings(state, round_, pairs, tables, bye)
    return (
        changed.explained(_NOTHING, reason(Reason.CAME_LATE, state.players[number].entry.name))
        if changed
        else None
    )


def take_out_of(state: State, round_: Round, number: int) -> PairingsChanged | None:
    """Return the round without a player: their opponent meets the player with the bye, or has the
    bye. Return None if the player is not in the round.
    """
    pairs, tables = _as_they_are(state, round_)
    bye = round_.bye.player if round_.bye else None
    why = reason(Reason.TAKEN_OUT, state.players[number].entry.name)
    if bye == number:
        changed = changed_pairings(state, round_, pairs, tables, None)
        return changed.explained(_NOTHING, why) if changed else None
    place = next((at for at, pair in enumerate(pairs) if number in pair), None)
    if place is None:
        return None
    player, other = pairs[place]
    left = other if player == number else player
    if bye is None:
        del pairs[place], tables[place]
        bye = left
    else:
        pairs[place] = (left, bye)
        bye = None
    changed = changed_pairings(state, round_, pairs, tables, bye)
    return changed.explained(_NOTHING, why) if changed else None


def free_table(state: State, round_: Round, player: int = 0) -> int:
    """Return the first free table in use. In an event of teams, return the free table nearest to
    the match of the player's team. If none is free, return a number above all tables.
    """
    taken = {game.table for game in state.games_of(round_)}
    usable = sorted(table.number for table in state.plan.tables if table.in_use)
    highest = max([*taken, *(hall_table.number for hall_table in state.plan.tables)], default=0)
    among = usable or range(1, highest + 1)
    free = [table for table in among if table not in taken]
    team = team_then(state, round_, player)
    match = (match for match in matches_of(state, round_.number) if team in match.teams)
    beside = [state.games[game].table for found in match for game in found.games]
    if beside and is_of_teams(state):
        free.sort(key=lambda table: min(abs(table - other) for other in beside))
    return next(iter(free), highest + 1)


_NOTHING = Comparison((), (), ())


def _as_they_are(state: State, round_: Round) -> tuple[list[Numbers], list[int]]:
    games = state.games_of(round_)
    return [pair_of(game) for game in games], [game.table for game in games]


class Arrangement(Struct, frozen=True):
    """The pairs of a round with their tables and byes."""

    pairs: tuple[Numbers, ...]
    tables: tuple[int, ...]
    bye: int | None
    """The player with the bye; None if nobody has it."""
    more_byes: tuple[int, ...] = ()
    """The other players with a bye, such as the rest of a team."""
    usable: tuple[int, ...] = ()
    """The hall's tables in use, in order; empty without a plan of the hall."""

    @property
    def byes(self) -> tuple[int, ...]:
        """All players with a bye."""
        return (*(() if self.bye is None else (self.bye,)), *self.more_byes)

    @property
    def games(self) -> tuple[Numbers, ...]:
        """The pairs, and each bye as a pair with 0."""
        return (*self.pairs, *((player, BYE) for player in self.byes))

    def command(self, why: str = "") -> EditPairings:
        return EditPairings(self.pairs, self.tables, self.bye, why, self.more_byes)


def arrangement(state: State, round_: Round) -> Arrangement:
    games = state.games_of(round_)
    return Arrangement(
        tuple(pair_of(game) for game in games),
        tuple(game.table for game in games),
        round_.bye.player if round_.bye else None,
        tuple(bye.player for bye in round_.more_byes),
        tuple(sorted(table.number for table in state.plan.tables if table.in_use)),
    )


def opponent(now: Arrangement, player: int) -> int | None:
    """Return a player's opponent: BYE for the bye, None if they have no game."""
    if player in now.byes:
        return BYE
    return opponents(now.pairs).get(player)


def swap_players(now: Arrangement, player: int, other: int) -> Arrangement:
    """Let two players exchange their places at tables or with the bye."""

    def seat(number: int) -> int:
        return other if number == player else player if number == other else number

    pairs = tuple((seat(red), seat(blue)) for red, blue in now.pairs)
    bye = None if now.bye is None else seat(now.bye)
    return replace(now, pairs=pairs, bye=bye, more_byes=tuple(map(seat, now.more_byes)))


def together(now: Arrangement, player: int, other: int) -> Arrangement:
    """Let ``player`` and ``other`` meet at the table of ``player``. Their former opponents meet
    each other.
    """
    mate = opponent(now, player)
    if mate is None or mate == other:
        return now
    if mate == BYE:
        left = opponent(now, other)
        return swap_players(now, player, left) if left else now
    return swap_players(now, mate, other)


def with_bye(now: Arrangement, player: int) -> Arrangement:
    """Give a player the bye; the player who had it takes their place. Nothing changes if nobody had
    it.
    """
    return now if now.bye is None else swap_players(now, player, now.bye)


def move_game(now: Arrangement, player: int, table: int) -> Arrangement:
    """Move the player's game to a table; a game that is there already takes its old table."""
    at = next((i for i, pair in enumerate(now.pairs) if player in pair), None)
    if at is None:
        return now
    before = now.tables[at]
    tables = [before if number == table else number for number in now.tables]
    tables[at] = table
    return replace(now, tables=tuple(tables))


def teams_swapped(now: Arrangement, teams: TeamDraw, team: int, other: int) -> Arrangement:
    """Let two teams exchange their places, player for player in the order of tables; one of them
    may have the bye. Nothing changes if they meet each other, or if one has fewer games than the
    other.
    """
    if teams.bye in {team, other}:
        return team_with_bye(now, teams, other if team == teams.bye else team)
    seats = [_in_order(now, teams.players.get(number, ())) for number in (team, other)]
    if len(seats[0]) != len(seats[1]) or {team, other} in [{*pair} for pair in teams.now]:
        return now
    for player, mate in zip(*seats, strict=True):
        now = swap_players(now, player, mate)
    return now


def _in_order(now: Arrangement, players: Sequence[int]) -> list[int]:
    """Return the players of a team who have a game, in the order of their tables."""
    at = sorted(zip(now.tables, now.pairs, strict=True))
    return [player for _, pair in at for player in pair if player in players]


def team_with_bye(now: Arrangement, teams: TeamDraw, team: int) -> Arrangement:
    """Give the whole team the bye. The team that had it takes its place, seat by seat at the tables
    of its match; a player without an opponent has a bye. Nothing changes if no team had the bye.
    """
    mate = opponents(teams.pairs).get(team)
    if teams.bye is None or mate is None:
        return now
    gone, coming = teams.players[team], teams.players[teams.bye]
    places = dict(zip(now.pairs, now.tables, strict=True))
    match = tables_of_match(now, teams, team)
    stays = {pair: table for pair, table in places.items() if table not in match}
    beyond = count(max(now.tables) + 1)
    playing = _in_order(now, teams.players[mate])
    staying = [*playing, *(number for number in teams.players[mate] if number not in playing)]
    stays |= zip(zip(coming, staying, strict=False), chain(match, beyond), strict=False)
    seated = {*chain.from_iterable(stays)}
    byes = dict.fromkeys((*gone, *coming, *staying, *now.byes))
    first, *more = [number for number in byes if number not in seated]
    return replace(
        now, pairs=(*stays,), tables=(*stays.values(),), bye=first, more_byes=tuple(more)
    )


def teams_together(now: Arrangement, teams: TeamDraw, team: int, other: int) -> Arrangement:
    """Let two teams meet at the tables of ``team``; their former opponents meet each other. If one
    of the two teams has the bye, the former opponent of the other gets the bye.
    """
    met = opponents(teams.pairs)
    if team == teams.bye:
        return team_with_bye(now, teams, met.get(other, BYE))
    mate = met.get(team, BYE)
    return teams_swapped(now, teams, mate, other) if mate else now


def tables_of_match(now: Arrangement, teams: TeamDraw, team: int) -> list[int]:
    """Return the tables of a team's match in order; empty if it has the bye."""
    own = {*teams.players.get(team, ())}
    at = zip(now.tables, now.pairs, strict=True)
    return sorted(table for table, pair in at if own & {*pair})


def match_moved(now: Arrangement, teams: TeamDraw, team: int, first: int) -> Arrangement:
    """Move a team's match to the tables in use from ``first`` on. Above the last table in use,
    every number counts as a table. Games that are already at these tables take the match's former
    tables in order. Nothing changes for a team with the bye.
    """
    match = tables_of_match(now, teams, team)
    among = [table for table in now.usable if table >= first]
    beyond = count(max([*now.usable, first - 1]) + 1)
    there = [*islice(chain(among, beyond), len(match))]
    left = [table for table in match if table not in there]
    coming = [table for table in there if table not in match]
    to = dict(zip(match, there, strict=True)) | dict(zip(coming, left, strict=True))
    return replace(now, tables=tuple(to.get(table, table) for table in now.tables))
