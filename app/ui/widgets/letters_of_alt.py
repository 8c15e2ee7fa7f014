"""The style of all windows: Qt's own, except that Alt letters are underlined only while Alt is
held.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication, QProxyStyle

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

SHOWN_LETTERS = 0x0800
HIDDEN_LETTERS = 0x8000
"""The values of ``Qt.TextFlag.TextShowMnemonic`` and ``TextHideMnemonic``. Using their names would
load all of Qt's names.
"""


class LettersOfAlt(QProxyStyle):
    """A style that underlines letters only while Alt is held. It overrides only the drawing of
    text, because Qt asks a style for hints thousands of times per page.
    """

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.shown = False

    def drawItemText(self, painter: "QPainter", rect: "QRect", flags: int, /, *rest: Any) -> None:
        if flags & SHOWN_LETTERS and not self.shown:
            flags = flags & ~SHOWN_LETTERS | HIDDEN_LETTERS
        super().drawItemText(painter, rect, flags, *rest)


def paint_without_letters(part: "QWidget") -> None:
    """Let Qt's own style paint a widget whose text has no Alt letter. For each text, calling
    ``LettersOfAlt`` in Python takes longer than painting the text in Qt.
    """
    style = QApplication.style()
    if isinstance(style, LettersOfAlt):
        part.setStyle(style.baseStyle())
