"""The tables of what each event changes."""

from typing import get_args

import pytest

from app.engine.acts.events import Event
from app.engine.acts.late import LateChange
from app.engine.acts.players import PlayerChange
from app.engine.acts.rounds import RoundChange
from app.engine.evolve import EVOLVERS, OF_LATE, OF_ROUND
from app.engine.evolve.players import OF_PLAYER
from tests.engine.act_tables import misplaced


def test_every_event_and_nothing_else_has_its_row():
    assert set(EVOLVERS) == set(get_args(Event))


def test_what_changes_a_part_has_its_row_there():
    assert set(OF_PLAYER) == set(get_args(PlayerChange))
    assert set(OF_ROUND) == set(get_args(RoundChange))
    assert set(OF_LATE) == set(get_args(LateChange))


@pytest.mark.parametrize("table", [EVOLVERS, OF_PLAYER, OF_ROUND, OF_LATE])
def test_each_event_changes_the_state_by_what_is_written_for_it(table):
    assert misplaced(table) == []
