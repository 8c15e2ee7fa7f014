"""The use of a wide screen: what belongs together stands beside each other, and lines stay short
enough to read.
"""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QTableView, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import DrawRound
from app.ui.clients.desk import DeskClient
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.event.page import EventPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.draw.buttons import DrawActs
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.widgets.table_model import ROOMY
from tests.events import Event
from tests.ui.open_pages import PageOf, check_in_on

WIDE, NARROW = (1796, 1000), (1242, 700)
CORNER = QPoint(0, 0)


def left_of(part: QWidget, page: QWidget) -> int:
    """The left edge of ``part`` on its page."""
    return part.mapTo(page, CORNER).x()


def test_the_day_plan_is_beside_the_setup_on_a_wide_page(page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(EventPage, WIDE)
    qtbot.waitUntil(lambda: left_of(page.plan, page) > page.follows.width())
    assert page.plan.mapTo(page, CORNER).y() < page.height() / 2
    page.resize(*NARROW)
    qtbot.waitUntil(lambda: left_of(page.plan, page) == left_of(page.follows, page))


def test_keywords_are_in_two_columns_on_a_wide_page(page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(FormatPage, WIDE)
    edges = {left_of(line, page) for line in page.groups.lines.values()}
    assert len(edges) == 2
    page.resize(*NARROW)
    qtbot.waitUntil(lambda: len({left_of(line, page) for line in page.groups.lines.values()}) == 1)


def test_the_questions_of_the_statistics_are_in_two_columns_on_a_wide_screen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.finish()
    page = page_of(StandingsPage, WIDE)
    shown = page.findChild(QTextBrowser, "statistics")
    assert shown is not None
    page.tabs.setCurrentWidget(shown)

    def edges() -> set[int]:
        document, found = shown.document(), set[int]()
        block = document.begin()
        while block.isValid():
            if block.text() in {"How games ended", "Scenarios"}:
                found.add(round(document.documentLayout().blockBoundingRect(block).x()))
            block = block.next()
        return found

    qtbot.waitUntil(lambda: len(edges()) == 2)
    page.resize(*NARROW)
    qtbot.waitUntil(lambda: len(edges()) == 1)


@pytest.mark.parametrize("kind", [PlayersPage, check_in_on, StandingsPage, AwardsPage])
def test_no_text_column_is_much_wider_than_its_content(
    kind: Callable[[DeskClient], QWidget], event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    """Names stood half a screen from what they belong to."""
    event.register(8)
    event.finish()
    page = page_of(kind, WIDE)
    table = next(each for each in page.findChildren(QTableView) if each.isVisible())
    columns = [at for at in range(table.model().columnCount()) if not table.isColumnHidden(at)]
    widths = [table.columnWidth(at) for at in columns]
    assert sum(widths) > table.viewport().width() - 2 * len(columns), "the list is filled"
    shared = table.viewport().width() // len(columns)
    if table.model().headerData(columns[0], Qt.Orientation.Horizontal) in {"No.", "Place"}:
        assert widths[0] < 80, "a number belongs to what follows"
    for at, width in zip(columns, widths, strict=True):
        heading = table.horizontalHeader().sectionSizeHint(at)
        assert width <= ROOMY * max(table.sizeHintForColumn(at), heading) + shared


def test_buttons_beside_fields_have_the_same_padding_as_other_buttons(
    page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(PlayersPage, NARROW)

    def air(part: QPushButton) -> int:
        words = part.text().replace("&", "")
        return part.sizeHint().width() - part.fontMetrics().horizontalAdvance(words)

    assert air(page.paste) == air(page.check_in.required)
    page.resize(770, 400)
    qtbot.waitUntil(lambda: air(page.paste) < air(page.check_in.required))


def test_the_field_for_an_award_is_no_wider_than_a_name(page_of: PageOf) -> None:
    page = page_of(AwardsPage, WIDE)
    assert page.name.width() <= 320


def test_the_act_buttons_of_a_draw_are_evenly_spaced_on_a_wide_page(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.do(DrawRound(7))
    page = page_of(RoundPage, WIDE)
    acts = page.findChild(DrawActs)
    assert acts is not None
    parts = [acts.swap, acts.pair, acts.bye, acts.table, acts.lock, acts.forbid, acts.what_if]
    ends = [left_of(part, page) + part.width() for part in parts]
    gaps = {left_of(part, page) - end for part, end in zip(parts[1:], ends, strict=False)}
    assert len(gaps) == 1
