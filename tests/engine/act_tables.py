"""The classes of acts."""

from importlib import import_module
from pkgutil import walk_packages

from msgspec import Struct

from app.engine import acts
from app.engine.acts.table import RequestedMark


def acts_of(base: type) -> set[type]:
    """Return the classes in `app.engine.acts` that have this base."""
    found = walk_packages(acts.__path__, "app.engine.acts.")
    modules = [import_module(module.name) for module in found]
    named = [value for module in modules for value in vars(module).values()]
    classes = {value for value in named if isinstance(value, type) and issubclass(value, Struct)}
    return {class_ for class_ in classes if issubclass(class_, base)} - {RequestedMark}
