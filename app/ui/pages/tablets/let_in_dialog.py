"""Dialogs that each show a code to scan: for a table, for the pages, for one of the organizer's
devices, or for the certificate to install.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.reports import paper
from app.ui.clients.tablets import Stage, TabletsClient
from app.ui.pages.tablets.code_words import ask_to_replace
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, foot, row_of
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import DIALOG, Space

SIZE, LARGE, LEAST = 300, 420, 160
"""The sides of codes in pixels: usual, large, and least on a very low screen."""
AROUND, FOOT, BESIDE = 280, 128, 344
"""``AROUND`` and ``FOOT`` are the heights of the dialog without its code, in pixels: with the text
below the code, and with the text beside it. ``BESIDE`` is the width of the text beside the code.
The text stands there on a low screen, where the whole code must still be visible.
"""
SAID = say(
    "Scan this code with your tablet or phone. It opens your page there at once, even while others"
    " are guessing the PIN. It works once, for five minutes: do not let anybody else scan it."
)
OFF = say("Tablets are switched off. Switch them on first, on the Tablets page.")
INSTALL = say(
    "Scan this code with an iPhone or iPad, or with any device whose browser should stop warning"
    " you. The page says how to install the certificate. Before you install it, compare its"
    " SHA-256:"
)


OF_TABLE = say(
    "Scan this code with the table’s tablet. Whoever scans it can play at this table’s clock: close"
    " this window when it is done."
)
OF_ORGANIZER = say("Scan this code with your tablet. The page asks for your PIN.")
OF_PHONES = say(
    "Players scan this code with their phones: pairings, their table, the round’s time."
)


class LetInDialog(Dialog):
    title, words, side = say("Let a device in"), SAID, SIZE

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
        room = room_on_screen(self).height()
        is_low = room < self.side + AROUND
        side = max(min(self.side, room - FOOT), LEAST) if is_low else self.side
        self.code = label("")
        self.code.setPixmap(_draw(modules, side))
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName(say("A code to scan"))
        self.address = label(address, "muted", wraps=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text = label(f"{self.words}\n{compare}" if compare else self.words, wraps=True)
        for words in (text, self.address):
            words.setFixedWidth(BESIDE if is_low else side + 60)
        shown = (
            row_of(self.code, column_of(text, self.address, STRETCH), gap=Space.XL)
            if is_low
            else column_of(text, self.code, self.address, gap=Space.M)
        )
        column_of(
            shown,
            foot(button(say("&Close"), self.accept, kind="primary")),
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
    """The dialog with the code for the certificate. ``compare`` is the authority's SHA-256
    fingerprint in lines, for comparison with the device.
    """

    title, words = say("Install the certificate"), INSTALL


class TableCodeDialog(LetInDialog):
    """The dialog with the code that lets a tablet join a table. The code contains the table's
    secret, so it is shown only on request.
    """

    title, words, side = say("Code of a table"), OF_TABLE, LARGE


class OrganizerCodeDialog(LetInDialog):
    title, words, side = say("Your page"), OF_ORGANIZER, LARGE


class PhonesCodeDialog(LetInDialog):
    title, words, side = say("Players’ phones"), OF_PHONES, LARGE


def show_table_code(tablets: TabletsClient, table: int, parent: QWidget) -> str:
    """Show the code of a table. If the code can no longer be shown, offer to replace it. If the
    tablets are off, return a sentence that says so, otherwise "".
    """
    if tablets.picture.stage is not Stage.ON:
        return OFF
    if tablets.unknown((table,)) and not ask_to_replace(parent):
        return ""
    for sheet in tablets.sheets((table,)):
        dialog = TableCodeDialog(sheet.address, sheet.modules, parent)
        dialog.setWindowTitle(say("Code of table {table}", table=table))
        dialog.exec()
        dialog.deleteLater()
    return ""


def _draw(modules: Sequence[str], side: int) -> QPixmap:
    """Return a picture of the code. It is dark on light in every theme, because cameras need
    that.
    """
    picture = QPixmap(side, side)
    picture.fill(QColor(paper.PAPER))
    painter = QPainter(picture)
    edge = side / len(modules)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark == "1":
                painter.fillRect(
                    QRectF(x * edge, y * edge, edge + 0.5, edge + 0.5), QColor(paper.INK)
                )
    painter.end()
    return picture
