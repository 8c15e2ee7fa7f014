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
    table.show_rows(("In touch", "No tablet"))
    return table


def cut(table: TableList[Any]) -> list[str]:
    header = table.horizontalHeader()
    return [
        str(column.heading)
        for place, column in enumerate(table.held.columns)
        if header.sectionSize(place) < header.sectionSizeFromContents(place).width()
    ]


@pytest.mark.parametrize("width", [200, 300, 380, WIDE])
def test_no_title_is_cut_at_any_width(qtbot: QtBot, width: int) -> None:
    table = made()
    qtbot.addWidget(table)
    table.show()
    for wide in (WIDE, width, WIDE, width):
        table.resize(wide, 200)
    qtbot.waitUntil(lambda: cut(table) == [])
    table.resize(WIDE, 200)
    qtbot.waitUntil(lambda: table.columnWidth(1) == 184)


@pytest.mark.parametrize("kind", [ClockList, TabletList])
def test_no_title_is_cut_where_the_system_draws_it_wider(
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
def test_no_title_of_a_list_of_devices_is_cut_on_a_small_screen(
    qtbot: QtBot, kind: Callable[[], TableList[Any]]
) -> None:
    table = kind()
    qtbot.addWidget(table)
    table.resize(390, 300)
    table.show()
    qtbot.waitUntil(lambda: cut(table) == [])
