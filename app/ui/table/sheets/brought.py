"""The sheet with both players' lists, which either player can open at any time."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import describe_list
from app.engine.language import say
from app.engine.side import Side
from app.engine.table.racks import racks_lines
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT
from app.ui.table.sheets.base import GAP, LEAST_LINE, Cells, Sheet
from app.views.table.losses import list_lines
from app.views.table.table import TableView

MOST_LINES = 16


class BroughtSheet(Sheet):
    """The sheet with both players' lists, beginning with the opponent's. ``leave`` goes back."""

    def __init__(
        self,
        side: Side,
        view: TableView,
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, say("Lists"), parent)
        self._view = view
        self.whose, self.number, self.page = side.other, 1, 0
        self._paged = 0
        self.lines = [FacingLabel("", self, most=18, align=LEFT) for _ in range(MOST_LINES)]
        self.other = FacingButton("", self, most=20)
        self.next = FacingButton("", self, most=20)
        self.more = FacingButton(say("More entries"), self, most=20)
        self.done = FacingButton(say("Back"), self, kind="primary", most=24)
        self.other.clicked.connect(lambda: self._turn_to(self.whose.other, 1))
        self.next.clicked.connect(lambda: self._turn_to(self.whose, self._following))
        self.more.clicked.connect(self._turn)
        self.done.clicked.connect(leave)
        self.compact = True
        self.set_footer(self.other, self.next, self.more, self.done)

    @property
    def a_page(self) -> int:
        """The number of lines on a page at a readable size."""
        columns = 2 if self.body.width() > 900 else 1
        lines = (self.body.height() + GAP) // (LEAST_LINE + GAP)
        return min(max(lines * columns, 3), MOST_LINES) if self.body.isValid() else MOST_LINES

    def _lay_out(self) -> None:
        """Lay out the sheet. If the number of lines per page has changed, start again at the first
        page.
        """
        super()._lay_out()
        if self._paged and self.a_page != self._paged:
            self._paged = self.a_page
            self.page = 0
            self.show_view(self._view)

    def show_view(self, view: TableView) -> None:
        """Show a list of the side ``whose``. If that side has no list, show one of the other
        side.
        """
        self._view = view
        if not view.brought.of(self.whose):
            self.whose = self.whose.other
        lists = view.brought.of(self.whose)
        self.number = min(self.number, len(lists))
        self.title.show_text(f"{self.whose.colour}: {describe_list(lists, self.number)}")
        all_lines = self._lines(view)
        self._paged = self._paged or self.a_page
        pages = max(-(-len(all_lines) // self._paged), 1)
        self.page = min(self.page, pages - 1)
        page_lines = all_lines[self.page * self._paged :][: self._paged]
        for line in self.lines:
            line.hide()
        self.set_rows(
            [Cells(((line, 1),)) for line, _ in zip(self.lines, page_lines, strict=False)]
        )
        for line, words in zip(self.lines, page_lines, strict=False):
            line.show_text(words)
        self.other.show_text(wording.LISTS_OF.format(side=self.whose.other.colour))
        self.other.setVisible(bool(view.brought.of(self.whose.other)))
        self.next.show_text(wording.LIST_NUMBER.format(number=self._following))
        self.next.setVisible(len(lists) > 1)
        self.more.setVisible(pages > 1)
        self.show_message(_about(lists[self.number - 1]))

    def _lines(self, view: TableView) -> list[str]:
        """Return a line for each entry, and then the spells that the player has chosen for this
        game.
        """
        army_list = view.brought.of(self.whose)[self.number - 1]
        return [*list_lines(army_list), *racks_lines(view.play, (self.whose,))]

    @property
    def _following(self) -> int:
        return self.number % len(self._view.brought.of(self.whose)) + 1

    def _turn_to(self, whose: Side, number: int) -> None:
        self.whose, self.number, self.page = whose, number, 0
        self.show_view(self._view)

    def _turn(self) -> None:
        """Turn to the next page. After the last page comes the first."""
        entries = len(self._lines(self._view))
        self.page = 0 if (self.page + 1) * self._paged >= entries else self.page + 1
        self.show_view(self._view)


def _about(army_list: ArmyList) -> str:
    """Return the list's faction, theme and tier, points and objective, as far as they are known."""
    parts = (
        army_list.faction,
        army_list.theme + (wording.AND_TIER.format(tier=army_list.tier) if army_list.tier else ""),
        say("{points} points", points=army_list.points) if army_list.points else "",
        wording.OBJECTIVE.format(name=army_list.objective) if army_list.objective else "",
    )
    return " · ".join(words for words in parts if words)
