"""What becomes of a round's pairs, tables and byes when players, teams or games change places."""

from collections.abc import Callable, Mapping

import pytest

from app.engine.acts.draw import EditPairings
from app.engine.draw.request import DrawRequest, Hall
from app.engine.draw.values import BYE, NO_CONSTRAINTS, Numbers, Occasion
from app.engine.frozen import replace
from app.engine.rounds.edit import (
    Arrangement,
    match_moved,
    move_game,
    opponent,
    swap_players,
    tables_of_match,
    team_with_bye,
    teams_swapped,
    teams_together,
    together,
    with_bye,
)
from app.engine.rounds.team_draw import TeamDraw

NOW = Arrangement(((1, 2), (3, 4), (5, 6)), (1, 2, 4), 7, (8,), (1, 2, 3, 4))
NO_BYE = replace(NOW, bye=None, more_byes=())
MATCHES = Arrangement(((1, 3), (2, 4), (5, 7), (6, 8)), (1, 2, 3, 4), None, (), (1, 2, 3, 4, 5, 6))
FOUR: Mapping[int, tuple[int, ...]] = {1: (1, 2), 3: (3, 4), 5: (5, 6), 7: (7, 8)}
WITH_BYE = Arrangement(((1, 3), (2, 4)), (1, 2), 5, (6,))
THREE: Mapping[int, tuple[int, ...]] = {1: (1, 2), 3: (3, 4), 5: (5, 6)}


def teams(players: Mapping[int, tuple[int, ...]], *now: Numbers) -> TeamDraw:
    hall = Hall((), {}, {}, top_tables_first=False)
    request = DrawRequest((), Occasion(0, 0, 0), NO_CONSTRAINTS, hall, {})
    return TeamDraw(request, now, now, players)


FOUR_TEAMS, THREE_TEAMS = teams(FOUR, (1, 3), (5, 7)), teams(THREE, (1, 3), (5, BYE))


def test_the_games_of_an_arrangement_are_its_pairs_and_byes() -> None:
    assert NOW.byes == (7, 8)
    assert NOW.games == ((1, 2), (3, 4), (5, 6), (7, BYE), (8, BYE))
    assert NO_BYE.byes == ()
    assert NO_BYE.games == NOW.pairs
    assert NOW.command("late") == EditPairings(NOW.pairs, NOW.tables, 7, "late", (8,))


@pytest.mark.parametrize(
    ("player", "other"), [(1, 2), (2, 1), (4, 3), (7, BYE), (8, BYE), (9, None)]
)
def test_a_players_opponent_is_the_other_of_the_pair_or_the_bye(
    player: int, other: int | None
) -> None:
    assert opponent(NOW, player) == other


@pytest.mark.parametrize(
    ("change", "pairs", "bye", "more_byes"),
    [
        (lambda: swap_players(NOW, 1, 4), ((4, 2), (3, 1), (5, 6)), 7, (8,)),
        (lambda: swap_players(NOW, 1, 7), ((7, 2), (3, 4), (5, 6)), 1, (8,)),
        (lambda: swap_players(NOW, 6, 8), ((1, 2), (3, 4), (5, 8)), 7, (6,)),
        (lambda: swap_players(NO_BYE, 1, 3), ((3, 2), (1, 4), (5, 6)), None, ()),
        (lambda: together(NOW, 1, 3), ((1, 3), (2, 4), (5, 6)), 7, (8,)),
        (lambda: together(NOW, 1, 2), NOW.pairs, 7, (8,)),
        (lambda: together(NOW, 9, 1), NOW.pairs, 7, (8,)),
        (lambda: together(NOW, 1, 7), ((1, 7), (3, 4), (5, 6)), 2, (8,)),
        (lambda: together(NOW, 7, 3), ((1, 2), (3, 7), (5, 6)), 4, (8,)),
        (lambda: together(NOW, 7, 8), NOW.pairs, 7, (8,)),
        (lambda: with_bye(NOW, 3), ((1, 2), (7, 4), (5, 6)), 3, (8,)),
        (lambda: with_bye(NO_BYE, 3), NOW.pairs, None, ()),
    ],
)
def test_two_players_swap_places_without_changing_tables(
    change: Callable[[], Arrangement],
    pairs: tuple[Numbers, ...],
    bye: int | None,
    more_byes: tuple[int, ...],
) -> None:
    changed = change()
    assert (changed.pairs, changed.bye, changed.more_byes) == (pairs, bye, more_byes)
    assert changed.tables == NOW.tables


@pytest.mark.parametrize(
    ("player", "table", "tables"),
    [(1, 2, (2, 1, 4)), (6, 9, (1, 2, 9)), (3, 2, NOW.tables), (7, 2, NOW.tables)],
)
def test_a_game_moved_to_an_occupied_table_swaps_with_its_game(
    player: int, table: int, tables: tuple[int, ...]
) -> None:
    moved = move_game(NOW, player, table)
    assert (moved.tables, moved.pairs) == (tables, NOW.pairs)


@pytest.mark.parametrize(
    ("team", "first", "tables"),
    [
        (1, 3, (3, 4, 1, 2)),
        (1, 2, (2, 3, 1, 4)),
        (5, 1, (3, 4, 1, 2)),
        (1, 6, (6, 7, 3, 4)),  # above the last table every number is one
        (1, 9, (9, 10, 3, 4)),
        (1, 1, (1, 2, 3, 4)),
        (9, 3, (1, 2, 3, 4)),
    ],
)
def test_a_match_moves_to_as_many_tables_as_it_has_from_the_given_one_on(
    team: int, first: int, tables: tuple[int, ...]
) -> None:
    assert match_moved(MATCHES, FOUR_TEAMS, team, first).tables == tables


def test_a_match_has_the_tables_of_its_players() -> None:
    assert tables_of_match(MATCHES, FOUR_TEAMS, 5) == tables_of_match(MATCHES, FOUR_TEAMS, 7)
    assert tables_of_match(MATCHES, FOUR_TEAMS, 5) == [3, 4]
    assert tables_of_match(WITH_BYE, THREE_TEAMS, 5) == []


@pytest.mark.parametrize(
    ("change", "pairs"),
    [
        (lambda: teams_swapped(MATCHES, FOUR_TEAMS, 1, 5), ((5, 3), (6, 4), (1, 7), (2, 8))),
        (lambda: teams_swapped(MATCHES, FOUR_TEAMS, 1, 3), MATCHES.pairs),
        (
            lambda: teams_swapped(MATCHES, teams({**FOUR, 5: (5,)}, *FOUR_TEAMS.now), 1, 5),
            MATCHES.pairs,
        ),
        (lambda: teams_together(MATCHES, FOUR_TEAMS, 1, 5), ((1, 5), (2, 6), (3, 7), (4, 8))),
        (lambda: teams_together(MATCHES, FOUR_TEAMS, 1, 3), MATCHES.pairs),
        (lambda: teams_together(MATCHES, FOUR_TEAMS, 9, 3), MATCHES.pairs),
        (lambda: team_with_bye(MATCHES, FOUR_TEAMS, 1), MATCHES.pairs),
    ],
)
def test_teams_swap_places_seat_by_seat(
    change: Callable[[], Arrangement], pairs: tuple[Numbers, ...]
) -> None:
    assert change() == replace(MATCHES, pairs=pairs)


THREE_OF_THREE = teams({**THREE, 3: (3, 4, 9), 5: (5, 6, 10)}, *THREE_TEAMS.now)
FIRST_OUT = (((5, 3), (6, 4)), (1, 2), 1, (2,))
OTHERS_OUT = (((5, 1), (6, 2)), (1, 2), 3, (4,))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda: team_with_bye(WITH_BYE, THREE_TEAMS, 1), FIRST_OUT),
        (lambda: teams_swapped(WITH_BYE, THREE_TEAMS, 1, 5), FIRST_OUT),
        (lambda: teams_swapped(WITH_BYE, THREE_TEAMS, 5, 1), FIRST_OUT),
        (lambda: teams_together(WITH_BYE, THREE_TEAMS, 1, 5), OTHERS_OUT),
        (lambda: teams_together(WITH_BYE, THREE_TEAMS, 5, 1), OTHERS_OUT),
        (lambda: team_with_bye(WITH_BYE, THREE_TEAMS, 5), (WITH_BYE.pairs, (1, 2), 5, (6,))),
        (
            lambda: team_with_bye(WITH_BYE, THREE_OF_THREE, 1),
            (((5, 3), (6, 4), (10, 9)), (1, 2, 3), 1, (2,)),
        ),
    ],
)
def test_a_team_with_the_bye_swaps_places_with_a_whole_team(
    change: Callable[[], Arrangement],
    expected: tuple[tuple[Numbers, ...], tuple[int, ...], int, tuple[int, ...]],
) -> None:
    changed = change()
    assert (changed.pairs, changed.tables, changed.bye, changed.more_byes) == expected
