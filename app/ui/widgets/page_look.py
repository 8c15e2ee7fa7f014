"""The colours for a page that is made for paper but shown in a window."""

from PySide6.QtGui import QColor

from app.reports.paper import Look
from app.ui.widgets.theme import current_theme


def page_look() -> Look:
    """Return the colours of the theme that the program uses now."""
    theme = current_theme()
    tones = (theme.accent, _between(theme.muted, theme.surface), theme.surface)
    return Look(
        ground=theme.surface,
        ink=theme.text,
        muted=theme.muted,
        rule=theme.line,
        red=theme.red_words,
        blue=theme.blue_words,
        tones=tones,
    )


def _between(colour: str, other: str) -> str:
    one, two = QColor(colour), QColor(other)
    return QColor(
        (one.red() + two.red()) // 2,
        (one.green() + two.green()) // 2,
        (one.blue() + two.blue()) // 2,
    ).name()
