from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry, TickOff
from app.engine.acts.rounds import DrawRound
from app.engine.acts.setup import ChangeSettings
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import CheckInItem, Settings
from app.store.packets.files import packets
from app.store.tables.roster import read_roster
from app.ui.pages.players.check_in.table import COLUMNS, CheckInTable
from app.ui.pages.players.import_dialog import RosterRows, RosterTable
from app.ui.pages.players.table import PlayersTable
from app.ui.pages.round.draw.table import DrawTable
from app.ui.widgets.table_model import even_out, share_width
from app.views.event.check_in import CheckInColumn, check_in_rows
from app.views.event.players import player_rows
from app.views.round.round import review
from tests.events import Event

SHARES = {"name": 50, "club": 30, "note": 20}
widths = st.fixed_dictionaries({share: st.integers(0, 2000) for share in SHARES})


def test_width_left_by_one_column_goes_to_the_one_that_needs_more() -> None:
    assert share_width(400, {"name": 300, "club": 90, "note": 20}, SHARES) == {
        "name": 290,
        "club": 90,
        "note": 20,
    }


def test_each_column_gets_its_share_if_all_want_too_much() -> None:
    assert share_width(400, {"name": 900, "club": 900, "note": 900}, SHARES) == {
        "name": 200,
        "club": 120,
        "note": 80,
    }


def test_width_that_no_column_needs_is_divided_among_all() -> None:
    assert share_width(300, {"name": 100, "club": 60, "note": 40}, SHARES) == {
        "name": 150,
        "club": 90,
        "note": 60,
    }


def test_a_hidden_column_takes_no_width() -> None:
    assert share_width(200, {"name": 80, "club": 40}, SHARES) == {"name": 130, "club": 70}
    assert share_width(200, {}, SHARES) == {}


def test_in_a_wide_list_no_column_is_much_wider_than_its_text() -> None:
    given_widths = {"number": 60, "name": 1200, "club": 200, "note": 140}
    wanted = {"name": 150, "club": 120}
    assert even_out(given_widths, wanted) == {"number": 60, "name": 600, "club": 500, "note": 440}
    narrow = {"number": 60, "name": 600, "club": 200}
    assert even_out(narrow, wanted) == narrow


@given(st.integers(0, 2000), widths)
def test_all_columns_together_fill_the_room(room: int, wanted: dict[str, int]) -> None:
    given_widths = share_width(room, wanted, SHARES)
    assert given_widths.keys() == SHARES.keys()
    assert room - len(SHARES) < sum(given_widths.values()) <= room


@given(st.integers(0, 2000), widths)
def test_no_column_is_too_narrow_while_another_has_more_than_it_needs(
    room: int, wanted: dict[str, int]
) -> None:
    given_widths = share_width(room, wanted, SHARES)
    short = any(given_widths[share] < wanted[share] - 1 for share in SHARES)
    assert not short or all(given_widths[share] <= wanted[share] for share in SHARES)


def test_two_long_objectives_are_uncut_in_the_smallest_window(event: Event, qtbot: QtBot) -> None:
    packet = packets()["sr2015"]
    event.do(ChangeSettings(Settings("Foundry Open", "sr2015", 50, 1), packet), insist=True)
    event.register(3, here=2)
    longest = sorted(packet.lists.objectives, key=len)[-2:]
    caster = (ArmyRow("Haley 1", Kind.CASTER, 6),)
    lists = tuple(ArmyList(caster, objective=one, points=50) for one in longest)
    event.do(EnterArmy(2, lists), insist=True)
    table = CheckInTable()
    qtbot.addWidget(table)
    table.resize(1150, 400)
    table.show()
    table.show_rows(check_in_rows(event.state))
    for one in (CheckInColumn.NAME, CheckInColumn.OBJECTIVE):
        at = COLUMNS.index(one)
        assert table.columnWidth(at) >= table.sizeHintForColumn(at), one
    assert not table.horizontalScrollBar().isVisible()


LONG = "Grażyna O’Brien-Świętochłowska"


def test_long_names_are_uncut_if_other_columns_have_room_to_spare(
    event: Event, qtbot: QtBot
) -> None:
    text = f"Name\tClub\tFaction\n{LONG}\tNorthern Legion\tLegion of Everblight"
    roster = RosterTable(RosterRows(read_roster(text).rows))
    event.do(AddPlayers((Entry(LONG, "Northern Legion", "Legion of Everblight"), Entry("Bo"))))
    event.do(CheckIn((1, 2)))
    players = PlayersTable()
    players.show_rows(player_rows(event.state))
    event.do(DrawRound(7))
    draw = DrawTable()
    draw.show_pairings(review(event.state, event.state.rounds[0]))
    for table, width in ((roster, 1070), (players, 1150), (draw, 766)):
        qtbot.addWidget(table)
        table.resize(width, 400)
        table.show()
        metrics = QFontMetrics(bold(table.font()))
        headings = [
            table.model().headerData(at, Qt.Orientation.Horizontal)
            for at in range(table.model().columnCount())
        ]
        column = next(at for at, one in enumerate(headings) if one in {"Name", "Red"})
        assert table.columnWidth(column) >= metrics.horizontalAdvance(LONG) + 16, table


def bold(font: QFont) -> QFont:
    font = QFont(font)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def test_ticking_a_box_does_not_change_column_widths(event: Event, qtbot: QtBot) -> None:
    event.register(3)
    table = CheckInTable()
    qtbot.addWidget(table)
    table.resize(1150, 400)
    table.show()
    table.show_rows(check_in_rows(event.state))
    before = [table.columnWidth(at) for at in range(len(COLUMNS))]
    event.do(TickOff((1, 2, 3), CheckInItem.PAID))
    event.do(TickOff((1, 2, 3), CheckInItem.OBJECTIVE))
    table.show_rows(check_in_rows(event.state))
    assert [table.columnWidth(at) for at in range(len(COLUMNS))] == before
