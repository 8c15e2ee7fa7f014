"""A column of a list: its heading, the texts of its cells, and its appearance. No Qt here."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from app.engine.language import Text, template

Row = TypeVar("Row")


class Ink(Enum):
    """The colours for the text of cells. Each value is the name of a colour in the theme."""

    MUTED = "muted"
    GOOD = "good"
    DANGER = "danger"


def _in_the_usual_ink(_row: object) -> Ink | None:
    return None


class HasCells(Protocol):
    """A row that returns the text of a cell by the key of its column."""

    def cell(self, column: Any) -> str: ...


Cells = TypeVar("Cells", bound=HasCells)
Key = TypeVar("Key", bound=Enum)


class ListColumn(Struct, Generic[Row], frozen=True):
    heading: Text
    cell: Callable[[Row], str]
    width: int = 0
    """The width in pixels; 0 if the column shares the space left by the others."""
    share: int = 1
    """The column's share of the space that the columns with a ``width`` leave, relative to the
    shares of the other columns without one.
    """
    leaves: int = 0
    """The order in which columns disappear from a list that has no room for all of them. A column
    with 1 disappears first; a column with 0 never disappears.
    """
    where_used: bool = False
    """True if the column is shown only while one of its cells has contents."""
    accessible: str = ""
    """The heading for screen readers, if the visible one is empty."""
    figures: bool = False
    """True if the cells are times or numbers and use digits of equal width."""
    centred: bool = False
    """True if the column is centred. Its digits then have equal width, too."""
    bold: bool = False
    about: Text = ""
    """The tooltip of the heading."""
    tip: Callable[[Row], str] | None = None
    """A function that returns a cell's tooltip; None if the tooltip is the cell's text."""
    ink: Callable[[Row], Ink | None] = _in_the_usual_ink


def column_of_rows(
    column: Key,
    tip: Callable[[Cells, Key], str],
    ink: Callable[[Cells, Key], Ink | None],
    **look: Any,
) -> ListColumn[Cells]:
    """Return a column for rows that have cells. The value of the key ``column`` is its heading.
    ``look`` holds further fields of `ListColumn`.
    """
    return ListColumn(
        template(column.value),
        cell=lambda row: row.cell(column),
        tip=lambda row: tip(row, column),
        ink=lambda row: ink(row, column),
        **look,
    )
