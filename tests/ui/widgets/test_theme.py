"""Whether all can be read on its ground."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.reports.bar_chart import Bar, Chart, chart_svg, stack
from app.reports.paper import ON_PAPER
from app.store.resources import resources_folder
from app.ui.pages.round.live.tables.icons import condition_colour
from app.ui.pages.round.live.tables.painter import CHOSEN_TINT
from app.ui.widgets.basics import button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import (
    ComboBox,
    DateTimeEdit,
    DayField,
    DoubleSpinBox,
    SpinBox,
    TimeEdit,
)
from app.ui.widgets.layout import STRETCH, column_of
from app.ui.widgets.page_look import page_look
from app.ui.widgets.theme import (
    CONTRAST,
    CONTROL,
    DARK,
    FIELD,
    LIGHT,
    THEMES,
    Theme,
)
from app.views.table.table import TableCondition
from tests.ui.pictures import picture_of

WORDS = ("text", "muted", "accent", "good", "danger", "red_words", "blue_words")
GROUNDS = ("window", "surface", "raised", "chosen", "idle")
FILLED = ("accent", "red", "blue", "idle", "warn", "danger", "done")


def parts_of(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of 255."""
    mixed = QColor(colour)
    return mixed.red(), mixed.green(), mixed.blue()


def light_of(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [part / 255 for part in parts_of(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values())
def test_every_text_colour_contrasts_with_every_background(theme: Theme) -> None:
    colours = theme._asdict()
    pairs = [(colours[words], colours[ground]) for words in WORDS for ground in GROUNDS]
    pairs += [(colours[f"on_{name}"], colours[name]) for name in FILLED]
    pairs += [(theme.act_on_done, theme.done)]
    weak = [(*pair, contrast(*pair)) for pair in pairs if contrast(*pair) < 4.5]
    assert not weak


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_themes_have_7_to_1_for_text_and_3_to_1_for_lines(theme: Theme) -> None:
    """WCAG 2.1, 1.4.6 and 1.4.11."""
    colours = theme._asdict()
    pairs = [(colours[words], colours[ground]) for words in WORDS for ground in GROUNDS]
    pairs += [(colours[f"on_{name}"], colours[name]) for name in FILLED]
    pairs += [(theme.act_on_done, theme.done)]
    weak = [(*pair, contrast(*pair)) for pair in pairs if contrast(*pair) < 7]
    weak += [
        (theme.line, colours[ground], contrast(theme.line, colours[ground]))
        for ground in GROUNDS
        if contrast(theme.line, colours[ground]) < 3
    ]
    assert not weak


@pytest.mark.parametrize("theme", THEMES.values())
def test_text_is_readable_when_disabled_hovered_or_selected(theme: Theme) -> None:
    colours, found = theme._asdict(), rules(theme)
    weak, seen = [], set()
    least = 7 if theme in CONTRAST else 4.5
    for selector in found:
        for words, ground in (
            ("color", "background"), ("selection-color", "selection-background-color"),
        ):  # fmt: skip
            ink, behind = declared(found, selector, words), declared(found, selector, ground)
            if behind in {"", "transparent"}:
                behind = declared(found, around(selector), ground)
            if not ink.startswith("$"):
                continue
            seen.add(selector)
            on = [behind[1:]] if behind.startswith("$") else ["window", "surface", "raised"]
            weak += [
                (selector, ink, name)
                for name in on
                if contrast(colours[ink[1:]], colours[name]) < least
            ]
    assert not weak
    states = {state for selector in seen for state in re.findall(r"(?<!:):(\w+)", selector)}
    assert {"disabled", "hover", "pressed", "checked", "selected"} <= states


@pytest.mark.parametrize("theme", THEMES.values())
def test_text_is_readable_on_a_chosen_table_row(theme: Theme) -> None:
    mixed = [
        round(under + (over - under) * CHOSEN_TINT)
        for under, over in zip(parts_of(theme.surface), parts_of(theme.accent), strict=True)
    ]
    row = QColor(*mixed).name()
    inks = {condition_colour(theme, condition, low=low)
            for condition in TableCondition for low in (False, True)
            if condition_colour(theme, condition, low=low) == theme.danger}  # fmt: skip
    weak = [ink for ink in (theme.text, theme.muted, *inks) if contrast(ink, row) < 4.5]
    assert not weak


def rules(theme: Theme) -> dict[str, dict[str, str]]:
    """Every selector of a theme's style sheets with what it declares, as the theme's names."""
    names = ("style.qss", "contrast.qss") if theme in CONTRAST else ("style.qss",)
    sheet = "".join((resources_folder() / name).read_text(encoding="utf-8") for name in names)
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        said = dict(re.findall(r"([a-z-]+)\s*:\s*([^;]+);", body))
        for selector in selectors.split(","):
            found.setdefault(" ".join(selector.split()), {}).update(said)
    return found


def declared(found: dict[str, dict[str, str]], selector: str, name: str) -> str:
    """What holds for it: its own, else that of the same part in no state, else of the kind."""
    plain = re.sub(r"(?<!:):(?!:)[a-z-]+", "", selector)
    kindless = re.sub(r"\[[^]]*\]", "", plain)
    for candidate in (selector, plain, kindless, (kindless.split() or [""])[-1]):
        if name in found.get(candidate, {}):
            return found[candidate][name]
    return ""


def around(selector: str) -> str:
    """What it lies in, as far as that has a ground of its own."""
    if "inStrip" in selector:
        return "QFrame#pending"
    return selector.rsplit(" ", 1)[0] if " " in selector else ""


@pytest.mark.parametrize("theme", THEMES.values())
@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_the_placeholder_text_of_an_empty_field_is_readable(
    qtbot: QtBot,
    dressed: Callable[[Theme], None],
    theme: Theme,
    kind: Callable[[], QLineEdit | QPlainTextEdit],
) -> None:
    dressed(theme)
    field = kind()
    qtbot.addWidget(field)
    field.ensurePolished()
    ink = field.palette().color(QPalette.ColorRole.PlaceholderText)
    assert ink.alpha() == 255
    assert contrast(ink.name(), theme.surface) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values())
def test_every_image_used_by_the_style_exists(
    theme: Theme, dressed: Callable[[Theme], None], qtbot: QtBot
) -> None:
    dressed(theme)
    window = QWidget()
    qtbot.addWidget(window)
    pictures = re.findall(r"url\(([^)]*)\)", window.styleSheet())
    assert len(pictures) > 3
    assert [file for file in pictures if not Path(file).is_file()] == []


def test_child_windows_inherit_the_theme_without_their_own_style_sheet(
    qtbot: QtBot, dressed: Callable[[Theme], None]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog, alone = Dialog(window), Dialog()
    qtbot.addWidget(alone)
    assert dialog.styleSheet() == ""
    assert alone.styleSheet() == window.styleSheet() != ""
    for theme in (DARK, LIGHT):
        dressed(theme)
        for shown in (dialog, alone):
            shown.ensurePolished()
            assert shown.palette().color(QPalette.ColorRole.Window).name() == theme.window


def test_a_button_has_the_height_set_by_the_theme(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    seat = QPushButton("Seat", window)
    seat.ensurePolished()
    assert seat.sizeHint().height() == CONTROL


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_marks_selected_rows_and_inactive_buttons_with_lines(
    qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme
) -> None:
    """A shade differs from its ground by less than the 3 to 1 of WCAG 2.1, 1.4.11."""
    dressed(theme)
    rows, inactive, window = QListWidget(), QPushButton("Report"), QWidget()
    qtbot.addWidget(window)
    column_of(rows, inactive, on=window)
    rows.addItems(["One", "Two", "Three"])
    rows.setCurrentRow(1)
    inactive.setEnabled(False)
    window.show()
    row, seen = rows.visualItemRect(rows.item(1)), picture_of(rows.viewport())
    line = seen.pixelColor(row.center().x(), row.top()).name()
    assert contrast(line, theme.surface) >= 3
    assert is_broken(edge_of(inactive), theme)


def edge_of(part: QWidget) -> set[str]:
    """The colours of the upper edge of a part of a window, but for its corners."""
    picture, corner = picture_of(part.window()), part.mapTo(part.window(), QPoint())
    across = range(corner.x() + 20, corner.x() + part.width() - 20)
    return {picture.pixelColor(x, corner.y()).name() for x in across}


def is_broken(edge: set[str], theme: Theme) -> bool:
    """True if a line stands out and has gaps."""
    return theme.window in edge and max(contrast(part, theme.window) for part in edge) >= 3


@pytest.mark.parametrize("theme", CONTRAST)
@pytest.mark.parametrize("kind", ["quiet", "faint", "choice"])
def test_high_contrast_draws_a_frame_around_everything_that_can_be_pressed(
    qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme, kind: str
) -> None:
    """A colour alone would tell it from words around it (WCAG 2.1, 1.4.1)."""
    dressed(theme)
    offered, plain = (
        button("Show the whole list", lambda: None, kind=kind),
        button("Show the whole list", lambda: None),
    )
    window = QWidget()
    column_of(offered, plain, on=window)
    qtbot.addWidget(window)
    window.show()
    assert edge_of(offered) == edge_of(plain) == {theme.line}
    offered.setEnabled(False)
    assert is_broken(edge_of(offered), theme)


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_marks_the_chosen_tab_with_a_thick_line(
    qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme
) -> None:
    dressed(theme)
    tabs = QTabBar()
    for name in ("Players", "Teams"):
        tabs.addTab(name)
    qtbot.addWidget(tabs)
    tabs.adjustSize()
    thick = []
    for at in range(tabs.count()):
        tabs.setCurrentIndex(0)
        box, picture = tabs.tabRect(at), picture_of(tabs)
        column = [picture.pixelColor(box.left() + 6, y).name() for y in range(box.height())]
        thick.append(sum(colour in {theme.line, theme.accent} for colour in column))
    assert thick[0] >= thick[1] + 2


@pytest.mark.parametrize("theme", THEMES.values())
def test_drawings_made_for_paper_are_readable_in_a_window(
    theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    dressed(theme)
    look = page_look()
    for words in (look.ink, look.muted):
        assert contrast(words, look.ground) >= (7 if theme in CONTRAST else 4.5)
    for line in (look.red, look.blue):
        assert contrast(line, look.ground) >= 3


@pytest.mark.parametrize("theme", [*THEMES.values(), None])
def test_chart_bar_segments_are_distinguishable_and_framed(
    theme: Theme | None, dressed: Callable[[Theme], None]
) -> None:
    """In high contrast won, tied and lost were three shades of black. Without a theme, on paper."""
    if theme is not None:
        dressed(theme)
    look = page_look() if theme is not None else ON_PAPER
    full, half, light = look.tones
    assert contrast(full, half) >= 2
    assert contrast(half, light) >= 2
    assert contrast(full, look.ground) >= 3
    assert contrast(look.muted, look.ground) >= 3  # the frame of each piece
    bar = Bar("Cryx", stack(1, 1, 1), "1 of 3")
    assert chart_svg(Chart((bar,), ()), look).count(f'stroke="{look.muted}"') == 3


FIELDS: tuple[Callable[[], QWidget], ...] = (
    QLineEdit, ComboBox, SpinBox, DoubleSpinBox, TimeEdit, DateTimeEdit, partial(DayField, "none"),
)  # fmt: skip


def test_fields_beside_each_other_have_the_same_height(qtbot: QtBot) -> None:
    """Those with arrows were 3 pixels higher than the lines beside them."""
    window = QWidget()
    qtbot.addWidget(window)
    fields = [make() for make in FIELDS]
    column_of(*fields, STRETCH, on=window)
    window.resize(400, 600)
    window.show()
    assert {type(field).__name__: field.height() for field in fields} == {
        type(field).__name__: FIELD for field in fields
    }
