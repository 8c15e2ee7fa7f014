"""A round of an event of teams: teams are drawn against teams, then their players meet seat by
seat.

The draw is the same as for players, with match wins in place of tournament points. A team's number
in the draw is the number of the player in its first seat.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count, islice

from msgspec import Struct

from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.draw.request import DrawRequest, Hall
from app.engine.draw.tables import Seat, Table
from app.engine.draw.values import BYE, Apart, Draw, DrawConstraints, Entrant, Numbers, Occasion
from app.engine.frozen import replace
from app.engine.match_up.progress import Meeting, Met, by_seat, left_over
from app.engine.match_up.run import run
from app.engine.players.rosters import rosters
from app.engine.remarks import RemarkKind, Said, keep_remarks, note
from app.engine.rounds.draw_request import hall, words_of
from app.engine.rounds.field import cut_players, final_teams
from app.engine.rounds.pair_round import pair_by_wins, without_repeats
from app.engine.side import Pair
from app.engine.standings.matches import team_of, team_rounds, team_then
from app.engine.standings.teams import TeamStanding, team_names, team_standings
from app.engine.state import State
from app.engine.table.game import Game


class Lineup(Struct, frozen=True):
    """The players of a team in the next round."""

    team: str
    """The team's key, as `team_of` returns it for its players."""
    seats: tuple[int, ...]
    """The numbers of the players who are here, by seat. If a player is missing, the players in
    later seats move up (our decision).
    """

    @property
    def number(self) -> int:
        """The team's number in the draw."""
        return self.seats[0]


def lineups(state: State, held: Sequence[Game] = ()) -> tuple[Lineup, ...]:
    """Return the teams that are here, in the order of their first players. Players of the ``held``
    games keep their seats. A team's players beyond its seats are substitutes.
    """
    seats = state.settings.team_seats if state.settings else 0
    inside = cut_players(state)
    playing = {number for game in held for number in game.players}
    here: dict[str, list[int]] = {}
    for number, player in state.players.items():
        team = team_of(state, number)
        if not team or (inside and number not in inside):
            continue
        if player.plays or number in playing:
            here.setdefault(team, []).append(number)
    return tuple(
        Lineup(team, _seat_team(rosters(state)[team].players, members, playing, seats))
        for team, members in here.items()
    )


def _seat_team(
    by_seat: Sequence[int], here: Collection[int], playing: Collection[int], seats: int
) -> tuple[int, ...]:
    present = [number for number in by_seat if number in here]
    chosen = sorted(present, key=lambda number: number not in playing)[:seats]
    return tuple(number for number in present if number in chosen)


def team_question(before: State, occasion: Occasion, held: Sequence[Game]) -> DrawRequest:
    """Return the request for a draw of teams. The matches of the ``held`` games stay as they
    are.
    """
    teams = lineups(before, held)
    number_of = {lineup.team: lineup.number for lineup in teams}
    blocks = _blocks(before, -(-len(teams) // 2))
    matches = {
        pair: block
        for game in held
        if (pair := _numbers(before, game, number_of))
        for block, tables in blocks.items()
        if game.table in tables
    }
    matches |= _finals(before, occasion.round_number, number_of, matches, blocks)
    names = team_names(before)
    given = Hall(
        tuple(Table(block) for block in blocks),
        _seats(before, blocks, number_of),
        matches,
        before.plan.top_tables_first,
        before.plan.fresh_tables_first,
    )
    return DrawRequest(
        _entrants(before, teams),
        occasion,
        _wishes(before, occasion.round_number, teams, tuple(given.held)),
        given,
        {lineup.number: names[lineup.team] for lineup in teams},
    )


def _finals(
    before: State,
    number: int,
    number_of: Mapping[str, int],
    held: Mapping[Numbers, int],
    blocks: Mapping[int, Sequence[int]],
) -> dict[Numbers, int]:
    """Return the pairs of teams at the finals tables, at the first blocks of tables where no match
    has begun.
    """
    busy = {team for pair in held for team in pair}
    pairs = [pair for pair in final_pairs(before, number, number_of) if not busy & {*pair}]
    among = chain(blocks, count(len(blocks) + 1))
    free = (block for block in among if block not in held.values())
    return dict(zip(pairs, free, strict=False))


def final_pairs(before: State, number: int, number_of: Mapping[str, int]) -> tuple[Numbers, ...]:
    """Return the pairs of teams at the finals tables, as numbers, the first table first. Their
    places in the standings decide who meets there.
    """
    numbers = [number_of[team] for team in final_teams(before, number)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def with_final_pairs(before: State, request: DrawRequest, drawn: Draw) -> Draw:
    """Put the matches of the finals tables first. These teams are paired by their places in the
    standings, so none of them counts as paired down.
    """
    number_of = {team_of(before, number): number for number in request.names}
    pairs = final_pairs(before, request.occasion.round_number, number_of)
    there = {frozenset(pair): pair for pair in drawn.pairs}
    first = [frozenset(pair) for pair in pairs if frozenset(pair) in there]
    top = {team for pair in first for team in pair}
    met = {entrant.number: entrant.met for entrant in request.entrants}
    again = tuple(
        note(
            RemarkKind.MEET_AGAIN_BECAUSE,
            name=request.names[one],
            name_2=request.names[other],
            why=note(RemarkKind.FINALS_BY_PLACE),
        )
        for one, other in pairs
        if other in met[one] and {one, other} in first
    )
    others = without_repeats(drawn.gave_way, again)
    return replace(
        drawn,
        pairs=(
            *(there[pair] for pair in first),
            *(pair for key, pair in there.items() if key not in first),
        ),
        paired_down=tuple(team for team in drawn.paired_down if team not in top),
        gave_way=(*again, *others),
    )


def finals_of_teams(before: State, number: int, seatings: Iterable[Seating]) -> tuple[int, ...]:
    """Return the games at the finals tables, those of the first match first; empty if not all these
    matches are in the round.
    """
    top = final_teams(before, number)
    games: dict[frozenset[str], list[Seating]] = {}
    for seating in seatings:
        teams = frozenset(team_of(before, player) for player in seating.players)
        games.setdefault(teams, []).append(seating)
    wanted = [frozenset(top[at : at + 2]) for at in range(0, len(top), 2)]
    if not {*wanted} <= {*games}:
        return ()
    return tuple(
        seating.game
        for teams in wanted
        for seating in sorted(games[teams], key=lambda seating: seating.table)
    )


def team_round(
    before: State,
    shape: RoundDrawn,
    drawn: Draw,
    places: Sequence[int],
    *,
    held: Sequence[Game],
    fresh: int,
) -> RoundDrawn:
    """Return the round with its games. Each match has a block of tables, as ``places`` say. If a
    team lacks a player, the opponent has the bye. ``held`` games stay at their tables, even if
    their teams do not meet. ``fresh`` is the number of the first new game.
    """
    teams = {lineup.number: lineup.seats for lineup in lineups(before, held)}
    blocks = _blocks(before, len(drawn.pairs))
    seats = before.settings.team_seats if before.settings else 0
    at = [blocks.get(block) or _tables_beyond(blocks, block, seats) for block in places]
    taken = {game.table for game in held}
    others = _other_tables(blocks, taken.union(*at))
    seated = {number for game in held for number in game.players}
    seatings: list[Seating] = []
    byes: list[int] = []
    for pair, tables in zip(drawn.pairs, at, strict=True):
        begun = [game for game in held if {*game.players} <= {*teams[pair[0]], *teams[pair[1]]}]
        seatings += [Seating(game.number, game.table, game.players) for game in begun]
        red, blue = (tuple(n for n in teams[team] if n not in seated) for team in pair)
        free = [table for table in tables if table not in taken]
        free += islice(others, max(min(len(red), len(blue)) - len(free), 0))
        dice = f"{shape.seed}|{shape.round_number}|{tables[0]}"
        met, alone = _pair_match(before, Pair(red, blue), tuple(free), dice)
        seatings += [Seating(game, one.table, one.players) for game, one in enumerate(met, fresh)]
        taken |= {one.table for one in met}
        byes += alone
        fresh += len(met)
    there = {seating.game for seating in seatings}
    stay = (game for game in held if game.number not in there)
    seatings += [Seating(game.number, game.table, game.players) for game in stay]
    if drawn.bye is not None:
        byes += [number for number in teams[drawn.bye] if number not in seated]
    return replace(
        shape,
        seatings=tuple(seatings),
        bye=byes[0] if byes else None,
        more_byes=tuple(byes[1:]),
        paired_down=drawn.paired_down,
        gave_way=keep_remarks((*drawn.gave_way, *_short(before, teams, drawn, seats))),
        finals=finals_of_teams(before, shape.round_number, seatings),
        cut=cut_players(before),
    )


def _pair_match(
    before: State, teams: Pair[tuple[int, ...]], tables: tuple[int, ...], dice: str
) -> tuple[tuple[Met, ...], tuple[int, ...]]:
    """Return the pairs of a match, by seat or by a procedure that needs no choices, and the players
    left over.
    """
    procedure = before.settings.match_up if before.settings else None
    if procedure is None or not procedure.needs_nobody:
        return by_seat(teams, tables), left_over(teams, by_seat(teams, tables))
    met = run(Meeting(procedure, teams, tables, dice)).met
    return met, left_over(teams, met)


def teams_by_seed(before: State, held: Sequence[Game]) -> tuple[Draw, tuple[int, ...]]:
    """Pair the X teams of a cut by seed: 1 against X, 2 against X − 1 and so on, among teams with
    equally many wins in the cut. Return the draw and the numbers of the blocks of tables, the best
    pair first.
    """
    here = {lineup.team: lineup.number for lineup in lineups(before, held)}
    rows = team_standings(before)
    won = dict.fromkeys(here, 0)
    met: list[set[str]] = []
    for round_, (matches, _) in zip(before.rounds, team_rounds(before), strict=True):
        for match in matches if round_.cut else ():
            met.append({*match.teams})
            if match.winner and match.teams.of(match.winner) in won:
                won[match.teams.of(match.winner)] += 1
    order = [row.team.casefold() for row in rows if row.team.casefold() in here]
    left = sorted(here, key=lambda team: (-won[team], order.index(team)))
    bye = left.pop() if len(left) % 2 else None
    pairs = [(here[first], here[second]) for first, second in pair_by_wins(left, won, met)]
    drawn = Draw(tuple(pairs), None if bye is None else here[bye], (), ())
    return drawn, tuple(range(1, len(pairs) + 1))


def _short(
    before: State, teams: Mapping[int, Sequence[int]], drawn: Draw, seats: int
) -> Iterable[Said]:
    """Yield a sentence for each team that lacks players."""
    names = team_names(before)
    playing = {number for pair in drawn.pairs for number in pair}
    for number, players in teams.items():
        if number in playing and len(players) < seats:
            yield note(
                RemarkKind.SEATS_LACKING,
                count=seats - len(players),
                team=names[team_of(before, number)],
            )


def _numbers(state: State, game: Game, number_of: Mapping[str, int]) -> Numbers | None:
    """Return the match that a game belongs to, as team numbers; None if it belongs to no match."""
    red, blue = (number_of.get(team_of(state, player), 0) for player in game.players)
    return (min(red, blue), max(red, blue)) if red and blue and red != blue else None


def _blocks(state: State, matches: int) -> dict[int, tuple[int, ...]]:
    """Return blocks of neighbouring tables in use, numbered from 1, with as many tables as a match
    has seats.
    """
    seats = state.settings.team_seats if state.settings else 1
    given = hall(state.plan, state.settings.tables if state.settings else 0, matches * seats)
    tables = [table.number for table in given if table.in_use]
    groups = [tuple(tables[at : at + seats]) for at in range(0, len(tables), seats)]
    return {number: group for number, group in enumerate(groups, start=1) if len(group) == seats}


def _tables_beyond(blocks: Mapping[int, Sequence[int]], block: int, seats: int) -> tuple[int, ...]:
    """Return tables beyond those of the hall for a match without a block."""
    last = max((table for tables in blocks.values() for table in tables), default=0)
    first = last + (block - len(blocks) - 1) * seats + 1
    return tuple(range(first, first + seats))


def _other_tables(blocks: Mapping[int, Sequence[int]], taken: Collection[int]) -> Iterator[int]:
    """Return the hall's free tables, followed by numbers above them."""
    known = [table for tables in blocks.values() for table in tables]
    beyond = count(max((*known, *taken), default=0) + 1)
    return (table for table in chain(known, beyond) if table not in taken)


def _seats(
    before: State, blocks: Mapping[int, Sequence[int]], number_of: Mapping[str, int]
) -> dict[int, Seat]:
    """Return the blocks of tables at which each team has played."""
    block_of = {table: block for block, tables in blocks.items() for table in tables}
    known: dict[int, list[int]] = {}
    for matches, _ in team_rounds(before):
        for match in matches:
            tables = (before.games[game].table for game in match.games)
            used = dict.fromkeys(block_of[table] for table in tables if table in block_of)
            for team in match.teams:
                if team in number_of:
                    known.setdefault(number_of[team], []).extend(used)
    return {number: Seat(tuple(used)) for number, used in known.items()}


def _entrants(before: State, teams: Sequence[Lineup]) -> tuple[Entrant, ...]:
    """Return the data that the draw needs about each team. Match wins are counted in halves, so
    that they are whole numbers.
    """
    rows = {row.team.casefold(): row for row in team_standings(before)}
    number_of = {lineup.team: lineup.number for lineup in teams}
    met: dict[str, set[int]] = {}
    byes: dict[str, int] = {}
    for matches, alone in team_rounds(before):
        for match in matches:
            for team, other in (match.teams, (match.teams.blue, match.teams.red)):
                if other in number_of:
                    met.setdefault(team, set()).add(number_of[other])
        for bye in alone:
            byes[bye.team] = byes.get(bye.team, 0) + 1
    down = [
        {team_then(before, round_, player) for player in round_.paired_down}
        for round_ in before.rounds
    ]
    return tuple(
        Entrant(
            number=lineup.number,
            tp=_halves(rows.get(lineup.team)),
            met=frozenset(met.get(lineup.team, ())),
            byes=byes.get(lineup.team, 0),
            paired_down=sum(lineup.team in teams_down for teams_down in down),
            is_team=True,
        )
        for lineup in teams
    )


def _halves(row: TeamStanding | None) -> int:
    return int(Fraction(row.wins) * 2) if row else 0


def _wishes(
    before: State, number: int, teams: Sequence[Lineup], held: Sequence[Numbers]
) -> DrawConstraints:
    """Return the organizer's wishes about players as wishes about their teams."""
    team_number = {player: lineup.number for lineup in teams for player in lineup.seats}
    bound = {team for pair in held for team in pair}

    def pair_of_teams(numbers: Numbers) -> Numbers | None:
        first, second = (team_number.get(player, BYE) for player in numbers)
        known = all(player == BYE or player in team_number for player in numbers)
        return (first, second) if known and first != second else None

    wanted = [
        (set_.together, pair)
        for set_ in before.set_pairs
        if set_.holds_in(number) and (pair := pair_of_teams(set_.numbers))
    ]
    return DrawConstraints(
        forced=(*held, *(pair for together, pair in wanted if together and not bound & {*pair})),
        forbidden=tuple(pair for together, pair in wanted if not together),
        apart=tuple(
            Apart(
                rule.kind,
                _words_of_teams(words_of(before, rule.kind), teams),
                rule.first_round_only,
            )
            for rule in before.plan.apart
        ),
    )


def _words_of_teams(
    words: Mapping[int, frozenset[str]], teams: Sequence[Lineup]
) -> dict[int, frozenset[str]]:
    nothing = frozenset[str]()
    return {
        lineup.number: frozenset[str]().union(
            *(words.get(player, nothing) for player in lineup.seats)
        )
        for lineup in teams
    }
