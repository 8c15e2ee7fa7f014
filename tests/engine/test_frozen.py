"""Copies of frozen values with some fields changed."""

import gc
import weakref
from dataclasses import dataclass, fields
from dataclasses import replace as slowly

import pytest

from app.engine.acts.table import PauseCause
from app.engine.frozen import memoized_latest, memoized_within, replace
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


@dataclass(frozen=True)
class Table:
    number: int
    presses: int


def test_the_two_latest_versions_of_a_table_are_remembered() -> None:
    worked: list[Table] = []

    @memoized_latest
    def twice(table: Table) -> int:
        worked.append(table)
        return 2 * table.presses

    first, second, third, other = Table(1, 1), Table(1, 2), Table(1, 3), Table(2, 9)
    for table in (first, second, other, first, second, first):
        assert twice(table) == 2 * table.presses
    assert worked == [first, second, other]
    for table in (third, first, third):
        assert twice(table) == 2 * table.presses
    assert worked == [first, second, other, third]
    assert twice(second) == 4
    assert worked[-1] is second


def test_a_version_is_let_go_once_two_others_were_asked_for() -> None:
    @memoized_latest
    def itself(table: Table) -> Table:
        return table

    gone = Table(1, 0)
    seen = weakref.ref(gone)
    itself(gone)
    for presses in (1, 2):
        itself(Table(1, presses))
    del gone
    gc.collect()
    assert seen() is None


def test_what_is_around_counts_where_it_matters() -> None:
    worked: list[tuple[str, Table]] = []

    @memoized_within(lambda around: (around,))
    def told(around: str, table: Table) -> str:
        worked.append((around, table))
        return f"{around} {table.presses}"

    red, blue, table, later = "red", "blue", Table(1, 1), Table(1, 2)
    assert [told(red, table), told(red, table), told(blue, table)] == ["red 1", "red 1", "blue 1"]
    assert [told(red, table), told(blue, table), told(blue, later)] == ["red 1", "blue 1", "blue 2"]
    assert worked == [(red, table), (blue, table), (blue, later)]
