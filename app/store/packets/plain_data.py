"""Builds checked structs from the plain values of a TOML or JSON file. No file is read here.

Supported are structs and named tuples, tuples of one kind, enums, numbers, texts, booleans, and
any of these or None.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, structs

WORDS = {int: "a whole number", str: "a text", bool: "true or false", Decimal: "a number"}


class Wrong(Exception):
    """A sentence that says what is wrong with a key, and where. It does not name the file."""


class PlainData(Struct, frozen=True):
    """The rules for turning plain values into structs: the names of keys, and a check of
    values.
    """

    names: Mapping[str, str]
    """The keys in the file, for fields whose names differ from their keys."""
    check: Callable[[object, str], None]
    """A function that may refuse a plain value, given the value and its path."""

    def read(self, kind: Any, value: Any, path: str = "") -> Any:
        """Return ``value`` as an instance of ``kind``. Raises Wrong, naming the key, if a value is
        wrong, a key is unknown, or a key is missing.
        """
        if NoneType in get_args(kind):
            kind = next(option for option in get_args(kind) if option is not NoneType)
        if get_origin(kind) is tuple:
            return self._read_list(get_args(kind)[0], value, path)
        if _defaults(kind) is not None:
            return self._read_table(kind, value, path)
        if issubclass(kind, Enum):
            words = [member.value for member in kind]
            expect(value in words, path, f"one of {', '.join(words)}", value)
            return kind(value)
        if kind is Decimal and type(value) is int:
            value = Decimal(value)
        expect(type(value) is kind, path, WORDS[kind], value)
        self.check(value, path)
        return value

    def _read_list(self, kind: Any, value: Any, path: str) -> tuple[Any, ...]:
        expect(isinstance(value, list), path, "a list", value)
        return tuple(self.read(kind, item, f"{path}[{i}]") for i, item in enumerate(value))

    def _read_table(self, kind: Any, value: Any, path: str) -> Any:
        expect(isinstance(value, dict), path or "the file", "a table", value)
        start = f"{path}." if path else ""
        defaults = _defaults(kind) or {}
        keys = {self.names.get(name, name): name for name in defaults}
        for key in value:
            if key not in keys:
                raise Wrong(f"{start}{key} is not a known key; known here: {', '.join(keys)}")
        for key, name in keys.items():
            if key not in value and defaults[name] is NODEFAULT:
                raise Wrong(f"{start}{key} is missing")
        hints = _hints(kind)
        return kind(
            **{
                name: self.read(hints[name], value[key], f"{start}{key}")
                for key, name in keys.items()
                if key in value
            }
        )


def expect(holds: bool, path: str, words: str, value: object) -> None:
    """Raise Wrong unless ``holds``; ``words`` says what the value at ``path`` must be."""
    if not holds:
        raise Wrong(f"{path} must be {words}, not {_describe(value)}")


@cache
def _defaults(kind: Any) -> dict[str, Any] | None:
    """Return the fields of a struct or named tuple with their defaults; None for another
    kind.
    """
    if issubclass(kind, Struct):
        return {field.name: field.default for field in structs.fields(kind)}
    if issubclass(kind, tuple):
        known = kind._field_defaults
        return {name: known.get(name, NODEFAULT) for name in kind._fields}
    return None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _describe(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool | Decimal):
        return str(value).lower()
    return repr(value)
