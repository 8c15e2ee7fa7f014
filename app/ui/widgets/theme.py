"""The theme: the colours, each with its role, in light and dark; the scales of spacing, text sizes
and corners; and the one stylesheet that is filled with all of these. No colour or text size is
defined anywhere else.
"""

from collections.abc import Sequence
from enum import IntEnum
from string import Template
from typing import NamedTuple

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.engine.language import current_catalogue
from app.store.resources import resources_folder
from app.ui.widgets.font import announce_font, program_font
from app.ui.widgets.letters_of_alt import LettersOfAlt

STYLE = "Fusion"
_PROPERTY = "flagfall_theme"
_SHEET = "flagfall_sheet"
MIDDLE = 128
"""The lightness below which a window's background counts as dark."""


class Space(IntEnum):
    """The spaces between and around parts, in pixels. No other spaces are used."""

    NONE = 0
    LINE = 1
    """The margin of a card whose contents fill it up to the line around it."""
    XXS = 2
    """The space between the pieces of one item, such as a figure and its note."""
    XS = 4
    """The space between lines that are read together."""
    S = 8
    """The space between neighbouring controls, or between a field and its caption."""
    M = 12
    """The space between paragraphs, and between rows of a form on different subjects."""
    L = 16
    """The space between cards, and between groups inside a card."""
    XL = 24
    """The space at the sides of a dialog, and between columns of text."""
    XXL = 32
    """The space around a page with only a few words."""


class Margins(NamedTuple):
    left: Space
    top: Space
    right: Space
    bottom: Space


NO_MARGINS = Margins(Space.NONE, Space.NONE, Space.NONE, Space.NONE)
PAGE = Margins(Space.L, Space.M, Space.L, Space.M)
CARD = Margins(Space.L, Space.M, Space.L, Space.M)
WIDE_CARD = Margins(Space.XL, Space.L, Space.XL, Space.L)
DIALOG = Margins(Space.XL, Space.XL, Space.XL, Space.L)
PANEL = Margins(Space.M, Space.S, Space.XS, Space.S)
"""The margins of a panel. The right margin is smaller, because the scroll bar is there."""
BESIDE_SCROLL_BAR = Margins(Space.NONE, Space.NONE, Space.S, Space.NONE)


FIELD_INDENT = 7
"""The indent of the text in a number or time field, which is the same as in other fields."""
FIELD = 32
"""The height of a text field, as in the stylesheet."""
CONTROL = 34
"""The height of a button, as in the stylesheet."""
UNDER_TICK = 30
"""The indent of a check box's text, for lines below it."""


def around(space: Space) -> Margins:
    """Return margins of ``space`` on all four sides."""
    return Margins(space, space, space, space)


class TextSize(IntEnum):
    """The heights of text in pixels: three levels, and one for the subject of a page."""

    SMALL = 12
    """The size of second lines in painted lists, and of words on maps."""
    BODY = 14
    HEADING = 17
    FIGURE = 25
    """The size of a large figure, and of the name of a page with large figures."""


class Radius(IntEnum):
    """The radius of round corners, in pixels."""

    NONE = 0
    TICK = 4
    CONTROL = 6
    IN_CARD = 7
    """The radius for contents that fill a card up to the line around it."""
    RADIO = 7
    """Half the width of a radio button."""
    CARD = 8
    PILL = 10


class Theme(NamedTuple):
    """Colours, named for their meanings. ``red`` and ``blue`` are the sides of a table;
    ``red_words`` and ``blue_words`` are for their words and lines on any background. ``on_x`` is
    text on the background ``x``. ``chosen`` is the background of selected rows, and ``done`` that
    of messages about an act that was just done. ``warn`` and ``danger`` are never used without a
    word or a picture.
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
    red_words: str
    blue_words: str
    idle: str
    on_idle: str
    good: str
    warn: str
    on_warn: str
    danger: str
    on_danger: str
    done: str
    on_done: str
    act_on_done: str


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
    red_words="#b3261e",
    blue_words="#1a56b0",
    idle="#dfe3e8",
    on_idle="#2a3441",
    good="#1a6e3e",
    warn="#f2b01e",
    on_warn="#241a00",
    danger="#b3261e",
    on_danger="#ffffff",
    done="#1b2430",
    on_done="#ffffff",
    act_on_done="#9cc7ff",
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
    red_words="#ff8a82",
    blue_words="#8ab6ff",
    idle="#262e37",
    on_idle="#b9c4d0",
    good="#5fce8f",
    warn="#ffc53d",
    on_warn="#241a00",
    danger="#ff8a82",
    on_danger="#2b0502",
    done="#38424e",
    on_done="#ffffff",
    act_on_done="#b5d6ff",
)

SECOND_OWNER = "#4fd1c5"
"""The colour of the second player's elements on the room display's map. No seat has this colour."""

LIGHT_CONTRAST = LIGHT._replace(
    name="light contrast",
    window="#ffffff",
    raised="#ffffff",
    line="#4a4a4a",
    text="#000000",
    muted="#2b2b2b",
    accent="#003370",
    chosen="#cfe3ff",
    red="#8a0000",
    blue="#003a8c",
    red_words="#8a0000",
    blue_words="#003a8c",
    idle="#e6e6e6",
    on_idle="#000000",
    good="#00471f",
    on_warn="#000000",
    danger="#8a0000",
    done="#000000",
)
"""The light theme with contrasts of 7 to 1 for words and 3 to 1 for lines, for people with low
vision.
"""

DARK_CONTRAST = DARK._replace(
    name="dark contrast",
    window="#000000",
    surface="#000000",
    raised="#000000",
    line="#b0b8c0",
    text="#ffffff",
    muted="#e0e0e0",
    accent="#8cc4ff",
    on_accent="#000000",
    chosen="#06294a",
    red="#a30000",
    blue="#0a4fb3",
    red_words="#ff9c94",
    blue_words="#a9caff",
    idle="#1f1f1f",
    on_idle="#ffffff",
    good="#7be8a8",
    on_warn="#000000",
    danger="#ff9c94",
    on_danger="#000000",
    done="#1f1f1f",
)

CONTRAST = (LIGHT_CONTRAST, DARK_CONTRAST)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST)}


def styled_application(arguments: Sequence[str]) -> QApplication:
    """Return the application with its style and the cues for the keyboard."""
    app = begin_application(arguments)
    show_keyboard_cues(app)
    return app


def show_keyboard_cues(app: QApplication) -> None:
    """Show Alt letters and the keyboard's focus frame from now on."""
    from app.ui.widgets.keyboard_cues import KeyboardCues  # loads the names of all events

    style = app.style()
    assert isinstance(style, LettersOfAlt)
    KeyboardCues(app, style)


def begin_application(arguments: Sequence[str]) -> QApplication:
    """Return the application with its style set from the start, because setting a style later would
    load a hundred of Qt's names. The application does not yet have the cues for the keyboard.
    """
    announced = announce_font()
    app = QApplication([*arguments, "-style", STYLE])
    app.setStyle(LettersOfAlt(STYLE))
    font = program_font(announced=announced)
    font.setPixelSize(TextSize.BODY)  # so text measured before it is in a window fits there
    app.setFont(font)
    if current_catalogue() is not None:
        from app.ui.widgets.locale import translate_qt

        translate_qt(app)
    return app


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Apply a theme to all present and future windows. Windows repaint themselves."""
    if app.property(_PROPERTY) == theme.name:
        return  # each new style polishes every window again
    app.setProperty(_PROPERTY, theme.name)
    was_dark, is_dark = is_palette_dark(app), theme.name.startswith("dark")
    if was_dark is not is_dark:
        _match_title_bars(app, is_dark)
    app.setPalette(_palette(theme))
    resources = resources_folder()
    sheet = "".join(
        (resources / name).read_text(encoding="utf-8")
        for name in ("style.qss", "contrast.qss")
        if name != "contrast.qss" or theme in CONTRAST
    )
    icons = (resources / "icons").as_posix()
    app.setProperty(_SHEET, Template(sheet).substitute({**_values(theme), "icons": icons}))
    for window in app.topLevelWidgets():
        if window.styleSheet():
            window.setStyleSheet(app.property(_SHEET))


def is_palette_dark(app: QApplication) -> bool:
    """Tell whether windows are dark. Before the first theme is applied, tell whether the system's
    windows are.
    """
    return app.palette().window().color().lightness() < MIDDLE


def _match_title_bars(app: QApplication, is_dark: bool) -> None:
    """Make the system draw title bars that match the windows."""
    from PySide6.QtCore import Qt  # a start in the system's own theme needs none of its names

    app.styleHints().setColorScheme(Qt.ColorScheme.Dark if is_dark else Qt.ColorScheme.Light)


def wear_theme(window: QWidget) -> None:
    """Apply the theme to a window without a parent, whose contents and dialogs inherit it. Call
    this when the window is complete, because Qt then visits its widgets only once.

    The application itself has no stylesheet. If it had one, Qt would visit all widgets of a part
    each time that the part is put into a larger one, and pages would open half as fast.
    """
    app = QApplication.instance()
    if app is not None and window.parentWidget() is None and not window.styleSheet():
        window.setStyleSheet(app.property(_SHEET) or "")
        window.ensurePolished()  # only then does Qt forget the sheet when the window is gone


def _values(theme: Theme) -> dict[str, str]:
    """Return the values for the stylesheet's $ placeholders."""
    scales: dict[str, type[IntEnum]] = {"text": TextSize, "radius": Radius}
    pixels = {
        f"{scale}_{name.lower()}": f"{size.value}px"
        for scale, sizes in scales.items()
        for name, size in sizes.__members__.items()
    }
    return {**theme._asdict(), **pixels, "ground": theme.name.partition(" ")[0]}


def current_theme() -> Theme:
    """Return the theme that the program uses now, for widgets that paint themselves."""
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
