"""Lays out the rows of a slide in columns and pages, independently of measuring and drawing.

All lengths are thousandths of the screen's height, so a slide looks the same on every screen.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Pages: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Each page's columns with the numbers of their rows."""
LinesOf: TypeAlias = Callable[[int, int, int], int]
"""How many lines a row takes, by its number, the percent of its letters and its width."""


@dataclass(frozen=True, slots=True)
class DisplayLayout:
    """The lengths that the window and the page share."""

    head: int = 100
    foot: int = 64
    margin: int = 30
    gap: int = 36
    letter: int = 37
    """The least size of letters; their capitals are seven tenths of it."""
    pitch: int = 44
    """From line to line of the least letters."""
    scales: tuple[int, ...] = (200, 170, 145, 125, 110, 100)
    """How large letters may be, in percent of the least: the first that needs one page, or the
    last.
    """
    narrow: int = 60
    """To how many percent of their width letters are narrowed before a name is broken."""
    sizes: tuple[int, ...] = (300, 240, 200, 160, 130, 110, 90, 75, 64, 56, 48, 42, 37)
    """Of large words and announcements: the first at which they fit."""
    note: int = 64
    title: int = 56
    line: int = 120
    """From line to line of large words, in percent of their size."""
    widest: int = 75
    """How much of the width counts as height where a screen is narrower than four to three."""

    @property
    def area(self) -> int:
        """The height between head and foot."""
        return 1000 - self.head - self.foot

    def label(self, words: str) -> int:
        """Return the width of a label on a map: a number, or words with many narrow letters."""
        return min(34 + 22 * len(words), 40 + 14 * len(words))


LAYOUT = DisplayLayout()


@dataclass(frozen=True, slots=True)
class Paging:
    """Rows as they are laid out."""

    scale: int
    """Of their letters, in percent."""
    width: int
    """Of a column."""
    columns: int
    pages: Pages


def flow(lines: Sequence[int], columns: int, capacity: int, heads: Collection[int] = ()) -> Pages:
    """Return rows of so many lines, down one column after the other. A row is never divided; one
    that is longer than a column has that for itself. ``heads`` are rows that stay above the next
    one, and are repeated in the columns that their rows go on in.
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
    """Return the largest letters with which all rows are on one page, else as many pages as it
    takes.

    ``width`` is the room between the margins. ``headed``: each column has a line of headings.
    """
    scale, column, columns = 100, width, 1
    pages: Pages = ()
    for scale in layout.scales:
        columns = max((width + layout.gap) // (least_width * scale // 100 + layout.gap), 1)
        column = (width - (columns - 1) * layout.gap) // columns
        capacity = layout.area * 100 // (layout.pitch * scale) - headed
        if rows > columns * capacity and scale != layout.scales[-1]:
            continue  # each row has a line at least
        lines = [lines_of(row, scale, column) for row in range(rows)]
        pages = flow(lines, columns, capacity, heads)
        if len(pages) == 1 and max(lines, default=0) <= capacity:
            break
    return Paging(scale, column, columns, pages)


def page_ms(seconds: int, rows: int, row_ms: int) -> int:
    """Return how long a page stays: at least its seconds, and long enough for what is on it."""
    return max(seconds * 1000, rows * row_ms)
