"""Codes shown on the organizer's screen: one lets a device of theirs in, one leads to the
certificate that a device installs.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QWidget

from app.reports import paper
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space

SIZE = 300
SAID = (
    "Scan this code with your tablet or phone. It opens your page there at once, also while others"
    " are guessing the PIN. It works once, for five minutes: do not let anybody else scan it."
)
INSTALL = (
    "Scan this code with an iPhone or iPad, or with any device that should not warn. The page says"
    " how to install the certificate. Before you install it, compare its SHA-256:"
)


class LetInDialog(QDialog):
    title, words = "Let a device in", SAID

    def __init__(
        self,
        address: str,
        modules: Sequence[str],
        parent: QWidget | None = None,
        *,
        compare: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.title)
        self.code = label("")
        self.code.setPixmap(_drawn(modules))
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName("A code to scan")
        self.address = label(address, "muted", wraps=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text = label(f"{self.words}\n{compare}" if compare else self.words, wraps=True)
        text.setFixedWidth(SIZE + 60)
        self.address.setFixedWidth(SIZE + 60)
        column_of(
            text,
            self.code,
            self.address,
            foot(button("&Close", self.accept, kind="primary")),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    @classmethod
    def show_for(
        cls,
        address: str,
        modules: Sequence[str],
        parent: QWidget | None = None,
        *,
        compare: str = "",
    ) -> None:
        dialog = cls(address, modules, parent, compare=compare)
        dialog.exec()
        dialog.deleteLater()


class CertificateDialog(LetInDialog):
    """``compare`` is the SHA-256 of the authority, on lines."""

    title, words = "Install the certificate", INSTALL


def _drawn(modules: Sequence[str]) -> QPixmap:
    """Dark on light in every theme: cameras want it so."""
    picture = QPixmap(SIZE, SIZE)
    picture.fill(QColor(paper.PAPER))
    painter = QPainter(picture)
    edge = SIZE / len(modules)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark == "1":
                painter.fillRect(
                    QRectF(x * edge, y * edge, edge + 0.5, edge + 0.5), QColor(paper.INK)
                )
    painter.end()
    return picture
