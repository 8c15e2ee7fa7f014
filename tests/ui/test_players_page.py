from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.engine.commands import (
    AddPlayers,
    DisqualifyPlayer,
    DropPlayer,
    ReadmitPlayer,
    Refused,
    WarnPlayer,
)
from app.engine.players_view import Column
from app.engine.results import Entry, Status
from app.ui.desk_client import DeskClient
from app.ui.dialogs.lists_dialog import ListsDialog
from app.ui.dialogs.player_dialog import PlayerDialog
from app.ui.dialogs.reason_dialog import ReasonDialog
from app.ui.dialogs.roster_dialog import NAME, STATE, TICK, RosterDialog
from app.ui.players_model import COLUMNS
from app.ui.players_page import PlayersPage
from tests.events import Event

D = TypeVar("D", bound=QDialog)
Key = Qt.Key


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "event.flagfall")
    yield event
    event.close()


@pytest.fixture
def page(qtbot: QtBot, event: Event) -> PlayersPage:
    page = PlayersPage(DeskClient(event.desk))
    page._client.setParent(page)
    page.resize(1198, 690)
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    return page


def names(page: PlayersPage) -> list[str]:
    return [row.player.entry.name for row in page.table.held.rows]


def players(qtbot: QtBot, page: PlayersPage, event: Event, count: int, here: int = 0) -> None:
    event.register(count, here=here) if here else event.do(
        AddPlayers(tuple(Entry(f"Player {n}", "Ravens") for n in range(1, count + 1)))
    )
    qtbot.waitUntil(lambda: len(names(page)) == count)
    wait_for(qtbot, page, lambda: sum(row.player.plays for row in page.table.held.rows) == here)


def wait_for(qtbot: QtBot, page: PlayersPage, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds)
    assert page.isVisible()


def status(page: PlayersPage, number: int) -> Status:
    return next(row.status for row in page.table.held.every if row.number == number)


def when_asked(kind: type[D], answer: Callable[[D], object]) -> None:
    """Answer the next dialog of this kind as soon as it is on the screen."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            try:
                answer(dialog)
            finally:
                dialog.close()
        else:
            QTimer.singleShot(5, look)

    QTimer.singleShot(0, look)


def test_an_empty_page_says_how_players_get_in(page: PlayersPage) -> None:
    assert page.empty.isVisible()
    assert "Ctrl+V" in page.empty.text()
    assert page.counts.text() == "0 registered · 0 checked in · 0 dropped"
    assert not page.search.isVisible()
    assert not page.all_here.isEnabled()
    assert page.entry.name.hasFocus()


def test_enter_adds_a_player_and_clears_the_row_for_the_next(
    qtbot: QtBot, page: PlayersPage
) -> None:
    for name in ("Anna", "Ben"):
        QTest.keyClicks(page.entry.name, name)
        QTest.keyClicks(page.entry.club, "Ravens")
        QTest.keyClick(page.entry.club, Key.Key_Return)
        assert page.entry.name.text() == page.entry.club.text() == ""
        assert page.entry.name.hasFocus()
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    qtbot.waitUntil(lambda: page.told.text() == "Ben added as number 2.")
    assert [row.number for row in page.table.selected] == [2]
    assert page.table.held.rows[1].cell(Column.CLUB) == "Ravens"


def test_a_blank_name_adds_nobody(page: PlayersPage) -> None:
    QTest.keyClicks(page.entry.name, "  ")
    assert not page.entry.add.isEnabled()
    QTest.keyClick(page.entry.name, Key.Key_Return)
    assert page.entry.name.text() == "  "


def test_equal_names_stay_apart_by_number(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Anna"])
    qtbot.waitUntil(lambda: "The same name has number 1 too." in page.told.text())


def test_a_list_is_entered_for_the_chosen_player(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    page.table.choose_only((1,))

    def answer(dialog: ListsDialog) -> None:
        dialog.forms[0].texts[0].setPlainText("Gunners (10) 8")
        dialog.save.click()

    when_asked(ListsDialog, answer)
    page.acts.list.click()
    qtbot.waitUntil(lambda: page.told.text() == "Lists of Player 1 saved.")
    assert page._client.state.players[1].lists[0].army[0].models == 10


def test_clubs_typed_before_are_offered(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna", "Iron Foundry", "Cryx"),)))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    QTest.keyClicks(page.entry.club, "iro")
    assert page.entry.club.completer().currentCompletion() == "Iron Foundry"
    popup = page.entry.club.completer().popup()
    assert popup is not None
    popup.hide()


def test_a_late_arrival_gets_in_during_a_round(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    event.register(4)
    event.start()
    qtbot.waitUntil(lambda: len(names(page)) == 4)
    QTest.keyClicks(page.entry.name, "Zoe")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: "from round 2 on" in page.told.text())
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 5) is Status.CHECKED_IN)


LIST = "Name,Club,Email\nAnna,Ravens,x\nBen,,y\nAnna,,z\n,Nobody,\n"


def test_a_pasted_list_is_shown_before_anybody_is_added(qtbot: QtBot, page: PlayersPage) -> None:
    seen: list[str] = []

    def answer(dialog: RosterDialog) -> None:
        rows = dialog.rows
        seen.extend(rows.index(place, STATE).data() for place in range(4))
        seen.append(dialog.add.text().replace("&", ""))
        seen.append(dialog.told.text())
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text(LIST)
    assert seen[:4] == ["Ready", "Ready", "Duplicate", "No name"]
    assert seen[4] == "Add 2 players"
    assert seen[5] == "2 rows not ticked and left out. Columns not used: Email."
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    qtbot.waitUntil(lambda: page.told.text() == "2 players added.")


def test_the_organizer_may_take_a_duplicate_but_no_row_without_a_name(
    qtbot: QtBot, page: PlayersPage
) -> None:
    def answer(dialog: RosterDialog) -> None:
        dialog.all.click()
        assert dialog.rows.ticked == {0, 1, 2}
        dialog.none.click()
        assert not dialog.add.isEnabled()
        dialog.table.selectRow(2)
        QTest.keyClick(dialog.table, Key.Key_Space)
        assert [entry.name for entry in dialog.rows.entries] == ["Anna"]
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text(LIST)
    qtbot.waitUntil(lambda: names(page) == ["Anna"])


def test_a_click_on_its_box_ticks_a_row(page: PlayersPage) -> None:
    def answer(dialog: RosterDialog) -> None:
        box = dialog.table.visualRect(dialog.rows.index(2, TICK))
        QTest.mouseClick(
            dialog.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), box.center()
        )
        assert dialog.rows.ticked == {0, 1, 2}
        name = dialog.table.visualRect(dialog.rows.index(0, NAME)).center()
        QTest.mouseClick(
            dialog.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), name
        )
        assert dialog.rows.ticked == {0, 1, 2}
        dialog.reject()

    when_asked(RosterDialog, answer)
    page.add_from_text(LIST)
    assert names(page) == []


def test_names_already_registered_are_marked(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Ben"),)))
    qtbot.waitUntil(lambda: names(page) == ["Ben"])
    seen: list[object] = []

    def answer(dialog: RosterDialog) -> None:
        tick = dialog.rows.index(1, TICK).data(Qt.ItemDataRole.CheckStateRole)
        seen.extend((dialog.rows.index(1, STATE).data(), tick))
        dialog.reject()

    when_asked(RosterDialog, answer)
    page.add_from_text("Anna\nBen\n")
    assert seen == ["Duplicate", Qt.CheckState.Unchecked]


def test_ctrl_v_shows_the_copied_list(qtbot: QtBot, page: PlayersPage) -> None:
    QApplication.clipboard().setText("Anna\tRavens\nBen\t\n")
    page.paste.setFocus()
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    QTest.keyClick(page.paste, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


def test_a_list_pasted_into_the_name_is_a_list_and_a_name_is_a_name(
    qtbot: QtBot, page: PlayersPage
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    QApplication.clipboard().setText("Cleo")
    QTest.keyClick(page.entry.name, Key.Key_V, control)
    assert page.entry.name.text() == "Cleo"
    page.entry.name.clear()
    QApplication.clipboard().setText("Anna\nBen\n")
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    QTest.keyClick(page.entry.name, Key.Key_V, control)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


def test_a_file_goes_through_the_same_preview(
    qtbot: QtBot, page: PlayersPage, tmp_path: Path
) -> None:
    file = tmp_path / "players.csv"
    file.write_text("Name;Faction\nŁucja;Cryx\n", encoding="utf-8")
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    page.add_from_file(file)
    qtbot.waitUntil(lambda: names(page) == ["Łucja"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" \n", "There is no text to paste."),
        (",,,\n,,\n", "There is nothing in the list."),
        ("Name,Club\n", "The list has a heading and no players."),
    ],
)
def test_a_list_with_nobody_in_it_is_told_on_the_page(
    page: PlayersPage, text: str, said: str
) -> None:
    page.add_from_text(text)
    assert page.told.text().startswith(said)
    assert page.told.property("tone") == "doubt"


def test_a_file_that_cannot_be_read_is_told_on_the_page(page: PlayersPage, tmp_path: Path) -> None:
    page.add_from_file(tmp_path / "gone.csv")
    assert "gone.csv cannot be read" in page.told.text()


def test_space_checks_in_and_takes_it_back(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    players(qtbot, page, event, 3)
    page.table.choose([2])
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 2) is Status.CHECKED_IN)
    qtbot.waitUntil(lambda: page.told.text() == "Player 2 checked in.")
    assert [row.number for row in page.table.selected] == [2]
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 2) is Status.REGISTERED)


def test_several_players_are_checked_in_at_once(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.table.choose([1, 3])
    assert not page.acts.edit.isEnabled()
    page.acts.toggle.click()
    qtbot.waitUntil(lambda: page.told.text() == "2 players checked in.")
    qtbot.waitUntil(lambda: status(page, 3) is Status.CHECKED_IN)
    assert status(page, 2) is Status.REGISTERED


def test_everybody_is_checked_in_with_one_button(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.all_here.click()
    qtbot.waitUntil(lambda: page.counts.text().startswith("3 registered · 3 checked in"))
    assert not page.all_here.isEnabled()


def test_without_a_choice_keys_do_nothing(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    players(qtbot, page, event, 2)
    for key in (Key.Key_Space, Key.Key_Return):
        QTest.keyClick(page.table, key)
    for act in (page._warn, page._drop, page._readmit, page._disqualify):
        act()
    assert QApplication.activeModalWidget() is None


def test_enter_edits_a_player(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna", "Ravens"),)))
    event.do(WarnPlayer(1, "Late"))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    page.table.choose([1])

    def answer(dialog: PlayerDialog) -> None:
        dialog.name.clear()
        assert not dialog.save.isEnabled()
        QTest.keyClicks(dialog.name, "Anne")
        QTest.keyClick(dialog.name, Key.Key_Return)

    when_asked(PlayerDialog, answer)
    QTest.keyClick(page.table, Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Anne"])
    assert page.table.held.rows[0].cell(Column.CLUB) == "Ravens"


def test_an_edit_that_changes_nothing_is_no_act(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    page.table.choose([1])
    when_asked(PlayerDialog, lambda dialog: dialog.accept())
    page.acts.edit.click()
    assert len(event.state.done) == 1


def test_a_warning_needs_a_reason_and_is_counted(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose([1])

    def answer(dialog: ReasonDialog) -> None:
        assert not dialog.act.isEnabled()
        QTest.keyClicks(dialog.reason, "Slow play")
        dialog.act.click()

    when_asked(ReasonDialog, answer)
    page.acts.warn.click()
    qtbot.waitUntil(lambda: page.table.held.rows[0].cell(Column.WARNINGS) == "1")
    tip = page.table.held.index(0, COLUMNS.index(Column.WARNINGS))
    assert tip.data(Qt.ItemDataRole.ToolTipRole) == "Slow play"


def test_a_dialog_left_changes_nothing(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    players(qtbot, page, event, 1)
    page.table.choose([1])
    for act in (page.acts.warn, page.acts.disqualify):
        when_asked(ReasonDialog, lambda dialog: dialog.reject())
        act.click()
    assert len(event.state.done) == 1


def test_a_player_drops_and_comes_back(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    players(qtbot, page, event, 2, here=2)
    page.table.choose([1])
    page.acts.drop.click()
    qtbot.waitUntil(lambda: status(page, 1) is Status.DROPPED)
    assert page.counts.text() == "2 registered · 1 checked in · 1 dropped"
    assert page.acts.readmit.isVisible()
    assert not page.acts.drop.isVisible()
    assert not page.acts.toggle.isEnabled()
    page.acts.readmit.click()
    qtbot.waitUntil(lambda: status(page, 1) is Status.CHECKED_IN)


def test_a_disqualification_tells_what_follows_and_keeps_its_reason(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2, here=2)
    page.table.choose([2])

    def answer(dialog: ReasonDialog) -> None:
        QTest.keyClicks(dialog.reason, "Loaded dice")
        QTest.keyClick(dialog.reason, Key.Key_Return)

    when_asked(ReasonDialog, answer)
    page.acts.disqualify.click()
    qtbot.waitUntil(lambda: status(page, 2) is Status.DISQUALIFIED)
    assert not page.acts.disqualify.isEnabled()
    tip = page.table.held.index(1, COLUMNS.index(Column.STATUS))
    assert tip.data(Qt.ItemDataRole.ToolTipRole) == "Loaded dice"


def test_readmitting_a_disqualified_player_is_asked_about(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    event.do(DisqualifyPlayer(1, "Loaded dice"), insist=True)
    qtbot.waitUntil(lambda: status(page, 1) is Status.DISQUALIFIED)
    page.table.choose([1])
    with qtbot.waitSignal(page._client.doubted) as asked:
        page.acts.readmit.click()
    command, doubt = asked.args
    assert command == ReadmitPlayer(1)
    assert isinstance(doubt, Refused)


def test_what_the_desk_refuses_is_told_on_the_page(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose([1])
    event.do(DropPlayer(1))
    page.acts.drop.click()
    qtbot.waitUntil(lambda: page.told.text() == "Player 1 has already left the event.")
    event.desk.stop()
    page.entry.entered.emit(Entry("Late"))
    qtbot.waitUntil(lambda: page.told.text() == "The event is closed.")


def test_the_search_narrows_the_list_and_says_when_nobody_is_left(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 12)
    page.table.choose([3])
    QTest.keyClick(page, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.search.hasFocus()
    QTest.keyClicks(page.search, "player 1")
    assert names(page) == ["Player 1", "Player 10", "Player 11", "Player 12"]
    QTest.keyClicks(page.search, "7")
    assert page.empty.text() == "Nobody matches the search."
    assert page.search.isVisible()
    page.search.clear()
    assert len(names(page)) == 12


def test_a_click_on_a_heading_sorts_and_a_second_turns_it_round(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    event.do(WarnPlayer(2, "Late"))
    qtbot.waitUntil(lambda: page.table.held.rows[1].cell(Column.WARNINGS) == "1")
    page.table.choose([3])
    header = page.table.horizontalHeader()
    warnings, name = COLUMNS.index(Column.WARNINGS), COLUMNS.index(Column.NAME)
    header.sectionClicked.emit(warnings)
    assert names(page)[0] == "Player 2"
    header.sectionClicked.emit(name)
    header.sectionClicked.emit(name)
    assert names(page) == ["Player 3", "Player 2", "Player 1"]
    assert [row.number for row in page.table.selected] == [3]


def test_the_choice_stays_when_others_come_in(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.table.choose([2])
    event.do(AddPlayers((Entry("Zoe"),)))
    qtbot.waitUntil(lambda: len(names(page)) == 4)
    assert [row.number for row in page.table.selected] == [2]
    assert page.table.selectionModel().currentIndex().row() == 1


def test_the_context_menu_offers_the_same_acts(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose([1])
    offered = {action.text().replace("&", ""): action for action in page.table.actions()}
    assert offered["Check in"].isEnabled()
    assert not offered["Readmit"].isVisible()
    offered["Check in"].trigger()
    qtbot.waitUntil(lambda: status(page, 1) is Status.CHECKED_IN)


def test_a_page_nobody_sees_catches_up_when_it_is_shown(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    page.hide()
    with qtbot.waitSignal(page._client.changed):
        event.do(AddPlayers((Entry("Anna"),)))
    assert names(page) == []
    page.show()
    assert names(page) == ["Anna"]


def test_a_very_long_name_is_cut_and_whole_in_its_tooltip(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    long = "Wolfeschlegelstein " * 11
    event.do(AddPlayers((Entry(long),)))
    qtbot.waitUntil(lambda: names(page) == [long])
    index = page.table.held.index(0, COLUMNS.index(Column.NAME))
    assert index.data(Qt.ItemDataRole.ToolTipRole) == long
    assert page.width() == 1198
    assert page.table.horizontalScrollBar().maximum() == 0
