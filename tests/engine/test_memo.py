from msgspec import Struct

from app.engine.frozen import (
    FEW,
    KEPT,
    memoize,
    memoized_few,
    memoized_pairs,
    memoized_within,
    remember_latest,
    remember_same,
)


class Value(Struct, frozen=True, dict=True):
    number: int


def test_a_result_is_remembered_for_the_same_object_but_not_for_an_equal_one():
    asked = []
    double = memoize(lambda value: asked.append(value) or value.number * 2)
    one, equal = Value(1), Value(1)
    assert [double(one), double(one), double(equal), double(one)] == [2, 2, 2, 2]
    assert len(asked) == 2


def test_only_a_limited_number_of_results_is_remembered():
    values = [Value(number) for number in range(KEPT + 5)]
    asked = []
    plain = memoize(lambda value: asked.append(value) or value.number)
    assert [plain(value) for value in values] == list(range(KEPT + 5))
    assert plain(values[-1]) == KEPT + 4
    assert plain(values[0]) == 0
    assert len(asked) == KEPT + 6


def test_only_a_few_results_for_large_values_are_remembered():
    values = [Value(number) for number in range(FEW + 1)]
    asked = []
    plain = memoized_few(lambda value: asked.append(value) or value.number)
    assert [plain(value) for value in (*values, values[-1], values[0])] == [*range(FEW + 1), FEW, 0]
    assert len(asked) == FEW + 2


def test_a_result_for_two_values_is_computed_once():
    asked = []
    add = memoized_pairs(lambda first, second: asked.append(first) or first.number + second.number)
    values = [Value(number) for number in range(FEW + 1)]
    assert [add(values[0], values[1]), add(values[0], values[1])] == [1, 1]
    assert len(asked) == 1
    assert add(values[0], Value(1)) == 1
    assert len(asked) == 2
    assert [add(value, value) for value in values] == [2 * number for number in range(FEW + 1)]
    assert add(values[0], values[1]) == 1, "only a few are kept"
    assert len(asked) == 2 + FEW + 1 + 1


def test_a_result_is_recomputed_when_a_relevant_part_of_its_surroundings_changes():
    asked = []

    @memoized_within(lambda around: (around[0],))
    def add(around, value):
        asked.append(value)
        return around[0].number + around[1] + value.number

    one, two, value = Value(1), Value(2), Value(10)
    assert add((one, 0), value) == 11
    assert add((one, 5), value) == 11, "the other part does not matter"
    assert add((two, 0), value) == 12
    assert add((Value(2), 0), value) == 12
    assert len(asked) == 3


def test_an_earlier_result_is_reused_only_if_all_its_parts_are_the_same():
    asked = []

    @memoized_within(lambda around: around)
    def add(around, value):
        asked.append(value)
        return around[0].number + around[1].number + value.number

    one, two, three, value = Value(1), Value(2), Value(3), Value(10)
    assert add((one, two), value) == 13
    assert add((two, two), value) == 14
    assert add((one, three), value) == 14, "one part of the earlier answer is another"
    assert add((two, two), value) == 14
    assert len(asked) == 3


def test_the_latest_result_for_a_number_is_kept_while_its_values_are_equal():
    asked = []

    @remember_latest
    def total(number, *values):
        asked.append(number)
        return [number, *values]

    first = total(7, Value(1), 2)
    assert total(7, Value(1), 2) is first
    assert total(8, Value(1), 2) == [8, Value(1), 2]
    assert total(7, Value(3), 2) == [7, Value(3), 2]
    assert total(7, Value(1), 2) == first
    assert asked == [7, 8, 7, 7]


def test_the_latest_result_for_a_number_is_kept_while_its_values_are_identical():
    asked = []

    @remember_same
    def total(number, *values):
        asked.append(number)
        return [number, *values]

    one, equal, two = Value(1), Value(1), Value(2)
    first = total(7, one, two)
    assert total(7, one, two) is first
    assert total(8, one, two) == [8, one, two]
    assert total(7, equal, two) == first
    assert total(7, one, two) is not first
    assert asked == [7, 8, 7, 7]


def test_results_are_remembered_for_only_a_limited_number_of_numbers():
    asked = []
    plain = remember_latest(lambda number: asked.append(number) or number)
    assert [plain(number) for number in range(KEPT + 1)] == list(range(KEPT + 1))
    assert [plain(KEPT), plain(0)] == [KEPT, 0]
    assert len(asked) == KEPT + 2
