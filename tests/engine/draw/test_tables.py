"""Tables against an oracle that tries every way to give them out."""

from collections.abc import Sequence
from functools import partial
from hashlib import shake_256
from itertools import permutations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.tables import Seat, Seatings, Table, assign, draw_tables
from tests.engine.pairing_oracle import after, drawn, entrant

slowly = partial(settings, deadline=None)

Pairs = list[tuple[int, int]]


def tables_for(
    pairs: Pairs, tables: Sequence[Table], seats: dict[int, Seat], **how: bool
) -> Seatings:
    names = {number: f"P{number}" for pair in pairs for number in pair}
    return draw_tables(pairs, tables, seats, names, key="7|1|1", **how)


def judged(
    pairs: Pairs, tables: Sequence[Table], seats: dict[int, Seat], given: Sequence[int]
) -> list[int]:
    """Reserved missed, closed taken, no table, tables and terrains met again, dice."""
    terrain = {table.number: table.terrain for table in tables}
    alone: dict[int, set[int]] = {}
    for pair in pairs:
        for player in pair:
            if len(seats[player].reserved) == 1:
                alone.setdefault(min(seats[player].reserved), set()).add(player)
    found = [0] * 6
    for (one, other), table in zip(pairs, given, strict=True):
        first, second = seats[one].reserved, seats[other].reserved
        good = first & second if first & second else first | second
        found[0] += bool(good) and table not in good
        found[1] += table in alone and not alone[table] & {one, other}
        found[2] += table not in terrain
        for player in (one, other):
            before = seats[player].tables
            found[3] += before.count(table)
            here = terrain.get(table, "")
            found[4] += sum(terrain.get(number) == here for number in before) if here else 0
        low, high = sorted((one, other))
        stream = shake_256(f"tables|7|1|1|{low}|{high}".encode()).digest(4 * 40)
        usable = sorted(t.number for t in tables if t.in_use)
        beyond = len(usable) + table - max(terrain) - 1
        place = usable.index(table) if table in usable else beyond
        found[5] += int.from_bytes(stream[4 * place : 4 * place + 4], "big")
    return found


@slowly(max_examples=150)
@given(st.integers(0, 2**32))
def test_the_tables_are_assigned_in_the_best_of_all_ways(seed: int) -> None:
    try_all_ways(seed, 5)


def test_a_few_tables_are_assigned_in_the_best_of_all_ways() -> None:
    for seed in range(150):
        try_all_ways(seed, 3)


def try_all_ways(seed: int, most: int) -> None:
    dice = Random(seed)
    count = dice.randrange(1, most + 1)
    tables = [
        Table(number, dice.choice(["", "forest", "town"]), dice.random() < 0.85)
        for number in range(1, dice.randrange(2, 8))
    ]
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(count)]
    numbers = [table.number for table in tables]
    seats = {
        player: Seat(
            tuple(dice.choices(numbers, k=dice.randrange(4))),
            frozenset(dice.sample(numbers, min(len(numbers), dice.choice([0, 0, 0, 1, 1, 2])))),
        )
        for pair in pairs
        for player in pair
    }
    result = tables_for(pairs, tables, seats)
    usable = [table.number for table in tables if table.in_use]
    extra = range(len(tables) + 1, len(tables) + 1 + count)
    best = min(
        judged(pairs, tables, seats, given)
        for given in permutations([*usable, *extra][: len(usable) + count], count)
        if not set(given) - {*usable, *_first(extra, given)}
    )
    mine = judged(pairs, tables, seats, result.tables)
    assert mine == best
    assert (result.repeated_tables, result.repeated_terrains) == (mine[3], mine[4])
    assert len({*result.tables}) == count
    assert not {t.number for t in tables if not t.in_use} & {*result.tables}


def _first(extra: range, given: Sequence[int]) -> list[int]:
    """Tables that do not exist are used from the first on."""
    return [*extra][: len({*extra} & {*given})]


@slowly(max_examples=200)
@given(st.integers(0, 2**32), st.sampled_from([8, 60, 200]))
def test_the_assignment_is_as_cheap_as_a_matching_librarys(seed: int, bits: int) -> None:
    try_assignment(seed, bits)


@pytest.mark.parametrize("bits", [2, 8, 200])
def test_a_few_assignments_are_as_cheap_as_a_matching_librarys(bits: int) -> None:
    for seed in range(30):
        try_assignment(seed, bits)


def try_assignment(seed: int, bits: int) -> None:
    dice = Random(seed)
    rows = dice.randrange(1, 9)
    width = rows + dice.randrange(3)
    costs = [[dice.getrandbits(bits) for _ in range(width)] for _ in range(rows)]
    found = assign(costs)
    graph = networkx.Graph()
    most = 2**bits
    for row, line in enumerate(costs):
        for column, cost in enumerate(line):
            graph.add_edge(row, rows + column, weight=most - cost)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    theirs = sum(costs[min(pair)][max(pair) - rows] for pair in pairs)
    assert len({*found}) == rows
    assert sum(costs[row][column] for row, column in enumerate(found)) == theirs


def test_without_pairs_no_tables_are_assigned() -> None:
    assert tables_for([], [], {}) == Seatings((), (), (), 0, 0)
    assert assign([]) == []


def test_top_pairs_get_the_top_tables_if_wanted() -> None:
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(8)]
    tables = [Table(n) for n in range(1, 11)]
    assert tables_for(pairs, tables, {}, top_tables_first=True).tables == tuple(range(1, 9))
    assert tables_for(pairs, tables, {}).tables != tuple(range(1, 9))


def test_top_tables_first_skips_tables_out_of_use_and_already_played_on() -> None:
    pairs = [(1, 2), (3, 4), (5, 6)]
    tables = [Table(1, in_use=False), Table(2), Table(3), Table(4)]
    found = tables_for(pairs, tables, {1: Seat((2,))}, top_tables_first=True)
    assert found.tables == (3, 2, 4)
    assert found.repeated_tables == 0


def test_nobody_plays_on_a_terrain_twice_if_another_is_free() -> None:
    tables = [Table(1, "forest"), Table(2, "forest"), Table(3, "town")]
    for seed in range(5):
        found = tables_for([(1, 2 + seed)], tables, {1: Seat((1,))})
        assert found.tables == (3,)
    again = tables_for([(1, 2)], tables[:2], {1: Seat((1,))})
    assert (again.tables, again.repeated_tables, again.repeated_terrains) == ((2,), 0, 1)


def test_a_repeated_table_is_worse_than_any_number_of_repeated_terrains() -> None:
    tables = [Table(1, "forest"), Table(2), Table(3, "forest", in_use=False)]
    found = tables_for([(1, 2)], tables, {1: Seat((3, 3, 3)), 2: Seat((3, 3, 2))})
    assert (found.tables, found.repeated_tables, found.repeated_terrains) == ((1,), 0, 5)


def test_a_reserved_table_goes_to_its_player_even_if_played_on_before() -> None:
    found = tables_for([(1, 2), (3, 4)], [Table(1), Table(2)], {3: Seat((1, 1), frozenset({1}))})
    assert found.tables == (2, 1)
    assert found.sentences == ()


def test_when_two_players_with_reserved_tables_meet_the_other_table_stays_empty() -> None:
    seats = {1: Seat((3,), frozenset({3})), 2: Seat((), frozenset({5}))}
    found = tables_for([(1, 2), (7, 8), (9, 10)], [Table(n) for n in (3, 5, 6)], seats)
    assert found.tables[0] == 5
    assert found.kept_empty == (3,)
    assert found.sentences == (
        "Table 3 stays empty: its player sits at the opponent’s reserved table.",
        "1 game has no table: there are 3 in use.",
    )
    assert sorted(found.tables[1:]) == [6, 7]


def test_a_table_reserved_for_both_players_of_a_pair_goes_to_them() -> None:
    seats = {1: Seat((), frozenset({2})), 2: Seat((), frozenset({2}))}
    found = tables_for([(3, 4), (1, 2)], [Table(1), Table(2)], seats)
    assert found.tables == (1, 2)


def test_a_player_with_a_bye_leaves_their_reserved_table_to_others() -> None:
    found = tables_for([(1, 2)], [Table(1)], {9: Seat((), frozenset({1}))})
    assert (found.tables, found.sentences) == ((1,), ())


def test_an_area_reserved_for_several_is_shared_among_them() -> None:
    area = frozenset({1, 2})
    seats = {1: Seat((1,), area), 3: Seat((2,), area)}
    found = tables_for([(1, 5), (3, 6), (7, 8)], [Table(n) for n in (1, 2, 3)], seats)
    assert found.tables == (2, 1, 3)


@pytest.mark.parametrize("in_use", [True, False])
def test_a_reservation_that_cannot_be_kept_is_reported(in_use: bool) -> None:
    seats = {1: Seat((), frozenset({1})), 3: Seat((), frozenset({1}))}
    found = tables_for([(1, 2), (3, 4)], [Table(1, in_use=in_use), Table(2), Table(3)], seats)
    missed = [words for words in found.sentences if "do not get a reserved table" in words]
    assert len(missed) == (1 if in_use else 2)


def test_a_player_given_a_table_reserved_for_others_is_reported() -> None:
    seats = {
        1: Seat((), frozenset({1})), 2: Seat((), frozenset({2})), 4: Seat((), frozenset({1, 2}))
    }  # fmt: skip
    found = tables_for([(1, 2), (3, 4)], [Table(1), Table(2), Table(3)], seats)
    assert set(found.tables) == {1, 2}
    (words,) = found.sentences
    assert words == f"P3 and P4 have table {found.tables[1]}, which is reserved for another."


def test_games_beyond_the_tables_get_higher_numbers_and_are_reported() -> None:
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(4)]
    found = tables_for(pairs, [Table(1), Table(9)], {})
    assert sorted(found.tables) == [1, 9, 10, 11]
    assert found.sentences == ("2 games have no table: there are 2 in use.",)


@pytest.mark.parametrize(
    ("taken", "tables", "given"),
    [((), (), 1), ((1,), (), 2), ((4,), (2,), 2), ((4, 2), (2,), 5), ((2,), (2, 7), 7)],
)
def test_a_game_without_a_table_gets_the_number_above_the_highest(
    taken: Sequence[int], tables: Sequence[int], given: int
) -> None:
    found = draw_tables(
        [(1, 2)], [*map(Table, tables)], {}, {1: "A", 2: "B"}, key="7|1|1", taken=taken
    )
    assert found.tables == (given,)


def test_the_same_key_gives_the_same_tables_whatever_the_order_within_a_pair() -> None:
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(8)]
    tables = [Table(n) for n in range(1, 13)]
    mine = tables_for(pairs, tables, {})
    assert tables_for([pair[::-1] for pair in pairs], tables[::-1], {}) == mine
    names = {n: "" for pair in pairs for n in pair}
    assert draw_tables(pairs, tables, {}, names, key="another") != mine


@pytest.mark.parametrize(("players", "rounds", "most"), [(8, 3, 3), (16, 4, 0), (64, 6, 0)])
def test_in_whole_events_tables_hardly_ever_repeat(players: int, rounds: int, most: int) -> None:
    dice = Random(players)
    field = [entrant(number) for number in range(1, players + 1)]
    seats = {player.number: Seat() for player in field}
    tables = [Table(number) for number in range(1, players // 2 + 1)]
    repeats = 0
    for round_number in range(1, rounds + 1):
        result = drawn(field, 5, round_number)
        given = tables_for([*result.pairs], tables, seats)
        repeats += given.repeated_tables
        for pair, table in zip(result.pairs, given.tables, strict=True):
            for player in pair:
                seats[player] = Seat((*seats[player].tables, table))
        field = after(field, result, dice)
    assert repeats <= most


@pytest.mark.parametrize(
    ("fresh", "given", "said"),
    [
        (
            True,
            (2, 1, 3),
            ("To give players fresh tables, 2 games are not at the table of their rank.",),
        ),
        (
            False,
            (1, 2, 3),
            (
                "Top tables came before fresh tables: in 1 game somebody sits at a table or"
                " terrain again.",
            ),
        ),
    ],
)
def test_the_priority_of_top_or_fresh_tables_is_chosen_and_reported(
    fresh: bool, given: tuple[int, ...], said: tuple[str, ...]
) -> None:
    pairs = ((1, 2), (3, 4), (5, 6))
    seats = {1: Seat((1,)), 5: Seat((7,))}
    names = {number: f"P{number}" for number in range(1, 7)}
    tables = [Table(number) for number in (1, 2, 3)]
    found = draw_tables(
        pairs, tables, seats, names, key="7", top_tables_first=True, fresh_tables_first=fresh
    )
    assert found.tables == given
    assert found.sentences == said
    calm = draw_tables(
        pairs, tables, {}, names, key="7", top_tables_first=True, fresh_tables_first=fresh
    )
    assert calm.sentences == ()
    assert calm.tables == (1, 2, 3)


def test_one_game_away_from_its_rank_is_reported_in_the_singular() -> None:
    names = {1: "A", 2: "B"}
    seats = {1: Seat((1,))}
    found = draw_tables(
        ((1, 2),), [Table(1), Table(2)], seats, names, key="7", top_tables_first=True
    )
    assert found.sentences == (
        "To give players fresh tables, 1 game is not at the table of its rank.",
    )


@pytest.mark.parametrize(
    ("fresh", "met", "said"),
    [
        (
            True,
            {1: Seat((1,))},
            ["To give teams fresh tables, 2 matches are not at the tables of their rank."],
        ),
        (
            False,
            {1: Seat((1,))},
            ["Top tables came before fresh tables: in 1 match a team has tables or terrain again."],
        ),
        (False, {}, []),
        (True, {}, []),
    ],
)
def test_for_teams_the_matches_away_from_their_rank_are_counted(
    fresh: bool, met: dict[int, Seat], said: list[str]
) -> None:
    names = {number: f"Team {number}" for number in range(1, 5)}
    found = draw_tables(
        ((1, 2), (3, 4)),
        [Table(1), Table(2)],
        met,
        names,
        key="7",
        top_tables_first=True,
        fresh_tables_first=fresh,
        of_teams=True,
    )
    assert [sentence for sentence in found.sentences if "fresh tables" in sentence] == said
