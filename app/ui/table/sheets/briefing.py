"""The rules of the present scenario, page by page, beside its map."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Seat
from app.engine.side import Side
from app.engine.table.game import Play
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import sized_font
from app.ui.table.sheets.base import GAP, Cells, Sheet
from app.ui.widgets.scenario_map import ScenarioMap
from app.views.table.briefing import BriefingPart, scenario_briefing
from app.views.table.element_states import gone_elements
from app.views.table.map_places import kill_boxes

READABLE = 15  # pixels
TWO_COLUMNS = 900
TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class BriefingSheet(Sheet):
    """The sheet with the scenario's rules. ``leave`` returns to the previous sheet."""

    def __init__(
        self,
        side: Side,
        terms: GameRules,
        play: Play,
        leave: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        briefing = scenario_briefing(terms, play)
        super().__init__(side, briefing.scenario, parent)
        self._parts = briefing.parts
        self.page = 0
        self._pages: tuple[tuple[BriefingPart, ...], ...] = ()
        self._shown = 1  # columns
        self.columns = tuple(FacingLabel("", self, most=18, align=TOP_LEFT) for _ in range(2))
        self.more = FacingButton("", self, most=20)
        self.done = FacingButton(say("Back"), self, kind="primary", most=24)
        self.more.clicked.connect(self._turn)
        self.done.clicked.connect(leave)
        self.beside = ScenarioMap(self)
        viewer = Seat.FIRST if play.first is side else Seat.SECOND
        self.beside.measured = any(one.base_mm for one in terms.scenario.elements)
        boxes = kill_boxes(terms, play.step)
        self.beside.show_map(terms.scenario, play.first, viewer, terms.briefing, *boxes)
        self.beside.show_holdings((), gone_elements(terms, play))
        self.beside.setVisible(self.beside.known)
        self.set_rows([Cells(tuple((column, 1) for column in self.columns))])
        self.set_footer(self.more, self.done)

    def _put_rows(self, body: QRect) -> None:
        """Fill the body with text. Text that does not fit at a readable size goes on the next
        page.
        """
        if not self._rows:
            return
        wide = body.width() > TWO_COLUMNS
        left = body.adjusted(0, 0, -(body.width() // 2 + GAP) if wide else 0, 0)
        right = body.adjusted(body.width() // 2 + GAP, 0, 0, 0)
        self._put(self.columns[0], left)
        self._put(self.columns[1], right if wide else QRect(0, 0, 0, 0))
        self._shown = 2 if wide else 1
        pages = self._paged(left)
        if pages != self._pages:
            self._pages, self.page = pages, 0
        self._show_page()

    def _paged(self, body: QRect) -> tuple[tuple[BriefingPart, ...], ...]:
        pages: list[tuple[BriefingPart, ...]] = []
        for part in self._parts:
            last = (*pages[-1], part) if pages else (part,)
            if pages and _is_readable(last, body):
                pages[-1] = last
            else:
                pages += [(piece,) for piece in _pieces(part, body)]
        return tuple(pages)

    def _show_page(self) -> None:
        if not self._pages:
            return
        pages = self._pages[self.page : self.page + self._shown]
        for place, column in enumerate(self.columns):
            column.show_text(_text(pages[place]) if place < len(pages) else "")
        several = len(self._pages) > self._shown
        following = self._pages[self._following][0].title
        self.more.show_text(wording.NEXT_PAGE.format(title=following))
        if several is self.more.isHidden():
            self.more.setVisible(several)

    @property
    def _following(self) -> int:
        """The number of the next page. After the last page comes the first."""
        following = self.page + self._shown
        return following if following < len(self._pages) else 0

    def _turn(self) -> None:
        self.page = self._following
        self._show_page()


def _is_readable(parts: tuple[BriefingPart, ...], body: QRect) -> bool:
    """Tell whether the parts fit into ``body`` at a readable size."""
    metrics = QFontMetrics(sized_font(READABLE))
    box = QRect(0, 0, max(body.width(), 1), 100_000)
    flags = int(TOP_LEFT) | int(Qt.TextFlag.TextWordWrap)
    return metrics.boundingRect(box, flags, _text(parts)).height() <= body.height()


def _pieces(part: BriefingPart, body: QRect) -> Iterator[BriefingPart]:
    """Divide a part into pieces that fit into ``body``, each with the part's title."""
    lines: tuple[str, ...] = ()
    for line in part.lines:
        if lines and not _is_readable((replace(part, lines=(*lines, line)),), body):
            yield replace(part, lines=lines)
            lines = ()
        lines = (*lines, line)
    yield replace(part, lines=lines)


def _text(parts: tuple[BriefingPart, ...]) -> str:
    return "\n".join(line for part in parts for line in _lines(part))


def _lines(part: BriefingPart) -> tuple[str, ...]:
    return (part.title.upper(), *map("• {}".format, part.lines))
