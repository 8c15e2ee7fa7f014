"""The classes of acts, and tables of acts checked against their functions' annotations."""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from importlib import import_module
from inspect import unwrap
from pkgutil import walk_packages
from typing import Any, get_args, get_type_hints

from app.engine import acts
from app.engine.acts.table import RequestedMark

PARAMETERS = {"command", "event", "mark"}
"""What the parameter with the act is called, with or without an underscore."""


def acts_of(base: type) -> set[type]:
    """Return the classes in `app.engine.acts` that have this base."""
    found = walk_packages(acts.__path__, "app.engine.acts.")
    modules = [import_module(module.name) for module in found]
    named = [value for module in modules for value in vars(module).values()]
    classes = {value for value in named if isinstance(value, type) and is_dataclass(value)}
    return {one for one in classes if issubclass(one, base)} - {RequestedMark}


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
        if not issubclass(act, tuple(taken(function)))
    ]
