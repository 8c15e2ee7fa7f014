"""A match-up as the fold of what the captains choose."""

import pytest

from app.engine.frozen import replace
from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.match_up.progress import BE_A, BE_B, HIDDEN, Ask, Choice, Met
from app.engine.match_up.run import run
from app.engine.side import Pair
from tests.engine.match_up.meetings import (
    CHAMPIONS,
    DESK,
    LOT,
    NOMINATIONS,
    REST,
    SEATS,
    WITH_TABLES,
    B,
    R,
    meeting,
    pairs,
    played,
)

MOST_PASSES = 20


def test_by_seat_each_player_meets_the_one_in_the_same_seat() -> None:
    progress = run(meeting(SEATS, 3, 3))
    assert progress.is_done
    assert not progress.at_desk
    assert progress.met == tuple(Met(Pair(n, 10 + n), 20 + n) for n in (1, 2, 3))


def test_by_seat_a_player_with_nobody_opposite_is_left_over() -> None:
    progress = run(meeting(SEATS, 3, 2))
    assert pairs(progress) == [(1, 11), (2, 12)]
    assert (progress.left(R), progress.left(B)) == ((3,), ())


def test_by_lot_the_same_dice_always_give_the_same_pairs() -> None:
    rolled = {tuple(pairs(run(meeting(LOT, dice=f"{n}|1|1")))) for n in range(40)}
    assert len(rolled) > 20
    assert all({blue for _, blue in one} == set(range(11, 16)) for one in rolled)
    assert pairs(run(meeting(LOT))) == pairs(run(meeting(LOT)))


def test_a_match_up_made_at_the_desk_waits_for_it() -> None:
    progress = run(meeting(DESK), [Choice(R, 0, (1,))])
    assert progress.at_desk
    assert not progress.is_done
    assert not progress.asks


def test_procedures_state_whether_they_need_captains_the_desk_or_nobody() -> None:
    assert SEATS.needs_nobody
    assert LOT.needs_nobody
    assert DESK.at_desk
    assert not DESK.needs_nobody
    assert not NOMINATIONS.at_desk
    assert not NOMINATIONS.needs_nobody
    assert NOMINATIONS.suits(5)
    only = Procedure("three", "…", "…", closing=(REST,), seats=(3,))
    assert only.suits(3)
    assert not only.suits(5)


def test_champions_are_revealed_together_and_picked_together() -> None:
    given = meeting(CHAMPIONS, 3, 3)
    laid = played(given, (R, 2))
    assert laid.has_begun
    assert laid.up == Pair(None, None)
    assert set(laid.asks) == {B}
    assert laid.asks[B] == Ask(0, Deed.PUT_UP, (11, 12, 13), secret=True)
    both = played(given, (R, 2), (B, 11))
    assert both.up == Pair(2, 11)
    assert both.offered == Pair((1, 3), (12, 13))  # the two others, without being asked
    assert both.asks[R] == Ask(2, Deed.PICK, (12, 13), against=2, secret=True)
    assert both.asks[B] == Ask(2, Deed.PICK, (1, 3), against=11, secret=True)
    one = played(given, (R, 2), (B, 11), (B, 3))
    assert one.met == ()
    end = played(given, (R, 2), (B, 11), (B, 3), (R, 12))
    assert pairs(end) == [(2, 12), (3, 11), (1, 13)]
    assert [pair.table for pair in end.met] == [21, 22, 23]


def test_only_its_own_captain_sees_a_choice_before_the_other_captain_has_chosen() -> None:
    progress = played(meeting(CHAMPIONS, 3, 3), (R, 2))
    assert progress.laid == Pair((2,), None)
    assert progress.seen_by(R).laid == Pair((2,), None)
    assert progress.seen_by(B).laid == Pair(HIDDEN, None)
    assert progress.seen_by(None).laid == Pair(HIDDEN, None)
    assert progress.account == ()


def test_the_winner_of_the_roll_chooses_to_be_a_or_b() -> None:
    given = meeting(NOMINATIONS)
    start = run(given)
    winner = start.winner
    assert winner is not None
    assert start.account[0].side is winner
    dice = start.account[0].chosen
    assert (dice[0] > dice[1]) == (winner is R)
    assert start.asks == {winner: Ask(0, Deed.CHOOSE_SIDE, (1, 2))}
    assert not start.has_begun
    chosen = played(given, (winner, *BE_A))
    assert set(chosen.asks) == {winner.other}  # B puts one up
    assert set(played(given, (winner, *BE_B)).asks) == {winner}


def test_a_tied_roll_is_repeated_and_either_side_may_win() -> None:
    rolls = [run(meeting(NOMINATIONS, dice=f"{n}|1|1")) for n in range(60)]
    assert {roll.winner for roll in rolls} == {R, B}
    assert all(len({*roll.account[0].chosen}) == 2 for roll in rolls)


def test_nominations_go_on_with_the_player_who_was_not_picked() -> None:
    given = meeting(NOMINATIONS)
    winner = run(given).winner
    assert winner is not None
    a, b = winner, winner.other
    of_a = given.teams.of(a)
    of_b = given.teams.of(b)
    progress = played(
        given,
        (a, *BE_A),
        (b, of_b[0]),
        (a, of_a[0], of_a[1]),
        (b, of_a[1]),  # meets the first of B; the other stays up
        (b, of_b[1], of_b[2]),
        (a, of_b[2]),
        (a, of_a[2], of_a[3]),
        (b, of_a[2]),
    )
    met = [{*pair.players} for pair in progress.met]
    assert met == [{of_b[0], of_a[1]}, {of_a[0], of_b[2]}, {of_b[1], of_a[2]}]
    assert progress.up.of(a) == of_a[3]
    assert progress.asks[a].options == of_b[3:]  # the last two were offered by themselves
    last = Choice(a, progress.asked, (of_b[4],))
    chosen = [
        Choice(a, 0, BE_A),
        Choice(b, 1, (of_b[0],)),
        Choice(a, 2, (of_a[0], of_a[1])),
        Choice(b, 3, (of_a[1],)),
        Choice(b, 4, (of_b[1], of_b[2])),
        Choice(a, 5, (of_b[2],)),
        Choice(a, 6, (of_a[2], of_a[3])),
        Choice(b, 7, (of_a[2],)),
        last,
    ]
    end = run(given, chosen)
    assert end.is_done
    assert [{*pair.players} for pair in end.met][3:] == [{of_a[3], of_b[4]}, {of_a[4], of_b[3]}]
    assert not end.asks
    again = run(given, [*chosen, last, Choice(a, 99, (1,))])
    assert again == end  # what does not fit is passed over


@pytest.mark.parametrize(("red", "blue"), [(5, 4), (4, 5), (2, 1), (1, 3)])
def test_a_team_that_lacks_players_leaves_the_others_without_an_opponent(
    red: int, blue: int
) -> None:
    given = meeting(NOMINATIONS, red, blue)
    choices: list[Choice] = []
    progress = run(given)
    while progress.asks:
        side, asked = next(iter(progress.asks.items()))
        choices.append(Choice(side, asked.step, asked.options[-asked.count :]))
        progress = run(given, choices)
    assert progress.is_done
    assert len(progress.met) == min(red, blue)


def test_the_remaining_pairs_take_the_tables_not_chosen() -> None:
    given = meeting(WITH_TABLES, 3, 3)
    a = run(given).winner
    assert a is not None
    b = a.other
    of_a, of_b = given.teams.of(a), given.teams.of(b)
    start = ((a, *BE_A), (b, of_b[0]), (a, of_a[0], of_a[1]), (b, of_a[0]))
    progress = played(given, *start)
    assert progress.asks[a] == Ask(4, Deed.CHOOSE_TABLE, (21, 22, 23), against=of_a[0])
    progress = played(given, *start, (a, 22))
    assert progress.free_tables == (21, 23)
    assert progress.met[0].table == 22
    end = played(given, *start, (a, 22), (a, of_b[1]), (b, 23))
    assert [pair.table for pair in end.met] == [22, 23, 21]


def test_a_match_with_too_few_tables_continues_with_the_following_numbers() -> None:
    given = meeting(SEATS, 3, 3)
    progress = run(type(given)(given.procedure, given.teams, (4,)))
    assert [pair.table for pair in progress.met] == [4, 5, 6]


def test_without_a_roll_the_first_named_team_is_team_a() -> None:
    first = Procedure("first", "…", "…", (Step(Deed.PUT_UP, By.A), Step(Deed.PUT_UP, By.LOSER)))
    progress = played(meeting(first), (R, 3))
    assert set(progress.asks) == {B}


def test_a_step_with_nothing_to_choose_is_skipped() -> None:
    odd = Procedure(
        "odd",
        "…",
        "…",
        (
            Step(Deed.OFFER, By.A, 2),
            Step(Deed.PICK, By.A),
            Step(Deed.CHOOSE_TABLE, By.UP),
            Step(Deed.CHOOSE_TABLE, By.A),
            Step(Deed.PUT_UP, By.A),
            Step(Deed.PUT_UP, By.A),
        ),
        closing=(REST,),
    )
    assert played(meeting(odd), (R, 3)).is_done


def test_a_procedure_without_an_end_is_left_to_the_desk() -> None:
    endless = Procedure("endless", "…", "…", again=(Step(Deed.ROLL),))
    progress = run(meeting(endless))
    assert progress.passes == MOST_PASSES
    assert progress.at_desk
    assert not progress.is_done


def test_a_procedure_with_only_repeated_steps_starts_with_them() -> None:
    duel = Procedure(
        "duel",
        "…",
        "…",
        again=(Step(Deed.PUT_UP, By.BOTH), Step(Deed.OFFER, By.A, 1), Step(Deed.PICK, By.B)),
        closing=(REST,),
    )
    progress = run(meeting(duel))
    assert (progress.place, progress.passes) == ((1, 0), 1)
    assert not run(meeting(duel, 1, 1)).passes


@pytest.mark.parametrize(
    "wrong",
    [
        Choice(B, 0, (1,)),
        Choice(R, 1, (1,)),
        Choice(R, 0, (11,)),
        Choice(R, 0, (1, 2)),
        Choice(R, 0, ()),
    ],
)
def test_a_choice_that_does_not_fit_changes_nothing(wrong: Choice) -> None:
    mine = Procedure("mine", "…", "…", (Step(Deed.PUT_UP, By.A),))
    assert run(meeting(mine), [wrong]) == run(meeting(mine))


def test_pairs_beyond_the_tables_of_a_match_get_the_next_higher_numbers() -> None:
    crowded = replace(meeting(SEATS, 4, 4), tables=(8, 3))
    assert [met.table for met in run(crowded).met] == [8, 3, 9, 10]


def test_a_second_roll_has_dice_of_its_own() -> None:
    twice = Procedure("twice", "…", "…", (Step(Deed.ROLL), Step(Deed.ROLL)), closing=(REST,))
    rolls = []
    for n in range(20):
        account = run(meeting(twice, dice=f"{n}|1|1")).account
        first, second = (done for done in account if done.do is Deed.ROLL)
        rolls.append(first == second)
    assert not all(rolls)


def test_where_no_table_is_given_pairs_are_numbered_from_the_first_table() -> None:
    progress = run(replace(meeting(SEATS, 3, 3), tables=()))
    assert [met.table for met in progress.met] == [1, 2, 3]
