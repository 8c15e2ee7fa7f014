"""Copies of frozen values with some fields changed."""

from dataclasses import fields
from dataclasses import replace as slowly

import pytest

from app.engine.acts.table import PauseCause
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.game import Pause, Play


def test_a_copy_is_what_dataclasses_would_make() -> None:
    play = Play(step=3, extensions=Pair(1, 0), pause=Pause(5, PauseCause.EO, "hall"))
    changed = replace(play, step=4, pause=None, first=Side.BLUE)
    assert changed == slowly(play, step=4, pause=None, first=Side.BLUE)
    assert play.step == 3
    assert hash(replace(Pair(1, 2), red=3)) == hash(Pair(3, 2))


def test_what_is_not_changed_is_the_very_same() -> None:
    state = State()
    copy = replace(state, next_game=2)
    same = [field.name for field in fields(State) if field.name != "next_game"]
    assert all(getattr(copy, name) is getattr(state, name) for name in same)


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    changes = {"green": 3}
    with pytest.raises(AttributeError):
        replace(Pair(1, 2), **changes)
