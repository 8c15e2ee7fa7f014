"""Events of every kind to test with: one fixed example each, and a strategy for any number.

``python -m tests.store.examples`` writes the golden payloads that are not there yet.
"""

from decimal import Decimal
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct

from app.engine.acts.events import Event
from app.engine.acts.table import RequestedMark
from app.engine.remarks import Remark, RemarkKind
from app.engine.side import Pair
from app.store.log import codec

GOLDEN = Path(__file__).parent / "golden"


def _pairs(kind: Any) -> st.SearchStrategy[Pair[Any]]:
    value = st.from_type(get_args(kind)[0])
    return st.builds(Pair, value, value)


st.register_type_strategy(Pair, _pairs)
st.register_type_strategy(Decimal, st.decimals(0, 48, places=1))


_VALUES = st.text() | st.integers(-(2**53), 2**53)
_REMARKS = st.recursive(
    st.builds(Remark, st.sampled_from(RemarkKind), st.just(())),
    lambda inner: st.builds(
        Remark,
        st.sampled_from(RemarkKind),
        st.lists(
            st.tuples(st.text(), _VALUES | inner | st.lists(st.text() | inner).map(tuple)),
            max_size=3,
        ).map(tuple),
    ),
    max_leaves=4,
)
st.register_type_strategy(Remark, _REMARKS)


def _every_field(kind: Any) -> st.SearchStrategy[Any]:
    """Also those that have a default: an act that is recorded has its instant."""
    hints = get_type_hints(kind)
    values = {name: st.from_type(hints[name]) for name in kind.__struct_fields__}
    return st.builds(kind, **values | ({"at_ms": st.integers(0)} if "at_ms" in values else {}))


for event_class in codec.CLASSES.values():
    st.register_type_strategy(event_class, _every_field)


def any_event(kind: str) -> st.SearchStrategy[Event]:
    return st.from_type(codec.CLASSES[kind])


def example(kind: str) -> Event:
    """The same event every time: numbers count up, a text is its field's name."""
    return _example(codec.CLASSES[kind], kind, iter(range(1, 1000)))


def golden_file(kind: str) -> Path:
    return GOLDEN / f"{kind}.{codec.VERSIONS.get(kind, 1)}.json"


def _example(kind: Any, name: str, numbers: Any) -> Any:
    if get_origin(kind) in {UnionType, Union}:
        kind = next(kind for kind in get_args(kind) if kind is not NoneType)
    if get_origin(kind) is tuple:
        parts = [arg for arg in get_args(kind) if arg is not Ellipsis]
        return tuple(_example(part, name, numbers) for part in parts)
    if get_origin(kind) is Pair:
        return Pair(*(_example(get_args(kind)[0], name, numbers) for _ in range(2)))
    if issubclass(kind, Struct):
        hints = get_type_hints(kind)
        named = [*kind.__struct_fields__]
        if issubclass(kind, RequestedMark):  # its instant once came second
            named.remove("at_ms")
            named.insert(1, "at_ms")
        return kind(**{name: _example(hints[name], name, numbers) for name in named})
    if issubclass(kind, Enum):
        return next(iter(kind))
    if kind is int:
        return next(numbers)
    if kind is Decimal:
        return Decimal(next(numbers))
    return True if kind is bool else name


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for kind in codec.CLASSES:
        if not golden_file(kind).exists():
            golden_file(kind).write_text(codec.encode(example(kind)).payload + "\n", "utf-8")


if __name__ == "__main__":
    main()
