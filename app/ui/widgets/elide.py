"""Shows names in either direction of writing; a name that does not fit is cut off at its end."""

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QStyledItemDelegate

from app.engine.text import TO_THE_LEFT, runs_left

ISOLATED, END = "\u2068", "\u2069"
"""Read by its own first letter; until here."""


def set_apart(text: str) -> str:
    """Return ``text`` as Qt draws it right beside words that run to the right, also when it is
    elided.

    Qt keeps marks at both ends of what it elides; between the last letter and ``TO_THE_LEFT`` its
    dots go where that letter runs to.
    """
    if text.isascii() or not runs_left(text):
        return text
    return f"{ISOLATED}{text}{TO_THE_LEFT}{END}"


def elide(metrics: QFontMetrics | QFontMetricsF, text: str, width: float) -> str:
    """Return ``text`` for ``width`` pixels, its end cut off where it must be."""
    marked = set_apart(text)
    if isinstance(metrics, QFontMetricsF):
        return metrics.elidedText(marked, Qt.TextElideMode.ElideRight, width)
    return metrics.elidedText(marked, Qt.TextElideMode.ElideRight, int(width))


class NamePainter(QStyledItemDelegate):
    """A painter of names in lists that Qt paints."""

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        return set_apart(super().displayText(value, locale))
