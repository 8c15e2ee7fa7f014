"""The list of settings that follow from the packet, one line for each subject. Departures from the
packet are marked, and one press resets them. A search shows matching settings instead.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.engine.language import plural, say
from app.ui.widgets.basics import align_link, button, label, restyle
from app.ui.widgets.layout import STRETCH, column_of, grid_of, refill, row_of
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.theme import CARD, Space
from app.views.event.setup import FoundSetting, SetupLine

SEARCH_WIDTH = 280
NAME_WIDTH = 120


class WhatFollows(QFrame):
    """The list of settings that follow from the packet. ``put_back_wanted`` carries the names of
    settings to reset, ``setting_wanted`` the key of a subject or setting to go to, and ``searched``
    the text of the search.
    """

    put_back_wanted = Signal(object)
    setting_wanted = Signal(str)
    searched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("whatFollows")
        self.setProperty("role", "card")
        self.differs = label("", "pill")
        self.search = QLineEdit()
        self.search.setPlaceholderText(say("Search settings"))
        self.search.setAccessibleName(say("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(SEARCH_WIDTH)
        self.search.textChanged.connect(self.searched)
        self._shown: tuple[SetupLine | FoundSetting, ...] | None = None
        self.rows = grid_of(gap=Space.XXS, gap_across=Space.M, shares=(0, 1, 0))
        column_of(
            row_of(label(say("What follows"), "heading"), self.differs, STRETCH, self.search),
            self.rows,
            on=self,
            gap=Space.S,
            margins=CARD,
        )

    def show_lines(self, lines: Sequence[SetupLine]) -> None:
        """Show a line for each subject. Unchanged lines keep their widgets, because making those
        takes longer than the rest of the page.
        """
        if self._shown == tuple(lines):
            return
        self._shown = tuple(lines)
        count = sum(bool(line.changed) for line in lines)
        self.differs.setVisible(bool(count))
        self.differs.setText(
            plural(count, "{count} differs from the packet", "{count} differ from the packet")
        )
        refill(self.rows, *(self._line(line) for line in lines))

    def show_found(self, found: Sequence[FoundSetting]) -> None:
        self._shown = tuple(found)
        if not found:
            refill(self.rows, (label(say("No setting has that name."), "muted"),))
            return
        refill(
            self.rows,
            *(
                (_name(row.name), label(row.value, wraps=True), self._change(row.key, row.name))
                for row in found
            ),
        )

    def _line(self, line: SetupLine) -> tuple[QWidget, QWidget, QWidget]:
        if not line.changed:
            return _name(line.name), label(line.says, wraps=True), self._change(line.key, line.name)
        says = label(
            say("{says} (packet: {instead})", says=line.says, instead=line.instead),
            "doubts",
            wraps=True,
        )
        restyle(says, "tone", "changed")
        back = button(say("Reset"), partial(self.put_back_wanted.emit, line.changed), kind="quiet")
        align_link(back).setAccessibleName(say("Reset: {subject}", subject=line.name))
        return _name(line.name), says, back

    def _change(self, key: str, name: str) -> QWidget:
        change = button(say("Change…"), partial(self.setting_wanted.emit, key), kind="faint")
        paint_without_letters(change)
        align_link(change).setAccessibleName(say("Change: {subject}", subject=name))
        return change


def _name(words: str) -> QWidget:
    name = label(words, "muted", wraps=True)
    name.setMinimumWidth(NAME_WIDTH)
    return name
