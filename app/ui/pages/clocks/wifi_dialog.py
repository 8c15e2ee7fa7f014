"""What each table's Wi-Fi clock is told, to be copied into the clocks."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import foot

ABOUT = (
    "Connect a clock by USB, open its serial monitor (115200), and send it your Wi-Fi and the lines"
    " of its table, then restart:\n\n"
    "wifi NAME\npassword PASSWORD"
)


class WifiCodesDialog(QDialog):
    def __init__(self, blocks: Sequence[Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Codes of Wi-Fi clocks")
        self.resize(520, 560)
        self.codes = QPlainTextEdit()
        self.codes.setReadOnly(True)
        self.codes.setAccessibleName("Codes of Wi-Fi clocks")
        self.codes.setPlainText("\n\n".join("\n".join(block) for block in blocks))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addWidget(label(ABOUT, wraps=True))
        column.addWidget(self.codes, 1)
        column.addLayout(foot(button("&Close", self.accept, kind="primary")))

    @classmethod
    def show_for(cls, blocks: Sequence[Sequence[str]], parent: QWidget | None = None) -> None:
        dialog = cls(blocks, parent)
        dialog.exec()
        dialog.deleteLater()
