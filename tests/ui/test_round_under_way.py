"""What a round under way tells while nothing happens, and how its tables stand."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from app.engine.live_view import LOW_WORDS
from app.engine.table_view import Condition
from app.ui.desk_client import DeskClient
from app.ui.round_page import RoundPage
from app.ui.table_painter import PAD, PICTURE
from app.ui.table_rows import Part
from app.ui.theme import LIGHT, Theme
from tests.events import MINUTE, Event

PageOf = Callable[[Callable[[DeskClient], RoundPage]], RoundPage]


def test_the_rounds_time_goes_on_where_no_clock_runs(
    event: Event, page_of: PageOf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.live_round.LOOK_MS", 20)
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(lambda: page.header.clock.text().endswith("120 min to go"))
    event.move_by(121 * MINUTE)
    qtbot.waitUntil(lambda: page.header.clock.text().endswith("1 min over"))
    assert page.live.banner.isVisible()


def test_how_a_table_stands_is_read_whole(
    event: Event, page_of: PageOf, dressed: Callable[[Theme], None]
) -> None:
    dressed(LIGHT)
    event.register(4)
    event.start()
    tables = page_of(RoundPage).live.tables
    font = QFont(tables.font())
    font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(font)
    room = tables.columnWidth(Part.CONDITION) - 3 * PAD - PICTURE
    for one in (*(condition.value for condition in Condition), LOW_WORDS):
        assert metrics.horizontalAdvance(one) < room, one
