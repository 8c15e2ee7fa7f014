"""The draw over whole events: thousands of random histories, real events, large fields."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from app.engine.draw.compare import compare
from app.engine.draw.explain import Topic, alternatives, questions, what_if
from app.engine.draw.graph import build_graph, couples_of
from app.engine.draw.least import suffices
from app.engine.draw.solve import merits as judged
from app.engine.draw.solve import solve_draw as whole_draw
from app.engine.draw.values import NO_CONSTRAINTS, Draw, Entrant, Occasion
from app.engine.frozen import replace
from tests.engine.pairing_oracle import (
    any_wishes,
    asked,
    best_by_masks,
    drawn,
    entrant,
    event,
    merits,
    pairing_of,
    second_opinion,
    unordered,
)

DATA = Path(__file__).parents[2] / "data"
NAMES = {number: f"P{number}" for number in range(1, 3000)}


def check_seats(field: list[Entrant], result: Draw) -> None:
    seated = sorted(number for pair in result.couples for number in pair if number)
    assert seated == sorted(player.number for player in field)


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_two_thousand_event_histories_get_the_best_possible_draw(block: int) -> None:
    for seed in range(250 * block, 250 * block + 250):
        dice = Random(seed)
        players, rounds = dice.randrange(4, 10), dice.randrange(1, 8)
        *_, field = event(players, rounds, seed, drops=dice.random() < 0.5, late=seed % 3 == 0)
        wishes = any_wishes(field, dice) if seed % 2 else NO_CONSTRAINTS
        best, pairs = best_by_masks(field, seed, wishes, rounds + 1)
        result = drawn(field, seed, rounds + 1, wishes=wishes)
        assert unordered(pairing_of(field, result)) == pairs
        assert [merit.value for merit in result.merits if merit.value] == [
            n for n in best[:-1] if n
        ]


@pytest.mark.long
def test_128_players_are_drawn_for_nine_rounds_with_drops_and_late_arrivals() -> None:
    for number, field in enumerate(event(128, 9, 4, drops=True, late=True), start=1):
        result = drawn(field, 4, number)
        check_seats(field, result)
        assert [merit.value for merit in result.merits[:3]] == [0, 0, 0]
        assert result.gave_way == () or all("paired down again" in one for one in result.gave_way)


@pytest.mark.long
def test_a_second_solver_draws_128_players_in_round_seven_the_same() -> None:
    *_, field = event(128, 6, 2)
    mine = unordered(pairing_of(field, drawn(field, 2, 7)))
    assert mine == second_opinion(field, 2, round_number=7)


def test_having_met_a_player_who_left_does_not_change_the_draw() -> None:
    *_, field = event(21, 4, 1)
    gone = field[3].number
    left = [player for player in field if player.number != gone]
    clean = [replace(player, met=player.met - {gone}) for player in left]
    assert drawn(left, 1, 5) == drawn(clean, 1, 5)


@pytest.mark.long
@pytest.mark.parametrize("players", [40, 65, 90])
def test_a_thinned_graph_that_suffices_is_as_good_as_the_full_one(players: int) -> None:
    sufficed = 0
    for number, field in enumerate(event(players, 6, players, drops=True), start=1):
        occasion = Occasion(number, 1, 1)
        thin = build_graph(field, occasion, NAMES, NO_CONSTRAINTS, thin=True)
        full = build_graph(field, occasion, NAMES, NO_CONSTRAINTS, thin=False)
        couples, all_couples = couples_of(thin), couples_of(full)
        if couples and suffices(thin, couples):
            sufficed += 1
            assert judged(thin, couples) == judged(full, all_couples or ())
    assert sufficed >= 3


@pytest.mark.long
def test_above_300_players_the_graph_is_thinned() -> None:
    *_, field = event(310, 4, 1)
    answer = asked(field, 1, 5)
    assert answer.sheet.thin
    assert len(answer.sheet.edges) < 310 * 309 // 6
    check_seats(field, answer.draw)
    assert answer.draw.gave_way == ()
    for question in questions(answer):
        assert next(alternatives(answer, question), None) or question.topic is Topic.PAIR_DOWN
    strangers = what_if(answer, answer.sheet.field[0].number, answer.sheet.field[-1].number)
    assert strangers.changes[0].after > strangers.changes[0].before


@pytest.mark.parametrize("reason", ["nobody to meet", "a rule gave way"])
def test_the_full_graph_is_used_if_the_thinned_one_does_not_suffice(
    reason: str,
) -> None:
    if reason == "nobody to meet":
        field = [entrant(n, met=range(1, 7)) for n in range(1, 7)]
    else:
        field = [entrant(n, 1, met=[m for m in (1, 2, 3, 4) if m != n]) for n in range(1, 5)]
        field += [entrant(5), entrant(6), entrant(7), entrant(8)]
    answer = whole_draw(field, Occasion(1, 1, 1), NAMES, full_players=5)
    assert not answer.sheet.thin
    assert answer.draw == drawn(field)


@pytest.mark.parametrize("players", [60, 61])
@pytest.mark.parametrize("held", [3, 20, 31])
def test_set_pairs_do_not_require_the_full_graph(players: int, held: int) -> None:
    *_, field = event(players, 4, players)
    other = drawn(field, 9, 5)
    wishes = NO_CONSTRAINTS.locking(*other.couples[-held:])
    thin = whole_draw(field, Occasion(5, 1, 1), NAMES, wishes, full_players=10)
    full = whole_draw(field, Occasion(5, 1, 1), NAMES, wishes)
    assert thin.sheet.thin
    assert thin.draw.merits == full.draw.merits
    assert {*other.couples[-held:]} <= {*thin.draw.couples}


def test_questions_the_thinned_graph_cannot_answer_use_the_full_one() -> None:
    field = [entrant(1, 3), entrant(2, 3, [3, 4]), entrant(3, 1), entrant(4, 1), entrant(5)]
    answer = whole_draw([*field, entrant(6)], Occasion(1, 1, 1), NAMES, full_players=5)
    assert answer.sheet.thin
    assert {(change.name, change.after) for change in what_if(answer, 1, 5).changes} == {
        (change.name, change.after) for change in what_if(asked([*field, entrant(6)]), 1, 5).changes
    }
    field = [entrant(1, 1, [2]), entrant(2, 1, [1]), entrant(3, 1), entrant(4)]
    for seed in range(9):
        answer = whole_draw(field, Occasion(1, seed, 1), NAMES, full_players=3)
        assert answer.sheet.thin
        (question,) = questions(answer)
        rows = {row.player: row.sentence for row in alternatives(answer, question)}
        assert rows[3] == "Worse: 1 rematch instead of 0."


@pytest.mark.parametrize("players", [170, 171])
def test_a_thinned_graph_with_crossings_counted_together_can_suffice(players: int) -> None:
    dice = Random(1)
    field = [entrant(n, tp=dice.randrange(26)) for n in range(1, players + 1)]
    thin = build_graph(field, Occasion(1, 1, 1), NAMES, NO_CONSTRAINTS, thin=True)
    assert "crossings" in [rule.name for rule in thin.ladder]
    couples = couples_of(thin)
    assert couples is not None
    full = build_graph(field, Occasion(1, 1, 1), NAMES, NO_CONSTRAINTS, thin=False)
    if suffices(thin, couples):
        assert judged(thin, couples) == judged(full, couples_of(full) or ())


def test_a_lone_leader_paired_down_again_does_not_require_the_full_graph() -> None:
    field = [entrant(1, 9, paired_down=2), *(entrant(n) for n in range(2, 13))]
    thin = build_graph(field, Occasion(1, 1, 1), NAMES, NO_CONSTRAINTS, thin=True)
    assert suffices(thin, couples_of(thin) or ())


Games = list[tuple[str, str, str]]


def real_rounds() -> Iterator[tuple[str, list[Games]]]:
    """Event by event the rounds, game by game two names and the winner's or nothing."""
    events: dict[str, dict[int, Games]] = defaultdict(lambda: defaultdict(list))
    with (DATA / "ides_of_march_2016_games.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            game = (row["player1"], row["player2"], row["winner"])
            events["ides"][int(row["round"])].append(game)
    with (DATA / "pgswiss_2018_games.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            game = (row["player1"], row["player2"], row["player1"])
            events[row["event"]][int(row["round"])].append(game)
    with (DATA / "cryodex_xwing_games.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["round_type"] == "swiss" and row["player2"]:
                winner = row["player1"] if int(row["points1"]) > int(row["points2"]) else ""
                winner = row["player2"] if int(row["points1"]) < int(row["points2"]) else winner
                game = (row["player1"], row["player2"], winner)
                events[row["event"]][int(row["round"])].append(game)
    for name, rounds in events.items():
        yield name, [rounds[number] for number in sorted(rounds)]


@pytest.mark.parametrize(("name", "rounds"), [*real_rounds()], ids=lambda value: str(value)[:9])
def test_no_real_event_was_drawn_better_than_flagfall_draws_it(
    name: str, rounds: list[Games]
) -> None:
    everybody = sorted({player for games in rounds for game in games for player in game[:2]})
    number = {player: place for place, player in enumerate(everybody, start=1)}
    field = [entrant(place) for place in number.values()]
    for place, games in enumerate(rounds, start=1):
        pairs = [(number[one], number[other]) for one, other, _ in games]
        seated = {player for pair in pairs for player in pair}
        here = [player for player in field if player.number in seated]
        answer = asked(here, 1, place)
        found = compare(answer, pairs, None)
        theirs = Draw(tuple(pairs), None, (), ())
        own = merits(here, pairing_of(here, answer.draw))
        assert own <= merits(here, pairing_of(here, theirs))
        assert own[:3] == [0, 0, 0]
        assert bool(found.changes) == (own != merits(here, pairing_of(here, theirs)))
        winners = {number[winner] for _, _, winner in games if winner}
        tp = {player.number: player.tp for player in field}
        opponent = dict(pairs) | {other: one for one, other in pairs}
        field = [
            entrant(
                player.number,
                player.tp + (player.number in winners or player.number not in seated),
                player.met | {opponent.get(player.number, player.number)},
                player.byes + (player.number not in seated),
                player.paired_down
                + (player.number in seated and player.tp > tp[opponent[player.number]]),
            )
            for player in field
        ]
    assert name


def test_in_the_shorter_table_a_crossing_costs_the_square_of_its_groups() -> None:
    points = [tp for tp in range(26) for _ in range(7)]
    field = [entrant(n, tp=tp) for n, tp in enumerate(points, start=1)]
    names = {player.number: f"P{player.number}" for player in field}
    graph = build_graph(field, Occasion(1, 1, 1), names, NO_CONSTRAINTS, thin=True)
    (crossings,) = (rule for rule in graph.ladder if rule.name == "crossings")
    first, near, far = (next(player for player in field if player.tp == tp) for tp in (9, 8, 6))
    costs = [crossings.cost(first, other) for other in (first, near, far, None)]
    assert costs == [0, 1, 9, 0]
    assert crossings.bound == 91 * 25**2
