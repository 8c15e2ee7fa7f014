"""Which of the standings' columns are shown where there is not room for all."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.ui.pages.standings.table import COLUMNS, SHARES, StandingsTable
from app.views.event.standings import StandingsColumn, columns, standing_rows
from tests.events import Event


def dropped(event: Event, room: int, qtbot: QtBot) -> StandingsTable:
    """Three players, one of whom has left, in a table ``room`` wide."""
    about = (("Maria-Theresia Hohenlohe", "Foundry Gaming Club", "Retribution of Scyrah"),)
    about += (("Wolfgang Schwarzenbacher", "", "Convergence of Cyriss"), ("Ed Li", "", "Khador"))
    event.do(AddPlayers(tuple(Entry(*one) for one in about)))
    event.do(CheckIn((1, 2, 3)))
    event.start()
    event.do(DropPlayer(1), insist=True)
    table = StandingsTable()
    qtbot.addWidget(table)
    table.resize(room, 400)
    table.show()
    table.show_rows(standing_rows(event.state))
    table.show_columns(columns(event.state))
    return table


@pytest.mark.parametrize("room", [1150, 500])
def test_less_important_columns_are_hidden_before_text_is_cut(
    event: Event, qtbot: QtBot, room: int
) -> None:
    table = dropped(event, room, qtbot)
    shown = [
        column for column in StandingsColumn if not table.isColumnHidden(COLUMNS.index(column))
    ]
    assert StandingsColumn.NAME in shown
    assert StandingsColumn.BYES not in shown
    assert {StandingsColumn.PLACE, StandingsColumn.TP, StandingsColumn.SOS} <= {*shown}
    least = 999 if room > 1000 else 160
    wide = {StandingsColumn.NOTE, StandingsColumn.FACTION} if room > 1000 else set()
    assert wide <= {*shown}
    for one in {*shown} & SHARES.keys():
        at = COLUMNS.index(one)
        assert table.columnWidth(at) >= min(table.sizeHintForColumn(at), least), one
    assert not table.horizontalScrollBar().isVisible()
    model = table.model()
    tip = model.data(model.index(0, 1), Qt.ItemDataRole.ToolTipRole)
    assert "Byes: " in tip


def test_the_column_the_standings_are_sorted_by_stays_visible(event: Event, qtbot: QtBot) -> None:
    table = dropped(event, 1150, qtbot)
    byes = COLUMNS.index(StandingsColumn.BYES)
    table.resize(1800, 400)
    assert not table.isColumnHidden(byes)
    table.horizontalHeader().sectionClicked.emit(byes)
    table.resize(900, 400)
    assert not table.isColumnHidden(byes)
    table.sort_by_place()
    assert table.isColumnHidden(byes)


def test_a_record_that_includes_a_bye_is_fully_visible(event: Event, qtbot: QtBot) -> None:
    table = dropped(event, 1150, qtbot)
    record = COLUMNS.index(StandingsColumn.RECORD)
    assert any("bye" in row.cell(StandingsColumn.RECORD) for row in table.rows)
    assert table.columnWidth(record) >= table.sizeHintForColumn(record)
