"""Tools for frozen values: copies with some fields changed, defaults of fields, large mappings of
which a few values change, functions that remember their results, and a pause of the garbage
collector.
"""

import gc
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from contextlib import contextmanager
from operator import eq, is_
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, TypeVarTuple

from msgspec import NODEFAULT, Struct, structs

__all__ = ["replace"]

Value = TypeVar("Value")

if TYPE_CHECKING:
    from dataclasses import replace  # the same to a type checker, which knows the fields
else:
    from msgspec.structs import replace


def default_values(kind: type[Struct]) -> dict[str, Any]:
    """Return the defaults of a struct's fields by name. Fields without a default are left out, and
    so are those whose default is made anew for each struct.
    """
    return {
        field.name: field.default
        for field in structs.fields(kind)
        if field.default is not NODEFAULT
    }


Key = TypeVar("Key")
LARGE = 512
"""The size from which a mapping is shared; a smaller one can be copied as fast."""
MOST_CHANGED = 128
"""The number of changed values up to which a mapping is shared; with more it is copied."""


class Overlaid(Mapping[Key, Value]):
    """A large mapping with different values for a few of its keys; see `with_changes`."""

    __slots__ = ("_base", "_changes", "_whole")

    def __init__(self, base: Mapping[Key, Value], changes: Mapping[Key, Value]) -> None:
        self._base, self._changes = base, changes
        self._whole: Mapping[Key, Value] | None = None

    def __getitem__(self, key: Key) -> Value:
        return self._changes[key] if key in self._changes else self._base[key]

    def __contains__(self, key: object) -> bool:
        return key in self._base

    def __iter__(self) -> Iterator[Key]:
        return iter(self._base)

    def __len__(self) -> int:
        return len(self._base)

    def keys(self) -> KeysView[Key]:
        return self._base.keys()

    def values(self) -> ValuesView[Value]:
        return self.whole().values()

    def items(self) -> ItemsView[Key, Value]:
        return self.whole().items()

    def __repr__(self) -> str:
        return repr(self.whole())

    def __reduce__(self) -> tuple[type, tuple[Mapping[Key, Value]]]:
        return dict, (self.whole(),)

    def whole(self) -> Mapping[Key, Value]:
        """Return the complete mapping, which is built when it is first needed."""
        if self._whole is None:
            self._whole = {**self._base, **self._changes}
        return self._whole

    def changed(self, changes: Mapping[Key, Value]) -> Mapping[Key, Value]:
        """Return the mapping with further changes of its values."""
        if self._whole is not None:
            return Overlaid(self._whole, changes)
        changes = {**self._changes, **changes}
        if len(changes) <= MOST_CHANGED:
            return Overlaid(self._base, changes)
        return {**self._base, **changes}


def with_changes(before: Mapping[Key, Value], changes: Mapping[Key, Value]) -> Mapping[Key, Value]:
    """Return ``{**before, **changes}``, without copying a large mapping for a few changes."""
    few = len(changes) <= MOST_CHANGED and len(before) >= LARGE
    if not few or not changes.keys() <= before.keys():
        return {**before, **changes}
    if isinstance(before, Overlaid):
        return before.changed(changes)
    return Overlaid(before, changes)


Answer = TypeVar("Answer")

KEPT = 16_384
FEW = 8


def memoize(function: Callable[[Value], Answer], most: int = KEPT) -> Callable[[Value], Answer]:
    """Return a function that remembers its results for each object. An equal object does not count
    as the same.
    """
    answers: dict[int, tuple[Value, Answer]] = {}

    def answer(value: Value) -> Answer:
        cached = answers.get(id(value))
        if cached is not None and cached[0] is value:
            return cached[1]
        fresh = function(value)
        if len(answers) >= most:
            answers.clear()
        answers[id(value)] = (value, fresh)
        return fresh

    return answer


class Numbered(Protocol):
    """An object that keeps the same number, such as a game of an event or a player."""

    @property
    def number(self) -> int: ...


OneOf = TypeVar("OneOf", bound=Numbered)


def memoized_latest(function: Callable[[OneOf], Answer]) -> Callable[[OneOf], Answer]:
    """Return a function of a numbered value that remembers its results for the two latest versions
    of each number. Two are needed because the desk may have a newer version than the window shows.
    Remembering more would keep a version for every press of a long day in memory.
    """
    latest, before = dict[int, tuple[OneOf, Answer]](), dict[int, tuple[OneOf, Answer]]()

    def answer(value: OneOf) -> Answer:
        number = value.number
        cached = latest.get(number)
        if cached is not None and cached[0] is value:
            return cached[1]
        earlier = before.get(number)
        if cached is not None:
            before[number] = cached
        if earlier is None or earlier[0] is not value:
            earlier = (value, function(value))
        latest[number] = earlier
        return earlier[1]

    return answer


def memoized_few(function: Callable[[Value], Answer]) -> Callable[[Value], Answer]:
    """Return a function of a large value that remembers at most FEW of its latest results."""
    return memoize(function, FEW)


Around = TypeVar("Around")


def memoized_within(
    basis: Callable[[Around], tuple[object, ...]],
) -> Callable[[Callable[[Around, OneOf], Answer]], Callable[[Around, OneOf], Answer]]:
    """Return a decorator for a function of a large value and a numbered value within it. The
    function remembers its results like `memoized_latest`, as long as the parts of the large value
    in ``basis`` are the same.
    """

    def remembering(
        function: Callable[[Around, OneOf], Answer],
    ) -> Callable[[Around, OneOf], Answer]:
        latest: dict[int, tuple[OneOf, tuple[object, ...], Answer]] = {}
        before: dict[int, tuple[OneOf, tuple[object, ...], Answer]] = {}

        def answer(around: Around, value: OneOf) -> Answer:
            parts, number = basis(around), value.number
            cached = latest.get(number)
            if cached is not None and cached[0] is value and all(map(is_, cached[1], parts)):
                return cached[2]
            earlier = before.get(number)
            if cached is not None:
                before[number] = cached
            if earlier is None or earlier[0] is not value or not all(map(is_, earlier[1], parts)):
                earlier = (value, parts, function(around, value))
            latest[number] = earlier
            return earlier[2]

        return answer

    return remembering


Values = TypeVarTuple("Values")


def remember_latest(function: Callable[[int, *Values], Answer]) -> Callable[[int, *Values], Answer]:
    """Return a function of a number and values that belong to it, such as a player's. The function
    remembers the latest result for each number while the values are equal. If the result of one
    player of 2,000 changes, only a few are calculated again and all others stay the same objects.
    """
    return _remembering(function, eq)


def remember_same(function: Callable[[int, *Values], Answer]) -> Callable[[int, *Values], Answer]:
    """Return a function like that of `remember_latest`, but for values that are large. They have to
    be the same objects, so that they are never compared part by part.
    """
    return _remembering(function, lambda before, now: all(map(is_, before, now)))


def _remembering(
    function: Callable[[int, *Values], Answer],
    holds: Callable[[tuple[object, ...], tuple[object, ...]], bool],
) -> Callable[[int, *Values], Answer]:
    answers: dict[int, tuple[tuple[object, ...], Answer]] = {}

    def answer(number: int, /, *values: *Values) -> Answer:
        cached = answers.get(number)
        if cached is not None and holds(cached[0], values):
            return cached[1]
        fresh = function(number, *values)
        if len(answers) >= KEPT:
            answers.clear()
        answers[number] = (values, fresh)
        return fresh

    return answer


First = TypeVar("First")
Second = TypeVar("Second")


def memoized_pairs(
    function: Callable[[First, Second], Answer],
) -> Callable[[First, Second], Answer]:
    """Return a function of two large values that remembers its few latest results."""
    answers: dict[tuple[int, int], tuple[First, Second, Answer]] = {}

    def answer(first: First, second: Second) -> Answer:
        cached = answers.get((id(first), id(second)))
        if cached is not None and cached[0] is first and cached[1] is second:
            return cached[2]
        fresh = function(first, second)
        if len(answers) >= FEW:
            answers.clear()
        answers[(id(first), id(second))] = (first, second, fresh)
        return fresh

    return answer


@contextmanager
def pause_collection() -> Iterator[None]:
    """Pause the garbage collector while a great many objects are created that all stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
