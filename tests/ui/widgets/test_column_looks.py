"""The tables of how columns are shown."""

from app.ui.pages.check_in import table as check_in_table
from app.ui.pages.players import table as players_table
from app.ui.pages.standings import table as standings_table


def test_every_column_is_shown_in_its_order():
    for table in (check_in_table, players_table, standings_table):
        assert table.LOOK.columns == table.COLUMNS
