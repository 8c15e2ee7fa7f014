"""Every switch of a table's clock, to be read in another way: an interrupt, or a turn's end."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.acts.chess_clock import RelabelPress
from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.table_model import dress, needed, set_width
from app.ui.widgets.theme import DIALOG, Space
from app.views.table.clock_presses import READINGS, PressRow, clock_presses

HEADINGS = (say("Time"), say("Turn"), say("Pressed by"), say("Read as"))
NARROW = (0, 2)
TAKEN_FOR = 3
NOTE = say(
    "A clock cannot say whether a switch ended the turn or was an interrupt. If you read a"
    " switch differently, everything after it is counted again."
)


class SwitchesDialog(Dialog):
    def __init__(self, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client, self._game = client, game
        self._rows: tuple[PressRow, ...] = ()
        self.setWindowTitle(say("Switches of the clock"))
        self.resize(640, 480)
        self.list = QTableWidget(0, len(HEADINGS))
        self.list.setHorizontalHeaderLabels(HEADINGS)
        self.list.setAccessibleName(say("Switches"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        dress(self.list)
        head = self.list.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(TAKEN_FOR, QHeaderView.ResizeMode.Fixed)
        self.list.setColumnWidth(TAKEN_FOR, needed(self.list, (HEADINGS[TAKEN_FOR], *READINGS)))
        for place in NARROW:
            head.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
            set_width(self.list, place, 96)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.reread = button("", self._read, kind="primary")
        self.leave = button(say("&Done"), self.accept)
        self.list.itemSelectionChanged.connect(self._show_read)
        column_of(
            label(NOTE, "muted", wraps=True),
            grow(self.list),
            foot(self.reread, self.leave),
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
        place = self.list.currentRow()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def _show(self) -> None:
        game = self._client.state.games.get(self._game)
        self._rows = clock_presses(game) if game else ()
        self.list.setRowCount(len(self._rows))
        for place, row in enumerate(self._rows):
            shown_ms = self._client.state.shown_ms(row.at_ms)
            when = f"{datetime.fromtimestamp(shown_ms / 1000):%H:%M:%S}"
            for column, text in enumerate((when, row.turn, row.side.colour, row.words)):
                self.list.setItem(place, column, QTableWidgetItem(text))
        if self._chosen is None and self._rows:
            self.list.setCurrentCell(len(self._rows) - 1, 0)
        self._show_read()

    def _show_read(self) -> None:
        row = self._chosen
        self.reread.setEnabled(row is not None and not row.back)
        ended = row is not None and row.interrupt
        self.reread.setText(say("It &ended the turn") if ended else say("It was an &interrupt"))

    def _read(self) -> None:
        row = self._chosen
        if row is not None and not row.back:
            self._client.ask(RelabelPress(self._game, None, row.at_ms, not row.interrupt))
