"""The dialog about players' phones: what phones may do, and the code with which each player signs
in.
"""

from collections.abc import Mapping
from enum import IntEnum

from msgspec import Struct
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from app.engine.acts.phones import OpenToPhones
from app.engine.language import say
from app.engine.text import escape_formula, name_order
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import TabletsClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, foot, grow, row_of
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import DIALOG, Space

ABOUT = say(
    "Players open the phones’ page, choose their name and enter their code. Whoever has the code"
    " can act for the player: print Phone codes, a strip for each player, or tell them."
)
HIDDEN = "••• •••"
RENEWED = say("The old code stops working, and the player’s phone is signed out.")
NO_WAY_BACK = say("It cannot be undone. Give the player the new code.")


class CodeColumn(IntEnum):
    NUMBER, NAME, CODE = range(3)


class CodeRow(Struct, frozen=True):
    """A player and their code as it is shown."""

    number: int
    name: str
    code: str


COLUMNS: Mapping[CodeColumn, ListColumn[CodeRow]] = {
    CodeColumn.NUMBER: ListColumn(say("No."), lambda row: str(row.number), 64, figures=True),
    CodeColumn.NAME: ListColumn(say("Player"), lambda row: row.name),
    CodeColumn.CODE: ListColumn(say("Code"), lambda row: row.code, 120, figures=True),
}


class PlayerCodesDialog(Dialog):
    """A dialog with the players' codes. They are shown only on request, because people in the room
    may see this screen.
    """

    def __init__(
        self, client: DeskClient, tablets: TabletsClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Players’ phones"))
        self.resize(560, 600)
        self._client, self._tablets = client, tablets
        self.sign_up = QCheckBox(say("Players may &sign up"))
        self.check_in = QCheckBox(say("Players may check themselves &in"))
        self.results = QCheckBox(say("Players may &report results where no clock runs"))
        rows = ListRows(COLUMNS.values(), lambda row: row.number)
        self.list = TableList("codes", say("Players’ codes"), rows)
        self.codes = QCheckBox(say("Show the &codes on this screen"))
        self.copy = button(say("Co&py the list"), self._copy)
        self.copy.setToolTip(say("Numbers, names and codes, for a spreadsheet or a text"))
        self.print = button(say("Prin&t…"), self._print)
        self.renew = button(say("&New code for this player…"), self._renew)
        self.close_button = button(say("C&lose"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            self.sign_up,
            self.check_in,
            self.results,
            label(ABOUT, "muted", wraps=True),
            grow(self.list),
            row_of(self.codes, STRETCH, self.copy, self.print, self.renew),
            foot(self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        for box in (self.sign_up, self.check_in, self.results):
            box.clicked.connect(self._open)
        self.codes.toggled.connect(self.show_codes)
        self.list.chosen.connect(self._choose)
        client.changed.connect(self.show_codes)
        self.show_codes()

    @classmethod
    def ask(cls, client: DeskClient, tablets: TabletsClient, parent: QWidget | None = None) -> None:
        dialog = cls(client, tablets, parent)
        dialog.exec()
        dialog.deleteLater()

    def show_codes(self) -> None:
        state = self._client.state
        phones = state.phones
        self.sign_up.setChecked(phones.sign_up)
        self.check_in.setChecked(phones.check_in)
        self.results.setChecked(phones.results)
        present = (player for player in state.players.values() if not player.status.has_left)
        players = sorted(present, key=lambda player: name_order(player.entry.name))
        numbers = tuple(player.number for player in players)
        codes = self._tablets.player_codes(numbers) if self.codes.isChecked() else {}
        self.list.show_rows(
            [CodeRow(number, state.name(number), codes.get(number, HIDDEN)) for number in numbers]
        )
        self._choose()

    def _choose(self) -> None:
        self.renew.setEnabled(self._chosen is not None)

    @property
    def _chosen(self) -> int | None:
        row = self.list.chosen_row
        return row.number if row else None

    def _open(self) -> None:
        self._client.ask(
            OpenToPhones(
                sign_up=self.sign_up.isChecked(),
                check_in=self.check_in.isChecked(),
                results=self.results.isChecked(),
            )
        )

    def _copy(self) -> None:
        codes = self._tablets.player_codes(row.number for row in self.list.rows)
        lines = (
            f"{row.number}\t{escape_formula(row.name)}\t{codes[row.number]}"
            for row in self.list.rows
            if row.number in codes
        )
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _print(self) -> None:
        from app.ui.printing.dialog import PrintDialog  # loads the system's printing

        PrintDialog.show_for(self._client, "codes", self)

    def _renew(self) -> None:
        number = self._chosen
        if number is None:
            return
        words = (say("&Keep the code"), say("&Make a new code"))
        if InsistDialog.ask(RENEWED, self, note=NO_WAY_BACK, words=words):
            self._tablets.renew_player_codes((number,))
            self.show_codes()
