"""What comes by itself moves nothing on a page, and no message lies over what is typed in."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.desk.computer_clock import APART, BEHIND
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.language import plural, say
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.spoken import spoken
from tests.ui.windows import begin, do

LEFT = Qt.MouseButton.LeftButton
PAGES = ("Event", "Check-in", "Round")
LOOK_MS = 30


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """Five players are here; a sixth is registered."""
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "<b>Gus</b>")
    do(view.client, qtbot, AddPlayers(tuple(Entry(name) for name in names)))
    do(view.client, qtbot, CheckIn((1, 2, 3, 4, 5)))
    return view


def places(around: QWidget) -> dict[QPushButton | QWidget, QPoint]:
    return {
        part: part.mapToGlobal(QPoint(0, 0))
        for part in around.findChildren(QWidget)
        if part.isVisible() and not isinstance(part.window(), InsistDialog)
    }


def settled_places(around: QWidget, qtbot: QtBot) -> dict[QPushButton | QWidget, QPoint]:
    """Return the places once three looks find the same: a page is laid out in several steps."""
    looks = [places(around)]
    while looks[-3:] != [looks[-1]] * 3:
        qtbot.wait(LOOK_MS)
        looks.append(places(around))
    return looks[-1]


def moved(before: dict[QWidget, QPoint], after: dict[QWidget, QPoint]) -> list[QWidget]:
    return [part for part, place in after.items() if before.get(part, place) != place]


@pytest.fixture
def under_way(view: EventView, qtbot: QtBot) -> RoundPage:
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1))
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    qtbot.waitUntil(page.live.isVisible)
    page.live.choose(view.client.state.rounds[0].games[0])
    QApplication.processEvents()
    return page


def late_player(view: EventView, _page: RoundPage) -> None:
    view.client.ask(CheckIn((6,)))


def refusal(view: EventView, _page: RoundPage) -> None:
    view.messages.show_message(
        "This is a sentence of some length that tells what was refused. " * 6
    )


def deaf_keys(view: EventView, _page: RoundPage) -> None:
    window = view.window()
    assert isinstance(window, MainWindow)
    window.messages.show_message("Table 3 does not hear its plunger keys: click on its window.")


@pytest.mark.parametrize("come", [late_player, refusal, deaf_keys])
def test_events_from_outside_do_not_move_any_part_of_the_round_page(
    view: EventView,
    under_way: RoundPage,
    qtbot: QtBot,
    come: Callable[[EventView, RoundPage], None],
) -> None:
    before = settled_places(under_way, qtbot)
    come(view, under_way)
    if come is late_player:
        qtbot.waitUntil(lambda: bool(view.needs.found))
    assert not moved(before, settled_places(under_way, qtbot))


@pytest.mark.parametrize("name", PAGES)
def test_a_message_overlays_the_page_without_moving_its_content(
    view: EventView, qtbot: QtBot, name: str
) -> None:
    view.show_page(DeskPage(name))
    before = settled_places(view, qtbot)
    view.messages.show_message("This is a sentence that tells what was refused. " * 8)
    assert not moved(before, settled_places(view, qtbot))
    assert view.messages.isVisible()
    label = view.messages.findChildren(QLabel)[0]
    assert label.height() >= label.heightForWidth(label.width())


@pytest.mark.parametrize("name", [*PAGES, "Players", "Awards"])
@pytest.mark.parametrize("words", ["The players are asked who goes first.", "Not heard. " * 20])
def test_no_message_covers_an_input_field(
    view: EventView, under_way: RoundPage, qtbot: QtBot, name: str, words: str
) -> None:
    window = view.window()
    assert isinstance(window, MainWindow)
    view.messages.show_message(words)
    window.messages.show_message(words)
    view.show_page(DeskPage(name))
    qtbot.wait(20)
    bars = [part_of(window, bar) for bar in (view.messages, window.messages)]
    fields = [field for field in window.findChildren(QLineEdit) if field.isVisible()]
    assert view.find_box in fields
    assert not bars[0].intersects(bars[1])
    assert not [
        (field.accessibleName(), bar)
        for field in fields
        for bar in bars
        if part_of(window, field).intersects(bar)
    ]
    view.messages.hide()
    assert part_of(window, window.messages).top() == bars[0].top()


def part_of(window: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_notice_of_a_wrong_clock_covers_no_heading(
    view: EventView, qtbot: QtBot, language: str
) -> None:
    with spoken(language):
        days = plural(48, "{count} day", "{count} days")
        notice, act = f"{say(BEHIND).format(time=days)} {say(APART)}", say("Correct the times…")
    do(view.client, qtbot, DrawRound(7), PublishRound(), StartRound(1))
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    view.messages.show_message(notice, act, lambda: None)
    title = page.header.title
    qtbot.waitUntil(lambda: title.isVisible() and title.text() == "Round 1")
    assert view.messages.geometry().bottom() < title.mapTo(view, QPoint(0, 0)).y()
