"""Light and dark: the palette, and the one stylesheet filled with it."""

from collections.abc import Sequence
from string import Template
from typing import NamedTuple

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.store.resources import resources_folder
from app.ui.widgets.font import announce_font, program_font

STYLE = "Fusion"
_STYLE = "flagfall_style"
_PROPERTY = "flagfall_theme"


class Theme(NamedTuple):
    """Colours by what they mean. ``red`` and ``blue`` are the sides of a table; ``on_x`` is text
    that stands on ``x``; ``chosen`` lies under the selected rows of a list. ``warn`` and
    ``danger`` never stand without a word or a picture.
    """

    name: str
    window: str
    surface: str
    raised: str
    line: str
    text: str
    muted: str
    accent: str
    on_accent: str
    chosen: str
    red: str
    on_red: str
    blue: str
    on_blue: str
    idle: str
    on_idle: str
    good: str
    warn: str
    on_warn: str
    danger: str
    on_danger: str


LIGHT = Theme(
    name="light",
    window="#eef0f3",
    surface="#ffffff",
    raised="#f7f8fa",
    line="#d3d8de",
    text="#1b2430",
    muted="#556170",
    accent="#1d5fa8",
    on_accent="#ffffff",
    chosen="#d5e3f3",
    red="#b3261e",
    on_red="#ffffff",
    blue="#1a56b0",
    on_blue="#ffffff",
    idle="#dfe3e8",
    on_idle="#2a3441",
    good="#1a6e3e",
    warn="#f2b01e",
    on_warn="#241a00",
    danger="#b3261e",
    on_danger="#ffffff",
)

DARK = Theme(
    name="dark",
    window="#14181d",
    surface="#1c2229",
    raised="#242b34",
    line="#38424e",
    text="#e8ecf1",
    muted="#a5b1be",
    accent="#6cb0ff",
    on_accent="#0b1a2b",
    chosen="#2a4058",
    red="#cf3d33",
    on_red="#ffffff",
    blue="#2e6fd0",
    on_blue="#ffffff",
    idle="#262e37",
    on_idle="#b9c4d0",
    good="#5fce8f",
    warn="#ffc53d",
    on_warn="#241a00",
    danger="#ff8a82",
    on_danger="#2b0502",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def styled_application(arguments: Sequence[str]) -> QApplication:
    """Qt's own application, styled from the start: to name a style later loads a hundred names."""
    announced = announce_font()
    app = QApplication([*arguments, "-style", STYLE])
    app.setProperty(_STYLE, STYLE)
    app.setFont(program_font(announced=announced))
    return app


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Dress the whole program; windows repaint themselves."""
    if app.property(_PROPERTY) == theme.name:
        return  # each dressing has every window polished anew
    if app.property(_STYLE) != STYLE:
        app.setStyle(STYLE)  # each time: Qt may crash on a new sheet over a style left from before
    app.setProperty(_STYLE, None)
    app.setProperty(_PROPERTY, theme.name)
    app.setPalette(_palette(theme))
    resources = resources_folder()
    sheet = (resources / "style.qss").read_text(encoding="utf-8")
    icons = (resources / "icons").as_posix()
    app.setStyleSheet(Template(sheet).substitute({**theme._asdict(), "icons": icons}))


def current_theme() -> Theme:
    """The theme the program wears now; for widgets that paint themselves."""
    app = QApplication.instance()
    return THEMES.get(str(app.property(_PROPERTY)) if app else "", LIGHT)


def _palette(theme: Theme) -> QPalette:
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.raised,
        QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.ToolTipBase: theme.raised,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.Link: theme.accent,
    }
    palette = QPalette()
    for role, value in roles.items():
        palette.setColor(role, QColor(value))
    disabled = QPalette.ColorGroup.Disabled
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(disabled, role, QColor(theme.muted))
    return palette
