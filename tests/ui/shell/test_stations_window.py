"""The main window of a station: who else runs the event, the server that is away, tables that are
taken over, and acts that could not be added.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.players import WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import StartClock
from app.engine.side import Pair, Side
from app.store import events
from app.store.server import server_log
from app.store.server.address import Place, ServerEvent, database
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.stations import StationsDialog
from app.ui.shell.close_check import WAITS, may_leave
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.station_button import StationButton
from app.views.pages import DeskPage
from tests.cut_line import CutLine
from tests.events import Event
from tests.patience import PATIENCE_S
from tests.postgresql import server
from tests.ui.ghosts import shown_buttons

PATIENCE_MS = int(PATIENCE_S * 1000)
RED_WINS = Result(Side.RED, How.ASSASSINATION, Pair(1, 0), Pair(0, 0))
BLUE_WINS = Result(Side.BLUE, How.ASSASSINATION, Pair(0, 1), Pair(0, 0))


class Hall:
    """An event on a server, this window's station of it, and another one."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, folder: Path, name: str) -> None:
        self.qtbot = qtbot
        event = Event(folder / "event.flagfall", began_ms=time.time_ns() // 1_000_000 - 60_000)
        event.register(8)
        event.draw()
        event.publish()
        event.start()
        event.close()
        self.place = ServerEvent(database(server().address), name)
        events.copy(folder / "event.flagfall", self.place)
        self.line = CutLine(server().port)
        self.desks: list[Desk] = []
        laptop = AppPreferences(qapp, folder / "preferences.json")
        self.window = MainWindow(self._open, laptop)
        qtbot.addWidget(self.window)
        self.window.resize(1366, 768)
        self.window.show()
        address = server().address.replace(f":{server().port}/", f":{self.line.port}/")
        with qtbot.waitSignal(self.window.opened, timeout=PATIENCE_MS):
            self.window.open_event(ServerEvent(database(address), name))

    def _open(self, kept: Place, _new: bool) -> Desk:
        assert isinstance(kept, ServerEvent)
        return Desk(lambda: server_log.open_log(kept, "Anna"))

    def other(self, name: str) -> Desk:
        """Another station of the event."""
        self.desks.append(Desk(lambda: server_log.open_log(self.place, name)))
        self.desks[-1].start().result(PATIENCE_S)
        return self.desks[-1]

    @property
    def view(self) -> EventView:
        assert self.window.view is not None
        return self.window.view

    @property
    def button(self) -> StationButton:
        found = self.view.findChild(StationButton)
        assert found is not None
        return found

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=PATIENCE_MS)

    def dialog(self) -> StationsDialog:
        dialog = StationsDialog(self.view.client, self.window)
        self.qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    def close(self) -> None:
        self.line.accept()
        self.window.close_event()
        for desk in self.desks:
            desk.stop()
        with suppress(RuntimeError):
            self.line.close()


@pytest.fixture
def hall(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Hall]:
    hall = Hall(qtbot, qapp, tmp_path, f"window {request.node.name}")
    yield hall
    hall.close()


def words(dialog: StationsDialog) -> list[str]:
    return [found.text() for found in dialog.findChildren(QLabel) if not found.isHidden()]


def test_the_rail_names_the_station_and_counts_the_others(hall: Hall) -> None:
    hall.until(lambda: hall.button.text() == "Anna\non its own")
    hall.other("Ben")
    hall.until(lambda: hall.button.text() == "Anna\nand 1 other")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Server away", "88 unsent"),
        ("8 not added", "read them"),
        ("Anna", "and 8 others"),
        ("Anna", "scorekeeper"),
    ],
)
def test_the_station_buttons_text_also_fits_in_bold(hall: Hall, first: str, second: str) -> None:
    font = hall.button.font()
    font.setWeight(QFont.Weight.DemiBold)
    for words in (first, second):
        assert QFontMetrics(font).horizontalAdvance(words) <= hall.button.room


def test_a_stations_name_is_not_treated_as_markup_in_its_tooltip(hall: Hall) -> None:
    hall.other("<b>Ben</b>")
    hall.until(lambda: hall.button.text() == "Anna\nand 1 other")
    dialog = hall.dialog()
    tips = [found.toolTip() for found in dialog.findChildren(QLabel) if "Ben" in found.toolTip()]
    assert len(tips) == 1
    assert "&lt;b&gt;Ben&lt;/b&gt;" in tips[0]


def test_the_station_button_says_that_the_server_is_away(hall: Hall) -> None:
    hall.line.refuse()
    hall.until(lambda: hall.button.property("alarm") == "true")
    hall.button.show_station()
    assert hall.button.text() == "Server away\non its own"


def test_the_window_of_an_event_file_has_no_station_button(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.ui.windows import begin

    assert begin(qtbot, window, tmp_path / "file.flagfall").findChild(StationButton) is None


def test_acts_are_possible_without_the_server_and_the_rail_says_so(hall: Hall) -> None:
    hall.line.refuse()
    replies: list[object] = []
    hall.view.client.ask(WarnPlayer(1, "late"), then=replies.append)
    hall.until(lambda: len(replies) == 1)
    hall.until(lambda: hall.button.text() == "Server away\n1 unsent")
    assert hall.button.property("alarm") == "true"
    dialog = hall.dialog()
    assert any("1 change from this computer waits" in text for text in words(dialog))
    assert not dialog.buttons
    hall.line.accept()
    hall.until(lambda: hall.button.text() == "Anna\non its own")
    hall.until(lambda: not any("cannot be reached" in text for text in words(dialog)))
    records = hall.view.client.records
    assert [record.seq for record in records] == list(range(1, len(records) + 1))


def test_closing_warns_about_stopped_clocks_only_if_no_other_station_continues(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(sentence: str, _parent: object, **_more: object) -> bool:
        asked.append(sentence)
        return False

    monkeypatch.setattr(InsistDialog, "ask", ask)
    client = hall.view.client
    hall.until(lambda: bool(client.state.games))
    client.ask(StartClock(max(client.state.games), Side.RED))
    hall.until(lambda: any(game.play.ticking for game in client.state.games.values()))
    assert not may_leave(hall.view, hall.window, "Quit")
    table = next(game.table for game in client.state.games.values() if game.play.ticking)
    stops = [f"The clock at table {table} stops until you reopen the event."]
    assert asked == stops
    hall.other("Ben")
    hall.until(lambda: client.stations is not None and client.stations.others == ("Ben",))
    assert may_leave(hall.view, hall.window, "Quit")
    assert asked == stops


def test_closing_with_unsent_changes_says_where_they_are_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(sentence: str, _parent: object, *, note: str, **_more: object) -> bool:
        asked.extend((sentence, note))
        return True

    monkeypatch.setattr(InsistDialog, "ask", ask)
    hall.line.refuse()
    hall.view.client.ask(WarnPlayer(1, "late"))
    hall.until(lambda: hall.button.text() == "Server away\n1 unsent")
    assert may_leave(hall.view, hall.window, "Quit")
    assert asked == ["1 change waits for the server.", WAITS]


def test_the_tables_of_a_failed_laptop_can_be_taken_over_with_a_button(hall: Hall) -> None:
    ben = hall.other("Ben")
    ben.call(lambda: ben.serve("tablets", [2, 3]))
    dialog = hall.dialog()
    hall.until(lambda: "Tables 2 and 3" in words(dialog))
    take = "Take over the tables of Ben"
    hall.until(lambda: shown_buttons(dialog) == [take, "&Close"])
    assert any(text.startswith("All other tables · this computer") for text in words(dialog))
    hall.view.client.take_over((2, 3), lambda _fault: None)
    hall.until(lambda: any(text.startswith("All tables") for text in words(dialog)))
    hall.until(lambda: shown_buttons(dialog) == ["&Close"])
    hall.until(lambda: not ben.runs(2))


def test_changes_that_could_not_be_added_are_listed_and_can_be_dismissed(
    hall: Hall, qtbot: QtBot
) -> None:
    ben = hall.other("Ben")
    client = hall.view.client
    hall.until(lambda: bool(client.state.games))
    game = min(client.state.games)
    hall.line.refuse()
    replies: list[object] = []
    client.ask(ReportResult(game, RED_WINS), then=replies.append, insist=True)
    hall.until(lambda: len(replies) == 1)
    ben.submit(ReportResult(game, BLUE_WINS), insist=True).result(PATIENCE_S)
    hall.line.accept()
    hall.until(lambda: hall.button.text() == "1 not added\nread it")
    assert client.state.games[game].reported == BLUE_WINS
    dialog = hall.dialog()
    assert any("Ben was first. Table 1 already has a result" in text for text in words(dialog))
    hall.view.show_page(DeskPage.HISTORY)
    from app.ui.pages.history.page import HistoryPage

    page = hall.view.page
    assert isinstance(page, HistoryPage)
    hall.until(lambda: not page.rows.is_reading)
    assert page.rows.total == len(client.records)
    shown = [page.rows.text(row, 3) for row in range(page.rows.rowCount())]
    assert shown[0].startswith("Not added after the server was away: Table 1 of round 1: result")
    dialog.read.click()
    hall.until(lambda: hall.button.text() == "Anna\nand 1 other")
    hall.until(dialog.read.isHidden)


def test_the_start_page_lists_the_servers_events(hall: Hall) -> None:
    hall.window.close_event()
    page = hall.window.start_page
    page.show_server(hall.place.database)

    def names() -> list[str]:
        return [page.on_server.item(row).text() for row in range(page.on_server.count())]

    hall.until(lambda: hall.place.name in names())
    item = page.on_server.item(names().index(hall.place.name))
    with hall.qtbot.waitSignal(hall.window.opened, timeout=PATIENCE_MS):
        page.on_server.itemClicked.emit(item)
    hall.until(lambda: hall.button.text() == "Anna\non its own")


def test_the_start_page_says_why_the_server_shows_no_events(hall: Hall) -> None:
    hall.line.refuse()
    hall.window.close_event()
    page = hall.window.start_page
    page.show_server(f"postgresql://flagfall@127.0.0.1:{hall.line.port}/postgres")
    hall.until(lambda: "cannot be reached" in page.server_words.text())
    assert page.on_server.isHidden()
    page.show_server("")
    assert page.server_words.isHidden()
