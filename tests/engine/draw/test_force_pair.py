"""What bringing two players together by hand does, against what is then done."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.explain import Change, what_if
from app.engine.draw.force_pair import (
    better_words,
    explanation,
    force_pair,
    improvement,
)
from app.engine.draw.values import BYE, DrawConstraints, Entrant, Numbers
from app.engine.rounds.edit import Arrangement, together
from tests.engine.pairing_oracle import asked, entrant, merits, played_fields

NAMES = {number: f"P{number}" for number in range(1, 20)}


def games(field: list[Entrant], seed: int = 1) -> Arrangement:
    draw = asked(field, seed, 9).draw
    return Arrangement(draw.pairs, tuple(range(len(draw.pairs))), draw.bye)


@settings(deadline=None, max_examples=100)
@given(played_fields(), st.integers(0, 2**16))
def test_forcing_a_pair_is_judged_by_its_arrangement_and_never_beats_the_best_draw(
    field: list[Entrant], seed: int
) -> None:
    if len(field) < 2:
        return
    drawn, now = asked(field, seed, 9), games(field, seed)
    one, other = Random(seed).sample([player.number for player in field], 2)
    then = together(now, one, other)
    hand = force_pair(drawn, (one, other), now.games, then.games)
    best = what_if(drawn, one, other)
    by_number = {player.number: player for player in field}
    was, now_is = (
        merits(field, [(by_number[a], by_number.get(b)) for a, b in each.games])
        for each in (now, then)
    )
    assert [(c.before, c.after) for c in hand.changes] == [
        (a, b) for a, b in zip(was, now_is, strict=True) if a != b
    ]
    assert {frozenset(pair) for pair in hand.new} == _sets(then.games) - _sets(now.games)
    assert {frozenset(pair) for pair in hand.gone} == _sets(now.games) - _sets(then.games)
    better = [merit.value for merit in best.merits] < [merit.value for merit in hand.merits]
    assert (improvement(hand, best) is not None) is better
    assert bool(better_words(hand, best)) is better


def _sets(pairs: tuple[Numbers, ...]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def test_the_bye_is_a_game_of_an_arrangement() -> None:
    assert Arrangement(((1, 2),), (1,), 3).games == ((1, 2), (3, BYE))
    assert Arrangement(((1, 2),), (1,), None).games == ((1, 2),)


def test_forcing_a_pair_that_already_meets_changes_nothing() -> None:
    field = [entrant(number) for number in range(1, 6)]
    drawn, now = asked(field), games(field)
    answer = force_pair(drawn, now.pairs[0], now.games, now.games)
    assert explanation(answer, NAMES) == "They already meet."


def test_a_forced_pair_reports_what_gets_worse_before_the_new_games() -> None:
    field = [entrant(1, 1, [2]), entrant(2, 1, [1]), entrant(3, 1), entrant(4, 1)]
    answer = force_pair(asked(field), (1, 2), ((1, 3), (2, 4)), ((1, 2), (3, 4)))
    assert answer.changes == (Change("rematch", 0, 1),)
    assert explanation(answer, NAMES).splitlines() == [
        "Worse: 1 rematch instead of 0.",
        "2 games would be new: P1 – P2, P3 – P4.",
    ]
    back = force_pair(asked(field), (1, 3), ((1, 2), (3, 4)), ((1, 3), (2, 4)))
    assert back.sentence == "Better: 0 rematches instead of 1."


def test_equally_good_pairings_are_reported_so_and_lost_set_pairs_are_named() -> None:
    field = [entrant(number) for number in range(1, 6)]
    drawn = asked(field, wishes=DrawConstraints(forced=((1, 2), (5, BYE))))
    before: tuple[Numbers, ...] = ((1, 2), (3, 4), (5, BYE))
    answer = force_pair(drawn, (3, 5), before, ((1, 2), (3, 5), (4, BYE)))
    assert answer.given_up == ("The bye for P5 was set and is no longer paired.",)
    free = force_pair(asked(field), (3, 5), before, ((1, 2), (3, 5), (4, BYE)))
    assert explanation(free, NAMES).splitlines() == [
        "Just as good by every rule.",
        "2 games would be new: P3 – P5, P4 – bye.",
    ]


def test_several_changes_are_reported_with_a_summary() -> None:
    field = [entrant(1, 2, [4]), entrant(2, 2), entrant(3, 0), entrant(4, 0, [1])]
    answer = force_pair(asked(field), (1, 4), ((1, 2), (3, 4)), ((1, 4), (3, 2)))
    assert len(answer.changes) > 1
    assert explanation(answer, NAMES).splitlines()[1].startswith("In all: ")


def test_a_new_draw_is_advised_when_it_would_be_better() -> None:
    field = [entrant(1), entrant(2), entrant(3, 0, [4]), entrant(4, 0, [3]), entrant(5), entrant(6)]
    drawn = asked(field)
    before: tuple[Numbers, ...] = ((1, 3), (2, 4), (5, 6))
    hand = force_pair(drawn, (1, 2), before, ((1, 2), (3, 4), (5, 6)))
    best = what_if(drawn, 1, 2)
    assert better_words(hand, best) == (
        "A new draw around this pair does better: 0 rematches instead of 1."
        " Let them meet, lock their game and draw again."
    )
    assert better_words(best, best) == ""


def test_a_bye_that_changes_hands_is_judged() -> None:
    field = [*(entrant(number) for number in range(1, 5)), entrant(5, byes=1)]
    before: tuple[Numbers, ...] = ((1, 2), (3, 4), (5, BYE))
    answer = force_pair(asked(field), (3, 5), before, ((1, 2), (3, 5), (4, BYE)))
    assert answer.changes == (Change("second bye", 1, 0),)
