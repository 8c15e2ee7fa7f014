"""One game's timeline as a drawing: a row for each turn, with a lane for each side and the events
of the turn.
"""

from collections.abc import Iterator
from html import escape

from app.engine.language import say
from app.engine.side import Side
from app.engine.text import clock_words, format_used, shorten, wrap_words
from app.reports import paper
from app.reports.paper import ON_PAPER, Look
from app.views.table.timeline import (
    GameTimeline,
    TimelineMark,
    TurnRow,
    uncertain_words,
)
from app.views.time_of_day import clock_seconds

WIDTH = 1000
LEFT, RIGHT = 204, 700
"""The left and right ends of the lanes."""
COLUMNS = (
    (778, say("Red used")),
    (856, say("Blue used")),
    (928, say("Score")),
    (WIDTH, say("Left")),
)
ROW, LANE = 46, 11
TEXT, SMALL = 14, 12
STOOD = 10
"""The width of a stretch in which both clocks stood still, however long it was."""
APART = 17
"""The distance between the numbers of two neighbouring marks in a row."""
LETTERS = 112
"""The number of letters in a line of text that is as wide as the drawing."""
SMALL_LETTER = 7.0
"""The approximate width of a letter in the words beside an uncertain press."""
NUMBER = 6
"""Half the width of a mark's number."""
NAME = 25
"""The most letters in the name of a row."""
MOST_STOOD = 0.5
"""The largest share of a row for stretches in which both clocks stood still."""
FONT = f'font-family="{paper.SVG_FONT}"'
NEVER = say("The clock was never started, so there are no times to show.")
UNPRESSED = say("Nobody pressed the clock after it was started, so there are no times to show.")


def timeline_svg(timeline: GameTimeline, look: Look = ON_PAPER) -> str:
    """Return the timeline as SVG, as wide as WIDTH and as high as it needs to be."""
    drawing = _Drawing(timeline, look)
    body = "".join(drawing.parts())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {drawing.top:g}"'
        f' {FONT} font-size="{TEXT}" fill="{look.ink}">'
        f'<rect width="{WIDTH}" height="{drawing.top:g}" fill="{look.ground}"/>{body}</svg>'
    )


class _Drawing:
    """A drawing that is built from top to bottom; ``top`` is where the next part begins."""

    def __init__(self, timeline: GameTimeline, look: Look) -> None:
        self._timeline, self._look = timeline, look
        self.top = 0.0
        rows = timeline.rows
        most = max((_played_ms(row) for row in rows), default=0)
        stands = max((_stands(row) for row in rows), default=0)
        room = RIGHT - LEFT
        self._stood = min(STOOD, room * MOST_STOOD / max(stands, 1))
        self._per_ms = (room - stands * self._stood) / max(most, 1)

    def parts(self) -> Iterator[str]:
        timeline = self._timeline
        self.top = 26
        yield _words(0, self.top, timeline.title, size=20, bold=True)
        for line in timeline.decided:
            for part in wrap_words(line, LETTERS):
                self.top += 20
                yield _words(0, self.top, part)
        self.top += 14
        yield from self._legend() if timeline.rows else self._no_clock()
        for row in timeline.rows:
            yield from self._row(row)
        yield from self._sums() if timeline.rows else ()
        yield from self._list()
        self.top += 10

    def _no_clock(self) -> Iterator[str]:
        names = self._timeline.names
        self.top += 20
        words = say("Red: {red}. Blue: {blue}.", red=names.red, blue=names.blue)
        yield from self._lines(words)
        yield from self._lines(NEVER if self._timeline.began_ms is None else UNPRESSED)

    def _lines(self, words: str) -> Iterator[str]:
        for part in wrap_words(words, LETTERS):
            yield _words(0, self.top, part)
            self.top += 20

    def _legend(self) -> Iterator[str]:
        names = self._timeline.names
        places = ((0, Side.RED, say("above")), (430, Side.BLUE, say("below")))
        for left, side, where in places:
            yield from self._lane(left, self.top, 30, side)
            words = f"{side.colour} ({where}): {shorten(names.of(side), 36)}"
            yield _words(left + 38, self.top + LANE, words)
        yield _box(860, self.top, STOOD, LANE, self._standing)
        yield _words(878, self.top + LANE, say("Both stopped"))
        self.top += 34
        began = say("Clock started at {time}", time=clock_seconds(self._timeline.began_ms or 0))
        yield _words(0, self.top, began, size=SMALL, ink=self._look.muted)
        for right, heading in COLUMNS:
            yield _words(right, self.top, heading, size=SMALL, ink=self._look.muted, end=True)
        self.top += 6

    def _row(self, row: TurnRow) -> Iterator[str]:
        top, middle = self.top, self.top + ROW / 2
        yield self._rule(top)
        yield _words(0, middle + 7, shorten(row.name, NAME))
        lanes = top + ROW - 2 * LANE - 6
        for stretch in row.stretches:
            left = self._place(row, stretch.start_ms)
            wide = self._place(row, stretch.end_ms) - left
            down = LANE + 1 if stretch.side is Side.BLUE else 0
            yield from self._lane(left, lanes + down, wide, stretch.side)
        yield from self._whiskers(row, lanes)
        yield from self._numbers(row, top, lanes)
        score = f"{row.score.red}–{row.score.blue}" if row.score else ""
        columns = (format_used(row.used_ms(Side.RED)), format_used(row.used_ms(Side.BLUE)), score)
        for (right, _), words in zip(COLUMNS, columns, strict=False):
            yield _words(right, middle + 7, words, end=True)
        for side, down in ((Side.RED, -3), (Side.BLUE, 15)):
            words = f"{side.colour[:1]} {clock_words(row.left_ms.of(side))}"
            yield _words(WIDTH, middle + down, words, size=SMALL, end=True)
        self.top += ROW

    def _whiskers(self, row: TurnRow, lanes: float) -> Iterator[str]:
        """Yield, for each uncertain press, a bar over the time in which the press may have been
        made. Its ± stands beside the bar if there is room.
        """
        top, taken = lanes - 4, float(LEFT)
        for press in self._timeline.uncertain:
            if press.step != row.step:
                continue
            at, reach = self._place(row, press.at_ms), press.uncertain_ms * self._per_ms
            left, right = max(at - reach, LEFT), min(at + reach, RIGHT)
            yield (
                f'<path d="M{left:g} {top - 3:g} v6 M{left:g} {top:g} H{right:g}'
                f' M{right:g} {top - 3:g} v6" fill="none" stroke="{self._look.ink}"'
                ' stroke-width="1.5"/>'
            )
            words = uncertain_words(press.uncertain_ms)
            wide = len(words) * SMALL_LETTER
            begins = max(right, at + NUMBER) + 4
            if begins + wide > RIGHT:
                begins = min(left, at - NUMBER) - 4 - wide
            if begins >= taken:
                yield _words(begins, top + 2, words, size=SMALL)
                taken = begins + wide

    def _place(self, row: TurnRow, at_ms: int) -> float:
        """Return the horizontal position of an instant within a row."""
        played = stood = 0.0
        for stretch in row.stretches:
            part = min(max(at_ms - stretch.start_ms, 0), stretch.length_ms)
            if stretch.side is None:
                stood += part / stretch.length_ms
            else:
                played += part
        return LEFT + played * self._per_ms + stood * self._stood

    def _numbers(self, row: TurnRow, top: float, lanes: float) -> Iterator[str]:
        """Yield each mark's number above its instant, or further right if the number before it
        leaves no room.
        """
        marks = [mark for mark in self._timeline.marks if mark.step == row.step]
        apart = min(APART, (RIGHT - LEFT) / max(len(marks), 1))
        least = float(LEFT)
        for place, mark in enumerate(marks):
            at = self._place(row, mark.at_ms)
            most = RIGHT - apart * (len(marks) - 1 - place)
            shown = min(max(at, least), most)
            least = shown + apart
            yield (
                f'<path d="M{shown:g} {top + 15:g} L{at:g} {lanes:g} V{lanes + 2 * LANE + 1:g}"'
                f' fill="none" stroke="{self._look.ink}" stroke-width="1"/>'
            )
            yield _words(shown, top + 13, str(mark.number), size=SMALL, bold=True, middle=True)

    def _sums(self) -> Iterator[str]:
        timeline = self._timeline
        yield self._rule(self.top)
        self.top += 20
        stood = say(
            "Both clocks were stopped for {time}.", time=format_used(timeline.used_ms(None))
        )
        yield _words(0, self.top, say("Together"), bold=True)
        yield _words(LEFT, self.top, stood)
        for (right, _), side in zip(COLUMNS, Side, strict=False):
            yield _words(right, self.top, format_used(timeline.used_ms(side)), bold=True, end=True)
        self.top += 16
        if words := timeline.uncertain_words:
            self.top += 10
            for part in wrap_words(words, LETTERS):
                yield _words(0, self.top, part)
                self.top += 18

    def _list(self) -> Iterator[str]:
        if self._timeline.marks:
            self.top += 18
            yield _words(0, self.top, say("What happened"), bold=True)
            self.top += 20
        for mark in self._timeline.marks:
            yield _words(22, self.top, str(mark.number), bold=True, end=True)
            yield _words(34, self.top, clock_seconds(mark.shown_ms))
            for part in wrap_words(_mark_words(mark), LETTERS - 14):
                yield _words(110, self.top, part)
                self.top += 18

    def _lane(self, left: float, top: float, wide: float, side: Side | None) -> Iterator[str]:
        """Yield the drawing of a stretch of time: Red's is filled, Blue's is hatched. A stretch in
        which both clocks stood still is grey over both lanes.
        """
        look = self._look
        if side is None:
            yield _box(left, top, wide, 2 * LANE + 1, self._standing)
        elif side is Side.RED:
            yield _box(left, top, wide, LANE, f'fill="{look.red}"')
        else:
            yield _box(left, top, wide, LANE, f'fill="{look.ground}" stroke="{look.blue}"')
            lines = "".join(
                f"M{left + across:g} {top:g} v{LANE}" for across in range(4, int(wide) + 1, 4)
            )
            yield f'<path d="{lines}" stroke="{look.blue}" stroke-width="2"/>' if lines else ""

    @property
    def _standing(self) -> str:
        """The look of a stretch in which both clocks stood still."""
        return f'fill="{self._look.rule}" stroke="{self._look.muted}"'

    def _rule(self, top: float) -> str:
        return f'<path d="M0 {top:g} H{WIDTH}" stroke="{self._look.rule}" stroke-width="1"/>'


def _mark_words(mark: TimelineMark) -> str:
    return mark.words[:1].upper() + mark.words[1:]


def _played_ms(row: TurnRow) -> int:
    return row.used_ms(Side.RED) + row.used_ms(Side.BLUE)


def _stands(row: TurnRow) -> int:
    return sum(stretch.side is None for stretch in row.stretches)


def _box(left: float, top: float, wide: float, high: float, look: str) -> str:
    return f'<rect x="{left:g}" y="{top:g}" width="{max(wide, 1):g}" height="{high:g}" {look}/>'


def _words(
    left: float, top: float, words: str, *, size: int = TEXT, bold: bool = False,
    ink: str = "", end: bool = False, middle: bool = False,
) -> str:  # fmt: skip
    """Return words as SVG, in the drawing's ink unless another is given. ``top`` is the baseline of
    the letters.
    """
    anchor = "end" if end else "middle" if middle else "start"
    weight = ' font-weight="600"' if bold else ""
    fill = f' fill="{ink}"' if ink else ""
    return (
        f'<text x="{left:g}" y="{top:g}" font-size="{size}" text-anchor="{anchor}"{weight}{fill}>'
        f"{escape(words)}</text>"
    )
