"""What the organizer does without a mouse: all is in reach, nothing is done that was not meant."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, CheckIn
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Pair, Side
from app.engine.table.game import Play
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.event.page import EventPage
from app.ui.pages.format.page import FormatPage
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView, PageKind
from app.views.event.confirm import RECORDED
from app.views.pages import DeskPage, DeskPlace
from app.views.table.organizer_acts import OrganizerAction
from tests.events import Event, entries
from tests.ui.by_keys import focused, key, tabbed_to
from tests.ui.letters import clear
from tests.ui.open_pages import PageOf

Key = Qt.Key


@pytest.fixture
def round_page(event: Event, page_of: PageOf) -> Callable[[], RoundPage]:
    def make() -> RoundPage:
        page = page_of(RoundPage)
        assert isinstance(page, RoundPage)
        page.window().activateWindow()
        return page

    return make


def test_enter_presses_the_focused_button_rather_than_the_default_one(qtbot: QtBot) -> None:
    dialog = ReasonDialog("Disqualify", "Anna", "She is out.", danger=True)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    tabbed_to(dialog, dialog.reason, qtbot)
    QTest.keyClicks(dialog.reason, "Cheated")
    tabbed_to(dialog, dialog.cancel, qtbot)
    key(Key.Key_Return)
    assert not dialog.isVisible()
    assert dialog.result() == ReasonDialog.DialogCode.Rejected


@pytest.mark.parametrize("insists", [True, False])
def test_enter_on_a_doubt_cancels_unless_the_insist_button_has_focus(
    qtbot: QtBot, insists: bool
) -> None:
    dialog = InsistDialog(
        "They are not here.", note=RECORDED, words=("&Cancel", "&Seat the player")
    )
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    tabbed_to(dialog, dialog.anyway if insists else dialog.leave, qtbot)
    key(Key.Key_Return)
    assert bool(dialog.result()) is insists


def test_enter_on_cancel_closes_the_form_and_returns_focus_to_the_list(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = round_page()
    panel, tables = page.live.panel, page.live.tables
    page.live.choose(1)
    panel.begin(OrganizerAction.WARN)
    form = panel.form
    assert form is not None
    key(Key.Key_Space)
    tabbed_to(page, form.reason, qtbot)
    QTest.keyClicks(form.reason, "Late")
    tabbed_to(page, form.leave, qtbot)
    acts = len(event.state.done)
    key(Key.Key_Return)
    assert panel.form is None
    assert focused() is tables
    assert len(event.state.done) == acts


def test_enter_in_the_reason_field_runs_the_act_once(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = round_page()
    page.live.choose(1)
    page.live.panel.begin(OrganizerAction.WARN)
    form = page.live.panel.form
    assert form is not None
    key(Key.Key_Space)
    tabbed_to(page, form.reason, qtbot)
    QTest.keyClicks(form.reason, "Late")
    acts = len(event.state.done)
    key(Key.Key_Return)
    qtbot.waitUntil(lambda: len(event.state.done) > acts)
    event.do(AddPlayers(entries(1)))  # behind whatever else was asked
    assert len(event.state.done) == acts + 2


def test_after_an_act_the_list_of_tables_has_keyboard_focus(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = round_page()
    page.live.choose(1)
    start = next(
        widget
        for widget in page.live.panel.findChildren(QWidget)
        if widget.property("text") == "Red goes first"
    )
    tabbed_to(page, start, qtbot)
    key(Key.Key_Space)
    qtbot.waitUntil(lambda: event.state.games[1].play.clock is not None)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page.live.tables)


def test_a_panel_button_keeps_focus_when_players_act(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = round_page()
    page.live.choose(1)
    panel = page.live.panel

    def result_button() -> QWidget:
        return next(
            widget
            for widget in panel.findChildren(QWidget)
            if widget.property("text") == "Enter resu&lt"
        )

    before = result_button()
    tabbed_to(page, before, qtbot)
    event.do(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: focused() is not before)
    assert focused().property("text") == "Enter resu&lt"


@pytest.mark.parametrize("upto", ["draw", "publish", "start", "finish"])
def test_every_step_of_the_round_is_reachable_by_tab_and_by_its_own_access_key(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot, upto: str
) -> None:
    event.register(6)
    event.finish()
    getattr(event, upto)()
    page = round_page()
    header = page.header
    parts = (header.next, header.other, header.rounds, header.wall, header.print, header.secret)
    shown = [part for part in parts if part.isVisible()]
    for before, after in pairwise(shown):
        tabbed_to(page, before, qtbot)
        key(Key.Key_Tab)
        assert focused() is after
    assert clear(page)


@pytest.mark.parametrize("kind", [EventPage, PlayersPage])
def test_no_access_key_of_a_button_opens_a_menu_instead(
    event: Event, page_of: PageOf, kind: type[QWidget]
) -> None:
    event.do(AddPlayers(entries(4)))
    event.do(CheckIn((1, 2)))
    page = page_of(kind)
    if isinstance(page, PlayersPage):
        page.table.choose_players((3,))
    assert clear(page)


def test_every_tab_stop_on_the_event_page_is_a_usable_control(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(EventPage)
    assert isinstance(page, EventPage)
    page.form.name.setFocus()
    stops = tabbed_to(page, page.next_button, qtbot)
    assert page.form.seed in stops
    assert not [stop for stop in stops if isinstance(stop, QScrollArea)]


def test_tabbing_through_the_format_page_goes_from_top_to_bottom_in_view(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(FormatPage)
    assert isinstance(page, FormatPage)
    page.groups.findChildren(QCheckBox)[0].setFocus()
    stops = tabbed_to(page, page.copy, qtbot)
    groups = [place for place, one in enumerate(stops) if page.groups.isAncestorOf(one)]
    own = [place for place, one in enumerate(stops) if page.own.isAncestorOf(one)]
    assert groups
    assert own
    assert max(groups) < min(own)
    page.copy.setFocus()
    last = stops[max(groups)]
    last.setFocus(Qt.FocusReason.BacktabFocusReason)
    qtbot.waitUntil(lambda: not last.visibleRegion().isEmpty())


def alt(page: QWidget, letter: Key, qtbot: QtBot) -> None:
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    QTest.keyClick(focused(), letter, Qt.KeyboardModifier.AltModifier)


def test_the_most_frequent_table_acts_have_access_keys(
    client: DeskClient, event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    page = round_page()
    page.live.tables.setFocus()
    page.live.choose(1)

    def play() -> Play:
        return client.state.games[1].play

    event.do(StartClock(1, Side.RED))
    event.do(CallJudge(1, Side.RED))
    qtbot.waitUntil(lambda: play().judge_called and play().ticking)
    assert clear(page)
    alt(page, Key.Key_J, qtbot)
    qtbot.waitUntil(lambda: not play().judge_called)
    assert play().ticking
    for ticks in (False, True):
        qtbot.waitUntil(lambda: clear(page))
        alt(page, Key.Key_S, qtbot)
        qtbot.waitUntil(lambda ticks=ticks: play().ticking is ticks)
    qtbot.waitUntil(lambda: clear(page))
    alt(page, Key.Key_L, qtbot)
    qtbot.waitUntil(page.desk.winner.hasFocus)
    QTest.keyClicks(page.desk.winner, "1")
    assert clear(page)
    page.desk.cp.red.setText("3")
    alt(page, Key.Key_R, qtbot)
    qtbot.waitUntil(lambda: client.state.games[1].reported is not None)
    event.do(FinishRound(), insist=True)
    qtbot.waitUntil(lambda: page.header.stage.text() == "Finished")
    assert clear(page)


def test_the_report_button_keeps_its_access_key_when_a_doubt_is_shown(
    event: Event, round_page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = round_page()
    page.desk.choose(1)
    sheet = page.desk.sheet
    assert sheet is not None
    result = sheet.filled(Side.RED, How.SCENARIO, Pair(0, 0), Pair(0, 0))
    page.desk.show_sent(sheet.game.number)
    page.desk.show_answer(sheet, result, "", Refused("Really?", insistable=True))
    assert page.desk.send.text() == "&Report anyway"
    assert clear(page)


def read_out(page: QWidget) -> dict[str, tuple[QAccessible.Role, bool]]:
    """Of each choice in sight: what a screen reader says it is, and whether it is chosen."""
    shown = (
        button
        for button in page.findChildren(QPushButton)
        if button.isCheckable() and button.isVisible()
    )
    said = {one.text(): QAccessible.queryAccessibleInterface(one) for one in shown}
    return {text: (one.role(), one.state().checked != 0) for text, one in said.items()}


def test_a_screen_reader_is_told_which_of_the_pages_is_chosen(page_of: PageOf) -> None:
    pages = (
        PageKind(DeskPage.NOW, DeskPlace.NOW, lambda _client: QWidget()),
        PageKind(DeskPage.ROUND, DeskPlace.ROUND, lambda _client: QWidget()),
    )
    view = page_of(lambda client: EventView(client, pages))
    view.show_page(DeskPage.ROUND)
    radio = QAccessible.Role.RadioButton
    assert read_out(view) == {"Now": (radio, False), "Round": (radio, True)}
    view.show_page(DeskPage.NOW)
    assert read_out(view) == {"Now": (radio, True), "Round": (radio, False)}


@pytest.mark.parametrize("kind", [HistoryPage, RoundPage])
@pytest.mark.parametrize("upto", ["draw", "start"])
def test_a_screen_reader_is_told_that_one_of_several_is_chosen(
    event: Event, page_of: PageOf, kind: type[QWidget], upto: str
) -> None:
    event.register(4)
    getattr(event, upto)()
    said = read_out(page_of(kind))
    assert {role for role, _ in said.values()} == {QAccessible.Role.RadioButton}
    assert [chosen for _, chosen in said.values()].count(True) == 1
