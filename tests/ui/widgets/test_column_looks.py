"""The tables of how columns are shown."""

from app.ui.pages.clocks import rows as clocks
from app.ui.pages.players import table as players
from app.ui.pages.players.check_in import table as check_in
from app.ui.pages.round.live.tables import model as live
from app.ui.pages.standings import table as standings
from app.ui.pages.tablets import rows as tablets


def test_every_column_is_shown_in_its_order():
    for table in (check_in, players, standings):
        assert tuple(table.SHOWN) == table.COLUMNS
    assert tuple(clocks.COLUMNS) == tuple(clocks.ClockColumn)
    assert tuple(tablets.COLUMNS) == tuple(tablets.TabletColumn)
    assert tuple(live.COLUMNS) == tuple(live.LiveColumn)
