"""The wheel scrolls and changes nothing; what is changed and not applied stays in sight."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QPushButton,
    QScrollArea,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app import ui
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.ui.pages.event.page import EventPage
from app.ui.pages.round.before_draw import NextDrawCard
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.views.pages import DeskPage
from tests.ui.open_pages import settings_of
from tests.ui.windows import begin

LEFT = Qt.MouseButton.LeftButton
NO_WHEEL = QComboBox | QAbstractSpinBox | QTabBar


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    view.client.ask(CheckIn((1, 2)))
    qtbot.waitUntil(lambda: any(player.plays for player in view.client.state.players.values()))
    return view


@pytest.fixture
def page(view: EventView, qtbot: QtBot) -> EventPage:
    view.show_page(DeskPage.EVENT)
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    return page


def turn_over(window: QWidget, part: QWidget, turns: int = 3) -> None:
    """The wheel with the mouse over ``part``, as the window gets it from the screen."""
    place = part.mapTo(window, part.rect().center())
    for _ in range(turns):
        QTest.wheelEvent(window.windowHandle(), QPointF(place), QPoint(0, -120))


def in_sight(around: QWidget) -> list[QWidget]:
    return [
        widget for widget in around.findChildren(QWidget) if not widget.visibleRegion().isEmpty()
    ]


def value(part: QWidget) -> object:
    if isinstance(part, QComboBox | QTabBar):
        return part.currentIndex()
    assert isinstance(part, QAbstractSpinBox)
    return part.text()


@pytest.mark.parametrize("name", [one.name for one in PAGES])
def test_the_mouse_wheel_neither_changes_nor_focuses_a_field_on_a_page(
    view: EventView, name: str
) -> None:
    view.show_page(DeskPage(name))
    assert view.page is not None
    acts = len(view.client.state.done)
    asked: list[QWidget] = [one for one in in_sight(view) if isinstance(one, NO_WHEEL)]
    for scroll in view.page.findChildren(QScrollArea):
        scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
        asked += [one for one in in_sight(view) if isinstance(one, NO_WHEEL)]
    before = QApplication.focusWidget()
    for part in asked:
        for scroll in view.page.findChildren(QScrollArea):
            scroll.ensureWidgetVisible(part)
        as_it_was = value(part)
        turn_over(view.window(), part)
        assert value(part) == as_it_was, part
        part.setFocus()
        turn_over(view.window(), part)
        assert value(part) == as_it_was, part
        if before is not None:
            before.setFocus()
    assert len(view.client.state.done) == acts


def test_the_mouse_wheel_over_a_field_scrolls_the_page(page: EventPage, view: EventView) -> None:
    bar = page.findChildren(QScrollArea)[0].verticalScrollBar()
    assert bar.maximum() > 0
    before = page.form.army.currentData()
    turn_over(view.window(), page.form.army)
    assert bar.value() > 0
    assert page.form.army.currentData() == before


def test_every_input_field_uses_the_class_that_ignores_the_mouse_wheel() -> None:
    made = re.compile(r"\bQ(ComboBox|SpinBox|DoubleSpinBox|TimeEdit|TabWidget)\(")
    files = [file for file in Path(ui.__file__).parent.rglob("*.py") if file.name != "fields.py"]
    assert len(files) > 100
    assert [file.name for file in files if made.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", [one.name for one in PAGES])
def test_unapplied_changes_stay_visible_on_every_page_without_moving_anything(
    page: EventPage, view: EventView, name: str
) -> None:
    high = view.header.height()
    page.form.packet.setCurrentIndex(page.form.packet.findData("sr2012"))
    page.form.tables.setValue(6)
    view.show_page(DeskPage(name))
    QApplication.processEvents()
    assert view.header.height() == high
    assert page.pending.isVisible()
    assert page.pending.words.text().startswith("Not applied: Packet (Steamroller 2012)")
    assert "Tables (6)" in page.pending.words.text()


def test_changes_can_be_applied_or_discarded_from_any_page(
    page: EventPage, view: EventView, qtbot: QtBot
) -> None:
    page.form.tables.setValue(6)
    view.show_page(DeskPage.PLAYERS)
    qtbot.mouseClick(page.pending.apply, LEFT)
    qtbot.waitUntil(lambda: settings_of(view.client).tables == 6)
    qtbot.waitUntil(lambda: not page.pending.isVisible())
    view.show_page(DeskPage.EVENT)
    page.form.tables.setValue(7)
    view.show_page(DeskPage.ROUND)
    qtbot.mouseClick(page.pending.discard, LEFT)
    assert not page.pending.isVisible()
    assert page.form.tables.value() == 6


def test_an_unapplied_change_is_not_applied_along_with_a_later_one(
    page: EventPage, view: EventView, qtbot: QtBot
) -> None:
    page.form.packet.setCurrentIndex(page.form.packet.findData("sr2012"))
    view.show_page(DeskPage.PLAYERS)
    view.show_page(DeskPage.EVENT)
    page.form.tables.setValue(6)
    page.apply.click()
    qtbot.waitUntil(lambda: settings_of(view.client).tables == 6)
    assert settings_of(view.client).packet == "sr2017"
    assert page.pending.words.text() == "Not applied: Packet (Steamroller 2012)"
    qtbot.mouseClick(page.apply, LEFT)
    qtbot.waitUntil(lambda: settings_of(view.client).packet == "sr2012")


def test_the_number_of_rounds_shown_before_a_draw_links_to_its_setting(
    view: EventView, qtbot: QtBot
) -> None:
    view.show_page(DeskPage.ROUND)
    card = next(part for part in view.page.findChildren(NextDrawCard))
    qtbot.waitUntil(card.rounds.isVisible)
    qtbot.mouseClick(card.rounds, LEFT)
    assert view.page_shown is DeskPage.EVENT
    assert isinstance(view.page, EventPage)
    rounds = view.page.form.rounds
    qtbot.waitUntil(rounds.hasFocus)
    qtbot.waitUntil(lambda: rounds.visibleRegion().boundingRect() == rounds.rect())


def test_each_page_has_only_one_place_to_apply_and_discard_changes(
    page: EventPage, view: EventView, qtbot: QtBot
) -> None:
    """The page that is changed has its own buttons at its foot; the strip has them elsewhere."""

    def offered() -> list[str]:
        words = (button.text().replace("&", "") for button in view.findChildren(QPushButton)
                 if button.isVisible())  # fmt: skip
        return [each for each in words if each.startswith(("Apply", "Discard"))]

    page.form.tables.setValue(6)
    assert sorted(offered()) == ["Apply changes", "Discard changes"]
    view.show_page(DeskPage.PLAYERS)
    assert offered() == ["Apply", "Discard"]
    view.show_page(DeskPage.FORMAT)
    assert offered() == ["Apply", "Discard"]
    view.show_page(DeskPage.EVENT)
    assert sorted(offered()) == ["Apply changes", "Discard changes"]
    qtbot.mouseClick(page.apply, LEFT)
    qtbot.waitUntil(lambda: settings_of(view.client).tables == 6)


def test_choices_that_depend_on_a_new_packet_are_applied_with_it(
    page: EventPage, view: EventView, qtbot: QtBot
) -> None:
    page.form.packet.setCurrentIndex(page.form.packet.findData("sr2012"))
    view.show_page(DeskPage.PLAYERS)
    view.show_page(DeskPage.EVENT)
    page.form.army.setCurrentIndex(0)
    page.apply.click()
    qtbot.waitUntil(lambda: settings_of(view.client).packet == "sr2012")
    assert settings_of(view.client).size == page.form.army.currentData()
    assert not page.not_applied
