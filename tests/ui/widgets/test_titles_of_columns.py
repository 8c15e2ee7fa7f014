"""The titles of columns are read whole, however narrow their list is."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from app.ui.pages.clocks.page import ClockList
from app.ui.pages.tablets.page import TabletList
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows

WIDE = 600


def made() -> TableList[str]:
    columns = (
        ListColumn("Table", cell=str, width=72),
        ListColumn("State", cell=str, width=184),
        ListColumn("For", cell=str, width=88),
        ListColumn("Device", cell=str),
    )
    table: TableList[str] = TableList("lists", "Lists", ListRows(columns))
    table.show_rows(("Connected", "No tablet"))
    return table


def cut(table: TableList[Any]) -> list[str]:
    header = table.horizontalHeader()
    return [
        str(column.heading)
        for place, column in enumerate(table.held.columns)
        if not header.isSectionHidden(place)
        and header.sectionSize(place) < header.sectionSizeFromContents(place).width()
    ]


@pytest.mark.parametrize("width", [200, 300, 380, WIDE])
def test_no_column_title_is_cut_at_any_width(qtbot: QtBot, width: int) -> None:
    table = made()
    qtbot.addWidget(table)
    table.show()
    for wide in (WIDE, width, WIDE, width):
        table.resize(wide, 200)
    qtbot.waitUntil(lambda: cut(table) == [])
    table.resize(WIDE, 200)
    qtbot.waitUntil(lambda: table.columnWidth(1) == 184)


def test_a_column_is_hidden_before_the_text_of_others_is_cut(qtbot: QtBot) -> None:
    name = "Steamroller clock of the old hall"
    columns = (
        ListColumn("Name", cell=str),
        ListColumn("Port", cell=lambda _row: "/dev/ttyUSB3", width=136, leaves=2),
        ListColumn("Drift", cell=lambda _row: "+3 ppm", width=80, leaves=1),
        ListColumn("Battery", cell=lambda _row: "", width=80, where_used=True),
    )
    table: TableList[str] = TableList("lists", "Lists", ListRows(columns))
    qtbot.addWidget(table)
    table.show_rows((name,))
    table.show()
    for width, left in (
        (700, ()),
        (320, ("Drift: +3 ppm",)),
        (200, ("Port: /dev/ttyUSB3", "Drift: +3 ppm")),
    ):
        table.resize(width, 200)
        qtbot.waitUntil(lambda left=left: table.left_out(name) == left)
        assert table.isColumnHidden(3), "nothing is in it"
        qtbot.waitUntil(lambda: not table.horizontalScrollBar().isVisible())
        assert table.columnWidth(0) >= min(table.sizeHintForColumn(0), 160)


def test_a_ticking_time_does_not_change_column_widths(qtbot: QtBot) -> None:
    heard = ["12 s ago"]
    columns = (
        ListColumn("Clock", cell=str),
        ListColumn("Heard", cell=lambda _row: heard[0], width=40, figures=True),
    )
    table: TableList[str] = TableList("lists", "Lists", ListRows(columns, lambda row: row[:1]))
    qtbot.addWidget(table)
    table.resize(260, 200)
    table.show()
    table.show_rows(("T1 then",))
    before = table.columnWidth(1)
    heard[0] = "9 s"
    table.show_rows(("T1 now",))
    assert table.columnWidth(1) == before


@pytest.mark.parametrize("kind", [ClockList, TabletList])
def test_no_column_title_is_cut_if_the_system_draws_it_wider(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: Callable[[], TableList[Any]]
) -> None:
    """Windows needs two more pixels for some of them."""
    table = kind()
    qtbot.addWidget(table)
    header = table.horizontalHeader()
    drawn = header.sectionSizeFromContents
    wider = QSize(2, 0)
    monkeypatch.setattr(header, "sectionSizeFromContents", lambda place: drawn(place) + wider)
    table.resize(390, 300)
    table.show()
    qtbot.waitUntil(lambda: cut(table) == [])


@pytest.mark.parametrize("kind", [ClockList, TabletList])
def test_no_column_title_of_a_device_list_is_cut_on_a_small_screen(
    qtbot: QtBot, kind: Callable[[], TableList[Any]]
) -> None:
    table = kind()
    qtbot.addWidget(table)
    table.resize(390, 300)
    table.show()
    qtbot.waitUntil(lambda: cut(table) == [])
