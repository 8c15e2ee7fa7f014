"""Tables of acts, checked against the annotations of what stands in them."""

from collections.abc import Callable, Mapping
from inspect import unwrap
from typing import Any, get_args, get_type_hints

PARAMETERS = {"command", "event", "mark"}
"""What the parameter with the act is called, with or without an underscore."""


def taken(function: Callable[..., Any]) -> set[type]:
    """The classes of acts that a function is written for."""
    hints = get_type_hints(unwrap(function))
    (hint,) = (hint for name, hint in hints.items() if name.strip("_") in PARAMETERS)
    return set(get_args(hint)) or {hint}


def misplaced(table: Mapping[type, Callable[..., Any]]) -> list[str]:
    """Rows whose function is written for another act."""
    return [
        f"{act.__name__}: {unwrap(function).__name__}"
        for act, function in table.items()
        if act not in taken(function)
    ]
