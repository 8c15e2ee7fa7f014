import re
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.ui.clients.desk import DeskClient
from app.ui.pages.standings.page import StandingsPage
from app.views.event.standings import StandingsColumn
from tests.events import Event
from tests.ui.open_pages import PageOf


def column(page: StandingsPage, one: StandingsColumn) -> list[str]:
    return [row.cell(one) for row in page.table.rows]


def test_the_standings_of_an_empty_event_show_no_table_and_cannot_be_copied(
    page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(StandingsPage)
    assert not page.table.isVisible()
    assert not page.copy.isEnabled()


def test_any_column_can_be_sorted_by_and_a_button_restores_the_order(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.finish()
    page = page_of(StandingsPage)
    places = column(page, StandingsColumn.PLACE)
    page.table.horizontalHeader().sectionClicked.emit(
        list(StandingsColumn).index(StandingsColumn.APD)
    )
    points = [int(one) for one in column(page, StandingsColumn.APD)]
    assert points == sorted(points, reverse=True)
    page.table.horizontalHeader().sectionClicked.emit(
        list(StandingsColumn).index(StandingsColumn.APD)
    )
    assert [int(one) for one in column(page, StandingsColumn.APD)] == points[::-1]
    qtbot.mouseClick(page.by_place, Qt.MouseButton.LeftButton)
    assert column(page, StandingsColumn.PLACE) == places
    assert not page.by_place.isVisible()


def test_tabs_are_shown_only_in_events_with_teams(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    page = page_of(StandingsPage)
    assert page.table.isVisible()
    assert not page.tabs.tabBar().isVisible()
    event.do(AddPlayers((Entry("Ines", team="Reds"), Entry("Jon", team="Reds"))))
    event.do(CheckIn((5, 6)))
    event.finish()
    qtbot.waitUntil(page.tabs.tabBar().isVisible)


def test_moving_to_a_row_by_keyboard_shows_how_its_sos_adds_up(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.finish()
    event.finish()
    page = page_of(StandingsPage)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert re.search(r" · SoS \d: .+ \d, .+ \d$", page.notice.text())


def test_the_list_is_copied_with_tabs_and_saved_with_commas(
    event: Event, page_of: PageOf, qtbot: QtBot, tmp_path: Path
) -> None:
    event.register(4)
    event.finish()
    page = page_of(StandingsPage)
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text().splitlines()
    assert copied[0].split("\t")[:3] == ["Place", "Shared", "Player"]
    assert len(copied) == 5
    page.save(tmp_path / "standings.csv")
    text = (tmp_path / "standings.csv").read_text(encoding="utf-8-sig")
    assert text.splitlines()[0].startswith("Place,Shared,Player,Club")
    assert len(text.splitlines()) == 5


def test_a_file_that_cannot_be_written_is_shown(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot, tmp_path: Path
) -> None:
    event.register(4)
    page = page_of(StandingsPage)
    with qtbot.waitSignal(client.refused) as told:
        page.save(tmp_path)
    assert "Not exported" in told.args[0]


def test_dropped_players_are_marked(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.finish()
    page = page_of(StandingsPage)
    assert page.after.text() == "After round 1"
    event.do(DropPlayer(2))
    qtbot.waitUntil(lambda: "Dropped after round 1" in column(page, StandingsColumn.NOTE))


def test_a_long_name_is_uncut_beside_clubs_and_notes(event: Event, page_of: PageOf) -> None:
    event.register(4)
    event.do(AddPlayers((Entry("Katarzyna Wiśniewska-Kowalczyk", "Ravens", "Cryx"),)))
    event.do(CheckIn((5,)))
    event.finish()
    event.do(DropPlayer(2))
    page = page_of(StandingsPage)
    page.resize(1198, 680)  # in a window of 1366
    table = page.table
    for one in (StandingsColumn.NAME, StandingsColumn.FACTION):
        at = list(StandingsColumn).index(one)
        assert table.columnWidth(at) >= table.sizeHintForColumn(at), one
    assert not table.isColumnHidden(list(StandingsColumn).index(StandingsColumn.NOTE))
    assert not table.horizontalScrollBar().isVisible()
