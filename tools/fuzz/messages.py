"""Makes messages of devices from the types of these messages: valid in form, with any content."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import inspect

from app.web.protocol.messages import FromDevice

WORDS = ("", "red", "blue", "Haley 2\nThorn 13", "Zoë", "x" * 300, "\u202e", "0", "493027", "table")
SEVENTH = 7
TYPES = inspect.type_info(FromDevice).types


class Messages:
    """Makes messages one after the other. ``known`` has values for fields, by the field's name.
    ``weights`` says by a kind's tag how often messages of that kind are made; the default is 1.
    """

    def __init__(
        self,
        dice: Random,
        known: dict[str, tuple[Any, ...]],
        weights: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._dice = dice
        self._known = known
        self._types = TYPES
        self._weights = [weights.get(str(kind.tag), 1) for kind in TYPES]

    def one(self) -> bytes:
        (kind,) = self._dice.choices(self._types, self._weights)
        return msgspec.json.encode(self._value(kind, ""))

    def _value(self, kind: inspect.Type, name: str) -> Any:
        dice = self._dice
        if name in self._known and dice.randrange(SEVENTH):
            return dice.choice(self._known[name])
        match kind:
            case inspect.StructType():
                made = {field.encode_name: self._value(field.type, field.name)
                        for field in kind.fields
                        if field.required or dice.randrange(SEVENTH)}  # fmt: skip
                return {kind.tag_field: kind.tag, **made} if kind.tag_field else made
            case inspect.UnionType():
                return self._value(dice.choice(kind.types), name)
            case inspect.IntType():
                least, most = kind.ge or 0, kind.le if kind.le is not None else 100
                few = dice.choice((least, most, 1, 2, dice.randint(0, 12)))
                return min(max(few, least), most)
            case inspect.FloatType():
                return dice.choice((0.0, 1.5, float(kind.le or 1e9)))
            case inspect.StrType():
                return dice.choice(WORDS)[: kind.max_length]
            case inspect.BoolType():
                return dice.random() < 0.5
            case inspect.LiteralType():
                return dice.choice(kind.values)
            case inspect.EnumType():
                return dice.choice([value.value for value in kind.cls])
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType():
                return [self._value(kind.item_type, name) for _ in range(dice.randrange(4))]
            case inspect.TupleType():
                return [self._value(item, name) for item in kind.item_types]
            case inspect.DictType():
                return {
                    str(self._value(kind.key_type, "")): self._value(kind.value_type, "")
                    for _ in range(dice.randrange(3))
                }
            case inspect.NoneType():
                return None
            case _:
                return dice.choice(({"type": "tap", "side": "red"}, [], 1, "", None))
