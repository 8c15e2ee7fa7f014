"""Where an event opens, and where it goes on."""

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.store.packets.files import packets
from app.ui.dialogs.events_folder import use_events_folder
from app.ui.pages.now.page import NowPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.ui.widgets.theme import LIGHT, LIGHT_CONTRAST, Theme
from app.views.pages import DeskPage
from tests.ui.asked import when_asked
from tests.ui.widgets.test_theme import edge_of
from tests.ui.windows import begin

LEFT = Qt.MouseButton.LeftButton


def start(qtbot: QtBot, window: MainWindow, file: Path) -> None:
    client = begin(qtbot, window, file).client
    for command in (
        AddPlayers((Entry("Ann"), Entry("Bo"))), CheckIn((1, 2)), DrawRound(1), PublishRound(),
        StartRound(1),
    ):  # fmt: skip
        client.ask(command, insist=True)
    qtbot.waitUntil(lambda: any(round_.started_ms for round_ in client.state.rounds))


def test_missing_or_damaged_recent_events_are_labelled(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.flagfall"
    damaged.write_bytes(b"no event")
    page = window.start_page
    page.show_recent([str(tmp_path / "gone.flagfall"), str(damaged)])
    qtbot.waitUntil(lambda: "Cannot be read · " in page.recent.item(1).text())
    assert page.recent.item(0).text().startswith("gone\nNot found · ")
    page.show_recent([str(damaged)])
    qtbot.waitUntil(lambda: "Cannot be read · " in page.recent.item(0).text())


def test_everything_on_the_start_page_is_left_aligned(qtbot: QtBot, window: MainWindow) -> None:
    page = window.start_page
    page.show_recent([])
    qtbot.waitUntil(page.first_steps.isVisible)
    image = page.grab().toImage()
    ratio = image.devicePixelRatio()

    def ink(part: QWidget) -> int:
        """Where the words of a part begin on the page."""
        area = QRect(part.mapTo(page, QPoint()), part.size())
        return next(
            x
            for x in range(area.left(), area.right())
            if any(
                image.pixelColor(int(x * ratio), int(y * ratio)).lightness() < 160
                for y in range(area.top() + 8, area.bottom() - 8)
            )
        )

    assert abs(ink(page.first_steps) - ink(page.server)) <= 2


def test_the_links_at_the_foot_look_alike_in_high_contrast(
    window: MainWindow, dressed: Callable[[Theme], None]
) -> None:
    """One had a frame there, and those beside it a line below."""
    dressed(LIGHT_CONTRAST)
    page = window.start_page
    links = (page.server, *page.languages, page.settings)
    assert len(links) == 3
    assert {frozenset(edge_of(link)) for link in links} == {frozenset({LIGHT_CONTRAST.surface})}


def test_one_click_opens_a_recent_event_at_the_page_where_it_continues(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    start(qtbot, window, tmp_path / "night.flagfall")
    window.close_event()
    recent = window.start_page.recent
    qtbot.waitUntil(lambda: "Round 1 running · " in recent.item(0).text())
    assert re.search(r"running · \d+ \w+ \d{4}, \d\d:\d\d · ", recent.item(0).text())
    place = recent.visualItemRect(recent.item(0)).center()
    with qtbot.waitSignal(window.opened):
        QTest.mouseClick(recent.viewport(), LEFT, pos=place)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: isinstance(view.page, NowPage))


def test_the_buttons_for_who_goes_first_have_the_colours_of_their_sides(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    start(qtbot, window, tmp_path / "night.flagfall")
    assert window.view is not None
    window.view.show_page(DeskPage.ROUND)
    page = window.view.page
    assert isinstance(page, RoundPage)
    page.live.choose(window.view.client.state.rounds[0].games[0])
    for side, colour in (("Red", LIGHT.red), ("Blue", LIGHT.blue)):
        (first,) = (
            button
            for button in page.live.panel.findChildren(QPushButton)
            if button.text() == f"{side} goes first"
        )
        assert QColor(first.grab().toImage().pixel(8, 8)) == QColor(colour)


def test_while_an_event_is_opening_all_buttons_are_disabled(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = window.start_page
    page.show_busy("Opening the event")
    shown = [part for part in page.findChildren(QPushButton) if part.isVisible()]
    assert len(shown) > 4
    assert [part.text() for part in shown if part.isEnabled()] == []
    page.show_busy("")
    assert all(part.isEnabled() for part in shown)
    qtbot.waitUntil(page.name.hasFocus)


def test_an_event_in_progress_opens_with_the_keyboard_focus_on_its_page(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    start(qtbot, window, tmp_path / "night.flagfall")
    window.close_event()
    with qtbot.waitSignal(window.opened):
        window.open_event(tmp_path / "night.flagfall")
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: isinstance(view.page, NowPage))
    named = [part for part in view.findChildren(QPushButton) if part.text() == "Now"]
    qtbot.waitUntil(lambda: any(part.hasFocus() for part in named))


def test_typing_a_name_and_enter_creates_an_event_with_default_settings(
    qtbot: QtBot, qapp: QApplication, window: MainWindow, tmp_path: Path
) -> None:
    use_events_folder(qapp, str(tmp_path / "events"))
    page = window.start_page
    QTest.keyClicks(page.name, "  ")
    QTest.keyClick(page.name, Qt.Key.Key_Return)
    QTest.keyClicks(page.name, "Foundry Open")
    with qtbot.waitSignal(window.opened):
        QTest.keyClick(page.name, Qt.Key.Key_Return)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: isinstance(view.page, PlayersPage))
    settings, packet = view.client.state.settings, view.client.state.packet
    assert settings is not None
    assert packet is not None
    assert settings.name == "Foundry Open"
    assert packet.key == next(iter(packets()))
    assert settings.size in packet.sizes
    assert [file.name for file in (tmp_path / "events").iterdir() if file.suffix] != []
    assert page.name.text() == ""


def test_a_name_typed_on_the_start_page_is_carried_into_the_new_event_dialog(
    qtbot: QtBot, window: MainWindow
) -> None:
    seen: list[str] = []

    def look(dialog: NewEventDialog) -> None:
        seen.append(dialog.form.name.text())
        dialog.reject()

    when_asked(NewEventDialog, look)
    QTest.keyClicks(window.start_page.name, "Foundry Open")
    window.start_page.new_event.click()
    assert seen == ["Foundry Open"]
    assert window.view is None
