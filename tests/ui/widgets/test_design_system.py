"""Colours, sizes of text and room between parts come from the theme and from nowhere else."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.reports import paper
from app.store.resources import resources_folder
from app.ui.widgets.layout import (
    STRETCH,
    LayoutGap,
    across,
    append,
    caption_for,
    column_of,
    foot,
    form_of,
    grid_of,
    grow,
    in_rows_of,
    place_part,
    refill,
    row_of,
)
from app.ui.widgets.theme import DIALOG, LIGHT, Space
from tools.pictures.widgets import WIDGETS

ROOT = Path(__file__).parents[3]
THEME = "app/ui/widgets/theme.py"
PAPER = "app/reports/paper.py"
HEX = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
ROOM = {
    *("setSpacing", "setHorizontalSpacing", "setVerticalSpacing", "addSpacing"),
    *("setContentsMargins", "insertSpacing"),
}
LAYOUTS = {"QHBoxLayout", "QVBoxLayout", "QGridLayout", "QFormLayout"}

MAY = {
    "a layout of its own": {
        "app/ui/widgets/layout.py": "makes them for everybody",
    },
    "room of its own": {
        "app/ui/widgets/layout.py": "puts it between parts",
        "app/ui/pages/format/keywords.py": "lines stand under the words of a box, UNDER_TICK in",
    },
    "a style of its own": {THEME: "the one sheet of all"},
}
"""By what is found: the files that may have it, with the reason."""


def sources() -> list[tuple[str, str]]:
    files = [*(ROOT / "app" / "ui").rglob("*.py"), *(ROOT / "app" / "reports").rglob("*.py")]
    return [(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in sorted(files)]


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def number(node: ast.expr) -> bool:
    """Whether it is a number other than 0, written out."""
    return isinstance(node, ast.Constant) and bool(node.value) and not isinstance(node.value, str)


def faults(text: str) -> Iterator[tuple[int, str]]:
    """What a module has of its own, by lines."""
    module = ast.parse(text)
    numbers = {
        target.id
        for each in module.body
        if isinstance(each, ast.Assign) and number(each.value)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        name = called(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if HEX.search(node.value):
                yield node.lineno, "a colour of its own"
        elif isinstance(node, ast.Attribute) and node.attr == "GlobalColor":
            yield node.lineno, "a colour of its own"
        elif isinstance(node, ast.Call):
            if name == "setStyleSheet":
                yield node.lineno, "a style of its own"
            elif name in LAYOUTS:
                yield node.lineno, "a layout of its own"
            elif name in {"setPixelSize", "setPointSize"} and (
                number(node.args[0]) or ast.unparse(node.args[0]) in numbers
            ):
                yield node.lineno, "a size of text of its own"
            elif name == "QColor" and any(isinstance(each, ast.Constant) for each in node.args):
                yield node.lineno, "a colour of its own"
            elif name in ROOM and not all(_on_scale(argument) for argument in node.args):
                yield node.lineno, "room of its own"


def _on_scale(argument: ast.expr) -> bool:
    """0, or named after the scale."""
    if isinstance(argument, ast.Constant):
        return argument.value == 0
    if isinstance(argument, ast.Starred):
        return True  # margins, which are of the scale by their type
    return ast.unparse(argument).startswith("Space.")


def test_no_styling_is_defined_outside_the_theme() -> None:
    found = [
        f"{path}:{line}: {what}"
        for path, text in sources()
        if path not in {THEME, PAPER}
        for line, what in faults(text)
        if path not in MAY.get(what, {})
    ]
    assert found == []


def test_every_allowed_styling_exception_is_needed() -> None:
    texts = dict(sources())
    spare = [
        (path, what)
        for what, paths in MAY.items()
        for path in paths
        if what not in {fault for _, fault in faults(texts[path])}
    ]
    assert spare == []


@pytest.mark.parametrize(
    "line",
    [
        'ink = "#b3261e"',
        "pen.setColor(Qt.GlobalColor.black)",
        "brush = QColor(200, 0, 0)",
        "font.setPixelSize(13)",
        "SMALL = 13; font.setPixelSize(SMALL)",
        'ink = QColor("red")',
        'self.setStyleSheet("color: red")',
        "row.setSpacing(7)",
        "box.setContentsMargins(5, 5, 5, 5)",
        "column = QVBoxLayout(self)",
    ],
)
def test_the_check_notices_styling_outside_the_theme(line: str) -> None:
    assert [number for number, _ in faults(line)] == [1]


def test_the_style_sheet_takes_colours_text_sizes_and_corners_from_the_theme() -> None:
    sheet = "".join(file.read_text("utf-8") for file in resources_folder().glob("*.qss"))
    rules = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    assert HEX.findall(re.sub(r"#[A-Za-z]\w*(?=[ :,\[{]|$)", "", rules)) == []
    declared = re.findall(r"(font-size|border(?:-[a-z-]+)?-radius|font-family):\s*([^;]+);", rules)
    assert [value for _, value in declared if not value.startswith("$")] == []


def test_printed_side_colours_match_the_light_theme() -> None:
    assert (LIGHT.red, LIGHT.blue) == (paper.RED, paper.BLUE)


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[[QWidget], QWidget]:
    def show(widget: QWidget) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(400, 200)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return show


def test_parts_of_a_row_are_side_by_side_with_the_given_gap(
    shown: Callable[[QWidget], QWidget],
) -> None:
    around, first, second = QWidget(), QPushButton("First"), QPushButton("Second")
    layout = row_of(first, None, LayoutGap(Space.XS), second, STRETCH, gap=Space.L, on=around)
    shown(around)
    assert layout.contentsMargins() == QMargins(0, 0, 0, 0)
    assert first.x() == 0
    assert second.x() == first.width() + Space.L + Space.XS
    assert second.geometry().right() < around.width() - 1


def test_a_growing_part_takes_the_remaining_room(
    shown: Callable[[QWidget], QWidget],
) -> None:
    around, above, below = QWidget(), QLineEdit(), QLabel("below")
    column_of(place_part(above, Qt.AlignmentFlag.AlignLeft), grow(below), on=around, margins=DIALOG)
    shown(around)
    assert above.pos().toTuple() == (Space.XL, Space.XL)
    assert above.width() < around.width() - 2 * Space.XL
    assert below.geometry().bottom() == around.height() - 1 - Space.L
    assert below.height() > above.height()


def widget_at(grid: QGridLayout, row: int, column: int) -> QWidget | None:
    item = grid.itemAtPosition(row, column)
    assert item is not None
    return item.widget()


def test_a_grid_can_leave_cells_empty_and_span_columns(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    first, second, wide = QLabel("1"), QLabel("2"), QLabel("3")
    grid = grid_of((None, first), (second,), (across(wide, 2),), on=around)
    assert grid.itemAtPosition(0, 0) is None
    assert widget_at(grid, 0, 1) is first
    assert widget_at(grid, 2, 1) is wide
    refill(grid, (wide,))
    assert grid.count() == 1
    assert widget_at(grid, 0, 0) is wide


def test_parts_are_split_into_rows_of_a_given_length_and_the_rest(qtbot: QtBot) -> None:
    labels = [QLabel(words) for words in "abc"]
    for label in labels:
        qtbot.addWidget(label)
    assert in_rows_of(2, labels) == [labels[:2], labels[2:]]


def test_the_access_key_of_a_caption_focuses_its_field(qtbot: QtBot) -> None:
    around, name, club = QWidget(), QLineEdit(), QLineEdit()
    qtbot.addWidget(around)
    caption = caption_for(club, "&Club", "muted")
    column_of(form_of(("&Name", name)), caption, club, on=around)
    buddies = {label.text(): label.buddy() for label in around.findChildren(QLabel)}
    assert buddies == {"&Name": name, "&Club": club}


def test_tab_follows_the_reading_order(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    last, first = QPushButton("last"), QPushButton("first")
    layout = column_of(row_of(first), on=around)
    append(layout, foot(last))
    assert first.nextInFocusChain() is last


DOC = (ROOT / "docs" / "design-system.md").read_text("utf-8")


def test_the_documentation_shows_every_widget_that_has_a_picture() -> None:
    shown = re.findall(r"\]\(widgets/([\w-]+)\.png\)", DOC)
    assert sorted(shown) == sorted(WIDGETS)
    assert sorted(path.stem for path in (ROOT / "docs" / "widgets").iterdir()) == sorted(WIDGETS)


def test_the_documentation_names_every_kind_role_and_scale_step() -> None:
    sheet = (resources_folder() / "style.qss").read_text("utf-8")
    kinds = set(re.findall(r'\[(?:kind|role)="(\w+)"\]', sheet))
    assert {"primary", "pill"} <= kinds
    pictures = (ROOT / "tools" / "pictures" / "widgets.py").read_text("utf-8")
    missing = [kind for kind in kinds if f"`{kind}`" not in DOC and f'"{kind}"' not in pictures]
    missing += [space.name for space in Space if f"`{space.name}`" not in DOC]
    assert missing == []


@pytest.mark.parametrize("name", WIDGETS)
def test_the_picture_of_each_widget_can_still_be_taken(qtbot: QtBot, name: str) -> None:
    part = WIDGETS[name]()
    qtbot.addWidget(part)
    assert part.sizeHint().height() > 0
