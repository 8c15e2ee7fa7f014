"""Forms of export that other packages add."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine.state import State
from app.extensions import Additions, ExtensionGroup, Unusable, guard, load_additions
from app.store.errors import StoreError
from app.views.event.facts import FactTable


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A form of export: its words, its file, and what makes it."""

    key: str
    """What ``flagfall export --as`` calls it."""
    name: str
    about: str
    """What it is for, in a sentence."""
    file: str
    """The kind of its file, as its ending says: "CSV"."""
    make: Callable[[State, Sequence[FactTable]], bytes]
    """Returns the file's content of an event and its tables, which docs/export.md describes."""
    private: bool = True
    """Whether it holds what only the organizer knows."""


def added_exports() -> Additions[ExportForm]:
    """Return the forms that other packages add."""
    return load_additions(ExtensionGroup.EXPORTS, ExportForm, "key")


def write_added(form: ExportForm, state: State, every: Sequence[FactTable]) -> bytes:
    """Return the file's content. Raises StoreError where the other package fails."""
    try:
        return guard(form.name, lambda: form.make(state, every))
    except Unusable as error:
        raise StoreError(str(error)) from error
