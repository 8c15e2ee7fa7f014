"""The request for a draw from an event's wishes, and its result: pairs and their tables."""

from collections.abc import Callable, Mapping, Sequence

from app.engine.acts.draw import DrawExplained
from app.engine.draw.graph import build_graph
from app.engine.draw.request import DrawRequest, DrawResult, Hall
from app.engine.draw.solve import Solution, merits, solve_draw
from app.engine.draw.tables import Seat, Seatings, Table, draw_tables
from app.engine.draw.values import (
    BYE,
    NO_CONSTRAINTS,
    Apart,
    Draw,
    DrawConstraints,
    Entrant,
    Kind,
    Merit,
    Numbers,
    Occasion,
    ValueStep,
)
from app.engine.draw.wishes import NO_GROUPS, Plan
from app.engine.frozen import replace
from app.engine.remarks import keep_remarks
from app.engine.state import Player, Round, State, Status
from app.engine.table.game import Game
from app.engine.table.verdict import final_result


def work_out(request: DrawRequest, on_step: Callable[[ValueStep], object] = id) -> DrawResult:
    """Return the draw with its tables. This takes long for a very large field."""
    draw = pair_entrants(request, on_step)
    on_step(ValueStep.TABLES)
    return DrawResult(request, draw, _seat(request, draw.pairs))


def pair_entrants(request: DrawRequest, on_step: Callable[[ValueStep], object] = id) -> Draw:
    """Return the best pairing for a request, without assigning tables."""
    people, names = request.entrants, request.names
    return solve_draw(people, request.occasion, names, request.wishes, on_step=on_step).draw


def request_of(
    before: State, entrants: Sequence[Entrant], occasion: Occasion, held: Mapping[Numbers, int]
) -> DrawRequest:
    """Return the request for a draw. ``before`` is the event before that draw. The ``held`` pairs
    stay at their tables.
    """
    number, plan = occasion.round_number, before.plan
    tables = before.settings.tables if before.settings else 0
    hall_ = Hall(
        hall(plan, tables, len(entrants) // 2),
        seats(before, number),
        held,
        plan.top_tables_first,
        plan.fresh_tables_first,
    )
    wishes = wishes_of(before, number, tuple(held))
    return DrawRequest(tuple(entrants), occasion, wishes, hall_, names_of(before))


def names_of(state: State) -> Mapping[int, str]:
    return {number: state.name(number) for number in state.players}


def wishes_of(state: State, number: int, locked: Sequence[Numbers] = ()) -> DrawConstraints:
    """Return the organizer's wishes for round ``number``. The ``locked`` pairs take precedence over
    all others.
    """
    set_ = [pair for pair in state.set_pairs if pair.holds_in(number)]
    bound = {n for pair in locked for n in pair if n}
    forced = [pair.numbers for pair in set_ if pair.together and not bound & {pair.one, pair.other}]
    return DrawConstraints(
        forced=(*locked, *forced),
        forbidden=tuple(set_pair.numbers for set_pair in set_ if not set_pair.together),
        apart=tuple(
            Apart(rule.kind, words_of(state, rule.kind), rule.first_round_only)
            for rule in state.plan.apart
        ),
    )


def words_of(state: State, kind: Kind) -> Mapping[int, frozenset[str]]:
    """Return the words by which players are kept apart, by player; players without a word are left
    out.
    """
    words_by_player = {
        number: _words(state, player, kind) for number, player in state.players.items()
    }
    return {number: words for number, words in words_by_player.items() if words}


def _words(state: State, player: Player, kind: Kind) -> frozenset[str]:
    ties = state.groups.get(player.number, NO_GROUPS)
    by_kind = {
        Kind.CLUB: player.entry.club,
        Kind.FACTION: player.entry.faction,
        Kind.TRAVEL: ties.travel,
        Kind.FAMILY: ties.family,
        Kind.REGION: ties.region,
        Kind.CASTER: ties.caster,
    }.get(kind, "")
    words = (" ".join(word.split()).casefold() for word in by_kind.split(","))
    return frozenset(word for word in words if word)


def hall(plan: Plan, tables: int, games: int) -> tuple[Table, ...]:
    """Return the tables of the hall. Without a plan there are as many as the settings say, or as
    the games need.
    """
    if plan.tables:
        return tuple(Table(table.number, table.terrain, table.in_use) for table in plan.tables)
    return tuple(Table(number) for number in range(1, (tables or games) + 1))


def _seat(request: DrawRequest, pairs: Sequence[Numbers]) -> Seatings:
    """Return the table of each pair; the best pair comes first."""
    given, occasion = request.hall, request.occasion
    there = {frozenset(pair) for pair in pairs}  # without finals that a wish forbids
    table_of = {frozenset(pair): table for pair, table in given.held.items()}
    held = {pair: table for pair, table in table_of.items() if pair in there}
    drawn_tables = draw_tables(
        [pair for pair in pairs if frozenset(pair) not in held],
        given.tables,
        given.seats,
        request.names,
        key=f"{occasion.seed}|{occasion.round_number}|{occasion.attempt}",
        top_tables_first=given.top_tables_first,
        fresh_tables_first=given.fresh_tables_first,
        taken={*held.values()},
        of_teams=any(entrant.is_team for entrant in request.entrants),
    )
    new = iter(drawn_tables.tables)
    stay = [held.get(frozenset(pair)) for pair in pairs]
    return replace(
        drawn_tables, tables=tuple(next(new) if table is None else table for table in stay)
    )


def seats(state: State, number: int) -> Mapping[int, Seat]:
    """Return where players have played before round ``number``, and the tables that are reserved
    for them.
    """
    earlier = [game for game in state.games.values() if game.round_number < number]
    known: dict[int, list[int]] = {}
    for game in earlier:
        for player in game.players:
            known.setdefault(player, []).append(game.table)
    return {
        player: Seat(
            tuple(known.get(player, ())), frozenset(state.groups.get(player, NO_GROUPS).tables)
        )
        for player in state.players
        if player in known or player in state.groups
    }


def seeded_tables(
    before: State, pairs: Sequence[Numbers], held: Mapping[Numbers, int]
) -> tuple[int, ...]:
    """Return a table for each pair: the first tables in use, beginning with the best pair. Reserved
    tables are respected, and ``held`` pairs stay at their tables.
    """
    reserved = {n: Seat((), frozenset(group.tables)) for n, group in before.groups.items()}
    given = Hall(hall(before.plan, 0, len(pairs)), reserved, held, top_tables_first=True)
    request = DrawRequest((), Occasion(0, 0, 0), NO_CONSTRAINTS, given, names_of(before))
    return _seat(request, pairs).tables


def explain_draw(worked: DrawResult, rules: Plan, why: str) -> DrawExplained:
    """Return the explanation of a draw, which the log stores with the pairs."""
    wishes, draw = worked.request.wishes, worked.draw
    return DrawExplained(
        round_number=worked.request.occasion.round_number,
        couples=draw.couples,
        locked=tuple(worked.request.hall.held),
        forced=wishes.forced,
        forbidden=wishes.forbidden,
        apart=rules.apart,
        merits=draw.merits,
        impossible=keep_remarks(draw.impossible),
        causes=keep_remarks(cause.sentence for cause in draw.causes),
        tables=keep_remarks(worked.seatings.sentences),
        why=why,
        ahead=wishes.ahead,
    )


def request_then(before: State, entrants: Sequence[Entrant], round_: Round) -> DrawRequest:
    """Return the request with which ``round_`` was drawn, but with the present clubs and groups."""
    occasion = Occasion(round_.number, round_.seed, round_.attempt)
    request = request_of(before, entrants, occasion, {})
    explained = round_.explanation
    if explained is None:
        return replace(request, wishes=NO_CONSTRAINTS)
    apart = tuple(
        Apart(rule.kind, words_of(before, rule.kind), rule.first_round_only)
        for rule in explained.apart
    )
    wishes = DrawConstraints(explained.forced, explained.forbidden, apart, ahead=explained.ahead)
    return replace(request, wishes=wishes)


def judge_draw(request: DrawRequest, couples: Sequence[Numbers]) -> Solution:
    """Return existing pairs in the form of a draw, judged by the draw's criteria. Nothing is
    solved.
    """
    sheet = build_graph(
        request.entrants, request.occasion, request.names, request.wishes, thin=False
    )
    present = {entrant.number: entrant for entrant in sheet.field}
    made = tuple(
        (present[player], present[other] if other else None)
        for player, other in couples
        if player in present and (other == BYE or other in present)
    )
    made_merits: tuple[Merit, ...] = merits(sheet, made)
    pairs = tuple((player, other) for player, other in couples if other != BYE)
    bye = next((player for player, other in couples if other == BYE), None)
    down = tuple(entrant.number for entrant, other in made if other and entrant.tp > other.tp)
    return Solution(sheet, made, Draw(pairs, bye, down, (), merits=made_merits))


def state_before_round(state: State, number: int, field: Sequence[int]) -> State:
    """Return the event before round ``number``. Exactly the players of ``field`` are in its next
    draw, in the teams for which they played the round.
    """
    drawn = state.round(number)
    teams = drawn.teams_then if drawn else {}
    games = {key: game for key, game in state.games.items() if game.round_number < number}
    rounds = tuple(round_ for round_ in state.rounds if round_.number < number)
    chosen = {*field}
    players = {
        key: replace(player, status=Status.CHECKED_IN)
        if key in chosen
        else replace(player, status=Status.REGISTERED)
        if player.plays
        else player
        for key, player in state.players.items()
    }
    for key in players.keys() & teams.keys():
        entry = replace(players[key].entry, team=teams[key])
        players[key] = replace(players[key], entry=entry)
    return replace(state, rounds=rounds, games=games, players=players)


def with_players_of(before: State, games: Sequence[Game]) -> State:
    """Return the event before a round with all players of ``games`` checked in, including those who
    have left since.
    """
    if not games:
        return before
    players = dict(before.players)
    for number in (n for game in games for n in game.players):
        players[number] = replace(players[number], status=Status.CHECKED_IN)
    return replace(before, players=players)


def games_begun(state: State, round_: Round | None) -> tuple[Game, ...]:
    """Return the games whose clock was started or that have a result. A new draw keeps
    their pairs.
    """
    games = state.games_of(round_) if round_ else ()
    return tuple(game for game in games if game.play.clock or final_result(game))


def changes_since_draw(state: State, round_: Round) -> tuple[frozenset[int], frozenset[int]]:
    """Return the players who could now join the drawn round, and those who have left the event."""
    players = state.players.values()
    came = (player.number for player in players if player.plays)
    left = (player.number for player in players if player.status.has_left)
    return frozenset(n for n in came if not round_.cut or n in round_.cut), frozenset(left)


def pairs_of(state: State, round_: Round) -> tuple[Numbers, ...]:
    return tuple(pair_of(game) for game in state.games_of(round_))


def pair_of(game: Game) -> Numbers:
    return (game.players.red, game.players.blue)


def list_couples(state: State, round_: Round) -> tuple[Numbers, ...]:
    """Return the round's present pairs; a bye is a pair with 0."""
    return (*pairs_of(state, round_), *((bye.player, BYE) for bye in round_.byes))


def seatings_of(couples: Sequence[Numbers]) -> tuple[int, ...]:
    return tuple(number for pair in couples for number in pair if number != BYE)
