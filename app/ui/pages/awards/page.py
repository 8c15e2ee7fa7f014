"""The awards page: who has which award, and which awards are still to be decided."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QWidget,
)

from app.engine.acts.awards import BreakTie
from app.engine.language import say
from app.engine.standings.awards import VOTED, AwardRow, award_rows
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.break_tie import BreakTieDialog
from app.ui.pages.awards.panel import AwardSide
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.list_column import Ink, ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import PAGE, Space
from app.ui.widgets.two_lines import TwoLines
from app.views.event.awards import are_final, award_panel, ties_to_break

COLUMNS: tuple[ListColumn[AwardRow], ...] = (
    ListColumn(say("Award"), lambda row: row.name, share=2, bold=True),
    ListColumn(
        say("Winner"),
        lambda row: row.names or "–",
        share=3,
        ink=lambda row: None if row.winners else Ink.MUTED,
    ),
    ListColumn(say("How"), lambda row: row.why, share=3, leaves=1, ink=lambda _row: Ink.MUTED),
)
NAME, WIDEST_NAME = 200, 320
"""The least and the greatest width of the field for the name of another award."""
LIST = 360
"""The least width of the list of awards in pixels."""


class AwardsPage(QWidget):
    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._rows: tuple[AwardRow, ...] = ()
        self._own: list[str] = []
        self.table = TableList("awards", say("Awards"), ListRows(COLUMNS, lambda row: row.award))
        self.side = AwardSide()
        self.title = label("", "title")
        self.name = QLineEdit()
        self.name.setPlaceholderText(say("Another award"))
        self.name.setAccessibleName(say("Name of another award"))
        self.name.setMaxLength(80)
        self.add = button(say("&Add"), self._add)
        self.tie = button(say("Break the &tie…"), self._break_tie)
        self.print = button(say("&Print…"), self._print)
        self.copy = button(say("&Copy"), self._copy)
        self.notice = label("", "muted")
        self._lay_out()
        self.table.chosen.connect(self._choose)
        self.side.requested.connect(client.ask)
        self.name.returnPressed.connect(self._add)
        client.more_changed.connect(self._show)
        self.show_awards()

    def show_awards(self) -> None:
        state = self._client.state
        chosen = self.chosen
        self.title.setText(say("Awards") if are_final(state) else say("Awards so far"))
        rows = award_rows(state)
        there = {row.award for row in rows}
        fresh = tuple(
            AwardRow(name, (), "", say("not given yet")) for name in self._own if name not in there
        )
        self._rows = (*rows, *fresh)
        self.table.show_rows(self._rows)
        self.choose(chosen or VOTED[0])
        self._choose()

    def _show(self) -> None:
        """Show the awards if the page is visible. A hidden page is updated only when it is shown,
        because counting for the awards takes time at a large event.
        """
        if self.isVisible():
            self.show_awards()

    @property
    def chosen(self) -> str:
        """The award of the row chosen in the list; empty if no row is chosen."""
        return self._chosen_row.award if self._chosen_row else ""

    @property
    def _chosen_row(self) -> AwardRow | None:
        return self.table.chosen_row

    def choose(self, award: str) -> None:
        names = [row.award for row in self._rows]
        if award in names:
            self.table.choose([names.index(award)])

    def text(self) -> str:
        """Return the awards as text, a line for each, for the prize-giving."""
        lines = (f"{row.name}: {row.names or row.why}" for row in self._rows)
        return "\n".join(lines)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.notice.hide()
        self.show_awards()

    def _choose(self) -> None:
        row = self._chosen_row
        if row is None:
            self.side.show_panel(None)
        elif row.by_rank:
            self.side.show_ranked(row)
        else:
            self.side.show_panel(award_panel(self._client.state, row.award))
        self.tie.setVisible(bool(ties_to_break(self._client.state)))

    def _add(self) -> None:
        """Add an award. If there is already one whose name differs only in capitals, choose that
        one instead.
        """
        name = " ".join(self.name.text().split())
        there = {row.name.casefold(): row.award for row in self._rows}
        name = there.get(name.casefold(), name)
        if name and name.casefold() not in there:
            self._own.append(name)
        self.name.clear()
        self.show_awards()
        self.choose(name)

    def _break_tie(self) -> None:
        """Ask the organizer to break the tie among the players who share the chosen award. If they
        have no tie to break, take the first tie in the standings.
        """
        state = self._client.state
        groups = ties_to_break(state)
        if not groups:
            return
        row = self._chosen_row
        sharing = {*row.winners} if row and row.by_rank else set()
        level = next((group for group in groups if sharing & {*group}), groups[0])
        answer = BreakTieDialog.ask([(player, state.name(player)) for player in level], self)
        if answer is not None:
            self._client.ask(BreakTie(*answer))

    def _print(self) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        PrintDialog.show_for(self._client, "awards", self)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text())
        self.notice.setText(say("Copied the awards: paste them into your announcement"))
        self.notice.show()

    def _lay_out(self) -> None:
        self.name.setMinimumWidth(NAME)
        self.name.setMaximumWidth(WIDEST_NAME)
        self.table.setMinimumWidth(LIST)
        column_of(
            TwoLines(
                row_of(self.title, STRETCH),
                row_of(STRETCH, self.tie, grow(self.name), self.add, self.print, self.copy),
            ),
            grow(row_of(grow(self.table), self.side, gap=Space.M)),
            self.notice,
            on=self,
            gap=Space.S,
            margins=PAGE,
        )
