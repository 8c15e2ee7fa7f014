"""The check-in desk: who has what, and what is ticked off there."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, EnterArmy, Entry, TickOff
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.frozen import replace
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import TabletsClient
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.check_in.table import COLUMNS
from app.ui.pages.players.check_in.view import CheckInView
from app.ui.pages.players.page import CHECK_IN, LISTED, PlayersPage
from app.ui.shell.event_window import RAIL
from app.ui.widgets.table_model import measure_column
from app.views.event.check_in import CheckInColumn
from app.views.pages import DeskPage
from app.web.phones.codes import scanned_text
from tests.events import Event, entries
from tests.team_events import team_entries
from tests.ui.asked import when_asked
from tests.ui.full_hall import long_names
from tests.ui.open_pages import PageOf, check_in_on


def heading_tip(page: CheckInView, column: CheckInColumn) -> str:
    """What a heading says of how many have it."""
    role, across = Qt.ItemDataRole.ToolTipRole, Qt.Orientation.Horizontal
    return str(page.table.held.headerData(COLUMNS.index(column), across, role))


def row_of(page: CheckInView, number: int) -> int:
    return next(i for i, row in enumerate(page.table.held.rows) if row.number == number)


def click(page: CheckInView, number: int, column: CheckInColumn) -> None:
    index = page.table.held.index(row_of(page, number), COLUMNS.index(column))
    place = page.table.visualRect(index)
    spot = place.topLeft()
    spot.setX(place.left() + 17)
    spot.setY(place.center().y())
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_check_in_of_an_empty_event_leads_to_the_name_field(qtbot: QtBot, page_of: PageOf) -> None:
    players = page_of(check_in_on)
    page = players.check_in
    assert not page.glance.isVisible(), "the sentence in the middle says it"
    page.go.click()
    qtbot.waitUntil(players.entry.name.hasFocus)
    assert not page.isVisible()
    qtbot.waitUntil(lambda: heading_tip(page, CheckInColumn.PAID) == "nobody yet")


def test_a_click_ticks_off_an_item_and_updates_the_overview(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(3, here=1)
    page = page_of(check_in_on).check_in
    click(page, 2, CheckInColumn.PAID)
    qtbot.waitUntil(lambda: CheckInItem.PAID in client.state.players[2].checked)
    click(page, 2, CheckInColumn.HERE)
    qtbot.waitUntil(lambda: client.state.players[2].plays)
    assert "check-in 1, payment 2" in page.glance.text()
    assert page.table.held.rows[1].cell(CheckInColumn.MISSING) == "lists, objective"
    click(page, 2, CheckInColumn.PAID)
    qtbot.waitUntil(lambda: not client.state.players[2].checked)


def test_returning_to_check_in_rebuilds_the_list_only_after_a_change(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(3, here=1)
    players = page_of(check_in_on)
    held = players.check_in.table.held
    first = held.rows[0]
    players.show_mode(DeskPage.PLAYERS)
    players.show_mode(DeskPage.CHECK_IN)
    assert held.rows[0] is first
    players.show_mode(DeskPage.PLAYERS)
    client.ask(TickOff((2,), CheckInItem.PAID))
    qtbot.waitUntil(lambda: CheckInItem.PAID in client.state.players[2].checked)
    players.show_mode(DeskPage.CHECK_IN)
    assert "payment 2" in players.check_in.glance.text()
    assert held.rows[1].cell(CheckInColumn.MISSING) == "check-in, lists, objective"


def test_an_item_that_is_not_required_is_not_missing_and_can_be_required_again(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(3)
    page = page_of(check_in_on).check_in
    qtbot.mouseClick(page.required, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("&Payment", True),
        ("Army &lists", True),
        ("An &objective in the lists", True),
    ]
    QTest.keyClick(menu, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: heading_tip(page, CheckInColumn.PAID) == "0 of 3, not required")
    assert "payment" not in page.glance.text()
    assert "payment" not in page.table.held.rows[0].cell(CheckInColumn.MISSING)
    click(page, 2, CheckInColumn.PAID)  # it can be noted all the same
    qtbot.waitUntil(lambda: heading_tip(page, CheckInColumn.PAID) == "1 of 3, not required")
    page.asked_menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: heading_tip(page, CheckInColumn.PAID) == "1 of 3, 2 missing")


def test_space_ticks_all_chosen_players_in_the_column(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    page = page_of(check_in_on).check_in
    page.table.setCurrentIndex(page.table.held.index(0, COLUMNS.index(CheckInColumn.PAINTED)))
    page.table.selectAll()
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    players = client.state.players
    qtbot.waitUntil(
        lambda: all(
            CheckInItem.PAINTED in player.checked for player in client.state.players.values()
        )
    )
    assert len(players) == 4


def test_players_who_are_ready_can_be_hidden_and_any_player_can_be_searched_for(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    page = page_of(check_in_on).check_in
    page.search.setText("bartek")
    assert [row.number for row in page.table.held.rows] == [2]
    page.search.setText("nobody")
    assert page.empty.isVisible()
    page.search.clear()
    page.only_missing.setChecked(True)
    assert len(page.table.held.rows) == 4


def test_lists_are_entered_at_check_in_and_their_doubts_can_be_accepted(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(2)
    page = page_of(check_in_on).check_in
    page.table.selectRow(0)

    def answer(dialog: ListsDialog) -> None:
        dialog.forms[0].texts[0].setPlainText("Haley 1 +29")
        dialog.forms[0].points.setValue(90)
        assert "needs 100 to 104" in dialog.doubts.text()
        assert dialog.save.text() == "Accept and sa&ve"
        dialog.save.click()

    when_asked(ListsDialog, answer)
    page.lists.click()
    qtbot.waitUntil(lambda: bool(client.state.players[1].accepted))
    assert page.table.held.rows[0].cell(CheckInColumn.LISTS) == "1 list"
    assert CheckInColumn.LISTS in page.table.held.rows[0].done


def test_everything_a_player_lacks_is_readable_at_the_smallest_window_size(
    event: Event, page_of: PageOf
) -> None:
    event.register(2, here=1)
    event.do(TickOff((1,), CheckInItem.PAID))
    table = page_of(check_in_on).check_in.table
    column = COLUMNS.index(CheckInColumn.MISSING)
    words = {row.cell(CheckInColumn.MISSING) for row in table.held.rows}
    assert "check-in, payment, lists, objective" in words
    assert table.columnWidth(column) >= table.sizeHintForColumn(column)


def test_the_cursor_keeps_its_place_when_its_player_is_complete_and_leaves_the_list(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(5)
    page = page_of(check_in_on).check_in
    table = page.table
    page.only_missing.setChecked(True)
    table.setCurrentIndex(table.held.index(2, COLUMNS.index(CheckInColumn.PAID)))
    for item in CheckInItem:
        if item not in event.state.players[3].checked:
            event.do(TickOff((3,), item, done=True))
    qtbot.waitUntil(lambda: len(table.held.rows) == 4)
    cursor = table.currentIndex()
    assert (cursor.row(), cursor.column()) == (2, COLUMNS.index(CheckInColumn.PAID))
    assert table.chosen_rows == ()
    qtbot.keyClick(table, Qt.Key.Key_Space)  # nobody is chosen
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert [row.number for row in table.chosen_rows] == [2]
    page.only_missing.setChecked(False)
    assert [row.number for row in table.chosen_rows] == [2]
    assert table.currentIndex().row() == 1
    page.search.setText("nobody at all")
    assert table.chosen_rows == ()


def test_own_painting_has_a_column_only_if_painting_prizes_need_it(
    qtbot: QtBot, event: Event, client: DeskClient, page_of: PageOf
) -> None:
    packet = packets()["sr2012"]
    plain = Settings("Cup", "sr2012", 50, 1)
    event.do(ChangeSettings(put_in_force(packet, plain, "hardcore-painting"), packet), insist=True)
    event.register(2)
    page = page_of(check_in_on).check_in
    click(page, 1, CheckInColumn.OWN)
    qtbot.waitUntil(lambda: CheckInItem.OWN_PAINTING in client.state.players[1].checked)
    assert heading_tip(page, CheckInColumn.OWN) == "1 of 2, not required"
    assert "O&wn painting, for prizes" in [act.text() for act in page.asked_menu().actions()]
    event.do(ChangeSettings(plain, packet), insist=True)
    own = COLUMNS.index(CheckInColumn.OWN)
    qtbot.waitUntil(lambda: page.table.isColumnHidden(own))
    assert "O&wn painting, for prizes" not in [act.text() for act in page.asked_menu().actions()]


def test_the_counts_of_128_players_fit_on_half_of_a_full_hd_screen(
    event: Event, page_of: PageOf, qtbot: QtBot, qapp: QApplication
) -> None:
    event.register(128)
    page = page_of(check_in_on).check_in
    qtbot.waitUntil(lambda: heading_tip(page, CheckInColumn.HERE) == "128 of 128, complete")
    stretch = max(qapp.font().stretch() or 100, 100)
    assert page.window().minimumSizeHint().width() <= (960 - RAIL) * stretch // 100


def test_names_of_24_letters_get_more_room_than_the_missing_items(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.do(AddPlayers(long_names(4)))
    page = page_of(check_in_on, (960 - RAIL, 600)).check_in
    table = page.table
    qtbot.waitUntil(lambda: len(table.held.rows) == 4)
    widths = {column: table.columnWidth(place) for place, column in enumerate(COLUMNS)}
    assert widths[CheckInColumn.NAME] > widths[CheckInColumn.MISSING]
    assert not table.horizontalScrollBar().isVisible()


def test_the_text_about_lists_is_shortened_rather_than_cut_in_a_narrow_column(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    """A laptop of 1366 × 768 at 150 % leaves the page so little."""
    event.do(AddPlayers(long_names(4)))
    army = army_of(read_army("Haley 2 [+28]\nOld Salt [4]", "Cygnar"))
    event.do(EnterArmy(1, (ArmyList(army),)), insist=True)
    page = page_of(check_in_on, (911 - RAIL, 480)).check_in
    table, place = page.table, COLUMNS.index(CheckInColumn.LISTS)
    qtbot.waitUntil(lambda: len(table.held.rows) == 4)
    cell = table.held.index(row_of(page, 1), place)
    assert cell.data() == "1 ?"
    assert table.columnWidth(place) >= table.sizeHintForColumn(place)
    assert "1 list, 1 kind guessed" in cell.data(Qt.ItemDataRole.ToolTipRole)
    table.show_rows([replace(row, short_lists="1/2 !") for row in table.held.rows])
    assert table.columnWidth(place) >= table.sizeHintForColumn(place)
    page.window().resize(1800, 900)
    qtbot.waitUntil(lambda: cell.data() == "1 list, 1 kind guessed")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("seats", [0, 3])
def test_check_in_does_not_scroll_sideways_on_a_small_laptop_at_150_percent(
    event: Event, page_of: PageOf, qtbot: QtBot, seats: int
) -> None:
    event.do(AddPlayers(team_entries(6, 3) if seats else long_names(12)))
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    event.do(ChangeSettings(replace(settings, team_seats=seats), packet))
    army = army_of(read_army("Haley 2 [+28]\nOld Salt [4]", "Cygnar"))
    event.do(EnterArmy(1, (ArmyList(army),)), insist=True)
    page = page_of(check_in_on, (911 - RAIL, 420))
    page.setObjectName("")  # the letters of the menus are known in English alone
    table, name = page.check_in.table, COLUMNS.index(CheckInColumn.NAME)
    qtbot.waitUntil(lambda: len(table.held.rows) >= 12)
    areas = [area for area in page.findChildren(QAbstractScrollArea) if area.isVisible()]
    assert table in areas
    qtbot.waitUntil(lambda: not any(area.horizontalScrollBar().maximum() for area in areas))
    assert table.columnWidth(name) >= 140
    team = table.held.index(0, COLUMNS.index(CheckInColumn.TEAM))
    wide = measure_column(table, ["Norway Krakens"])
    assert not seats or table.columnWidth(team.column()) >= min(wide, 128)


def test_one_press_checks_in_a_whole_team(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    teams = (("Ann", "Oak"), ("Bo", "oak "), ("Cy", "Ash"), ("Di", ""))
    event.do(AddPlayers(tuple(Entry(name, team=team) for name, team in teams)))
    page = page_of(check_in_on).check_in
    assert not page.team.isVisible()
    assert not page.table.isColumnHidden(COLUMNS.index(CheckInColumn.TEAM))
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    event.do(ChangeSettings(replace(settings, team_seats=2), packet))
    qtbot.waitUntil(page.team.isVisible)
    page.search.setText("oak")
    assert [row.number for row in page.table.held.rows] == [1, 2]
    page.table.selectRow(1)
    page.team.click()
    qtbot.waitUntil(lambda: not page.team.isEnabled())
    assert [player.plays for player in client.state.players.values()] == [True, True, False, False]
    page.search.clear()
    page.table.selectRow(3)
    assert not page.team.isEnabled()


def scan(page: CheckInView, text: str) -> None:
    """Type as a scanner does, with Enter at the end."""
    page.search.setFocus()
    QTest.keyClicks(page.search, text)
    QTest.keyClick(page.search, Qt.Key.Key_Return)


def test_scanning_the_code_on_a_players_strip_checks_them_in(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf, tmp_path: Path
) -> None:
    event.do(AddPlayers(entries(4)))
    tablets = TabletsClient(event.desk, event.path, tmp_path, parent=client)
    client.tablets = tablets
    page = page_of(check_in_on).check_in
    code = tablets.player_codes((3,))[3]
    scan(page, scanned_text(code, "http://192.168.1.20:8000/room#key=k3j9"))
    qtbot.waitUntil(lambda: client.state.players[3].plays)
    assert page.search.text() == ""
    with qtbot.waitSignal(client.noted) as noted:
        scan(page, scanned_text(code))
    assert noted.args == [f"{client.state.name(3)} is already here."]
    with qtbot.waitSignal(client.refused) as refused:
        scan(page, "ZZZZZZ")
    assert "ZZZZZZ" in str(refused.args)
    assert [n for n, player in client.state.players.items() if player.plays] == [3]
    tablets.stop()


def test_enter_checks_in_a_single_match_but_nobody_if_several_match(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.do(AddPlayers(entries(4)))
    page = page_of(check_in_on).check_in
    scan(page, "bartek")
    qtbot.waitUntil(lambda: client.state.players[2].plays)
    with qtbot.waitSignal(client.refused) as refused:
        scan(page, "a")
    assert "several" in str(refused.args)
    assert page.search.selectedText() == "a"


def test_one_press_checks_in_all_who_are_not_here_yet(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4, here=1)
    page = page_of(check_in_on)
    qtbot.mouseClick(page.all_here, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(player.plays for player in client.state.players.values()))
    qtbot.waitUntil(lambda: not page.all_here.isEnabled())


def test_the_player_list_and_check_in_share_the_search_and_the_selection(
    event: Event, page_of: PageOf
) -> None:
    event.register(4)
    page = page_of(PlayersPage)
    page.search.setText("bartek")
    page.table.choose_players([2])
    page.show_mode(DeskPage.CHECK_IN)
    assert page.check_in.search.text() == "bartek"
    assert [row.number for row in page.check_in.table.chosen_rows] == [2]
    page.check_in.search.clear()
    page.check_in.table.selectRow(2)
    page.show_mode(DeskPage.PLAYERS)
    assert page.search.text() == ""
    assert [row.number for row in page.table.chosen_rows] == [3]


def test_finding_a_player_stays_in_the_current_view(event: Event, page_of: PageOf) -> None:
    event.register(4)
    page = page_of(check_in_on)
    page.check_in.search.setText("nobody")
    page.check_in.only_missing.setChecked(True)
    page.find_player(3)
    assert page.check_in.isVisible()
    assert [row.number for row in page.check_in.table.chosen_rows] == [3]


def test_switching_to_check_in_puts_the_keyboard_where_a_scanner_types(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(2)
    page = page_of(PlayersPage)
    place = page.tabs.tabRect(CHECK_IN).center()
    qtbot.mouseClick(page.tabs, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(page.check_in.search.hasFocus)
    place = page.tabs.tabRect(LISTED).center()
    qtbot.mouseClick(page.tabs, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(page.entry.name.hasFocus)


def test_a_late_arrival_can_be_seated_from_the_check_in_page(
    qtbot: QtBot, event: Event, client: DeskClient, page_of: PageOf
) -> None:
    event.register(5)
    event.do(DrawRound(7), insist=True)
    event.do(PublishRound())
    event.do(StartRound())
    event.do(AddPlayers((Entry("Nils"),)))
    page = page_of(check_in_on)
    offer = page.seat_offer
    assert not offer.isVisible()
    click(page.check_in, 6, CheckInColumn.HERE)
    qtbot.waitUntil(offer.isVisible)
    row = offer.row
    assert row is not None
    assert (row.title.text(), row.act.text()) == ("Nils", "Seat")
    qtbot.mouseClick(row.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not offer.isVisible())
    latest = client.state.latest
    assert latest is not None
    assert 6 in {number for game in client.state.games_of(latest) for number in game.players}
