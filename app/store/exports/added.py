"""Forms of export that other packages add."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from app.engine.state import State
from app.extensions import Additions, ExtensionGroup, Unusable, guard, load_additions
from app.store.errors import StoreError
from app.views.event.facts import FactTable


class ExportForm(Struct, frozen=True):
    """A form of export: its name, its kind of file, and the function that makes the content."""

    key: str
    """The name of the form on the command line: ``flagfall export --as KEY``."""
    name: str
    about: str
    """The purpose of the form, in a sentence."""
    file: str
    """The kind of file, named by its ending, such as "CSV"."""
    make: Callable[[State, Sequence[FactTable]], bytes]
    """The function that returns the file's content from an event and its tables; docs/export.md
    describes it.
    """
    private: bool = True
    """True if the file holds information that only the organizer may know."""


def added_exports() -> Additions[ExportForm]:
    """Return the forms that other packages add."""
    return load_additions(ExtensionGroup.EXPORTS, ExportForm, "key")


def write_added(form: ExportForm, state: State, every: Sequence[FactTable]) -> bytes:
    """Return the content of an export's file. Raises StoreError if the other package fails."""
    try:
        return guard(form.name, lambda: form.make(state, every))
    except Unusable as error:
        raise StoreError(str(error)) from error
