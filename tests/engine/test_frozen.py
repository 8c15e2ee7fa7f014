"""Copies of frozen values with some fields changed."""

import gc
import pickle
import weakref
from collections.abc import Mapping
from random import Random

import pytest
from msgspec import Struct

from app.engine.acts.table import PauseCause
from app.engine.frozen import (
    LARGE,
    MOST_CHANGED,
    memoized_latest,
    memoized_within,
    pause_collection,
    replace,
    with_changes,
)
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.game import Pause, Play


def test_a_copy_has_the_changes_and_leaves_its_source_as_it_was() -> None:
    play = Play(step=3, extensions=Pair(1, 0), pause=Pause(5, PauseCause.EO, "hall"))
    changed = replace(play, step=4, pause=None, first=Side.BLUE)
    assert changed == Play(step=4, extensions=Pair(1, 0), first=Side.BLUE)
    assert play.step == 3
    assert hash(replace(Pair(1, 2), red=3)) == hash(Pair(3, 2))


def test_unchanged_fields_of_a_copy_are_the_same_objects() -> None:
    state = State()
    copy = replace(state, next_game=2)
    same = [name for name in State.__struct_fields__ if name != "next_game"]
    assert all(getattr(copy, name) is getattr(state, name) for name in same)


def test_replacing_an_unknown_field_is_an_error() -> None:
    changes = {"green": 3}
    with pytest.raises(TypeError):
        replace(Pair(1, 2), **changes)


class Table(Struct, frozen=True, weakref=True):
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


def test_an_old_version_is_released_after_two_newer_ones() -> None:
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


def test_a_remembered_value_is_recomputed_when_its_surroundings_change() -> None:
    worked: list[tuple[str, Table]] = []

    @memoized_within(lambda around: (around,))
    def told(around: str, table: Table) -> str:
        worked.append((around, table))
        return f"{around} {table.presses}"

    red, blue, table, later = "red", "blue", Table(1, 1), Table(1, 2)
    assert [told(red, table), told(red, table), told(blue, table)] == ["red 1", "red 1", "blue 1"]
    assert [told(red, table), told(blue, table), told(blue, later)] == ["red 1", "blue 1", "blue 2"]
    assert worked == [(red, table), (blue, table), (blue, later)]


@pytest.mark.parametrize("size", [0, 5, LARGE, LARGE + 300])
def test_a_mapping_with_changes_equals_a_changed_copy(size: int) -> None:
    dice, copied = Random(size), {number: -number for number in range(size)}
    shared: Mapping[int, int] = copied
    for turn in range(3 * MOST_CHANGED):
        most = MOST_CHANGED + 1 if turn % 7 == 0 else 3
        changes = {dice.randrange(size + 1 if turn % 50 == 49 else size or 1): turn}
        if turn % 9 == 1:
            changes |= dict.fromkeys(range(min(size, most)), turn)
        copied, shared = {**copied, **changes}, with_changes(shared, changes)
        number = dice.randrange(size + 2)
        assert (shared.get(number), number in shared) == (copied.get(number), number in copied)
        assert all(shared[number] == copied[number] for number in changes)
        assert [*shared] == [*shared.keys()] == [*copied]
        if turn % 20 == 0:
            assert ([*shared.values()], [*shared.items()]) == (
                [*copied.values()],
                [*copied.items()],
            )
            assert shared == copied
            assert copied == shared
            assert (len(shared), repr(shared)) == (len(copied), repr(copied))
            assert pickle.loads(pickle.dumps(shared)) == copied


def test_a_large_mapping_is_not_copied_for_a_few_changes() -> None:
    before = {number: [number] for number in range(LARGE)}
    once = with_changes(before, {3: [0]})
    twice = with_changes(once, {4: [0]})
    assert (before[3], once[3], once[4], twice[3], twice[4]) == ([3], [0], [4], [0], [0])
    assert not isinstance(once, dict)
    assert not isinstance(twice, dict)
    with pytest.raises(KeyError):
        once[LARGE]


def test_replaced_values_of_a_mapping_are_eventually_released() -> None:
    """Else a long day would keep every game of it."""
    shared: Mapping[int, Table] = {number: Table(number, 0) for number in range(LARGE)}
    first = weakref.ref(shared[0])
    for number in range(MOST_CHANGED + 1):
        shared = with_changes(shared, {number: Table(number, 1)})
    gc.collect()
    assert first() is None


def test_pausing_garbage_collection_leaves_it_off_if_it_was_off() -> None:
    gc.disable()
    try:
        with pause_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
