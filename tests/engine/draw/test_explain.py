"""Explanations against oracles: what is said to get worse gets worse, and nothing stricter does."""

from collections import Counter
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.criteria import change_words, criterion_words
from app.engine.draw.explain import (
    Change,
    Question,
    Topic,
    alternatives,
    candidates,
    questions,
    what_if,
)
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, Apart, DrawConstraints, Entrant, Kind
from tests.engine.pairing_oracle import (
    any_wishes,
    asked,
    entrant,
    event,
    every_pairing,
    holds,
    merits,
    pairing_of,
    played_fields,
    unordered,
)

slowly = partial(settings, deadline=None)


def topics(drawn: Solution) -> list[Topic]:
    return [question.topic for question in questions(drawn)]


def question_of(drawn: Solution, topic: Topic) -> Question:
    return next(question for question in questions(drawn) if question.topic is topic)


@slowly(max_examples=150)
@given(played_fields(), st.integers(0, 2**16))
def test_what_if_finds_the_best_draw_with_the_pair_and_names_what_changes(
    field: list[Entrant], seed: int
) -> None:
    dice = Random(seed)
    seats = [player.number for player in field] + [BYE] * (len(field) % 2)
    if len(seats) < 2:
        return
    drawn = asked(field, seed, 9)
    one, other = dice.sample(seats, 2)
    answer = what_if(drawn, one, other)
    with_pair = DrawConstraints(forced=((one, other),))
    best = min(merits(field, p) for p in every_pairing(field) if holds(with_pair, p))
    own = merits(field, pairing_of(field, drawn.draw))
    assert [(c.before, c.after) for c in answer.changes] == [
        (a, b) for a, b in zip(own, best, strict=True) if a != b
    ]
    assert not answer.changes or answer.changes[0].after > answer.changes[0].before
    before = unordered(pairing_of(field, drawn.draw))
    after = before - {frozenset(p) for p in answer.gone} | {frozenset(p) for p in answer.new}
    assert frozenset((one, other)) in after
    assert sorted(n for pair in after for n in pair) == sorted(seats)
    assert answer.given_up == ()


def test_asking_what_if_about_a_drawn_pair_changes_nothing() -> None:
    drawn = asked([entrant(number) for number in range(1, 9)])
    answer = what_if(drawn, *drawn.draw.pairs[2])
    assert (answer.changes, answer.new, answer.gone) == ((), (), ())
    assert answer.sentence == "This is the draw."


def test_among_equal_players_only_the_dice_decided_against_another_pair() -> None:
    drawn = asked([entrant(number) for number in range(1, 9)])
    answer = what_if(drawn, drawn.draw.pairs[0][0], drawn.draw.pairs[1][0])
    assert answer.changes == ()
    assert len(answer.new) == len(answer.gone) >= 2
    assert answer.sentence == "Just as good by every rule; the dice decided."


def test_what_if_says_what_gets_worse_first() -> None:
    field = [entrant(1, 1, [2]), entrant(2, 1, [1]), entrant(3, 1), entrant(4, 1)]
    answer = what_if(asked(field), 1, 2)
    assert answer.changes == (Change("rematch", 0, 1),)
    assert answer.sentence == "Worse: 1 rematch instead of 0."


def test_what_if_gives_up_the_pairs_that_were_set_and_no_others() -> None:
    field = [entrant(number) for number in range(1, 10)]
    wishes = DrawConstraints(forced=((1, 2), (3, 4), (5, BYE)), forbidden=((1, 3),))
    drawn = asked(field, wishes=wishes)
    answer = what_if(drawn, 1, 3)
    assert answer.given_up == (
        "P1 against P2 was set and is no longer paired.",
        "P3 against P4 was set and is no longer paired.",
    )
    assert answer.changes[0] == Change("forbidden pair", 0, 1)
    bye = what_if(drawn, 7, BYE)
    assert bye.given_up == ("The bye for P5 was set and is no longer paired.",)
    assert frozenset((7, BYE)) in {frozenset(pair) for pair in bye.new}


def test_asking_what_if_about_a_player_not_in_the_draw_is_an_error() -> None:
    with pytest.raises(ValueError, match="not in"):
        what_if(asked([entrant(1), entrant(2)]), 1, BYE)


def test_a_plain_draw_raises_no_question() -> None:
    assert questions(asked([entrant(number) for number in range(1, 9)])) == ()


def test_a_pair_down_is_explained_by_the_odd_number() -> None:
    field = [entrant(n, 2) for n in range(1, 4)] + [entrant(n, 1) for n in range(4, 7)]
    drawn = asked(field)
    question = question_of(drawn, Topic.PAIR_DOWN)
    down, to = question.pair
    assert question.sentence == (
        f"3 players had 2 TP: an odd number to pair. P{down} goes down to P{to} with 1 TP."
    )
    rows = list(alternatives(drawn, question))
    assert {row.player for row in rows} == {1, 2, 3} - {down}
    assert {row.sentence for row in rows} == {"Just as good by every rule; the dice decided."}


def test_the_reason_for_a_pair_down_includes_pair_downs_from_above_and_byes() -> None:
    field = [entrant(1, 3), *(entrant(n, 2) for n in (2, 3)), *(entrant(n, 1) for n in (4, 5))]
    drawn = asked(field, wishes=DrawConstraints(forced=((BYE, 4),)))
    sentences = [q.sentence for q in questions(drawn)]
    second = drawn.draw.pairs[1][0]
    assert sentences[0].startswith("1 player had 3 TP: an odd number to pair. P1 goes down to P")
    assert sentences[1] == (
        f"2 players had 2 TP, P1 came down to them: an odd number to pair."
        f" P{second} goes down to P5 with 1 TP."
    )
    assert sentences[2] == "P4 has the bye because you set it that way."
    other = asked(field, wishes=DrawConstraints(forced=((BYE, 1), (2, 4))))
    sentences = [q.sentence for q in questions(other)]
    assert "P2 goes down to P4 with 1 TP because you set it that way." in sentences
    top = asked(
        [entrant(1, 1), entrant(2, 1), entrant(3)], wishes=DrawConstraints(forced=((1, BYE),))
    )
    (down, _bye) = questions(top)
    assert down.sentence == (
        "2 players had 1 TP, P1 had the bye: an odd number to pair. P2 goes down to P3 with 0 TP."
    )


def test_a_group_that_cannot_be_paired_among_itself_is_reported() -> None:
    field = [entrant(1, 1, [2]), entrant(2, 1, [1]), entrant(3), entrant(4)]
    said = questions(asked(field))[0].sentence
    assert said.startswith("2 players had 1 TP: they could not all be paired among themselves. P")


def test_other_candidates_to_be_paired_down_are_listed_with_their_cost() -> None:
    field = [
        entrant(1, 1, paired_down=1),
        entrant(2, 1),
        entrant(3, 1, met=[4]),
        entrant(4),
    ]
    drawn = asked(field)
    question = question_of(drawn, Topic.PAIR_DOWN)
    assert question.pair == (2, 4)
    rows = {row.player: row for row in alternatives(drawn, question)}
    assert rows[1].changes == (Change("repeated pair-down", 0, 1),)
    assert rows[3].changes == (Change("rematch", 0, 1),)
    assert rows[3].sentence == "Worse: 1 rematch instead of 0."


def test_other_candidates_for_the_bye_are_listed() -> None:
    field = [entrant(1, 1), entrant(2, 1), entrant(3), entrant(4, byes=1), entrant(5)]
    drawn = asked(field)
    question = question_of(drawn, Topic.BYE)
    assert question.sentence == (
        f"5 is an odd number of players. P{drawn.draw.bye} has the bye, out of the lowest group:"
        " 3 players with 0 TP."
    )
    rows = {row.player: row for row in alternatives(drawn, question)}
    assert rows.keys() == {3, 4, 5} - {drawn.draw.bye}
    assert rows[4].sentence == "Worse: 1 repeated bye instead of 0."


def test_a_bye_from_a_higher_group_is_reported_as_such() -> None:
    field = [entrant(1, 1), entrant(2, 1), entrant(3, byes=1)]
    question = question_of(asked(field), Topic.BYE)
    assert "out of a higher group: 2 players with 1 TP." in question.sentence


def test_a_rematch_is_compared_with_every_new_opponent() -> None:
    field = [entrant(n, met=[m for m in range(1, 5) if m != n]) for n in range(1, 5)]
    field += [entrant(5), entrant(6)]
    drawn = asked(field)
    question = question_of(drawn, Topic.REMATCH)
    assert "meet again: not everybody could be given a new opponent." in question.sentence
    rows = list(alternatives(drawn, question))
    assert {row.player for row in rows} == {5, 6}
    assert all(row.changes == () for row in rows)


def test_a_club_pairing_is_compared_with_the_others_of_the_group() -> None:
    field = [entrant(n, 1) for n in range(1, 4)] + [entrant(4, 1), entrant(5), entrant(6)]
    club = Apart(Kind.CLUB, {n: frozenset({"Harbour"}) for n in (1, 2, 3)})
    drawn = asked(field, wishes=DrawConstraints(apart=(club,)))
    question = question_of(drawn, Topic.APART)
    rows = list(alternatives(drawn, question))
    assert {row.player for row in rows} == {1, 2, 3, 4} - {*question.pair}
    assert {row.sentence for row in rows} == {"Just as good by every rule; the dice decided."}


def test_pairs_set_by_the_organizer_are_not_offered_as_alternatives() -> None:
    field = [entrant(n, 2) for n in range(1, 6)] + [entrant(n, 1) for n in range(6, 9)]
    drawn = asked(field, wishes=DrawConstraints(forced=((1, 6),)))
    question = question_of(drawn, Topic.PAIR_DOWN)
    assert question.pair == (1, 6)
    assert candidates(drawn, question) == ()


def test_an_alternative_ruled_out_by_set_pairs_is_reported_as_such() -> None:
    field = [entrant(1, 1), entrant(2, 1), entrant(3, 1), entrant(4), entrant(5), entrant(6)]
    drawn = asked(field, wishes=DrawConstraints(forced=((4, 5),)))
    question = question_of(drawn, Topic.PAIR_DOWN)
    rows = list(alternatives(drawn, question))
    assert len(rows) == 2
    alone = asked([entrant(1, 2), entrant(2, 2), entrant(3, 1), entrant(4, 1, [1])])
    assert topics(alone) == []
    field = [entrant(1, 2, [2, 3]), entrant(2, 2, [1, 3]), entrant(3, 2, [1, 2]), entrant(4, 1)]
    field += [entrant(5, 1), entrant(6, 1)]
    drawn = asked(field, wishes=DrawConstraints(forced=((4, 5),)))
    assert topics(drawn).count(Topic.PAIR_DOWN) == 1
    assert topics(drawn).count(Topic.REMATCH) == 1


@slowly(max_examples=80)
@given(played_fields(), st.integers(0, 2**16))
def test_every_alternative_is_no_better_than_the_draw(field: list[Entrant], seed: int) -> None:
    drawn = asked(field, seed, 3, wishes=any_wishes(field, Random(seed)))
    for question in questions(drawn):
        assert question.sentence.endswith(".")
        rows = list(alternatives(drawn, question))
        assert [row.player for row in rows] == [*candidates(drawn, question)]
        for row in rows:
            assert not row.changes or row.changes[0].after > row.changes[0].before


@pytest.mark.parametrize("players", [31, 32])
def test_all_questions_of_a_late_round_are_answered(players: int) -> None:
    *_, field = event(players, 5, seed=players)
    drawn = asked(field, round_number=6)
    assert topics(drawn).count(Topic.BYE) == players % 2
    assert topics(drawn).count(Topic.PAIR_DOWN) == len(drawn.draw.paired_down)
    tp = {player.number: player.tp for player in field}
    groups = Counter(tp.values())
    for question in questions(drawn):
        assert len(list(alternatives(drawn, question))) == groups[tp[question.pair[0]]] - 1


def test_the_word_crossings_in_files_is_shown_to_players_as_pair_downs() -> None:
    assert criterion_words("crossings") == "pair-downs"
    assert criterion_words("crossings from 9 TP") == "pair-downs from 9 TP"
    assert criterion_words("rematch") == "rematch"


@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("forbidden pair", 1, "1 forbidden pair instead of 0"),
        ("rematch", 2, "2 rematches instead of 0"),
        ("second bye", 1, "1 repeated bye instead of 0"),
        ("bye above the lowest group", 2, "the bye 2 groups too high instead of 0"),
        ("repeated pair-down", 1, "1 repeated pair-down instead of 0"),
        ("published pair changed", 3, "3 published pairs changed instead of 0"),
        ("crossings from 1 TP", 2, "those with 1 TP paired down 2 groups together instead of 0"),
        ("crossings", 4, "a pair-down total of 4 instead of 0"),
        ("same club", 1, "1 pair to keep apart (club) instead of 0"),
    ],
)
def test_worse_criteria_are_reported_in_players_words(name: str, count: int, words: str) -> None:
    assert change_words(name, 0, count) == words
