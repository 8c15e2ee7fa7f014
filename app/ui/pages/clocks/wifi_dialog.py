"""The dialog with the configuration of each table's Wi-Fi clock, to be copied to the clocks."""

from collections.abc import Sequence

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.theme import DIALOG, Space

ABOUT = say(
    "Connect a clock by USB, open its serial monitor (115200), and send it your Wi-Fi and the lines"
    " of its table, then restart:\n\n"
    "wifi NAME\npassword PASSWORD"
)


class WifiCodesDialog(Dialog):
    def __init__(self, blocks: Sequence[Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Codes of Wi-Fi clocks"))
        self.resize(520, 560)
        self.codes = QPlainTextEdit()
        self.codes.setReadOnly(True)
        self.codes.setAccessibleName(say("Codes of Wi-Fi clocks"))
        self.codes.setPlainText("\n\n".join("\n".join(block) for block in blocks))
        column_of(
            label(ABOUT, wraps=True),
            grow(self.codes),
            foot(button(say("&Close"), self.accept, kind="primary")),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    @classmethod
    def show_for(cls, blocks: Sequence[Sequence[str]], parent: QWidget | None = None) -> None:
        dialog = cls(blocks, parent)
        dialog.exec()
        dialog.deleteLater()
