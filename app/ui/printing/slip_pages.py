"""Result slips, four to a page, and strips to cut apart, each with one player's code for phones."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from app.engine.language import say
from app.engine.side import Side
from app.ui.printing.drawing import (
    GREY,
    INK,
    draw_code,
    draw_cut,
    draw_line,
    draw_name,
    draw_rule,
    draw_text,
    draw_tick,
    font_of,
)
from app.ui.printing.pages import Drawing
from app.views.round.slips import Slip

ACROSS, DOWN = 2, 2
STRIPS_DOWN = 7
PAD = 40
HEAD, LINE, WORDS = 84, 46, 30
TWO_LINES = 84
"""The height of a long name, which takes two lines."""
TICK = 30
MOST_LISTS = 4
"""The number of lists from which on there is no room for numbers to circle."""
HOW = say("How it ended")
DROP = say("I wish to drop")
PRIVATE = say("Keep it to yourself: whoever has it can act for you.")


class CodeStrip(Struct, frozen=True):
    """The strip with one player's code."""

    name: str
    code: str
    address: str
    """The address of the players' page; empty while the page is closed."""
    modules: tuple[str, ...] = ()


def slip_pages(slips: Sequence[Slip], title: str) -> list[Drawing]:
    """Return the pages of result slips. ``title`` names the round."""
    most = ACROSS * DOWN
    return [
        _slips_drawing(slips[first : first + most], title) for first in range(0, len(slips), most)
    ]


def _slips_drawing(slips: Sequence[Slip], title: str) -> Drawing:
    def draw(painter: QPainter, box: QRectF) -> None:
        wide, high = box.width() / ACROSS, box.height() / DOWN
        draw_cut(painter, box.center().x(), box.top(), 0, box.height())
        draw_cut(painter, box.left(), box.center().y(), box.width(), 0)
        for place, slip in enumerate(slips):
            down, across = divmod(place, ACROSS)
            whole = QRectF(box.left() + across * wide, box.top() + down * high, wide, high)
            _draw_slip(painter, whole.adjusted(PAD, PAD / 2, -PAD, -PAD / 2), slip, title)

    return draw


def _draw_slip(painter: QPainter, box: QRectF, slip: Slip, title: str) -> None:
    half = box.width() / 2
    head = QRectF(box.left(), box.top(), half, HEAD)
    draw_line(painter, head, say("Table {table}", table=slip.table), HEAD * 0.8, bold=True)
    right = QRectF(box.left() + half, box.top(), half, HEAD)
    draw_line(painter, right, title, LINE * 0.8, at=Qt.AlignmentFlag.AlignRight)
    top = box.top() + HEAD
    if slip.armies or slip.scenario:
        scenario = say("Scenario: {scenario}", scenario=slip.scenario or "_" * 16)
        draw_line(painter, QRectF(box.left(), top, box.width(), LINE), scenario, WORDS, ink=GREY)
    top += LINE
    for side in Side:
        top = _draw_player(painter, QRectF(box.left(), top, box.width(), 0), slip, side)
    draw_rule(painter, box.left(), top, box.width())
    top += 8
    draw_line(painter, QRectF(box.left(), top, box.width(), LINE), HOW, WORDS, bold=True)
    _draw_ways(painter, QRectF(box.left(), top + LINE, box.width(), 0), box.bottom(), slip.ways)


def _draw_player(painter: QPainter, box: QRectF, slip: Slip, side: Side) -> float:
    """Draw the fields of a player. Return the lower end of the fields."""
    left, wide, top = box.left(), box.width(), box.top() + 8
    draw_rule(painter, left, top, wide)
    won = say("won")
    room = QFontMetricsF(font_of(WORDS)).horizontalAdvance(won) + TICK + 30
    name = QRectF(left, top + 8, wide - room, TWO_LINES)
    draw_name(painter, name, slip.names.of(side), LINE, bold=True, least=34)
    _draw_choice(painter, left + wide - room + 15, name.center().y(), room, won)
    about = QRectF(left, name.bottom(), wide, WORDS * 1.3)
    draw_line(painter, about, slip.about.of(side), WORDS * 0.9, ink=GREY)
    row = about.bottom() + 10
    fields = [say("CP")]
    if slip.armies:
        fields += [say("APD"), _list_words(slip.lists.of(side))]
    for place, words in enumerate(fields):
        _draw_field(painter, QRectF(left + place * wide / 3, row, wide / 3 - 20, 76), words)
    row += 84
    drop = QFontMetricsF(font_of(WORDS)).horizontalAdvance(DROP) + TICK + 30
    _draw_field(painter, QRectF(left, row, wide - drop - 10, 76), say("Signature"))
    _draw_choice(painter, left + wide - drop + 15, row + 56, drop, DROP)
    return row + 84


def _list_words(lists: int) -> str:
    """Return "List 1 / 2", in which a player circles a number. Return only "List" if there are too
    many lists.
    """
    numbers = " / ".join(str(number + 1) for number in range(lists if lists < MOST_LISTS else 0))
    return say("List {numbers}", numbers=numbers).strip()


def _draw_field(painter: QPainter, box: QRectF, words: str) -> None:
    """Draw a caption and a line to write on."""
    room = min(QFontMetricsF(font_of(WORDS)).horizontalAdvance(words) + 12, box.width())
    draw_line(painter, QRectF(box.left(), box.bottom() - LINE, room, LINE), words, WORDS)
    draw_rule(painter, box.left() + room, box.bottom() - 6, box.width() - room, ink=INK)


def _draw_choice(painter: QPainter, left: float, middle: float, wide: float, words: str) -> None:
    draw_tick(painter, left, middle, TICK)
    box = QRectF(left + TICK + 12, middle - LINE / 2, wide - TICK - 12, LINE)
    draw_line(painter, box, words, WORDS)


def _draw_ways(painter: QPainter, box: QRectF, bottom: float, ways: Sequence[str]) -> None:
    """Draw the ways to win in two columns, spread over the remaining height."""
    rows = -(-len(ways) // 2)
    high = min((bottom - box.top()) / rows, LINE + 16)
    for place, words in enumerate(ways):
        across, down = divmod(place, rows)
        left = box.left() + across * box.width() / 2
        _draw_choice(painter, left, box.top() + (down + 0.5) * high, box.width() / 2 - 10, words)


def strip_pages(strips: Sequence[CodeStrip]) -> list[Drawing]:
    most = ACROSS * STRIPS_DOWN
    return [_strips_drawing(strips[first : first + most]) for first in range(0, len(strips), most)]


def _strips_drawing(strips: Sequence[CodeStrip]) -> Drawing:
    def draw(painter: QPainter, box: QRectF) -> None:
        wide, high = box.width() / ACROSS, box.height() / STRIPS_DOWN
        rows = -(-len(strips) // ACROSS)
        draw_cut(painter, box.center().x(), box.top(), 0, rows * high)
        for down in range(1, rows + (rows < STRIPS_DOWN)):
            draw_cut(painter, box.left(), box.top() + down * high, box.width(), 0)
        for place, strip in enumerate(strips):
            down, across = divmod(place, ACROSS)
            whole = QRectF(box.left() + across * wide, box.top() + down * high, wide, high)
            _draw_strip(painter, whole.adjusted(PAD, PAD / 2, -PAD, -PAD / 2), strip)

    return draw


def _draw_strip(painter: QPainter, box: QRectF, strip: CodeStrip) -> None:
    wide = box.width()
    if strip.modules:
        side = box.height() * 0.8
        code = QRectF(box.right() - side, box.center().y() - side / 2, side, side)
        draw_code(painter, code, strip.modules)
        wide -= side + 20
    left, top = box.left(), box.top() + 10
    name = QRectF(left, top, wide, LINE + 20)
    draw_name(painter, name, strip.name, LINE, bold=True, least=34)
    your = say("Your code for your phone:")
    draw_line(painter, QRectF(left, top + 68, wide, LINE), your, WORDS, ink=GREY)
    draw_line(painter, QRectF(left, top + 114, wide, 84), strip.code, 78, bold=True)
    top = draw_text(painter, QRectF(left, top + 204, wide, 80), strip.address or PRIVATE, 26)
    if strip.address:
        draw_text(painter, QRectF(left, top + 4, wide, 80), PRIVATE, 24, ink=GREY)
