"""The painter of a table's card: its state, its players and the running clock. Nothing depends on
colour alone.
"""

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QRegion
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.engine import wording
from app.engine.language import say
from app.engine.side import Side
from app.ui.pages.round.live.tables.icons import draw_arrow, draw_condition, draw_fold
from app.ui.pages.round.live.tables.model import ROW_ROLE
from app.ui.widgets.elide import elide
from app.ui.widgets.font import even_figures
from app.ui.widgets.keyboard_cues import shows_focus
from app.ui.widgets.theme import TextSize, Theme, current_theme
from app.views.round.live import NEEDS_YOU, LiveRow, points_words

Index = QModelIndex | QPersistentModelIndex
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter

LINE = 22
"""The least height of a line in pixels."""
EDGE, FOOT = 6, 6
"""The space above the first line, and the space below the last line."""
BEFORE, AFTER = 16, 12
"""The space at the left and at the right of the text. The left space contains the stripe."""
GAP = 8
"""The gap between two cards."""
STRIPE = 5
ROUND = 7
ARROW, PICTURE, APART = 9, 13, 8
CHIP_PAD = 6


class Shape(Struct, frozen=True):
    """The layout of the cards. ``tall`` cards show the times in a line of their own."""

    columns: int = 1
    width: int = 320
    height: int = 84
    tall: bool = False


class Dress(Struct, frozen=True):
    """The fonts, colours and measures for all cards."""

    font: QFont
    theme: Theme
    bold: QFont
    small: QFont
    figures: QFont
    bold_figures: QFont
    widths: QFontMetrics
    """The metrics of ``figures``."""
    bold_widths: QFontMetrics
    """The metrics of ``bold_figures``."""
    line: int
    """The height of a line."""
    chip: int
    """The width of the chip with a side's colour."""

    @classmethod
    def of(cls, font: QFont, theme: Theme) -> "Dress":
        strong = bold(font)
        figures, strong_figures = even_figures(font), even_figures(strong)
        high, chip = line_height(font), chip_width(font)
        return cls(
            font=QFont(font),
            theme=theme,
            bold=strong,
            small=small_font(font),
            figures=figures,
            bold_figures=strong_figures,
            widths=QFontMetrics(figures),
            bold_widths=QFontMetrics(strong_figures),
            line=high,
            chip=chip,
        )


class CardTime(Struct, frozen=True):
    """A side's time on a card: its words, and the room for them with an arrow in front. The time is
    at the right end of the player's line or, if ``at_foot``, on the last line.
    """

    side: Side
    words: str
    room: QRect
    at_foot: bool

    @property
    def box(self) -> QRect:
        """The rectangle that is painted, which is a pixel wider than ``room`` at both ends."""
        return self.room.adjusted(-1, 0, 1, 0) if self.words else QRect()


def bold(font: QFont) -> QFont:
    made = QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    return made


def small_font(font: QFont) -> QFont:
    made = bold(font)
    made.setPixelSize(TextSize.SMALL)
    return made


def chip_width(font: QFont) -> int:
    metrics = QFontMetrics(small_font(font))
    return max(metrics.horizontalAdvance(side.colour) for side in Side) + 2 * CHIP_PAD


def line_height(font: QFont) -> int:
    return max(LINE, QFontMetrics(font).height() + 4)


def card_height(font: QFont, *, tall: bool) -> int:
    """Return the height of a card, including the gap below it."""
    return (4 if tall else 3) * line_height(font) + EDGE + FOOT + GAP


def card_width(font: QFont, name: int, time: int, *, tall: bool) -> int:
    """Return the width of a card, including its gap, for a name and a time of these widths."""
    words = chip_width(font) + APART + name
    colour = max(QFontMetrics(bold(font)).horizontalAdvance(f"{side.colour} ") for side in Side)
    times = 2 * (ARROW + APART + colour + time) + APART
    inner = max(words, times) if tall else words + APART + ARROW + APART + time
    return BEFORE + inner + AFTER + GAP


class CardPainter(QStyledItemDelegate):
    """The delegate of the board. It reads a card's row from ``ROW_ROLE``. ``shape`` is the layout
    of the cards.
    """

    shape = Shape()
    region: QRegion | None = None
    """The region that is being painted; None for whole cards."""
    _dress: Dress | None = None

    def dress(self, font: QFont) -> Dress:
        worn, theme = self._dress, current_theme()
        if worn is None or worn.theme is not theme or worn.font != font:
            worn = self._dress = Dress.of(font, theme)
        return worn

    def times(self, item: QRect, row: LiveRow, font: QFont) -> tuple[CardTime, ...]:
        """Return the times on the card at ``item``; on a tall card, they are on the last line. A
        match shows the games won in place of times, always beside the names.
        """
        at_foot = self.shape.tall and not row.games
        return tuple(
            _card_time(item, row, side, self.dress(font), at_foot=at_foot) for side in Side
        )

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.shape.width, self.shape.height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, LiveRow):
            return
        dress = self.dress(painter.font())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._paint_times(painter, option, row, dress):
            self._paint_card(painter, option, row, dress)
        painter.restore()

    def _paint_card(
        self, painter: QPainter, option: QStyleOptionViewItem, row: LiveRow, dress: Dress
    ) -> None:
        state = option.state
        if not shows_focus(option.widget):
            state &= ~QStyle.StateFlag.State_HasFocus
        _ground(painter, _card(option.rect), state, row, dress.theme)
        inner, times = _first_line(option.rect, dress), self.times(option.rect, row, dress.font)
        _head(painter, inner, row, dress, facts=not self.shape.tall)
        for time in times:
            inner = inner.translated(0, dress.line)
            _player(painter, inner, row, time, dress)
            _paint_time(painter, time, row, dress)
        if self.shape.tall:
            _foot(painter, inner.translated(0, dress.line), row, times, dress)

    def _paint_times(
        self, painter: QPainter, option: QStyleOptionViewItem, row: LiveRow, dress: Dress
    ) -> bool:
        """Paint only the times if no other part of the card has to be painted. Otherwise paint
        nothing and return False.
        """
        if self.region is None or row.games:
            return False
        times = self.times(option.rect, row, dress.font)
        wanted = rest = self.region.intersected(option.rect)
        for time in times:
            rest = rest.subtracted(QRegion(time.box))
        if not rest.isEmpty():
            return False
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        for time in times:
            if wanted.intersects(time.box):
                painter.fillRect(time.box, QColor(_ground_colour(row, dress.theme, chosen=chosen)))
                _paint_time(painter, time, row, dress)
        return True


def _card(item: QRect) -> QRect:
    """Return the rectangle of a card without the gap to the next ones."""
    return item.adjusted(0, 0, -GAP, -GAP)


def _first_line(item: QRect, dress: Dress) -> QRect:
    card = _card(item)
    wide = card.width() - BEFORE - AFTER
    return QRect(card.left() + BEFORE, card.top() + EDGE, wide, dress.line)


def _ground_colour(row: LiveRow, theme: Theme, *, chosen: bool) -> str:
    return theme.chosen if chosen else theme.idle if row.games else theme.surface


def _ground(
    painter: QPainter, card: QRect, state: QStyle.StateFlag, row: LiveRow, theme: Theme
) -> None:
    """Paint the background. A chosen card is tinted and outlined, and the focused card has a dashed
    line.
    """
    chosen = bool(state & QStyle.StateFlag.State_Selected)
    box = QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
    around = QPainterPath()
    around.addRoundedRect(box, ROUND, ROUND)
    painter.fillPath(around, QColor(_ground_colour(row, theme, chosen=chosen)))
    painter.save()
    painter.setClipPath(around)
    urgent = row.condition in NEEDS_YOU
    stripe = theme.danger if urgent else theme.warn if row.low else theme.line
    painter.fillRect(card.left(), card.top(), STRIPE, card.height(), QColor(stripe))
    painter.restore()
    painter.setPen(QPen(QColor(theme.accent if chosen else theme.line), 2 if chosen else 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(around)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), ROUND - 3, ROUND - 3)


def _head(painter: QPainter, line: QRect, row: LiveRow, dress: Dress, *, facts: bool) -> None:
    """Paint the table's number at the left, its condition at the right end, and the points and the
    turn between the two.
    """
    theme = dress.theme
    painter.setFont(dress.bold)
    painter.setPen(QColor(theme.text))
    title = say("Table {table}", table=row.table)
    begin = 0
    if row.games:
        title = say("Tables {tables}", tables=row.block)
        mark = QRectF(line.left(), line.center().y() + 1 - ARROW / 2, ARROW, ARROW)
        draw_fold(painter, mark, QColor(theme.muted), folded=row.folded)
        begin = ARROW + APART
    painter.drawText(line.adjusted(begin, 0, 0, 0), int(LEFT), title)
    begin += QFontMetrics(painter.font()).horizontalAdvance(title) + APART
    away = row.away and not facts and row.condition not in NEEDS_YOU  # there is no other room
    word = wording.OUT_OF_TOUCH if away else row.word
    end = line.width() - _badge(painter, line, row, word, dress) - APART
    if facts:
        painter.setFont(dress.figures)
        painter.setPen(QColor(theme.danger if row.away else theme.muted))
        room = line.adjusted(begin, 0, end - line.width(), 0)
        words = _facts(row, dress.widths, room.width())
        painter.drawText(room, int(LEFT), words)


def _facts(row: LiveRow, metrics: QFontMetrics, width: int) -> str:
    """Return as many facts as fit completely into ``width``, the most important first."""
    away = wording.OUT_OF_TOUCH if row.away else ""
    points = say("CP {points}", points=row.cp) if row.cp else ""
    after = say("CP {points}", points=points_words(row)) if row.cp else ""
    armies = say("AP {points}", points=row.ap) if row.ap else ""
    told = "" if row.games else row.explanation  # a match has its score beside its teams
    tries = (
        (away, after, armies, told),
        (away, points, armies, told),
        (away, points, told),
        (away, points),
        (away,) if away else (told,),
        (points,),
    )
    for parts in tries:
        words = " · ".join(filter(None, parts))
        if metrics.horizontalAdvance(words) <= width:
            return words
    return ""


def _badge(painter: QPainter, line: QRect, row: LiveRow, word: str, dress: Dress) -> int:
    """Paint the picture and the word of a table's condition, on a background of their own. Return
    the width of both.
    """
    theme = dress.theme
    ground, ink = theme.idle, theme.on_idle
    if row.condition in NEEDS_YOU:
        ground, ink = theme.danger, theme.on_danger
    elif row.low:
        ground, ink = theme.warn, theme.on_warn
    painter.setFont(dress.small)
    metrics = QFontMetrics(painter.font())
    wide = CHIP_PAD + PICTURE + 5 + metrics.horizontalAdvance(word) + CHIP_PAD + 1
    high = metrics.height() + 4
    top = line.top() + (line.height() - high) // 2
    badge = QRect(line.right() + 1 - wide, top, wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(badge, 4, 4)
    mark = QRectF(badge.left() + CHIP_PAD, badge.center().y() + 0.5 - PICTURE / 2, PICTURE, PICTURE)
    draw_condition(painter, mark.adjusted(1, 1, -1, -1), row.condition, QColor(ink), low=row.low)
    painter.setPen(QColor(ink))
    words = badge.adjusted(CHIP_PAD + PICTURE + 5, 0, 0, 0)
    painter.drawText(words, int(LEFT), word)
    return wide


def _player(painter: QPainter, line: QRect, row: LiveRow, time: CardTime, dress: Dress) -> None:
    """Paint a player's colour and name. Leave room for a time at the right end."""
    theme, side = dress.theme, time.side
    end = 0 if time.at_foot or not time.words else time.room.width() + APART
    wide = 0 if row.games else dress.chip + APART
    if wide:
        _chip(painter, line, side, dress)
    beaten = row.won is side.other
    stands_out = row.won is side or row.runs is side or (bool(row.games) and not beaten)
    painter.setFont(dress.bold if stands_out else dress.font)
    painter.setPen(QColor(theme.muted if beaten else theme.text))
    room = line.adjusted(wide, 0, -end, 0)
    name = elide(QFontMetrics(painter.font()), row.names.of(side), room.width())
    painter.drawText(room, int(LEFT), name)


def _chip(painter: QPainter, line: QRect, side: Side, dress: Dress) -> None:
    """Paint the side's colour with its name."""
    theme, wide = dress.theme, dress.chip
    painter.setFont(dress.small)
    high = QFontMetrics(painter.font()).height() + 2
    chip = QRect(line.left(), line.top() + (line.height() - high) // 2, wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.red if side is Side.RED else theme.blue))
    painter.drawRoundedRect(chip, 4, 4)
    painter.setPen(QColor(theme.on_red if side is Side.RED else theme.on_blue))
    painter.drawText(chip, int(CENTRE), side.colour)


def _card_time(item: QRect, row: LiveRow, side: Side, dress: Dress, *, at_foot: bool) -> CardTime:
    """Return a side's time. Its place is beside the player's name or, with ``at_foot``, on the last
    line with the side's colour: Red's at the left, Blue's at the right.
    """
    words, first_line = row.left.of(side), _first_line(item, dress)
    if at_foot and words:
        words = f"{side.colour} {words}"
    place = 3 if at_foot else 1 if side is Side.RED else 2
    room = first_line.translated(0, place * dress.line)
    widths = dress.bold_widths if _stands_out(row, side) else dress.widths
    room.setWidth(ARROW + APART + widths.horizontalAdvance(words))
    if not at_foot or side is Side.BLUE:
        room.moveRight(first_line.right())
    return CardTime(side, words, room, at_foot)


def _paint_time(painter: QPainter, time: CardTime, row: LiveRow, dress: Dress) -> None:
    """Paint a time, with an arrow if the clock runs."""
    theme, room = dress.theme, time.room
    stands_out = _stands_out(row, time.side)
    painter.setFont(dress.bold_figures if stands_out else dress.figures)
    painter.setPen(QColor(theme.text if stands_out else theme.muted))
    painter.drawText(room, int(RIGHT), time.words)
    if row.runs is time.side and time.words:
        colour = theme.red_words if time.side is Side.RED else theme.blue_words
        arrow = QRectF(room.left(), room.center().y() + 1 - ARROW / 2, ARROW, ARROW)
        draw_arrow(painter, arrow, QColor(colour), left=False)


def _stands_out(row: LiveRow, side: Side) -> bool:
    return row.runs is side or (bool(row.games) and row.won is not side.other)


def _foot(
    painter: QPainter, line: QRect, row: LiveRow, times: tuple[CardTime, ...], dress: Dress
) -> None:
    """Paint the facts of a tall card on its last line, between the times if there are any."""
    room = QRect(line)
    for time in times:
        if time.at_foot and time.words and time.side is Side.RED:
            room.setLeft(time.room.right() + APART)
        elif time.at_foot and time.words:
            room.setRight(time.room.left() - APART)
    painter.setFont(dress.figures)
    painter.setPen(QColor(dress.theme.muted))
    align = LEFT if room == line else CENTRE
    painter.drawText(room, int(align), _facts(row, dress.widths, room.width()))
