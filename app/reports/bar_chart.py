"""Bar charts as SVG: a row for each name, with a bar of one or more pieces and its numbers in
words.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from html import escape

from msgspec import Struct

from app.engine.text import display_width, shorten
from app.reports import paper
from app.reports.paper import ON_PAPER, Look

WIDTH = 680
"""The width in pixels, at 96 to the inch. A page of paper is as wide between its margins."""
LEFT, RIGHT = 190, 550
"""The left and right ends of the area with the bars."""
ROW, BAR = 22, 13
TEXT, SMALL = 13.5, 11.5
NAME = 24
"""The greatest width of a name, counted in letters."""
KEY = 12
"""The side of a square in the legend, in pixels."""
LETTER = 6.6
"""The approximate width of a letter in the legend, in pixels."""
GAP = 10


class Tone(Enum):
    """The fill of a piece of a bar, in order of darkness, so that a chart is readable without
    colours. Every piece has a frame, because the light pieces are as light as the background.
    """

    FULL = 0
    HALF = 1
    LIGHT = 2


class Piece(Struct, frozen=True):
    """A part of a bar between two positions from 0 to 1."""

    start: Fraction
    end: Fraction
    tone: Tone = Tone.FULL


class Bar(Struct, frozen=True):
    """A row of the chart."""

    name: str
    pieces: tuple[Piece, ...]
    words: str
    """The numbers of the bar, so that nobody has to measure its length."""


class Chart(Struct, frozen=True):
    """The bars, ticks and legend of a chart."""

    bars: tuple[Bar, ...]
    ticks: tuple[tuple[Fraction, str], ...]
    """The labelled positions below the bars, each from 0 to 1."""
    legend: tuple[tuple[Tone, str], ...] = ()


def stack(*counts: int) -> tuple[Piece, ...]:
    """Return one piece for each count, from the darkest to the lightest. Together the pieces fill
    the bar.
    """
    whole, pieces, start = sum(counts), list[Piece](), Fraction(0)
    for count, tone in zip(counts, Tone, strict=False):
        end = start + Fraction(count, whole or 1)
        if end > start:
            pieces.append(Piece(start, end, tone))
        start = end
    return tuple(pieces)


def chart_svg(chart: Chart, look: Look = ON_PAPER) -> str:
    """Return the chart as SVG, as wide as WIDTH and as high as it needs to be."""
    parts = "".join(_parts(chart, look))
    high = height(chart)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}"'
        f' height="{high}" font-family="{paper.SVG_FONT}" font-size="{TEXT}">{parts}</svg>'
    )


def chart_image(chart: Chart, look: Look = ON_PAPER) -> str:
    """Return the chart as an image for a page of HTML."""
    data = b64encode(chart_svg(chart, look).encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img src="{source}" width="{WIDTH}" height="{height(chart)}">'


def height(chart: Chart) -> int:
    """Return the height of a chart in pixels."""
    return _top(chart) + ROW * len(chart.bars) + 24


def _top(chart: Chart) -> int:
    return 28 if chart.legend else 6


def _parts(chart: Chart, look: Look) -> Iterator[str]:
    top = _top(chart)
    bottom = top + ROW * len(chart.bars)
    yield from _legend(chart.legend, look)
    for place, words in chart.ticks:
        across = _across(place)
        yield (
            f'<path d="M{across:g} {top - 2} V{bottom + 2}" stroke="{look.rule}"'
            ' stroke-width="1" fill="none"/>'
        )
        yield _words(across, bottom + 17, words, look.muted, size=SMALL, middle=True)
    for number, bar in enumerate(chart.bars):
        line = top + ROW * number
        yield _words(0, line + 16, shorten(bar.name, NAME), look.ink)
        yield from (_piece(piece, line + (ROW - BAR) / 2, look) for piece in bar.pieces)
        yield _words(RIGHT + GAP, line + 16, bar.words, look.ink)


def _legend(legend: Sequence[tuple[Tone, str]], look: Look) -> Iterator[str]:
    left = float(LEFT)
    for tone, words in legend:
        yield _box((left, 2, KEY, KEY), tone, look)
        yield _words(left + KEY + 6, 12.5, words, look.muted, size=SMALL)
        left += KEY + 6 + display_width(words) * LETTER + 18


def _piece(piece: Piece, top: float, look: Look) -> str:
    left = _across(piece.start)
    return _box((left, top, max(_across(piece.end) - left, 2), BAR), piece.tone, look)


def _across(place: Fraction) -> float:
    return LEFT + float(place) * (RIGHT - LEFT)


def _box(place: tuple[float, float, float, float], tone: Tone, look: Look) -> str:
    left, top, wide, high = place
    fill = look.tones[tone.value]
    return (
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{high:g}" fill="{fill}"'
        f' stroke="{look.muted}"/>'
    )


def _words(
    left: float, top: float, words: str, ink: str, *, size: float = TEXT, middle: bool = False
) -> str:
    """Return words as SVG. ``top`` is the baseline of the letters; ``middle`` centres the words at
    ``left``.
    """
    anchor = "middle" if middle else "start"
    return (
        f'<text x="{left:.2f}" y="{top:g}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">'
        f"{escape(words)}</text>"
    )
