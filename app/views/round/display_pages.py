"""Lays out the rows of a slide in columns and pages, independently of measuring and drawing.

All lengths are thousandths of the screen's height, so that a slide looks the same on every screen.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from msgspec import Struct

Pages: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""The columns of each page, with the numbers of their rows."""
LinesOf: TypeAlias = Callable[[int, int, int], int]
"""A function that returns how many lines a row takes. Its arguments are the row's number, the scale
of the letters in percent, and the width.
"""


class DisplayLayout(Struct, frozen=True):
    """The lengths that the window and the web page share."""

    head: int = 100
    foot: int = 64
    margin: int = 30
    gap: int = 36
    letter: int = 37
    """The least size of letters. Their capitals are seven tenths as high."""
    pitch: int = 44
    """The distance between lines of the least letters."""
    scales: tuple[int, ...] = (200, 170, 145, 125, 110, 100)
    """The possible scales of letters in percent: the first that needs one page is used, else the
    last.
    """
    narrow: int = 60
    """The percentage to which the width of letters is reduced before a name is broken into
    lines.
    """
    sizes: tuple[int, ...] = (300, 240, 200, 160, 130, 110, 90, 75, 64, 56, 48, 42, 37)
    """The possible sizes of large words and announcements: the first that fits is used."""
    note: int = 64
    title: int = 56
    line: int = 120
    """The distance between lines of large words, in percent of their size."""
    widest: int = 75
    """On a screen narrower than four to three, the percentage of the width that counts as the
    height.
    """

    @property
    def area(self) -> int:
        """The height between head and foot."""
        return 1000 - self.head - self.foot

    def label(self, words: str) -> int:
        """Return the width of a label on a map. Numbers have wider characters on average than
        words, in which many letters are narrow.
        """
        return min(34 + 22 * len(words), 40 + 14 * len(words))


LAYOUT = DisplayLayout()


class Paging(Struct, frozen=True):
    """Rows that are laid out on pages."""

    scale: int
    """The scale of the rows' letters in percent."""
    width: int
    """The width of a column."""
    columns: int
    pages: Pages


def flow(lines: Sequence[int], columns: int, capacity: int, heads: Collection[int] = ()) -> Pages:
    """Distribute rows with these numbers of lines over columns and pages. A row is never divided;
    one that is longer than a column has a column to itself. ``heads`` are heading rows, which stay
    above the next row and are repeated in each column where their rows continue.
    """
    pages: list[list[list[int]]] = [[[]]]
    used, head = 0, -1
    for row, count in enumerate(lines):
        head = row if row in heads else head
        needed = count + lines[row + 1] if row in heads else count
        if pages[-1][-1] and used + needed > capacity:
            if len(pages[-1]) < columns:
                pages[-1].append([])
            else:
                pages.append([[]])
            used = 0
            if 0 <= head < row and lines[head] + count <= capacity:
                pages[-1][-1].append(head)
                used = lines[head]
        pages[-1][-1].append(row)
        used += count
    return tuple(tuple(tuple(column) for column in page) for page in pages)


def divide_rows(
    rows: int,
    *,
    least_width: int,
    width: int,
    headed: bool,
    lines_of: LinesOf,
    layout: DisplayLayout,
    heads: Collection[int] = (),
) -> Paging:
    """Return the layout with the largest letters that fit all rows on one page; if none do, one
    with several pages.

    ``width`` is the space between the margins. ``headed`` says that each column has a line of
    headings.
    """
    scale, column, columns = 100, width, 1
    pages: Pages = ()
    for scale in layout.scales:
        columns = max((width + layout.gap) // (least_width * scale // 100 + layout.gap), 1)
        column = (width - (columns - 1) * layout.gap) // columns
        capacity = layout.area * 100 // (layout.pitch * scale) - headed
        if rows > columns * capacity and scale != layout.scales[-1]:
            continue  # every row has at least one line
        lines = [lines_of(row, scale, column) for row in range(rows)]
        pages = flow(lines, columns, capacity, heads)
        if len(pages) == 1 and max(lines, default=0) <= capacity:
            pages = _level_columns(lines, len(pages[0]), capacity, heads)
            break
    return Paging(scale, column, columns, pages)


def _level_columns(
    lines: Sequence[int], columns: int, capacity: int, heads: Collection[int]
) -> Pages:
    """Return the rows of one page in columns of about the same height."""
    for height in range(-(-sum(lines) // columns), capacity):
        pages = flow(lines, columns, height, heads)
        if len(pages) == 1:
            return pages
    return flow(lines, columns, capacity, heads)


def page_ms(seconds: int, rows: int, row_ms: int) -> int:
    """Return how many milliseconds a page stays: at least ``seconds``, and long enough to read its
    rows.
    """
    return max(seconds * 1000, rows * row_ms)
