"""A column of a list: its heading, what it says of a row, and how it looks. No Qt here."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from app.engine.language import Text, template

Row = TypeVar("Row")


class Ink(Enum):
    """The theme's colours of words, by their names there."""

    MUTED = "muted"
    GOOD = "good"
    DANGER = "danger"


def _in_the_usual_ink(_row: object) -> Ink | None:
    return None


class HasCells(Protocol):
    """A row that knows its cells by a column's key."""

    def cell(self, column: Any) -> str: ...


Cells = TypeVar("Cells", bound=HasCells)
Key = TypeVar("Key", bound=Enum)


@dataclass(frozen=True, slots=True)
class ListColumn(Generic[Row]):
    heading: Text
    cell: Callable[[Row], str]
    width: int = 0
    """In pixels; 0: a share of what the others leave."""
    share: int = 1
    """Its share of the room, beside other columns without a width."""
    accessible: str = ""
    """The heading for a screen reader, where the column has none to see."""
    figures: bool = False
    """Times or numbers, whose figures are of one width."""
    centred: bool = False
    """A column of numbers, whose figures are of one width, too."""
    bold: bool = False
    about: Text = ""
    """More about its heading."""
    tip: Callable[[Row], str] | None = None
    """None: what the cell says."""
    ink: Callable[[Row], Ink | None] = _in_the_usual_ink


def column_of_rows(
    column: Key,
    tip: Callable[[Cells, Key], str],
    ink: Callable[[Cells, Key], Ink | None],
    **look: Any,
) -> ListColumn[Cells]:
    """Return the column of rows that know their cells by ``column``, whose value is the heading;
    ``look`` is how it is shown.
    """
    return ListColumn(
        template(column.value),
        cell=lambda row: row.cell(column),
        tip=lambda row: tip(row, column),
        ink=lambda row: ink(row, column),
        **look,
    )
