"""The page of the event online, with a real server."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.engine.acts.players import Entry
from app.store.online.access import access_file, read_access
from app.ui.clients.online import OnlineClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.online import page as page_module
from app.ui.pages.online.page import OnlinePage
from app.ui.pages.players.import_dialog import RosterDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.views.pages import DeskPage
from app.web.online.parts import parts_of
from tests.ui.asked import when_asked
from tests.ui.windows import begin, open_desk
from tests.web.online.cable import Cable
from tests.web.online.site import Site
from tests.web.online.test_line import shown_code


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "server").mkdir()
    with Site(tmp_path / "server" / "cup") as site:
        yield site


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    asked: list[str] = []
    monkeypatch.setattr(page_module, "open_address", asked.append)
    return asked


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[EventView]:
    window = MainWindow(open_desk, AppPreferences(qapp, tmp_path / "preferences.json"))
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    view = begin(qtbot, window, tmp_path / "cup.flagfall")
    yield view
    window.close_event()
    assert not [each for each in threading.enumerate() if each.name in {"uplink", "online"}]


def add_all(dialog: RosterDialog) -> None:
    dialog.add.click()


def demand_room(page: OnlinePage) -> None:
    """Demand that words half as long again are whole, too."""
    for each in (page.fetch, page.again, page.enter, page.look, page.leave):
        each.setText(each.text() + "m" * (len(each.text()) // 2))
    QApplication.processEvents()
    for each in (page.fetch, page.again, page.enter, page.look, page.leave):
        assert each.width() >= each.sizeHint().width(), each.text()


def shown(view: EventView) -> OnlinePage:
    view.show_page(DeskPage.ONLINE)
    page = view.page
    assert isinstance(page, OnlinePage)
    return page


def typed(qtbot: QtBot, field: QLineEdit, words: str) -> None:
    field.clear()
    qtbot.keyClicks(field, words)


def connected(qtbot: QtBot, view: EventView, address: str, code: str) -> OnlinePage:
    page = shown(view)
    assert not page.connect_button.isEnabled()
    typed(qtbot, page.address, address)
    typed(qtbot, page.code, code)
    qtbot.mouseClick(page.connect_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.fault.isHidden() or page.there.text() != "", timeout=60_000)
    return page


def test_once_the_desk_connects_the_event_is_uploaded_automatically(
    qtbot: QtBot, view: EventView, server: Site
) -> None:
    page = connected(qtbot, view, server.base, shown_code(server))
    qtbot.waitUntil(lambda: "has everything" in page.status.text(), timeout=60_000)
    assert page.there.text() == server.base
    assert page.count.text() == "0 players have signed up."
    assert not page.again.isVisible()
    marks = {part.key: part.mark for part in parts_of(view.client.state)}
    assert server.book.marks() == marks
    assert "Club night" in server.get().words


def test_a_wrong_code_shows_an_error_that_a_right_code_clears(
    qtbot: QtBot, view: EventView, server: Site
) -> None:
    page = connected(qtbot, view, server.base, "wrong")
    assert "new code" in page.fault.text()
    assert page.fault.isVisible()
    assert page.address.text() == server.base
    page = connected(qtbot, view, server.base, shown_code(server))
    qtbot.waitUntil(lambda: "has everything" in page.status.text(), timeout=60_000)
    assert not page.fault.isVisible()


def test_fetched_sign_ups_enter_the_event_and_later_fetches_bring_only_changes(
    qtbot: QtBot, view: EventView, server: Site
) -> None:
    page = connected(qtbot, view, server.base, shown_code(server))
    server.book.sign_up("1", Entry("Ann Stone", "Ravens", "Cryx"), "Agathia\nSlayer")
    server.book.sign_up("2", Entry("Ben"), "")
    server.book.note_paid(2, paid=True)
    seen: list[str] = []

    def add(dialog: RosterDialog) -> None:
        seen.append(f"{dialog.title.text()}: {dialog.add.text()} {dialog.notes.text()}")
        dialog.add.click()

    when_asked(RosterDialog, add)
    qtbot.mouseClick(page.fetch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(view.client.state.players) == 2, timeout=60_000)
    assert seen == ["2 rows from the server: A&dd 2 players "]
    assert isinstance(view.page, PlayersPage)
    players = view.client.state.players
    assert [player.entry.sign_up for player in players.values()] == ["W1", "W2"]
    qtbot.waitUntil(lambda: bool(view.client.state.players[1].lists), timeout=60_000)
    qtbot.waitUntil(lambda: bool(view.client.state.players[2].checked), timeout=60_000)
    server.book.change(1, Entry("Ann Stone", "Foxes", "Cryx"), "Agathia\nReaper", out=False)
    server.book.change(2, Entry("Ben"), "", out=True)
    page = shown(view)
    when_asked(RosterDialog, add)
    qtbot.mouseClick(page.fetch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.client.state.players[1].entry.club == "Foxes", timeout=60_000)
    assert "Chan&ge 1 player" in seen[1]
    assert "Withdrawn: 1." in seen[1]
    assert "not in this list: Ben" in seen[1]
    players_page = view.page
    assert isinstance(players_page, PlayersPage)
    qtbot.waitUntil(
        lambda: "For Ann Stone the server has different lists" in players_page.notice.text()
    )
    assert len(view.client.state.players) == 2


def test_fetching_without_sign_ups_says_that_nobody_has_signed_up(
    qtbot: QtBot, view: EventView, server: Site
) -> None:
    page = connected(qtbot, view, server.base, shown_code(server))
    qtbot.mouseClick(page.fetch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(view.page, PlayersPage), timeout=60_000)
    assert isinstance(view.page, PlayersPage)
    assert view.page.notice.text() == "Nobody has signed up yet."


def test_the_organizers_page_opens_without_a_pin(
    qtbot: QtBot, view: EventView, server: Site, opened: list[str]
) -> None:
    page = connected(qtbot, view, server.base, shown_code(server))
    qtbot.mouseClick(page.enter, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(opened), timeout=60_000)
    assert "Set-Cookie" in server.get(opened[0].removeprefix(server.base)).headers
    qtbot.mouseClick(page.look, Qt.MouseButton.LeftButton)
    assert opened[1] == f"{server.base}/"


def test_without_a_network_the_page_says_so_and_sends_the_event_later(
    qtbot: QtBot, view: EventView, server: Site
) -> None:
    code = shown_code(server)
    with Cable(server.port) as cable:
        page = connected(qtbot, view, f"http://127.0.0.1:{cable.port}", code)
        qtbot.waitUntil(lambda: "has everything" in page.status.text(), timeout=60_000)
        cable.pull()
        view.show_page(DeskPage.PLAYERS)
        players_page = view.page
        assert isinstance(players_page, PlayersPage)
        when_asked(RosterDialog, add_all)
        players_page.add_from_text("Ann\nBen")
        page = shown(view)
        qtbot.waitUntil(page.again.isVisible, timeout=60_000)
        assert "does not answer. It is sent as soon as that is over." in page.status.text()
        demand_room(page)
        cable.plug_in()
        qtbot.mouseClick(page.again, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "has everything" in page.status.text(), timeout=60_000)
    assert "2 players" in server.get().words


def test_a_disconnected_desk_forgets_its_access_to_the_server(
    qtbot: QtBot, view: EventView, server: Site, tmp_path: Path
) -> None:
    page = connected(qtbot, view, server.base, shown_code(server))
    assert read_access(access_file(tmp_path / "cup.flagfall")) is not None
    when_asked(InsistDialog, lambda dialog: dialog.leave.click())
    qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    assert page.there.text() == server.base
    when_asked(InsistDialog, lambda dialog: dialog.anyway.click())
    qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    assert page.address.isVisible()
    assert read_access(access_file(tmp_path / "cup.flagfall")) is None


def test_a_reopened_event_resumes_sending(
    qtbot: QtBot, view: EventView, server: Site, tmp_path: Path
) -> None:
    connected(qtbot, view, server.base, shown_code(server))
    again = OnlineClient(view.client, tmp_path / "cup.flagfall", view.client)
    assert again.picture.address == server.base
    qtbot.waitUntil(lambda: again.picture.progress is not None, timeout=60_000)
    again.stop()
