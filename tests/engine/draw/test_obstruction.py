from hypothesis import given

from app.engine.draw.obstruction import outer_seats
from app.engine.draw.values import BYE, Apart, DrawConstraints, Entrant, Kind
from tests.engine.draw.test_wishes import slowly
from tests.engine.pairing_oracle import drawn, entrant, played_fields


def test_causes_name_players_whose_choice_of_opponents_was_too_small() -> None:
    field = [entrant(n, met=[m for m in range(1, 5) if m != n]) for n in range(1, 5)]
    field += [entrant(5), entrant(6)]
    result = drawn(field)
    (cause,) = result.causes
    assert cause.rule == "rematch"
    assert (cause.players, sorted(cause.choice)) != ((), [])
    assert {*cause.players} == {1, 2, 3, 4}
    assert sorted(cause.choice) == [5, 6]
    assert cause.sentence.startswith("Without any rematch P")
    assert cause.sentence.endswith(" left to meet.")


def test_causes_name_closed_groups_with_an_odd_number_of_players() -> None:
    field = [entrant(n, met=range(4, 10)) for n in range(1, 4)]
    field += [entrant(n, met=range(1, 4)) for n in range(4, 9)]
    (cause,) = drawn(field).causes
    assert {*cause.players} == {1, 2, 3}
    assert cause.sentence.endswith(" are an odd number, with nobody left to meet outside.")


def test_a_second_bye_is_caused_by_nobody_being_left_for_the_bye() -> None:
    (cause,) = drawn([entrant(n, byes=1) for n in range(1, 12)]).causes
    assert (cause.rule, cause.players) == ("second bye", (BYE,))
    assert cause.sentence == "Without any second bye nobody was left for the bye."


def test_long_lists_of_names_are_cut() -> None:
    field = [entrant(n, met=range(1, 13)) for n in range(1, 13)]
    (cause,) = drawn(field).causes
    assert len(cause.players) == 12
    assert " and 4 others had nobody left to meet." in cause.sentence


@slowly(max_examples=200)
@given(played_fields())
def test_every_cause_proves_that_the_rule_had_to_give_way(field: list[Entrant]) -> None:
    """Without the chosen few the named players fall into more odd circles than few."""
    for cause in drawn(field).causes:
        if cause.rule != "rematch":
            continue
        left = {one.number: one.met for one in field if one.number in cause.players}
        left |= {BYE: frozenset()} if BYE in cause.players else {}
        odd = 0
        while left:
            circle, waiting = set(), [next(iter(left))]
            while waiting:
                one = waiting.pop()
                if one in left:
                    met = left.pop(one)
                    circle.add(one)
                    waiting += [n for n in left if n not in met]
            odd += len(circle) % 2
        assert odd > len(cause.choice)


def test_a_cause_names_its_rule() -> None:
    field = [entrant(number) for number in range(1, 5)]
    words = {number: frozenset({"oak"}) for number in (1, 2, 3)}
    (cause,) = drawn(field, wishes=DrawConstraints(apart=(Apart(Kind.FAMILY, words),))).causes
    assert cause.sentence.startswith("Without any pair of the same family P")


def test_seats_an_even_number_of_steps_from_an_empty_seat_may_be_empty_instead() -> None:
    near = [[1], [0, 2], [1, 3], [2, 4], [3]]
    assert outer_seats(near, {1: 2, 2: 1, 3: 4, 4: 3}) == {0, 2, 4}
    near = [[1], [0, 2, 3], [1, 3], [1, 2, 4], [3, 5], [4, 6], [5]]
    assert outer_seats(near, {0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4}) == {0, 2, 4, 6}
