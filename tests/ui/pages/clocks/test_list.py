"""The list of clocks: what is chosen stays chosen, whatever comes and goes."""

import pytest
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Clock, Seat
from app.clock.hall.hall import ClocksSnapshot
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port, PortSettings, Stage
from app.engine.frozen import replace
from app.ui.pages.clocks.page import ClockList
from app.ui.pages.clocks.rows import ClockRow, clock_rows


def rows(*tables: int, asked: int = 0) -> tuple[ClockRow, ...]:
    """A clock at each table; what is behind the port of table ``asked`` is not known yet."""
    ports = tuple(
        Port(
            PortInfo(f"/dev/ttyUSB{table}", f"usb{table}", ""),
            Stage.ASKING if table == asked else Stage.READY,
            () if table == asked else (f"DGT {table}",),
            wish=PortSettings(True, "dgt"),
        )
        for table in tables
    )
    clocks = tuple(
        Clock(f"DGT {table}", "DGT", seat=Seat(table), online=True)
        for table in tables
        if table != asked
    )
    return clock_rows(ClocksSnapshot(ports, clocks), 0)


@pytest.fixture
def chosen(qtbot: QtBot) -> ClockList:
    """The list of tables 3 to 6, of which 5 is chosen."""
    shown = ClockList()
    qtbot.addWidget(shown)
    shown.show_rows(rows(3, 4, 5, 6))
    shown.choose([2])
    return shown


@pytest.mark.parametrize("tables", [(1, 2, 3, 4, 5, 6), (5,), (3, 4, 5, 6, 7), (5, 6), (4, 5)])
def test_the_chosen_clock_stays_chosen_while_others_come_and_go(
    chosen: ClockList, tables: tuple[int, ...]
) -> None:
    chosen.show_rows(rows(*tables))
    assert chosen.chosen_row is not None
    assert chosen.chosen_row.clock == "DGT 5"
    assert {index.row() for index in chosen.selectedIndexes()} == {tables.index(5)}


def test_nothing_is_chosen_after_the_chosen_clock_disappears(chosen: ClockList) -> None:
    chosen.show_rows(rows(3, 4, 6))
    assert chosen.chosen_row is None
    assert not chosen.selectedIndexes()
    chosen.show_rows(rows(3, 4, 5, 6))
    assert chosen.chosen_row is None


def test_a_chosen_port_stays_chosen_once_its_clock_is_identified(chosen: ClockList) -> None:
    chosen.show_rows(rows(3, 4, 6, 8, asked=8))
    chosen.choose([3])
    assert chosen.chosen_row is not None
    assert (chosen.chosen_row.key, chosen.chosen_row.clock) == ("usb8", "")
    chosen.show_rows(rows(8, 9))
    assert chosen.chosen_row.clock == "DGT 8"
    chosen.show_rows(rows(7, 8, 9))
    assert chosen.chosen_row.clock == "DGT 8"


def test_a_chosen_clock_stays_chosen_when_moved_to_another_port(chosen: ClockList) -> None:
    moved = [replace(row, key=f"other {row.key}") for row in rows(1, 3, 4, 5, 6)]
    chosen.show_rows(tuple(moved))
    assert chosen.chosen_row is not None
    assert chosen.chosen_row.clock == "DGT 5"
