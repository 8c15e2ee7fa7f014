"""How columns of words share the room that columns of numbers leave: by what is written in them."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QTableView

C = TypeVar("C")
SIDES = 24  # what the stylesheet and Qt leave free beside a cell's words, and a little air
MOST = 360  # one very long name shall not tear a list apart


def needed(table: QTableView, words: Iterable[str], *, bold: bool = False) -> int:
    """The width of a column in which ``words`` are read whole, as far as that is sensible."""
    table.ensurePolished()
    font = QFont(table.font())
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    metrics = QFontMetrics(font)
    widest = max((metrics.horizontalAdvance(one) for one in {*words}), default=0)
    return min(SIDES + widest, MOST)


def shared(room: int, wanted: Mapping[C, int], shares: Mapping[C, int]) -> dict[C, int]:
    """Columns get what they want as far as there is room. Where it is short, those that want more
    than their share of it divide what the others leave; what nobody wants is divided among all.
    """
    open_, given = dict(wanted), dict[C, int]()
    while open_:
        whole = sum(shares[one] for one in open_)
        content = [one for one, width in open_.items() if width * whole <= room * shares[one]]
        if not content:
            return given | {one: room * shares[one] // whole for one in open_}
        given |= {one: open_.pop(one) for one in content}
        room -= sum(given[one] for one in content)
    whole = sum(shares[one] for one in wanted)
    return {one: width + room * shares[one] // whole for one, width in given.items()}
