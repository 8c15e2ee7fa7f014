"""The tables of a round in a list: who plays, whose clock runs, which tables need the organizer."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.side import Side
from app.ui.pages.round.live.tables.model import (
    COLUMNS,
    GAMES_WON,
    MORE_THAN_TIMES,
    TIMES,
    LiveColumn,
    TableModel,
    words,
)
from app.ui.pages.round.live.tables.painter import ARROW, PAD, PICTURE, TablePainter
from app.ui.pages.round.live.tables.view import TablesView
from app.ui.widgets.font import even_figures
from app.ui.widgets.table_model import share_width
from app.views.round.live import INTERRUPTED, LOW_WORDS, LiveRow
from app.views.table.table import CONDITION_WORDS

ROOMY, CLOSE, CLOSEST = 32, 26, 21
"""The heights of a row in pixels: if all rows are then visible, if they are not, and on a low
screen.
"""
LOW = 362
"""The height of a list, in pixels, below which the screen counts as low."""
LOW_HEADING = 24
"""The height of the headings on a low screen."""
NARROWEST = 56
AIR = 4
NAMES = {LiveColumn.RED: 1, LiveColumn.BLUE: 1}
SIDES = {
    int(LiveColumn.RED): Side.RED,
    int(LiveColumn.RED_LEFT): Side.RED,
    int(LiveColumn.BLUE_LEFT): Side.BLUE,
    int(LiveColumn.BLUE): Side.BLUE,
}
ZEROS = str.maketrans("123456789", "0" * 9)
PICTURE_ALONE = PAD + PICTURE + PAD
LONG_NAME, SHORT_NAME = "a" * 24, "a" * 12
"""Sample names whose widths decide when other columns give way. The rarely read columns give way if
``LONG_NAME`` would not fit, and all others except the times if ``SHORT_NAME`` would not fit.
"""
CONDITIONS = (*CONDITION_WORDS.values(), LOW_WORDS, INTERRUPTED)


class LiveTables(TablesView, QTableView):
    """The list of a round's tables, with a line for each."""

    def __init__(self, now_ms: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = dict.fromkeys(LiveColumn, 0)
        self._measured: dict[str, int] = {}
        self._games: frozenset[int] = frozenset()
        self._fitted: dict[int, LiveRow] = {}  # rows that have room
        self._count = 0  # of rows
        self._points = 0  # the room of the points of finished turns
        self._match_words = 0  # the room of how matches stand, which is always said
        self._was_empty: tuple[LiveColumn, ...] = ()
        rows = TableModel(self)
        self.begin("tableList", rows, now_ms)
        self._painter = TablePainter(rows, self)
        self.setItemDelegate(self._painter)
        self._dress()

    def _dress(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def side_at(self, index: QModelIndex) -> Side | None:
        row = self._rows.row(index)
        return None if row is None or row.games else SIDES.get(index.column())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
        self._share_height()

    def _share_width(self) -> None:
        """Give columns the width of their contents, and the rest to the names.

        If there is not enough width, the other columns shrink in this order: the points of turns
        under way go, the turn goes, the condition becomes a picture alone, and the army points go.
        Then names are shortened. If even short names do not fit, the words for how matches stand
        go, and then the control points. The points of turns under way return if there is width left
        over.
        """
        widths = {
            part: self._wanted[part] for part in LiveColumn if part not in {*NAMES, *self._empty()}
        }
        room = self.viewport().width()
        matches = max(PICTURE_ALONE, self._match_words)
        self._give_way(
            widths,
            room - self._names_up_to(LONG_NAME),
            {
                LiveColumn.CP: self._points,
                LiveColumn.TOLD: 0,
                LiveColumn.CONDITION: matches,
                LiveColumn.AP: 0,
            },
        )
        self._give_way(
            widths,
            room - self._names_up_to(SHORT_NAME),
            {LiveColumn.CONDITION: PICTURE_ALONE, LiveColumn.CP: 0},
        )
        names = {part: self._wanted[part] for part in NAMES}
        longer = self._wanted[LiveColumn.CP] - widths[LiveColumn.CP]
        if sum(widths.values()) + sum(names.values()) + longer <= room:
            widths[LiveColumn.CP] += longer
        self._painter.says_conditions = (
            widths[LiveColumn.CONDITION] >= self._wanted[LiveColumn.CONDITION]
        )
        widths |= {
            part: max(width, NARROWEST)
            for part, width in share_width(room - sum(widths.values()), names, NAMES).items()
        }
        for part in LiveColumn:
            self.setColumnHidden(part, not widths.get(part))
            if widths.get(part):
                self.setColumnWidth(part, widths[part])

    def _names_up_to(self, longest: str) -> int:
        """Return the width for both names, in which neither counts as longer than ``longest``."""
        return sum(min(self._wanted[part], self._room_of(longest, part)) for part in NAMES)

    @staticmethod
    def _give_way(
        widths: dict[LiveColumn, int], room: int, narrower: Mapping[LiveColumn, int]
    ) -> None:
        """Reduce columns to the widths in ``narrower``, one after the other, until all
        columns fit.
        """
        for part, width in narrower.items():
            if sum(widths.values()) <= room:
                return
            if part in widths:
                widths[part] = min(width, widths[part])

    def _empty(self) -> tuple[LiveColumn, ...]:
        """Return the columns that have no contents: the times if no row has one, and the army
        points if no row has any.
        """
        rows = self._rows.rows
        times = () if any(row.left.red or row.left.blue for row in rows) or not rows else TIMES
        return times if any(row.ap for row in rows) else (*times, LiveColumn.AP)

    def _measure(self, rows: Sequence[LiveRow]) -> bool:
        """Measure the texts, and tell whether any column needs another width. Columns become
        narrower only when the games change, so that no column moves while a round is played.
        """
        games = frozenset(row.game for row in rows)
        before = (dict(self._wanted), self._points, self._was_empty)
        self._was_empty = self._empty()
        if games != self._games:
            self._games = games
            self._fitted, self._match_words = {}, 0
            self._points = self._room_of(str(COLUMNS[LiveColumn.CP].heading), LiveColumn.CP)
            self._wanted = {
                part: self._room_of(str(COLUMNS[part].heading), part) for part in LiveColumn
            }
            self._wanted[LiveColumn.CONDITION] = max(
                self._room_of(condition, LiveColumn.CONDITION) for condition in CONDITIONS
            )
        for row in rows:
            before_it = self._fitted.get(row.game)
            if before_it is row:
                continue
            self._fitted[row.game] = row
            self._points = max(self._room_of(row.cp, LiveColumn.CP), self._points)
            same = before_it is not None and MORE_THAN_TIMES(before_it) == MORE_THAN_TIMES(row)
            for part in TIMES if same else LiveColumn:
                wide = self._room_of(words(row, part), part)
                if row.games and part is LiveColumn.TABLE:
                    wide += ARROW + PAD
                elif row.games and part is LiveColumn.CONDITION:
                    self._match_words = max(wide, self._match_words)
                self._wanted[part] = max(wide, self._wanted[part])
        for part in TIMES if any(row.games for row in rows) else ():
            self._wanted[part] = max(self._room_of(str(GAMES_WON), part), self._wanted[part])
        return before != (self._wanted, self._points, self._was_empty)

    def _room_of(self, text: str, part: LiveColumn) -> int:
        beside = 2 * PAD + AIR
        if part is LiveColumn.CONDITION:
            beside += PICTURE + PAD
        elif part in TIMES:  # with an arrow instead of the space on one side
            text, beside = text.translate(ZEROS), beside + ARROW - PAD
        if text not in self._measured:
            self.ensurePolished()
            font = even_figures(self.font()) if part in TIMES else QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold)
            self._measured[text] = QFontMetrics(font).horizontalAdvance(text)
        return beside + self._measured[text]

    def _share_height(self) -> None:
        """Choose the height of the rows so that as many tables as possible are visible."""
        is_low = self.height() < LOW
        heading = self.horizontalHeader()
        heading.setMaximumHeight(LOW_HEADING if is_low else heading.sizeHint().height())
        room = self.viewport().height()
        closest = CLOSEST if is_low else CLOSE
        height = ROOMY if self._count * ROOMY <= room else closest
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setMinimumSectionSize(height)
            self.verticalHeader().setDefaultSectionSize(height)

    def shown_anew(self, rows: Sequence[LiveRow]) -> None:
        if len(rows) != self._count:
            self._count = len(rows)
            self._share_height()
        if self._measure(rows):
            self._share_width()
