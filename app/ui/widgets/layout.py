"""Rows, columns, grids and forms of widgets, with the theme's spacing.

A part is a widget, or a row or column inside another; None is skipped. Tab goes through the parts
in the order of the arguments.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.widgets.basics import label
from app.ui.widgets.theme import NO_MARGINS, Margins, Space

if TYPE_CHECKING:
    from PySide6.QtCore import Qt  # slow to load, so not for the first window
    from PySide6.QtWidgets import QFormLayout, QGridLayout


class LayoutCell(NamedTuple):
    """A part with details of its place in a layout. Use ``grow``, ``place_part`` or ``across`` to
    make one.
    """

    part: QWidget | QLayout
    share: int = 0
    alignment: "Qt.AlignmentFlag | None" = None
    columns: int = 1


class Stretch(NamedTuple):
    """Empty space that grows. With ``share`` 0 it takes only the space that no other part takes."""

    share: int = 0


class LayoutGap(NamedTuple):
    """Empty space in addition to the usual gap between parts."""

    size: Space


STRETCH = Stretch()
Part = QWidget | QLayout | LayoutCell | Stretch | LayoutGap | None
GridPart = QWidget | QLayout | LayoutCell | None


def grow(part: QWidget | QLayout, share: int = 1) -> LayoutCell:
    """Return ``part`` with a share of the remaining space."""
    return LayoutCell(part, share)


def place_part(
    part: QWidget | QLayout, alignment: "Qt.AlignmentFlag", share: int = 0
) -> LayoutCell:
    """Return ``part`` at its own size, aligned within its place."""
    return LayoutCell(part, share, alignment)


def across(part: QWidget | QLayout, columns: int) -> LayoutCell:
    """Return ``part`` as a cell that spans several columns of a grid."""
    return LayoutCell(part, columns=columns)


def row_of(
    *parts: Part,
    gap: Space = Space.S,
    margins: Margins = NO_MARGINS,
    on: QWidget | None = None,
) -> QHBoxLayout:
    """Put ``parts`` side by side. ``on`` is the widget that they fill, if any."""
    layout = QHBoxLayout() if on is None else QHBoxLayout(on)
    _fill(layout, parts, gap, margins)
    return layout


def column_of(
    *parts: Part,
    gap: Space = Space.S,
    margins: Margins = NO_MARGINS,
    on: QWidget | None = None,
) -> QVBoxLayout:
    """Put ``parts`` below each other. ``on`` is the widget that they fill, if any."""
    layout = QVBoxLayout() if on is None else QVBoxLayout(on)
    _fill(layout, parts, gap, margins)
    return layout


def grid_of(
    *rows: Sequence[GridPart],
    gap: Space = Space.S,
    gap_across: Space | None = None,
    margins: Margins = NO_MARGINS,
    shares: Sequence[int] = (),
    on: QWidget | None = None,
) -> "QGridLayout":
    """Put ``rows`` of parts into a grid; None leaves a cell empty. ``gap_across`` is the gap
    between columns if it differs from ``gap``. ``shares`` says how the columns share the remaining
    space.
    """
    from PySide6.QtWidgets import QGridLayout

    layout = QGridLayout() if on is None else QGridLayout(on)
    layout.setContentsMargins(*margins)
    layout.setVerticalSpacing(gap)
    layout.setHorizontalSpacing(gap if gap_across is None else gap_across)
    for place, share in enumerate(shares):
        layout.setColumnStretch(place, share)
    refill(layout, *rows)
    return layout


def refill(layout: "QGridLayout", *rows: Sequence[GridPart]) -> None:
    """Replace the contents of a grid with these rows."""
    clear(layout)
    for place, parts in enumerate(rows):
        for number, part in enumerate(parts):
            if part is None:
                continue
            cell = part if isinstance(part, LayoutCell) else LayoutCell(part)
            if isinstance(cell.part, QWidget):
                layout.addWidget(cell.part, place, number, 1, cell.columns)
            else:
                layout.addLayout(cell.part, place, number, 1, cell.columns)
            _align(layout, cell)


def in_rows_of(columns: int, parts: Iterable[QWidget]) -> list[list[QWidget]]:
    """Divide ``parts`` into rows of ``columns`` parts each, for a grid."""
    every = list(parts)
    return [every[first : first + columns] for first in range(0, len(every), columns)]


def form_of(
    *fields: tuple[str, QWidget | QLayout],
    gap: Space = Space.S,
    margins: Margins = NO_MARGINS,
    on: QWidget | None = None,
) -> "QFormLayout":
    """Put captions beside their fields. Alt with a caption's letter moves the focus to its
    field.
    """
    from PySide6.QtWidgets import QFormLayout

    layout = QFormLayout() if on is None else QFormLayout(on)
    layout.setContentsMargins(*margins)
    layout.setVerticalSpacing(gap)
    layout.setHorizontalSpacing(Space.L)
    for words, field in fields:
        layout.addRow(words, field)
    return layout


def clear(layout: QLayout) -> None:
    """Remove every widget, including those of nested layouts. Each widget is deleted after its own
    slots have returned.
    """
    while (item := layout.takeAt(0)) is not None:
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            clear(inner)


def measure_anew(part: QWidget) -> None:
    """Discard sizes that layouts inside ``part`` computed before ``part`` had its window and its
    style. Qt by itself discards them only when the window is shown.
    """
    if (layout := part.layout()) is not None:
        layout.activate()


def set_bottom(layout: QLayout, bottom: Space) -> None:
    """Set the bottom margin and leave the others unchanged."""
    margins = layout.contentsMargins()
    layout.setContentsMargins(margins.left(), margins.top(), margins.right(), bottom)


def set_room(layout: QBoxLayout, gap: Space, margins: Margins | None = None) -> None:
    """Set the gap between the parts of a row or column, and its margins. ``margins`` of None leaves
    the margins unchanged.
    """
    if layout.spacing() != gap:  # otherwise Qt would lay the whole page out again
        layout.setSpacing(gap)
    if margins is not None:
        layout.setContentsMargins(*margins)


def foot(*buttons: QPushButton) -> QHBoxLayout:
    """Return the last row of a dialog, with its buttons at the right."""
    return row_of(STRETCH, *buttons)


def caption_for(field: QWidget, words: str, role: str = "") -> QLabel:
    """Return a caption for a field. Alt with the caption's letter moves the focus to the field."""
    return label(words, role, buddy=field)


def _fill(layout: QBoxLayout, parts: Sequence[Part], gap: Space, margins: Margins) -> None:
    layout.setContentsMargins(*margins)
    layout.setSpacing(gap)
    append(layout, *parts)


def append(layout: QBoxLayout, *parts: Part) -> None:
    """Append parts to a row or column."""
    for part in parts:
        match part:
            case Stretch(share):
                layout.addStretch(share)
            case LayoutGap(size):
                layout.addSpacing(size)
            case None:
                pass
            case _:
                _add_cell(layout, part if isinstance(part, LayoutCell) else LayoutCell(part))


def _add_cell(layout: QBoxLayout, cell: LayoutCell) -> None:
    if isinstance(cell.part, QWidget):
        layout.addWidget(cell.part, cell.share)
    else:
        layout.addLayout(cell.part, cell.share)
    _align(layout, cell)


def _align(layout: QLayout, cell: LayoutCell) -> None:
    if cell.alignment is not None:
        layout.setAlignment(cell.part, cell.alignment)
