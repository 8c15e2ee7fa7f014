from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.room import RoomAct
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, StartClock, Tap
from app.engine.side import Side
from app.engine.state import Stage, State
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.round.header import RoundHeader
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf
from tests.ui.timers import running_timers
from tests.ui.windows import begin


def give_reason(dialog: ReasonDialog, reason: str) -> None:
    dialog.reason.setText(reason)
    dialog.act.click()


def press(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def latest(event: Event) -> Stage | None:
    round_ = event.state.latest
    return round_.stage if round_ else None


def test_one_button_leads_through_a_round(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    page = page_of(RoundPage)
    step = page.header.next
    for text, stage in (
        ("&Draw round 1", Stage.DRAWN),
        ("&Publish round 1", Stage.PUBLISHED),
        ("&Start round 1", Stage.STARTED),
    ):
        qtbot.waitUntil(lambda text=text: step.text() == text)
        press(qtbot, step)
        qtbot.waitUntil(lambda stage=stage: latest(event) is stage)
    event.report(1)
    event.report(2)
    qtbot.waitUntil(lambda: page.desk.out.text() == "Every result is in")
    press(qtbot, step)
    qtbot.waitUntil(lambda: step.text() == "&Draw round 2")


def cancel(dialog: InsistDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(dialog.leave, Qt.Key.Key_Return)


def insist(dialog: InsistDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(dialog.anyway, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("answer", "then"), [(cancel, "&Draw round 2"), (insist, "&Publish round 2")]
)
def test_keyboard_focus_stays_on_the_draw_button_while_drawing(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    answer: Callable[[InsistDialog, QtBot], None],
    then: str,
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    client = view.client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(FinishRound(), insist=True)
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    step = page.header.next
    qtbot.waitUntil(lambda: step.text() == "&Draw round 2")
    step.setFocus()
    asked: list[InsistDialog] = []

    def answer_it(dialog: InsistDialog) -> None:
        asked.append(dialog)
        answer(dialog, qtbot)

    when_asked(InsistDialog, answer_it)
    qtbot.keyClick(step, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    qtbot.waitUntil(lambda: step.text() == then and step.isEnabled())
    assert window.focusWidget() is step


@pytest.fixture
def header(qtbot: QtBot) -> RoundHeader:
    """With the keyboard on the lesser step."""
    header = RoundHeader()
    qtbot.addWidget(header)
    header.resize(900, 40)
    header.offer(header.print, offered=True)
    header.show_steps("Publish", "Draw again")
    header.show()
    header.other.setFocus()
    return header


def test_keyboard_focus_returns_to_a_step_button_that_was_briefly_disabled(
    header: RoundHeader,
) -> None:
    header.show_steps("Drawing…", enabled=False)
    assert header.focusWidget() is not header.other
    header.show_steps("Drawing…", enabled=False)
    header.show_steps("Publish", "Draw again")
    assert header.focusWidget() is header.other


def test_keyboard_focus_moves_to_the_next_step_when_its_button_disappears(
    header: RoundHeader,
) -> None:
    header.show_steps("Finish")
    assert header.focusWidget() is header.next


def test_keyboard_focus_moved_by_the_user_during_a_draw_stays_there(header: RoundHeader) -> None:
    header.offer(header.wall, offered=True)
    header.show_steps("Drawing…", enabled=False)
    elsewhere = header.wall if header.print.hasFocus() else header.print
    elsewhere.setFocus()
    header.show_steps("Publish", "Draw again")
    assert header.focusWidget() is elsewhere


def test_a_draw_carries_the_seed_of_the_event(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    page = page_of(RoundPage)
    press(qtbot, page.header.next)
    qtbot.waitUntil(lambda: latest(event) is Stage.DRAWN)
    round_, settings = event.state.latest, event.state.settings
    assert round_ is not None
    assert settings is not None
    assert round_.seed == settings.seed
    qtbot.waitUntil(lambda: page.header.other.text() == "Draw &again")
    when_asked(ReasonDialog, lambda dialog: give_reason(dialog, "Two friends met"))
    press(qtbot, page.header.other)
    qtbot.waitUntil(lambda: event.state.rounds[0].attempt == 2)
    told = event.state.rounds[0].explanation
    assert told is not None
    assert told.why == "Two friends met"


def test_before_a_draw_the_page_says_who_is_missing(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(6, here=5)
    page = page_of(RoundPage)
    words = " ".join(
        widget.text() for widget in page.next_draw.findChildren(type(page.header.title))
    )
    assert "5 players checked in: 2 tables, one player has the bye." in words
    assert "Fredrik" in words


def test_nothing_can_be_drawn_without_players(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(RoundPage)
    assert not page.header.next.isEnabled()
    with qtbot.waitSignal(page.players_wanted):
        page.next_draw.players_wanted.emit()


def test_redrawing_a_published_round_asks_for_confirmation(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.publish()
    page = page_of(RoundPage)
    when_asked(ReasonDialog, lambda dialog: give_reason(dialog, "A wrong club"))
    with qtbot.waitSignal(client.doubted) as doubted:
        press(qtbot, page.header.other)
    assert isinstance(doubted.args[1], Refused)


def test_the_scenario_is_changed_before_the_start(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    page = page_of(RoundPage)
    before = event.state.rounds[0].scenario
    other = next(n for n in range(6) if page.review.scenario.itemData(n) != before)
    page.review.scenario.activated.emit(other)
    wanted = page.review.scenario.itemData(other)
    qtbot.waitUntil(lambda: event.state.rounds[0].scenario == wanted)


def test_an_earlier_round_can_be_looked_at(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.finish()
    event.start()
    page = page_of(RoundPage)
    page.header.rounds.activated.emit(1)
    assert page.header.title.text() == "Round 1"
    assert not page.header.next.isVisible()
    start = page.live.hall.at_hand[RoomAct.START]
    assert not start.isVisible()  # those would be the tables of round 2
    assert not page.live.hall.pause.isVisible()
    press(qtbot, page.header.other)
    assert page.header.title.text() == "Round 2"
    assert start.isVisible()


def test_the_button_of_a_decided_event_leads_to_the_standings(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    event.finish()
    page = page_of(RoundPage)
    with qtbot.waitSignal(page.standings_wanted):
        press(qtbot, page.header.next)


def test_finishing_a_round_names_the_tables_whose_results_are_missing(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.report(1)
    page = page_of(RoundPage)
    with qtbot.waitSignal(client.doubted) as doubted:
        press(qtbot, page.header.next)
    assert "table 2" in doubted.args[1].sentence
    event.do(FinishRound(), insist=True)
    missing = "Round 1 has no result yet at table 2. Enter the results before you draw round 2."
    qtbot.waitUntil(lambda: page.notice.text().startswith(missing))
    event.report(2)
    qtbot.waitUntil(lambda: "Round 2 of 3 can be drawn." in page.notice.text())


def test_the_page_survives_every_stage_being_undone(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    event.do(PublishRound())
    event.do(StartRound())
    event.report(1)
    event.do(FinishRound(), insist=True)
    page = page_of(RoundPage)
    for _ in range(5):
        event.desk.undo().result(timeout=60)
    qtbot.waitUntil(lambda: page.header.next.text() == "&Draw round 1")
    assert isinstance(client.state, State)


def test_a_hidden_round_page_is_updated_when_it_is_shown(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    page.hide()
    with qtbot.waitSignal(client.changed):
        event.report(1)
    assert page.desk.out.text() == "2 still out: 1, 2"
    page.show()
    assert page.desk.out.text() == "1 still out: 2"


def test_a_round_in_which_nothing_changes_runs_no_timer_but_the_minute_timer(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    (minute,) = running_timers(page.live)
    assert minute.isSingleShot()
    assert minute.interval() > 1_000, "the round’s own time is read in minutes"
    assert running_timers(page.live.list) == []
    event.do(StartClock(event.game(1).number, Side.RED))
    qtbot.waitUntil(lambda: bool(running_timers(page.live.list)))
    event.report(1)
    event.report(2)
    event.do(FinishRound())
    qtbot.waitUntil(lambda: page.header.next.text() == "&Draw round 2")
    assert running_timers(page.live) == []
    assert running_timers(page.live.list) == []


def test_a_press_at_another_table_than_the_chosen_one_moves_no_part_of_the_page(
    client: DeskClient, event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    game = event.game(2).number
    page = page_of(RoundPage)
    page.find_game(event.game(1).number)
    moved: list[str] = []

    class LayoutRequests(QObject):
        def eventFilter(self, watched: QObject, happened: QEvent) -> bool:
            if happened.type() is QEvent.Type.LayoutRequest:
                moved.append(type(watched).__name__)
            return False

    requests = LayoutRequests(page)
    for part in (page, *page.findChildren(QWidget)):
        part.installEventFilter(requests)
    for act in (StartClock(game, Side.RED), Tap(game, Side.RED), Tap(game, Side.BLUE)):
        moved.clear()  # the first acts may change what is shown beside the list
        with qtbot.waitSignal(client.changed):
            event.do(act)
        for _ in range(5):
            QApplication.processEvents()
    assert moved == []


def test_header_buttons_that_do_not_fit_move_into_one_menu(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    header = RoundHeader(around)
    header.resize(1200, 40)
    header.show_steps("Finish round 3", "Call dice down")
    header.clock.show_any("Started 14:05 · expected end 16:05 · 72 min to go", "72 min to go")
    acts = (header.print, header.wall, header.match_ups, header.secret)
    for act in acts:
        header.offer(act, offered=True)
    around.show()
    assert all(act.isVisible() for act in acts)
    assert not header.more.isVisible()
    header.resize(header.minimumSizeHint().width(), 40)
    assert not any(act.isVisible() for act in acts)
    qtbot.waitUntil(lambda: not cut_texts(header, names=False))
    assert header.clock.fitting == "72 min to go"
    asked: list[None] = []
    header.wall_wanted.connect(lambda: asked.append(None))
    header.menu.aboutToShow.emit()
    words = [action.text() for action in header.menu.actions()]
    assert words == [act.text() for act in acts]
    header.menu.actions()[1].trigger()
    assert asked == [None]


def test_the_table_summary_drops_whole_counts_instead_of_cutting_them(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.start()
    for game in (1, 2, 3):
        event.do(StartClock(game, Side.RED))
    event.do(CallJudge(1, Side.RED))
    page = page_of(RoundPage)
    summary = page.live.summary
    qtbot.waitUntil(lambda: summary.text() == "1 needs you · 2 playing · 1 not started")
    assert summary.fitting == summary.text()
    for wide in range(1190, 740, -30):
        page.resize(wide, 690)
        assert summary.fitting in (
            summary.text(), "1 needs you · 2 playing", "1 needs you", "",
        )  # fmt: skip
        assert summary.fontMetrics().horizontalAdvance(summary.fitting) <= summary.width()
