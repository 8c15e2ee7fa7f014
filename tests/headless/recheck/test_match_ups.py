"""Pairs worked out from the captains' choices, apart from the engine."""

from collections.abc import Sequence
from random import Random

import pytest

from app.engine.acts.draw import EditPairings
from app.engine.acts.events import Record
from app.engine.acts.rounds import PublishRound
from app.engine.acts.teams.match_up import ChooseInMatchUp, ChosenInMatchUp, TakeBackInMatchUp
from app.engine.frozen import replace
from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.match_up.progress import Choice, Meeting
from app.engine.match_up.run import run
from app.engine.rounds.match_ups import incomplete
from app.engine.side import Pair
from app.headless.recheck.match_ups import match_up_faults, pairs_by_choices
from app.store.match_ups import ONE_AFTER_THE_OTHER
from tests.engine.event import Desk
from tests.engine.match_up.events import KNOWN, team_event
from tests.engine.match_up.meetings import WITH_TABLES

BY_CAPTAINS = tuple(one for one in KNOWN.values() if not one.at_desk)


def chosen_at_random(meeting: Meeting, dice: Random) -> list[Choice]:
    """Up to the end; now and then somebody says what does not fit."""
    choices: list[Choice] = []
    progress = run(meeting)
    while progress.asks:
        side, asked = dice.choice([*progress.asks.items()])
        chosen = tuple(dice.sample(asked.options, asked.count))
        step = asked.step + dice.choice((0, 0, 0, 1, -1))
        choices.append(Choice(side, step, dice.choice((chosen, chosen, chosen, (99,)))))
        progress = run(meeting, choices)
    return choices


def may_be(step: Step) -> bool:
    """Whether a file may have it: of what both captains do together."""
    alone = step.do in ONE_AFTER_THE_OTHER or (step.do is Deed.PICK and step.stays_up)
    return not (alone and step.by is By.BOTH)


def any_procedure(dice: Random, key: str) -> Procedure:
    """Steps at random, sensible or not."""

    def steps(most: int) -> tuple[Step, ...]:
        deeds = [deed for deed in Deed if deed is not Deed.DESK or not dice.randrange(4)]
        made = (
            Step(
                dice.choice(deeds), dice.choice([*By]), dice.randint(1, 3), bool(dice.randrange(2))
            )
            for _ in range(dice.randint(0, most))
        )
        return tuple(step if may_be(step) else replace(step, by=By.UP) for step in made)

    rest = (Step(Deed.REST_MEET),) if dice.randrange(4) else ()
    return Procedure(key, key, key, steps(3), steps(5), (*steps(2), *rest))


STRANGE = tuple(any_procedure(Random(number), f"strange {number}") for number in range(120))


def compare(procedure: Procedure, trials: int) -> int:
    """How many of these match-ups were completed."""
    dice, complete = Random(procedure.key), 0
    for trial in range(trials):
        red, blue = (dice.randint(1, 6) for _ in range(2))
        teams = Pair(tuple(range(1, red + 1)), tuple(range(11, 11 + blue)))
        tables = tuple(range(5, 5 + min(red, blue)))
        meeting = Meeting(procedure, teams, tables, f"{trial}")
        choices = chosen_at_random(meeting, dice)
        progress = run(meeting, choices)
        mine = [*pairs_by_choices(procedure, [*teams], tables, f"{trial}", choices)]
        theirs = [(met.table, (*met.players,)) for met in progress.met]
        assert mine == (theirs if progress.is_done else [])
        complete += progress.is_done
        if choices:
            fewer = [*pairs_by_choices(procedure, [*teams], tables, f"{trial}", choices[:-1])]
            done = run(meeting, choices[:-1]).is_done
            assert bool(fewer) == done
    return complete


@pytest.mark.parametrize("procedure", [*KNOWN.values(), WITH_TABLES], ids=lambda one: one.key)
def test_engine_and_check_reach_the_same_pairs_by_any_choices(procedure: Procedure) -> None:
    assert compare(procedure, 30) or procedure.key == "desk"


@pytest.mark.long
def test_engine_and_check_reach_the_same_pairs_by_strange_procedures() -> None:
    assert sum(compare(procedure, 6) for procedure in STRANGE) > 200


def settled(procedure: Procedure, sizes: Sequence[int], seed: int) -> Desk:
    """A round whose captains have chosen; in the middle the matches change tables, and a choice is
    taken back.
    """
    desk, dice = team_event(sizes, procedure), Random(seed)
    desk.do(PublishRound())
    taken = 0
    while waiting := incomplete(desk.state):
        now = dice.choice(waiting)
        side, asked = dice.choice([*now.progress.asks.items()])
        chosen = tuple(dice.sample(asked.options, asked.count))
        desk.do(ChooseInMatchUp(now.number, side, asked.step, chosen))
        taken += 1
        if taken == 1:
            desk.do(TakeBackInMatchUp(now.number))
        if taken == 3:
            _exchange(desk)
    return desk


def _exchange(desk: Desk) -> None:
    games = desk.state.games_of(desk.state.rounds[-1])
    pairs = tuple((game.players.red, game.players.blue) for game in games)
    tables = tuple(reversed([game.table for game in games]))
    desk.do(EditPairings(pairs, tables, None), insist=True)


@pytest.mark.parametrize("procedure", BY_CAPTAINS, ids=lambda one: one.key)
def test_match_ups_as_captains_settled_them_have_no_faults(procedure: Procedure) -> None:
    for seed in range(4):
        desk = settled(procedure, (3, 3, 3, 2) if seed % 2 else (3, 3, 3, 3), seed)
        assert not list(match_up_faults(desk.records))
        assert any(isinstance(row.event, ChosenInMatchUp) for row in desk.records)


def completed(records: list[Record]) -> tuple[int, ChosenInMatchUp]:
    """The last choice that completes a match-up."""
    for at in reversed(range(len(records))):
        event = records[at].event
        if isinstance(event, ChosenInMatchUp) and event.seatings:
            return at, event
    raise AssertionError


def test_a_pairing_that_the_captains_did_not_choose_is_reported() -> None:
    desk = settled(KNOWN["nominations"], (3, 3, 3, 2), 1)
    at, event = completed(desk.records)
    first, second, *_ = event.seatings
    exchanged = tuple(
        replace(seating, players=Pair(seating.players.red, other.players.blue))
        for seating, other in ((first, second), (second, first))
    )
    for wrong in (
        replace(event, seatings=(*exchanged, *event.seatings[2:])),
        replace(event, seatings=event.seatings[1:]),
    ):
        row = replace(desk.records[at], event=wrong)
        (notice,) = match_up_faults([*desk.records[:at], row, *desk.records[at + 1 :]])
        assert notice == (
            f"Row {at + 1}: by what the captains chose, other players meet at table {first.table}."
        )


def test_a_bye_that_the_captains_did_not_make_is_reported() -> None:
    desk = settled(KNOWN["nominations"], (3, 3), 1)
    at, event = completed(desk.records)
    row = replace(desk.records[at], event=replace(event, byes=(1,)))
    assert len([*match_up_faults([*desk.records[:at], row])]) == 1
    elsewhere = replace(desk.records[at], event=replace(event, round_number=2))
    assert len([*match_up_faults([*desk.records[:at], elsewhere])]) == 1
