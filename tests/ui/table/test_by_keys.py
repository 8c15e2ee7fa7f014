"""What players do at a table's window without a mouse, and beside plungers that type keys."""

import pytest
from PySide6.QtCore import Qt

from app.engine.side import Side
from app.ui.table.sheets import Kind
from tests.ui.by_keys import focused, key, tabbed_to
from tests.ui.tables import Table

Key = Qt.Key


def test_touching_a_button_does_not_take_the_keys_from_the_plungers(table: Table) -> None:
    table.begin(4)
    table.window.activateWindow()
    table.qtbot.waitUntil(table.window.isActiveWindow)
    interrupt = table.window.strip.interrupt
    table.click(interrupt)
    table.click(interrupt)
    assert not table.game.play.interrupted
    table.forward(60)
    key(Key.Key_Space)
    table.settle()
    assert table.game.play.step == 5
    assert not table.game.play.interrupted


def test_a_button_pressed_by_keyboard_returns_focus_to_the_table(table: Table) -> None:
    table.begin(4)
    strip = table.window.strip
    tabbed_to(table.window, strip.interrupt, table.qtbot)
    key(Key.Key_Space)
    table.settle()
    assert table.game.play.interrupted
    assert focused() is table.window


def test_escape_closes_what_a_player_opened(table: Table) -> None:
    table.begin(5)
    table.click(table.window.strip.buttons[Side.RED][1])
    assert table.kind(Side.RED) is Kind.CLAIM
    table.press(Key.Key_Escape)
    assert table.kind(Side.RED) is None


def test_tab_goes_through_a_sheet_from_its_rows_to_its_bottom_buttons(table: Table) -> None:
    table.begin(8)
    table.click(table.window.strip.buttons[Side.RED][0])
    sheet = table.sheet(Side.RED)
    assert sheet is not None
    stops = tabbed_to(table.window, sheet.footer[-1], table.qtbot)
    inside = [stop for stop in stops if sheet.isAncestorOf(stop)]
    foot = [widget for widget in inside if widget in sheet.footer]
    assert inside[len(inside) - len(foot) :] == foot
    assert len(inside) > len(foot)


@pytest.mark.parametrize("opened", [0, 1])
def test_tab_reaches_an_open_sheet_before_the_strip_between_the_clocks(
    table: Table, opened: int
) -> None:
    table.begin(8)
    button = table.window.strip.buttons[Side.BLUE][opened]
    tabbed_to(table.window, button, table.qtbot)
    key(Key.Key_Space)
    table.settle()
    sheet = table.sheet(Side.BLUE)
    assert sheet is not None
    stops = tabbed_to(table.window, table.window.strip.menu, table.qtbot)
    inside = [sheet.isAncestorOf(stop) for stop in stops[1:]]
    assert stops[0] is table.window
    assert inside[0]
    assert inside == sorted(inside, reverse=True)
    key(Key.Key_Tab)
    assert focused() is table.window
