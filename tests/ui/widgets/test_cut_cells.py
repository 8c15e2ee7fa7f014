"""Cells of a list that are too narrow for their words."""

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows


def test_names_that_differ_only_at_their_ends_look_different_where_they_are_cut(
    qtbot: QtBot,
) -> None:
    column = ListColumn[str]("Event", lambda row: row, bold=True)
    table = TableList("events", "Events", ListRows((column,)))
    qtbot.addWidget(table)
    table.resize(200, 200)
    table.show()
    table.show_rows([f"Landesmeisterschaft Oberbayern, Turnier {number:02d}" for number in (1, 2)])
    QApplication.processEvents()
    first, second = (
        table.viewport().grab(table.visualRect(table.model().index(row, 0))).toImage()
        for row in (0, 1)
    )
    assert first != second
