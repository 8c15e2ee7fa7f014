"""The tables of what each event changes."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from app.engine.acts.events import Event
from app.engine.acts.late import LateChange
from app.engine.acts.players import PlayerChange
from app.engine.acts.rounds import RoundChange
from app.engine.evolve import EVOLVERS, OF_LATE, OF_ROUND, pressed_games
from app.engine.evolve.players import OF_PLAYER
from app.engine.evolve.running_fold import RunningFold
from tests.engine.act_tables import misplaced
from tests.engine.evolve.test_running_fold import commands, random_event


def test_every_event_and_nothing_else_has_its_row():
    assert set(EVOLVERS) == set(get_args(Event))


def test_what_changes_a_part_has_its_row_there():
    assert set(OF_PLAYER) == set(get_args(PlayerChange))
    assert set(OF_ROUND) == set(get_args(RoundChange))
    assert set(OF_LATE) == set(get_args(LateChange))


@pytest.mark.parametrize("table", [EVOLVERS, OF_PLAYER, OF_ROUND, OF_LATE])
def test_each_event_changes_the_state_by_what_is_written_for_it(table):
    assert misplaced(table) == []


@pytest.mark.parametrize("seed", range(4))
def test_marks_change_no_other_games_than_their_own(seed: int) -> None:
    desk, folded = random_event(Random(seed), 60), RunningFold()
    marks = 0
    for act in commands(desk.records):
        before, after = folded.state, folded.add(act)
        games = pressed_games(act)
        if games is None:
            continue
        marks += 1
        assert replace(after, games={}, done=(), undone=()) == replace(
            before, games={}, done=(), undone=()
        )
        assert {**before.games, **{game: after.games[game] for game in games}} == after.games
    assert 0 < marks < len(commands(desk.records))
