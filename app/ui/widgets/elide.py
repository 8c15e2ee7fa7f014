"""Functions that show names written from left to right or from right to left, and cut off the ends
of long names.
"""

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QStyledItemDelegate

from app.engine.text import TO_THE_LEFT, runs_left

ISOLATED, END = "\u2068", "\u2069"
"""Unicode marks around a text whose direction is that of its own first letter."""


def set_apart(text: str) -> str:
    """Return ``text`` in a form that Qt draws correctly beside words that run to the right, even
    when the text is elided.

    Qt keeps the marks at both ends of an elided text. The mark ``TO_THE_LEFT`` after the last
    letter puts the dots at the end of a text that runs to the left.
    """
    if text.isascii() or not runs_left(text):
        return text
    return f"{ISOLATED}{text}{TO_THE_LEFT}{END}"


def elide(metrics: QFontMetrics | QFontMetricsF, text: str, width: float) -> str:
    """Return ``text`` with its end cut off if it is wider than ``width`` pixels."""
    marked = set_apart(text)
    if isinstance(metrics, QFontMetricsF):
        return metrics.elidedText(marked, Qt.TextElideMode.ElideRight, width)
    return metrics.elidedText(marked, Qt.TextElideMode.ElideRight, int(width))


class NamePainter(QStyledItemDelegate):
    """The delegate for lists with names, whatever direction the names are written in."""

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        return set_apart(super().displayText(value, locale))
