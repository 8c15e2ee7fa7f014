"""The dialog with every switch of a table's clock. Each switch can be given its other meaning: an
interrupt instead of the end of a turn, or the reverse.
"""

from PySide6.QtWidgets import (
    QHeaderView,
    QWidget,
)

from app.engine.acts.chess_clock import RelabelPress
from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows, measure_column
from app.ui.widgets.theme import DIALOG, Space
from app.views.table.clock_presses import READINGS, PressRow, clock_presses
from app.views.time_of_day import clock_seconds

READ_AS = 3
NOTE = say(
    "A clock cannot say whether a switch ended the turn or was an interrupt. If you read a"
    " switch differently, everything after it is counted again."
)


class SwitchesDialog(Dialog):
    def __init__(self, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client, self._game = client, game
        self.setWindowTitle(say("Switches of the clock"))
        self.resize(640, 480)
        columns: tuple[ListColumn[PressRow], ...] = (
            ListColumn(say("Time"), self._when, 96),
            ListColumn(say("Turn"), lambda row: row.turn),
            ListColumn(say("Pressed by"), lambda row: row.side.colour, 96),
            ListColumn(say("Read as"), lambda row: row.words),
        )
        self.list = TableList("switches", say("Switches"), ListRows(columns, lambda row: row.at_ms))
        head = self.list.horizontalHeader()
        head.setSectionResizeMode(READ_AS, QHeaderView.ResizeMode.Fixed)
        self.list.setColumnWidth(
            READ_AS, measure_column(self.list, (str(columns[READ_AS].heading), *READINGS))
        )
        self.reread = button("", self._read, kind="primary")
        self.leave = button(say("&Done"), self.accept)
        self.list.chosen.connect(self._show_read)
        column_of(
            label(NOTE, "muted", wraps=True),
            grow(self.list),
            foot(self.leave, self.reread),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        client.changed.connect(self._show)
        self._show()

    @classmethod
    def show_for(cls, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        dialog = cls(client, game, parent)
        dialog.exec()
        client.changed.disconnect(dialog._show)
        dialog.deleteLater()

    @property
    def _chosen(self) -> PressRow | None:
        return self.list.chosen_row

    def _show(self) -> None:
        game = self._client.state.games.get(self._game)
        self.list.show_rows(clock_presses(game) if game else ())
        if self._chosen is None and self.list.rows:
            self.list.choose([len(self.list.rows) - 1])
        self._show_read()

    def _when(self, row: PressRow) -> str:
        return clock_seconds(self._client.state.shown_ms(row.at_ms))

    def _show_read(self) -> None:
        row = self._chosen
        self.reread.setEnabled(row is not None and not row.back)
        ended = row is not None and row.interrupt
        self.reread.setText(say("It &ended the turn") if ended else say("It was an &interrupt"))

    def _read(self) -> None:
        row = self._chosen
        if row is not None and not row.back:
            self._client.ask(RelabelPress(self._game, None, row.at_ms, not row.interrupt))
