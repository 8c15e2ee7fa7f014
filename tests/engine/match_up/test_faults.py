"""Why a choice or what the desk has typed cannot be taken."""

import pytest

from app.engine.match_up.faults import Fault, Why, find_choice_fault, typed_pairs
from app.engine.match_up.progress import BE_A, Choice, Met
from app.engine.match_up.run import run
from app.engine.side import Pair
from tests.engine.match_up.meetings import (
    CHAMPIONS,
    DESK,
    NOMINATIONS,
    SEATS,
    WITH_TABLES,
    B,
    R,
    meeting,
    played,
)

TEAMS = meeting(NOMINATIONS)
A = run(TEAMS).winner or R


def test_a_choice_that_fits_has_no_fault() -> None:
    assert find_choice_fault(run(TEAMS), Choice(A, 0, BE_A)) is None


def test_a_choice_during_the_other_captains_turn_is_refused() -> None:
    assert find_choice_fault(run(TEAMS), Choice(A.other, 0, BE_A)) == Fault(Why.NOT_ASKED)


def test_a_choice_for_a_later_step_is_refused() -> None:
    assert find_choice_fault(run(TEAMS), Choice(A, 3, BE_A)) == Fault(Why.NOT_ASKED)


def test_a_choice_for_a_finished_step_is_refused() -> None:
    assert find_choice_fault(played(TEAMS, (A, *BE_A)), Choice(A, 0, BE_A)) == Fault(Why.STEP_OVER)


def test_a_captain_who_has_put_up_a_player_has_to_wait() -> None:
    progress = played(meeting(CHAMPIONS, 3, 3), (R, 2))
    assert find_choice_fault(progress, Choice(R, 0, (3,))) == Fault(Why.NOT_ASKED)


def test_a_choice_after_the_match_up_is_complete_is_refused() -> None:
    assert find_choice_fault(run(meeting(SEATS)), Choice(R, 0, (1,))) == Fault(Why.DONE)


def test_a_captain_can_choose_only_side_a_or_b() -> None:
    assert find_choice_fault(run(TEAMS), Choice(A, 0, (3,))) == Fault(Why.TABLE, 3)


def test_an_offer_consists_of_different_free_players_of_the_captains_own_team() -> None:
    given = meeting(NOMINATIONS)
    a, b = A, A.other
    of_a, of_b = given.teams.of(a), given.teams.of(b)
    up = played(given, (a, *BE_A), (b, of_b[0]))

    def said(*chosen: int) -> Fault | None:
        return find_choice_fault(up, Choice(a, 2, chosen))

    assert said(of_a[0]) == Fault(Why.COUNT, 2)
    assert said(of_a[0], of_a[0]) == Fault(Why.TWICE, of_a[0])
    assert said(of_a[0], of_b[1]) == Fault(Why.OTHER_TEAM, of_b[1], a)
    offered = played(given, (a, *BE_A), (b, of_b[0]), (a, of_a[0], of_a[1]))
    assert find_choice_fault(offered, Choice(b, 3, (of_a[2],))) == Fault(Why.NOT_FREE, of_a[2])
    picked = played(given, (a, *BE_A), (b, of_b[0]), (a, of_a[0], of_a[1]), (b, of_a[0]))
    assert find_choice_fault(picked, Choice(b, 4, (of_b[0], of_b[1]))) == Fault(
        Why.HAS_OPPONENT, of_b[0]
    )


def test_a_chosen_table_must_be_a_free_table_of_the_match() -> None:
    given = meeting(WITH_TABLES)
    a = run(given).winner or R
    of_a, of_b = given.teams.of(a), given.teams.of(a.other)
    progress = played(
        given, (a, *BE_A), (a.other, of_b[0]), (a, of_a[0], of_a[1]), (a.other, of_a[0])
    )
    assert find_choice_fault(progress, Choice(a, 4, (30,))) == Fault(Why.TABLE, 30)


def test_the_side_a_player_belongs_to_is_found() -> None:
    given = meeting(DESK, 2, 2)
    assert given.side_of(2) is R
    assert given.side_of(12) is B
    assert given.side_of(5) is None


def test_typed_pairs_take_the_tables_of_the_match() -> None:
    given = meeting(DESK, 2, 2)
    pairs = (Pair(1, 12), Pair(2, 11))
    assert typed_pairs(given, pairs) == (Met(pairs[0], 21), Met(pairs[1], 22))
    assert typed_pairs(given, pairs, (22, 21)) == (Met(pairs[0], 22), Met(pairs[1], 21))


@pytest.mark.parametrize(
    ("pairs", "tables", "said"),
    [
        (((1, 11), (1, 12)), (), Fault(Why.TWICE, 1)),
        (((1, 11), (2, 11)), (), Fault(Why.TWICE, 11)),
        (((1, 11), (3, 12)), (), Fault(Why.OTHER_TEAM, 3, R)),
        (((1, 11), (2, 1)), (), Fault(Why.OTHER_TEAM, 1, B)),
        (((1, 11),), (), Fault(Why.LEFT_OUT, 2)),
        (((1, 11), (2, 12)), (21, 21), Fault(Why.TABLE, 21)),
        (((1, 11), (2, 12)), (21, 30), Fault(Why.TABLE, 30)),
        (((1, 11), (2, 12)), (21,), Fault(Why.TABLE)),
    ],
)
def test_typed_pairs_must_name_every_player_once_and_use_each_table_once(
    pairs: tuple[tuple[int, int], ...], tables: tuple[int, ...], said: Fault
) -> None:
    typed = [Pair(*pair) for pair in pairs]
    assert typed_pairs(meeting(DESK, 2, 2), typed, tables) == said
