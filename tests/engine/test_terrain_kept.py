"""The terrain of a table is kept for the event, under undo like every act."""

from app.engine.commands import SetTerrain, Undo
from app.engine.evolve import fold
from app.engine.terrain_layout import Layout
from tests.engine.event import registered
from tests.engine.random_commands import LYING


def test_a_table_keeps_its_terrain_until_it_is_set_anew_or_taken_away() -> None:
    desk = registered(4)
    desk.do(SetTerrain(2, LYING))
    desk.do(SetTerrain(1, LYING))
    assert desk.state.terrain == {1: LYING, 2: LYING}
    desk.do(SetTerrain(2, Layout()))
    assert desk.state.terrain == {1: LYING}
    desk.do(Undo())
    assert desk.state.terrain == {1: LYING, 2: LYING}
    assert fold(desk.records) == desk.state


def test_tables_are_numbered_from_1() -> None:
    assert "no such table" in registered(2).refused(SetTerrain(0, LYING))
