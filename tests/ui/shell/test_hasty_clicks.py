"""Two presses where one was meant: nothing that others see is done by the second."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.state import Stage, Status
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.patience import PATIENCE_S
from tests.ui.timers import run_out
from tests.ui.windows import begin, do

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is held for as long as a test looks."""
    monkeypatch.setattr("app.ui.widgets.basics.HELD_MS", PATIENCE_S * 1000)


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """Four players are here, a fifth is late."""
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    entries = tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di", "Eve"))
    do(view.client, qtbot, AddPlayers(entries), CheckIn((1, 2, 3, 4)))
    view.show_page(DeskPage.ROUND)
    return view


def at(view: EventView, part: QWidget) -> QPoint:
    return part.mapTo(view.window(), part.rect().center())


def click(view: EventView, place: QPoint) -> None:
    """Where the mouse is, whatever may be there."""
    QTest.mouseClick(view.window().windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, place)


def click_again(view: EventView, place: QPoint) -> None:
    """The second half of a double click."""
    found = view.window().childAt(place)
    assert found is not None
    spot, none = found.mapFrom(view.window(), place), Qt.KeyboardModifier.NoModifier
    QTest.mouseDClick(found, LEFT, none, spot)
    QTest.mouseRelease(found, LEFT, none, spot)


def round_page(view: EventView) -> RoundPage:
    page = view.page
    assert isinstance(page, RoundPage)
    return page


def stage(view: EventView) -> Stage | None:
    latest = view.client.state.latest
    return latest.stage if latest else None


@pytest.mark.usefixtures("held")
def test_a_second_press_on_draw_does_not_publish_the_draw(view: EventView, qtbot: QtBot) -> None:
    header = round_page(view).header
    place = at(view, header.next)
    click(view, place)
    qtbot.waitUntil(lambda: header.next.text() == "&Publish round 1")
    click(view, place)
    click_again(view, place)
    QTest.keyClick(header.next, Qt.Key.Key_Space)
    QTest.keyClick(header.next, Qt.Key.Key_Return)
    assert header.next.held
    run_out(header.next)
    assert not header.next.held
    assert stage(view) is Stage.DRAWN
    click(view, place)
    qtbot.waitUntil(lambda: stage(view) is Stage.PUBLISHED)


@pytest.mark.usefixtures("held")
def test_each_step_of_a_round_is_held_briefly_after_the_previous_one(
    view: EventView, qtbot: QtBot
) -> None:
    header = round_page(view).header
    for words, following, then in (
        ("&Draw round 1", "&Publish round 1", Stage.DRAWN),
        ("&Publish round 1", "&Start round 1", Stage.PUBLISHED),
        ("&Start round 1", "Fi&nish round 1", Stage.STARTED),
    ):
        run_out(header.next)
        assert header.next.text() == words
        click(view, at(view, header.next))
        qtbot.waitUntil(lambda following=following: header.next.text() == following)
        click(view, at(view, header.next))
        assert header.next.held
        qtbot.wait(50)
        assert stage(view) is then


def test_a_step_is_held_for_a_second_and_then_works(
    view: EventView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.widgets.basics.HELD_MS", 50)
    step = round_page(view).header.next
    click(view, at(view, step))
    qtbot.waitUntil(lambda: stage(view) is Stage.DRAWN and not step.held)
    click(view, at(view, step))
    qtbot.waitUntil(lambda: stage(view) is Stage.PUBLISHED)


def test_the_second_half_of_a_double_click_starts_no_clock_and_pauses_none(
    view: EventView, qtbot: QtBot
) -> None:
    page = round_page(view)
    for step in ("&Draw round 1", "&Publish round 1", "&Start round 1"):
        qtbot.waitUntil(lambda step=step: page.header.next.text() == step)
        click(view, at(view, page.header.next))
    qtbot.waitUntil(lambda: stage(view) is Stage.STARTED)
    game = view.client.state.games_of(view.client.state.rounds[0])[0].number
    page.live.choose(game)
    panel = page.live.panel
    first = next(
        button for button in panel.findChildren(QPushButton) if button.text() == "Red goes first"
    )
    place = at(view, first)
    click(view, place)

    def shows_pause() -> bool:
        buttons = panel.findChildren(QPushButton)
        return any(button.text() == "Pau&se" and button.isVisible() for button in buttons)

    qtbot.waitUntil(shows_pause)
    for part in panel.findChildren(QPushButton):
        if part.isVisible():
            click_again(view, at(view, part))
    qtbot.wait(50)
    assert view.client.state.games[game].play.pause is None


def test_a_double_click_checks_a_player_in_and_not_out_again(view: EventView, qtbot: QtBot) -> None:
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    page.table.choose_only((5,))
    QApplication.processEvents()  # the buttons are laid out for the chosen player
    place = at(view, page.acts.toggle)
    click(view, place)
    qtbot.waitUntil(lambda: page.acts.toggle.text() == "Undo &check-in")
    click_again(view, place)
    qtbot.wait(50)
    assert view.client.state.players[5].status is Status.CHECKED_IN
    click(view, place)
    qtbot.waitUntil(lambda: view.client.state.players[5].status is Status.REGISTERED)


def test_a_button_whose_text_changes_during_a_press_does_nothing(
    view: EventView, qtbot: QtBot
) -> None:
    header = round_page(view).header
    steps: list[bool] = []
    header.next_step.connect(lambda: steps.append(True))
    QTest.mousePress(header.next, LEFT)
    header.next.setText("&Publish round 1")
    QTest.mouseRelease(header.next, LEFT)
    assert not steps
    assert not header.next.isDown()
