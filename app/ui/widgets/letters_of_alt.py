"""The style of all windows: Qt's, with the letters of Alt underlined only while Alt is held."""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QProxyStyle

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter

SHOWN_LETTERS = 0x0800
HIDDEN_LETTERS = 0x8000
"""The values of ``Qt.TextFlag.TextShowMnemonic`` and ``TextHideMnemonic``, whose names would load
all of Qt's.
"""


class LettersOfAlt(QProxyStyle):
    """A style that underlines letters only while Alt is held. It overrides nothing but the drawing
    of text, because Qt asks a style for hints thousands of times per page.
    """

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.shown = False

    def drawItemText(self, painter: "QPainter", rect: "QRect", flags: int, /, *rest: Any) -> None:
        if flags & SHOWN_LETTERS and not self.shown:
            flags = flags & ~SHOWN_LETTERS | HIDDEN_LETTERS
        super().drawItemText(painter, rect, flags, *rest)
