"""A column of a plain list: its heading, what it says of a row, its width. No Qt here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ListColumn(Generic[Row]):
    heading: str
    cell: Callable[[Row], str]
    width: int = 0
    """In pixels; 0: what the others leave."""
    accessible: str = ""
    """The heading for a screen reader, where the column has none to see."""
    figures: bool = False
    """Times or numbers, whose figures are of one width."""
