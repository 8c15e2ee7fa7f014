"""A code that lets one device of the organizer in, for whoever cannot enter the PIN."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.ui.widgets.basics import button, foot, label

SIZE = 300
SAID = (
    "Scan this code with your tablet or phone. It opens your page there at once, also while others"
    " are guessing the PIN. It works once, for five minutes: do not let anybody else scan it."
)


class LetInDialog(QDialog):
    def __init__(self, address: str, modules: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Let a device in")
        self.code = label("")
        self.code.setPixmap(_drawn(modules))
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName("A code to scan")
        self.address = label(address, "muted", wraps=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        said = label(SAID, wraps=True)
        said.setFixedWidth(SIZE + 60)
        self.address.setFixedWidth(SIZE + 60)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        for part in (said, self.code, self.address):
            column.addWidget(part)
        column.addLayout(foot(button("&Close", self.accept, kind="primary")))

    @classmethod
    def show_for(cls, address: str, modules: Sequence[str], parent: QWidget | None = None) -> None:
        dialog = cls(address, modules, parent)
        dialog.exec()
        dialog.deleteLater()


def _drawn(modules: Sequence[str]) -> QPixmap:
    """Dark on light in every theme: cameras want it so."""
    picture = QPixmap(SIZE, SIZE)
    picture.fill(QColor("#ffffff"))
    painter = QPainter(picture)
    edge = SIZE / len(modules)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark == "1":
                painter.fillRect(
                    QRectF(x * edge, y * edge, edge + 0.5, edge + 0.5), QColor("#000000")
                )
    painter.end()
    return picture
