"""The dialog for the clock check before a round, in which every clock is pressed ten times on each
side.
"""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.clients.clocks import ClocksClient
from app.ui.clients.desk import DeskClient
from app.ui.pages.clocks.check_rows import CHECK_COLUMNS, CheckRow, check_rows, check_summary
from app.ui.printing.dialog import PrintDialog
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, grow, place_part, row_of
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import DIALOG, Space

ABOUT = say(
    "Press both sides of each clock in turn, ten times each. A clock that stays silent must be"
    " started first. No press reaches a game that has not begun."
)
REFRESH_MS = 1000


class ClockCheckDialog(Dialog):
    """A dialog that runs the clock check while it is open. The result can still be printed
    afterwards.
    """

    def __init__(
        self, client: DeskClient, clocks: ClocksClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Clock check"))
        self.resize(1060, 620)
        self._client, self._clocks = client, clocks
        self.summary = label("", "pill")
        self.list: TableList[CheckRow] = TableList(
            "clockCheck",
            say("Clock check"),
            ListRows(CHECK_COLUMNS.values(), lambda row: (row.name, row.table)),
        )
        self.sentence = label("", wraps=True)
        self.list.chosen.connect(self._show_sentence)
        self.again = button(say("Begin a&gain"), clocks.room.begin_check)
        self.print = button(say("&Print…"), self._print)
        self.leave = button(say("C&lose"), self.accept, kind="primary")
        self._refresh = QTimer(self, interval=REFRESH_MS)
        self._refresh.timeout.connect(self.show_check)
        column_of(
            row_of(
                grow(label(ABOUT, "muted", wraps=True)),
                place_part(self.summary, Qt.AlignmentFlag.AlignTop),
                gap=Space.L,
            ),
            grow(self.list),
            self.sentence,
            row_of(self.again, self.print, STRETCH, self.leave),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        clocks.changed.connect(self.show_check)
        clocks.room.begin_check()
        self._refresh.start()
        self.show_check()

    @classmethod
    def show_for(cls, client: DeskClient, clocks: ClocksClient, parent: QWidget) -> None:
        dialog = cls(client, clocks, parent)
        dialog.exec()
        clocks.room.end_check()
        dialog.deleteLater()

    def show_check(self) -> None:
        rows = check_rows(self._clocks.picture, self._client.state, self._client.now_ms())
        self.list.show_rows(rows)
        self.summary.setText(check_summary(rows))

    def _show_sentence(self) -> None:
        """Show the result of the chosen clock in full, because its cell may cut it off."""
        row = self.list.chosen_row
        words = "" if row is None else f"{say('Table')} {row.place}: {row.sentence}"
        self.sentence.setText(words)
        self.sentence.setVisible(row is not None)

    def _print(self) -> None:
        PrintDialog.show_for(self._client, "clock check", self)
