"""Assigns tables to pairs, as a second optimization after the draw. The pairs themselves do not
change.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import shake_256
from struct import unpack
from typing import TypeAlias

from msgspec import Struct

from app.engine.draw.values import Numbers
from app.engine.frozen import replace
from app.engine.remarks import RemarkKind, Said, note

DICE_BITS = 32

Fault: TypeAlias = tuple[int, int, int, int, int]
"""The faults of a pair at a table: a reservation missed, the table closed to the pair, how far it
is beyond the last table, how often the two were at this table before, and how often on its terrain.
"""


NO_FAULT: Fault = (0, 0, 0, 0, 0)

ORDER = 5
"""The index of the order of the pairs, behind the parts of a fault."""
RANKS = (0, 1, 2, 3, 4, ORDER)
RANKS_ORDER_FIRST = (0, 1, 2, ORDER, 3, 4)
"""The parts of a cost, the strictest first, if the order of the pairs comes before repeated tables
and terrain. Dice come last.
"""


class Table(Struct, frozen=True):
    """A table of the hall."""

    number: int
    terrain: str = ""
    """The name of the table's terrain. Players should not meet the same terrain twice."""
    in_use: bool = True


class Seat(Struct, frozen=True):
    """The data about a player that the assignment of tables needs."""

    tables: tuple[int, ...] = ()
    """The tables where the player has played so far."""
    reserved: frozenset[int] = frozenset()
    """The only tables that suit the player, for access or for a stream; empty for any. If it is a
    single table, nobody else gets it while the player has a game.
    """


class Seatings(Struct, frozen=True):
    """The table of each pair."""

    tables: tuple[int, ...]
    """The tables, in the order of the pairs."""
    kept_empty: tuple[int, ...]
    """The reserved tables that stay empty this round because their player sits at the opponent's
    reserved table.
    """
    sentences: tuple[Said, ...]
    """Sentences about wishes that could not be met and reserved tables that stay empty."""
    repeated_tables: int
    repeated_terrains: int


ANYWHERE = Seat()


class _Hall(Struct, frozen=True):
    pairs: Sequence[Numbers]
    columns: Sequence[Table]
    """The tables in use, followed by made-up tables for games that get no table in use."""
    real: int
    seats: Mapping[int, Seat]
    terrains: Mapping[int, str]
    closed: Mapping[int, set[int]]
    """The players for whom a table is reserved, by table. Tables open to all are missing."""


def draw_tables(
    pairs: Sequence[Numbers],
    tables: Sequence[Table],
    seats: Mapping[int, Seat],
    names: Mapping[int, str],
    *,
    key: str,
    top_tables_first: bool = False,
    fresh_tables_first: bool = True,
    taken: Collection[int] = (),
    of_teams: bool = False,
) -> Seatings:
    """Give every pair a table by criteria. These are, the strictest first: reserved tables, closed
    tables, enough tables, repeated tables, repeated terrain, the order of the pairs if top tables
    come first, and dice hashed from ``key``, which the caller records. Unless
    ``fresh_tables_first``, the order of the pairs comes before repeated tables.

    ``pairs`` come best first. Others already play at the ``taken`` tables. Games that get no table
    in the hall have numbers above those of all tables, taken ones included. ``of_teams``: the pairs
    are matches of teams.
    """
    hall = _hall(pairs, tables, seats, taken)
    faults = [_faults(hall, pair) for pair in pairs]
    ranks = RANKS if fresh_tables_first else RANKS_ORDER_FIRST
    columns = assign(_costs(hall, faults, key, ranks, top_tables_first=top_tables_first))
    given = [hall.columns[column] for column in columns]
    chosen = [line[column] for line, column in zip(faults, columns, strict=True)]
    seatings = _seatings(hall, given, chosen, names)
    if not top_tables_first:
        return seatings
    clash = any(line[row][3] or line[row][4] for row, line in enumerate(faults))
    away = sum(row != column for row, column in enumerate(columns)) if clash else 0
    again = sum(fault[3] > 0 or fault[4] > 0 for fault in chosen)
    won = (
        _fresh_won(away, of_teams=of_teams)
        if fresh_tables_first
        else _top_won(again, of_teams=of_teams)
    )
    return replace(seatings, sentences=(*seatings.sentences, *won))


def _fresh_won(away: int, *, of_teams: bool) -> Iterator[Said]:
    """Yield the notice that ``away`` pairs are not at the table of their rank, because tables that
    are new to the players took precedence.
    """
    if away and of_teams:
        yield note(RemarkKind.FRESH_BEFORE_TOP_OF_TEAMS, count=away)
    elif away:
        yield note(RemarkKind.FRESH_BEFORE_TOP, count=away)


def _top_won(again: int, *, of_teams: bool) -> Iterator[Said]:
    """Yield the notice that ``again`` pairs have a table or terrain that they met before, because
    top tables took precedence.
    """
    if again and of_teams:
        yield note(RemarkKind.TOP_BEFORE_FRESH_OF_TEAMS, count=again)
    elif again:
        yield note(RemarkKind.TOP_BEFORE_FRESH, count=again)


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a column for each row at the least total cost, with no column twice.

    There must be at least as many columns as rows. This is Kuhn and Munkres' method with
    potentials; the numbers may be of any size.
    """
    door = len(costs[0]) if costs else 0  # the column after the last, at which each new row begins
    above, left = [0] * len(costs), [0] * (door + 1)
    row_of = [-1] * (door + 1)
    for row, own in enumerate(costs):
        row_of[door] = row
        column = door
        free, passed = list(range(door)), [door]
        least = [cost - above[row] - down for cost, down in zip(own, left, strict=False)]
        came = [door] * door
        while True:
            nearest = min(free, key=least.__getitem__)
            step = least[nearest]
            for other in passed:
                above[row_of[other]] += step
                left[other] -= step
            free.remove(nearest)
            column = nearest
            if row_of[column] < 0:
                break
            passed.append(column)
            for other in free:
                least[other] -= step
            matched_row = row_of[column]
            line, base = costs[matched_row], above[matched_row]
            for other in free:
                slack = line[other] - base - left[other]
                if slack < least[other]:
                    least[other], came[other] = slack, column
        while column != door:
            row_of[column] = row_of[came[column]]
            column = came[column]
    column_of = {row: column for column, row in enumerate(row_of[:door]) if row >= 0}
    return [column_of[row] for row in range(len(costs))]


def _hall(
    pairs: Sequence[Numbers],
    tables: Sequence[Table],
    seats: Mapping[int, Seat],
    taken: Collection[int],
) -> _Hall:
    free = (table for table in tables if table.in_use and table.number not in taken)
    usable = sorted(free, key=lambda table: table.number)
    highest = max((*taken, *(table.number for table in tables)), default=0)
    closed: dict[int, set[int]] = {}
    for pair in pairs:
        for player in pair:
            reserved = seats.get(player, ANYWHERE).reserved
            if len(reserved) == 1:
                closed.setdefault(next(iter(reserved)), set()).add(player)
    short = len(pairs) - sum(table.number not in closed for table in usable)
    missing = range(highest + 1, highest + 1 + max(0, short))
    return _Hall(
        pairs,
        [*usable, *map(Table, missing)],
        len(usable),
        seats,
        {table.number: table.terrain for table in tables},
        closed,
    )


def _costs(
    hall: _Hall,
    faults: Sequence[Sequence[Fault]],
    key: str,
    ranks: Sequence[int],
    *,
    top_tables_first: bool,
) -> list[list[int]]:
    """Return the cost of each pair at each table as one number, with the strictest fault in the
    highest bits, wide enough that no sum overflows.
    """
    width = len(hall.columns)
    met = 2 * max((len(seat.tables) for seat in hall.seats.values()), default=0)
    order = width**2 if top_tables_first else 0
    bounds = [1, 1, width - hall.real, met, met, order, 2**DICE_BITS - 1]
    bits = [(len(hall.pairs) * bound).bit_length() for bound in bounds]
    shifts, at = dict.fromkeys(ranks, 0), bits[-1]
    for part in reversed(ranks):
        shifts[part], at = at, at + bits[part]
    costs: list[list[int]] = []
    for row, pair in enumerate(hall.pairs):
        rolls = _rolls(key, pair, width)
        shift = shifts[ORDER]
        line = [(row - column) ** 2 << shift for column in range(width)] if order else [0] * width
        for column, fault in enumerate(faults[row]):
            if fault is not NO_FAULT:
                line[column] |= sum(value << shifts[part] for part, value in enumerate(fault))
        costs.append([cost | roll for cost, roll in zip(line, rolls, strict=True)])
    return costs


def _faults(hall: _Hall, pair: Numbers) -> list[Fault]:
    """Return the faults of a pair at each table."""
    seats = [hall.seats.get(player, ANYWHERE) for player in pair]
    first, other = (seat.reserved for seat in seats)
    will_do = (first & other) or (first | other)
    tables = Counter(table for seat in seats for table in seat.tables)
    terrains = Counter(hall.terrains.get(table, "") for table in tables.elements())
    del terrains[""]
    odd = {*hall.closed, *tables}
    return [
        NO_FAULT
        if not will_do
        and column < hall.real
        and table.number not in odd
        and table.terrain not in terrains
        else (
            int(bool(will_do) and table.number not in will_do),
            int(hall.closed.get(table.number, {*pair}).isdisjoint(pair)),
            max(0, column + 1 - hall.real),
            tables[table.number],
            terrains[table.terrain],
        )
        for column, table in enumerate(hall.columns)
    ]


def _rolls(key: str, pair: Numbers, count: int) -> list[int]:
    low, high = sorted(pair)
    stream = shake_256(f"tables|{key}|{low}|{high}".encode()).digest(DICE_BITS // 8 * count)
    return [*unpack(f">{count}I", stream)]


def _seatings(
    hall: _Hall, given: Sequence[Table], faults: Sequence[Fault], names: Mapping[int, str]
) -> Seatings:
    used = {table.number for table in given}
    real = {table.number for table in hall.columns[: hall.real]}
    empty = sorted(number for number in hall.closed.keys() & real if number not in used)
    return Seatings(
        tables=tuple(table.number for table in given),
        kept_empty=tuple(empty),
        sentences=tuple(_describe_faults(hall, given, faults, empty, names)),
        repeated_tables=sum(fault[3] for fault in faults),
        repeated_terrains=sum(fault[4] for fault in faults),
    )


def _describe_faults(
    hall: _Hall,
    given: Sequence[Table],
    faults: Sequence[Fault],
    empty: Sequence[int],
    names: Mapping[int, str],
) -> Iterator[Said]:
    for pair, table, fault in zip(hall.pairs, given, faults, strict=True):
        name, other = (names[player] for player in pair)
        if fault[0]:
            yield note(RemarkKind.NO_RESERVED_TABLE, name=name, other=other, table=table.number)
        if fault[1]:
            yield note(RemarkKind.RESERVED_FOR_ANOTHER, name=name, other=other, table=table.number)
    for number in empty:
        yield note(RemarkKind.STAYS_EMPTY, number=number)
    if beyond := sum(fault[2] > 0 for fault in faults):
        yield note(RemarkKind.NO_TABLE, count=beyond, real=hall.real)
