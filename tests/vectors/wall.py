"""Rows of the room display at random, and how they are laid out in columns and pages."""

from collections.abc import Iterator
from random import Random
from typing import Any

from app.engine.text import clock_words
from app.views.round.display_pages import LAYOUT, divide_rows, page_ms
from tests.vectors.plain import plain

WIDTHS = (1717, 1273, 1060, 633)
"""The room on screens of 16 to 9 and of 4 to 3, beside a map, and on one that stands upright."""
COUNTS = (1, 2, 4, 9, 16, 24, 32, 48, 64, 128)


def wall_cases(dice: Random) -> Iterator[dict[str, Any]]:
    for number in range(120):
        rows, width = dice.choice(COUNTS), dice.choice(WIDTHS)
        least, longest = dice.choice((400, 600, 800)), dice.choice((300, 900, 2500))
        lengths = [dice.randint(50, longest) for _ in range(rows)]
        heads = sorted(dice.sample(range(rows - 1), dice.choice((0, rows // 8))))
        headed = dice.random() < 0.5

        def lines_of(row: int, scale: int, wide: int, lengths: list[int] = lengths) -> int:
            return lines(lengths[row], scale, wide)

        paging = divide_rows(
            rows,
            least_width=least,
            width=width,
            headed=headed,
            lines_of=lines_of,
            layout=LAYOUT,
            heads=heads,
        )
        seconds, row_ms = dice.randint(3, 40), dice.choice((60, 250, 350, 1500))
        ms = dice.randint(0, 8_000_000)
        yield {
            "name": f"{number}: {rows} rows of {least} on {width}",
            "lengths": lengths,
            "heads": heads,
            "headed": headed,
            "least_width": least,
            "width": width,
            "paging": plain(paging),
            "stays": [seconds, row_ms, page_ms(seconds, rows, row_ms)],
            "clock": [ms, clock_words(ms)],
        }


def lines(length: int, scale: int, width: int) -> int:
    """So many lines a row takes whose letters are ``length`` wide at 100 percent."""
    return max(-(-length * scale // (100 * width)), 1)
