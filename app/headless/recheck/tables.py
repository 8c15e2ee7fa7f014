"""Assigns a draw's tables again, independently of the engine: as one matching of games and
tables.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import shake_256
from typing import TypeAlias, TypeVar

from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.draw.matching import solve
from app.engine.language import say
from app.engine.state import State

T = TypeVar("T")

PARTS = (
    "reserved tables missed",
    "tables of others",
    "games without a table",
    "tables met again",
    "terrain met again",
    "places away from the order",
    "dice",
)
Cost: TypeAlias = tuple[int, ...]
"""The cost of a game at a table, in the order of ``PARTS``."""


def better_tables(state: State, drawn: RoundDrawn, held: set[frozenset[int]]) -> str:
    """Return a sentence on how other tables would be better; empty if these are the best.

    ``held`` are pairs whose game had begun or is a final; they keep their tables.
    """
    games = [seating for seating in drawn.seatings if frozenset(seating.players) not in held]
    taken = {seating.table for seating in drawn.seatings if seating not in games}
    usable = [number for number in _hall(state, drawn) if number not in taken]
    reserved = [_list_reserved(state, game) for game in games]
    alone = {table for each in reserved for tables in each if len(tables) == 1 for table in tables}
    short = len(games) - sum(table not in alone for table in usable)
    last = max(*taken, *_hall(state, drawn, every=True), 0, 0)
    columns = [*usable, *range(last + 1, last + 1 + max(0, short))]
    strange = [game.table for game in games if game.table not in columns]
    if strange:
        return say("there is a game at table {strange}, which is not free", strange=strange[0])
    costs = [
        _costs(state, drawn, (row, game), (columns, len(usable)), alone)
        for row, game in enumerate(games)
    ]
    mine = _best(costs)
    theirs = _sums(line[columns.index(game.table)] for line, game in zip(costs, games, strict=True))
    breaches = (
        say(
            "other tables are better: {name} {less} instead of {more}",
            name=name,
            less=less,
            more=more,
        )
        for name, more, less in zip(_order_costs(state, PARTS), theirs, mine, strict=True)
        if more != less
    )
    return next(breaches, "")


def _hall(state: State, drawn: RoundDrawn, *, every: bool = False) -> list[int]:
    """Return the numbers of the tables in use, in ascending order; with ``every``, those of all
    tables.
    """
    if state.plan.tables:
        return sorted(table.number for table in state.plan.tables if table.in_use or every)
    limit = state.settings.tables if state.settings else 0
    return [*range(1, (limit or len(drawn.seatings)) + 1)]


def _list_reserved(state: State, game: Seating) -> list[set[int]]:
    """Return the tables reserved for each of the two players; an empty set means any table."""
    groups = [state.groups.get(number) for number in game.players]
    return [{*group.tables} if group else set() for group in groups]


def _costs(
    state: State,
    drawn: RoundDrawn,
    placed: tuple[int, Seating],
    hall: tuple[Sequence[int], int],
    alone: set[int],
) -> list[Cost]:
    """Return the costs of placing a game at each table. ``placed`` is the position of the game and
    the game itself; ``hall`` is the list of tables, and how many of them really exist.

    ``alone`` has each table that is the only one reserved for some player.
    """
    (row, game), (columns, real) = placed, hall
    first, other = _list_reserved(state, game)
    wanted = first & other or first | other
    own = {table for tables in (first, other) if len(tables) == 1 for table in tables}
    earlier = [each for each in state.games.values() if each.round_number < drawn.round_number]
    been = Counter(each.table for each in earlier for n in each.players if n in game.players)
    terrain = {each.number: each.terrain for each in state.plan.tables if each.terrain}
    seen = Counter(terrain[table] for table in been.elements() if table in terrain)
    rolls = _rolls(drawn, game, len(columns))
    costs = [
        (
            int(bool(wanted) and table not in wanted),
            int(table in alone and table not in own),
            max(0, at + 1 - real),
            been[table],
            seen[terrain[table]] if table in terrain else 0,
            (row - at) ** 2 if state.plan.top_tables_first else 0,
            rolls[at],
        )
        for at, table in enumerate(columns)
    ]
    return [_order_costs(state, cost) for cost in costs]


def _order_costs(state: State, parts: tuple[T, ...]) -> tuple[T, ...]:
    """Return the parts of a cost. Unless the plan prefers fresh tables, the order of games comes
    before tables and terrain that were used before.
    """
    if state.plan.fresh_tables_first:
        return parts
    return (*parts[:3], parts[5], *parts[3:5], *parts[6:])


def _rolls(drawn: RoundDrawn, game: Seating, count: int) -> list[int]:
    low, high = sorted(game.players)
    key = f"tables|{drawn.seed}|{drawn.round_number}|{drawn.attempt}|{low}|{high}"
    stream = shake_256(key.encode()).digest(4 * count)
    return [int.from_bytes(stream[4 * at : 4 * at + 4], "big") for at in range(count)]


def _best(costs: Sequence[Sequence[Cost]]) -> Cost:
    """Return the least total cost of giving every game a table of its own."""
    parts = range(len(PARTS))
    widths = [sum(max(cost[n] for cost in line) for line in costs).bit_length() for n in parts]
    edges = []
    for row, line in enumerate(costs):
        for at, cost in enumerate(line):
            packed = 0
            for value, width in zip(cost, widths, strict=True):
                packed = packed << width | value
            edges.append((row, len(costs) + at, packed))
    matched = solve(len(costs) + max(map(len, costs), default=0), edges, sum(widths))
    return _sums(costs[row][at - len(costs)] for row, at in matched)


def _sums(costs: Iterable[Cost]) -> Cost:
    return tuple(map(sum, zip(*costs, strict=True))) or (0,) * len(PARTS)
