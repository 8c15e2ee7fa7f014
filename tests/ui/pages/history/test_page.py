import time
from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, DropPlayer, Entry
from app.engine.acts.setup import CreateEvent, ShiftTimes
from app.engine.acts.table import ClockStarted, StartClock, Tap, TurnEnded
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.side import Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.history.model import (
    NOTE,
    SHOW_S,
    TIME,
    WHAT,
    WHERE,
    WHO,
    HistoryRows,
)
from app.ui.pages.history.page import HistoryPage
from app.ui.widgets.font import even_figures
from app.ui.widgets.table_list import ROW
from app.ui.widgets.table_model import SIDES
from app.views.time_of_day import LATEST_MS, clock_seconds
from tests.events import NOON_MS, Event
from tests.stores import on_server
from tests.ui.open_pages import PageOf
from tests.views.history.test_rows import ADDED, DRAWN, PACKET, SETTINGS, log

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(page_of: PageOf, qtbot: QtBot) -> HistoryPage:
    page = page_of(HistoryPage)
    qtbot.waitUntil(lambda: page.rows.rowCount() == 1)
    return page


def column(page: HistoryPage, which: int) -> list[str]:
    return [page.rows.text(row, which) for row in range(page.rows.rowCount())]


def newest(page: HistoryPage) -> str:
    return page.rows.text(0, WHAT)


def here() -> str:
    """The place of this program's acts. What tests are run on may be chosen after this is read."""
    return "Station" if on_server() else "Desk"


def shows(qtbot: QtBot, page: HistoryPage, sentence: str) -> None:
    qtbot.waitUntil(lambda: newest(page) == sentence)


def test_the_newest_row_stands_on_top_with_time_actor_and_station(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    event.move_by(65_000)
    event.do(AddPlayers((Entry("Anna"),)))
    shows(qtbot, page, "Added: Anna (number 1)")
    cells = [page.rows.text(0, one) for one in (TIME, WHO, WHERE, NOTE)]
    assert cells == [clock_seconds(NOON_MS + 65_000), "Organizer", here(), ""]
    assert column(page, WHAT)[-1].startswith("Event created: Foundry Open")
    assert page.count.text() == "2 rows"


def test_the_time_of_every_row_is_fully_visible(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    """Figures of one width take more room than the same figures in a sentence."""
    event.move_by(40_271_000)  # 23:11:11
    event.do(AddPlayers((Entry("Anna"),)))
    shows(qtbot, page, "Added: Anna (number 1)")
    metrics = QFontMetrics(even_figures(page.table.font()))
    widest = max(metrics.horizontalAdvance(words) for words in column(page, TIME))
    assert page.table.columnWidth(TIME) >= widest + SIDES


def test_an_undone_act_is_struck_through_and_labelled_undone(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    event.register(2)
    event.do(DropPlayer(1))
    shows(qtbot, page, "Anna Kowalska dropped before round 1")
    assert page.undo.text() == "&Undo drop of Anna Kowalska"
    page.undo.click()
    shows(qtbot, page, "Undone: drop of Anna Kowalska")
    assert page.rows.text(1, NOTE) == "undone"
    assert not page.table.isColumnHidden(NOTE)
    font = page.rows.index(1, WHAT).data(Qt.ItemDataRole.FontRole)
    assert font.strikeOut()
    assert page.rows.index(0, WHAT).data(Qt.ItemDataRole.FontRole) is None
    event.do(Redo())
    shows(qtbot, page, "Redone: drop of Anna Kowalska")
    assert "undone" not in column(page, NOTE)


def test_sentences_use_the_full_width_while_nothing_is_undone(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    """An empty column took a hundred pixels from them, and half of them wrapped."""
    event.register(2)
    qtbot.waitUntil(lambda: page.rows.rowCount() > 1)
    assert page.table.isColumnHidden(NOTE)
    shown = sum(page.table.columnWidth(column) for column in (TIME, WHO, WHERE, WHAT))
    assert abs(page.table.viewport().width() - shown) <= 1


def test_the_undo_button_is_disabled_when_nothing_is_left_to_undo(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    assert not page.undo.isEnabled()
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(page.undo.isEnabled)
    event.do(Undo())
    qtbot.waitUntil(lambda: not page.undo.isEnabled())
    assert page.undo.text() == "&Undo"


def test_a_long_name_does_not_stretch_the_undo_button(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    event.do(AddPlayers((Entry("Wolfeschlegelstein & Sons " * 7),)))
    event.do(DropPlayer(1))
    qtbot.waitUntil(lambda: page.undo.text().endswith("…"))
    assert page.undo.width() < 500
    assert "Sons" in page.undo.toolTip()


def tapped(event: Event) -> None:
    """Two tables, two taps at the first."""
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    for side in (Side.RED, Side.BLUE):
        event.move_by(60_000)
        tap = event.desk.submit(Tap(game, side), actor=side.colour, station="table 1")
        assert isinstance(tap.result(timeout=60), tuple)


def test_the_filters_narrow_the_list(qtbot: QtBot, page: HistoryPage, event: Event) -> None:
    tapped(event)
    qtbot.waitUntil(lambda: newest(page).endswith("tapped at the end of deployment"))
    assert page.rows.text(0, WHO).endswith("(Blue)")
    assert page.rows.text(0, WHERE) == "Table 1"
    total = page.rows.total
    page.organizer.click()
    assert set(column(page, WHO)) == {"Organizer"}
    assert page.count.text() == f"{total - 2} of {total} rows"
    page.everything.click()
    page.tables.setCurrentIndex(page.tables.findData(1))
    assert len(column(page, WHAT)) == 3
    page.tables.setCurrentIndex(page.tables.findData(2))
    assert page.empty.isVisible()
    assert "Nothing matches" in page.empty.text()
    page.tables.setCurrentIndex(0)
    assert page.rows.rowCount() == total


def test_the_search_looks_at_sentence_actor_and_station(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    tapped(event)
    qtbot.waitUntil(lambda: newest(page).endswith("tapped at the end of deployment"))
    QTest.keyClick(page, Qt.Key.Key_F, CTRL | SHIFT)
    QTest.keyClicks(page.search, "table 1 TAPPED (red)")
    assert page.rows.rowCount() == 1
    page.search.clear()
    QTest.keyClicks(page.search, "published")
    assert column(page, WHAT) == ["Round 1 published"]


def test_new_rows_join_a_filtered_list_only_when_they_match(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    page.search.setText("anna")
    event.do(AddPlayers((Entry("Ben"),)))
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: page.rows.total == 3)
    assert column(page, WHAT) == ["Added: Anna (number 2)"]


def test_new_tables_join_the_filter_and_the_chosen_table_stays(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    event.register(4)
    event.start()
    qtbot.waitUntil(lambda: page.tables.count() == 3)
    page.tables.setCurrentIndex(2)
    event.register(8)
    event.draw(9)
    qtbot.waitUntil(lambda: page.tables.count() > 3)
    assert page.tables.currentText() == "Table 2"


def test_new_rows_do_not_move_the_place_the_organizer_is_reading(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    for number in range(40):
        event.do(AddPlayers((Entry(f"Player {number}"),)))
    qtbot.waitUntil(lambda: page.rows.total == 41)
    bar = page.table.verticalScrollBar()
    assert bar.value() == 0
    bar.setValue(12)
    read = page.rows.text(page.table.rowAt(1), WHAT)
    event.do(AddPlayers((Entry("Zoe"),)))
    qtbot.waitUntil(lambda: page.rows.total == 42)
    assert page.rows.text(page.table.rowAt(1), WHAT) == read


def test_chosen_rows_can_be_copied(qtbot: QtBot, page: HistoryPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: page.rows.total == 2)
    page.table.setFocus()
    page.table.selectRow(0)
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text().split("\t")
    assert copied[1:4] == ["Organizer", here(), "Added: Anna (number 1)"]


def test_a_hidden_history_page_catches_up_when_it_is_shown(
    client: DeskClient, qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    page.hide()
    with qtbot.waitSignal(client.changed):
        event.do(AddPlayers((Entry("Anna"),)))
    assert page.rows.total == 1
    page.show()
    assert newest(page) == "Added: Anna (number 1)"


def test_tooltips_give_the_date_and_the_whole_sentence(page: HistoryPage) -> None:
    tip = Qt.ItemDataRole.ToolTipRole
    assert page.rows.index(0, WHAT).data(tip) == newest(page)
    assert str(2027) in page.rows.index(0, TIME).data(tip)


def test_a_row_of_another_day_names_the_day(qtbot: QtBot, page: HistoryPage, event: Event) -> None:
    event.move_by(24 * 60 * 60_000)
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: page.rows.total == 2)
    assert page.rows.text(0, TIME) == clock_seconds(NOON_MS)
    day, time = page.rows.text(1, TIME).split()
    assert (len(day), time) == (3, clock_seconds(NOON_MS))


def test_a_late_record_says_when_it_actually_happened(event: Event) -> None:
    rows = HistoryRows()
    late = Record(1, 1, NOON_MS + 90_000, "table 1", "Red", TurnEnded(1, NOON_MS, Side.RED))
    rows.show_history([late], event.state)
    said = f"A table no longer there: Red tapped, known 1:30 later, at {clock_seconds(NOON_MS)}"
    assert rows.text(0, WHAT) == said


def test_an_instant_that_a_damaged_row_shifts_beyond_all_dates_has_the_last_date() -> None:
    records = log([CreateEvent(SETTINGS, PACKET), ShiftTimes(10**20)])
    rows = HistoryRows()
    rows.show_history(records, fold(records))
    assert rows.text(0, TIME) == clock_seconds(LATEST_MS)


def test_rows_are_updated_when_a_clock_switch_is_reinterpreted() -> None:
    game = ClockStarted(1, 0, Side.RED)
    taps = [TurnEnded(1, n, Side.BLUE if n % 2 else Side.RED) for n in range(10, 16)]
    read = RelabelPress(1, None, 14, interrupt=True, at_ms=20)
    records = log([CreateEvent(SETTINGS, PACKET), ADDED, DRAWN, game, *taps, read])
    rows = HistoryRows()
    rows.show_history(records[:-1], fold(records[:-1]))
    assert rows.text(1, WHAT) == "Table 4: Ann tapped at the end of turn 1"
    rows.show_history(records, fold(records))
    assert rows.text(2, WHAT) == "Table 4: Ann tapped"


def lengthened(client: DeskClient, rows: int) -> None:
    """A log of so many rows, nearly all of them marks of a table."""
    first = client.records[0]
    mark = TurnEnded(1, NOON_MS, Side.RED)
    client.records = [
        first,
        *(replace(first, seq=n, act=n, event=mark) for n in range(2, rows + 1)),
    ]


def test_a_very_long_history_is_read_a_little_at_a_time(
    client: DeskClient, qtbot: QtBot, page: HistoryPage
) -> None:
    lengthened(client, 30_000)
    page.show_history()
    assert page.rows.is_learning
    assert page.rows.rowCount() == 1, "the new ones come together"
    assert 1 < page.rows.total < 30_000
    qtbot.waitUntil(lambda: not page.rows.is_reading)
    assert page.rows.rowCount() == 30_000
    assert page.count.text() == "30000 rows"
    page.search.setText("red tapped")
    assert 0 < page.rows.rowCount() < 29_999
    qtbot.waitUntil(lambda: not page.rows.is_reading)
    assert page.rows.rowCount() == 29_999
    page.table.scrollToBottom()
    assert page.table.rowAt(page.table.viewport().height() - 40) > 29_900


def test_search_results_are_refreshed_only_a_few_times_a_second(
    client: DeskClient, qtbot: QtBot, page: HistoryPage
) -> None:
    """Each time the table is laid out and painted anew."""
    lengthened(client, 30_000)
    page.show_history()
    qtbot.waitUntil(lambda: not page.rows.is_reading)
    shown_s: list[float] = []
    page.rows.rowsInserted.connect(lambda *_where: shown_s.append(time.perf_counter()))
    page.search.setText("red tapped")
    assert len(shown_s) == 1, "the newest are there at once"
    qtbot.waitUntil(lambda: not page.rows.is_reading)
    assert page.rows.rowCount() == 29_999
    *waited, _last = shown_s  # the rest comes when all are found
    assert all(later - before >= SHOW_S for before, later in pairwise(waited))


def test_a_search_abandoned_halfway_leaves_every_row_in_its_place(
    client: DeskClient, qtbot: QtBot, page: HistoryPage
) -> None:
    lengthened(client, 5_000)
    page.show_history()
    page.search.setText("nothing like it")
    page.organizer.click()
    page.search.setText("tapped")
    page.everything.click()
    page.search.clear()
    qtbot.waitUntil(lambda: not page.rows.is_reading)
    assert page.rows.rowCount() == page.rows.total == 5_000
    assert page.rows.text(4_999, WHAT).startswith("Event created")


def test_history_rows_are_as_high_as_rows_of_other_lists(page: HistoryPage) -> None:
    assert page.table.rowHeight(0) == ROW


def test_wrapped_rows_are_high_enough_at_every_scroll_position(
    qtbot: QtBot, page: HistoryPage, event: Event
) -> None:
    for number in range(60):
        event.do(AddPlayers(tuple(Entry(f"Number {number} of {n} {'x' * 30}") for n in range(5))))
    qtbot.waitUntil(lambda: page.rows.total == 61)
    table, bar = page.table, page.table.verticalScrollBar()

    def in_sight() -> list[int]:
        bottom = table.viewport().height()
        return [row for row in range(61) if 0 <= table.rowViewportPosition(row) < bottom]

    metrics = table.fontMetrics()
    for value in (0, 7, 30, bar.maximum()):
        bar.setValue(value)
        room = QRect(0, 0, table.columnWidth(WHAT) - SIDES, 0)
        for row in in_sight():
            words = page.rows.text(row, WHAT)
            needs = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()
            assert table.rowHeight(row) >= needs, row
    assert 60 in in_sight(), "the last row is reached"
