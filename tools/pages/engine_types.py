"""Write the engine's values as types for the pages' JavaScript, into resources/web/types.d.ts.

    python -m tools.pages.engine_types

Run it after a value that tablets are sent has changed. Standard library only.
"""

import json
import types
import typing
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from app.engine.armies.army import ArmyRow, Loss
from app.engine.packet.packet import GameRules
from app.engine.table.game import Play

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "resources" / "web" / "types.d.ts"
HEAD = "// The engine's values as tablets are sent them; made by tools/pages/engine_types.py.\n"
PLAIN = {
    int: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Fraction: "string",
    Decimal: "string",
}


class Types:
    """Collects the types of which the given classes consist."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def of(self, hint: object) -> str:
        """Return a type's name in TypeScript, and also write the types of which it consists. Raises
        TypeError if there is no such type in TypeScript.
        """
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if isinstance(hint, type) and hint in PLAIN:
            return PLAIN[hint]
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.of, arguments)))
        if origin is typing.Annotated:
            return self.of(arguments[0])
        if origin is tuple and arguments[-1] is not Ellipsis:
            return f"[{', '.join(map(self.of, arguments))}]"
        if origin in (tuple, frozenset):
            return f"({self.of(arguments[0])})[]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Record<{self.of(arguments[0])}, {self.of(arguments[1])}>"
        if isinstance(origin, type) and origin.__name__ == "Pair":
            return f"Pair<{self.of(arguments[0])}>"
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._enum(hint)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._fields(hint)
        raise TypeError(f"There is no type for {hint}. Add one to tools/pages/engine_types.py.")

    def _enum(self, hint: type[Enum]) -> str:
        values = " | ".join(json.dumps(member.value) for member in hint)
        self.written[hint.__name__] = f"  type {hint.__name__} = {values};\n"
        return hint.__name__

    def _fields(self, hint: type[Struct]) -> str:
        name = hint.__name__
        if name not in self.written:
            self.written[name] = ""
            hints = typing.get_type_hints(hint)
            lines = (f"    {field}: {self.of(hints[field])};\n" for field in _sent(hint))
            self.written[name] = f"  interface {name} {{\n{''.join(lines)}  }}\n"
        return name


def _sent(hint: type[Struct]) -> list[str]:
    return [name for name in hint.__struct_fields__ if not name.startswith("_")]


def page_types() -> str:
    """Return the text of the file of types."""
    found = Types()
    found.written["Pair"] = "  interface Pair<T> {\n    red: T;\n    blue: T;\n  }\n"
    for value in (GameRules, Play, ArmyRow, Loss):
        found.of(value)
    body = "\n".join(found.written.values())
    return f"{HEAD}\ndeclare namespace Engine {{\n{body}}}\n"


if __name__ == "__main__":
    FILE.write_text(page_types(), "utf-8", newline="\n")
