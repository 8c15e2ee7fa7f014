import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import AddPlayers, CheckIn, ChooseList, EnterArmy, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import (
    CallJudge,
    DismissJudge,
    Holding,
    PauseClock,
    ResumeClock,
    Rule,
    ScoreTurn,
    StartClock,
    SwapSpecialists,
    Tap,
)
from app.engine.acts.undo import Undo
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.round import page as round_page
from app.ui.pages.round.live import panel
from app.ui.pages.round.live.act_form import NEEDS_FORM
from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.basics import is_in_sight
from app.views.round import live
from app.views.round.live import Order
from app.views.table.organizer_acts import ACTIONS, OrganizerAction
from tests.engine.armies.parse.test_entries import FORGE
from tests.engine.script_words import rows
from tests.events import MINUTE, Event
from tests.ui.cut_text import cut_texts
from tests.ui.full_hall import long_names
from tests.ui.open_pages import PageOf

PIT = 1  # a scenario with objectives


def press(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def words(page: RoundPage, part: LiveColumn) -> list[str]:
    model = page.live.tables.model()
    return [model.index(row, part).data() for row in range(model.rowCount(QModelIndex()))]


def test_every_act_has_its_own_button_or_a_form() -> None:
    at_once = {act for act, row in ACTIONS.items() if row.at_once}
    starts = {OrganizerAction.START, OrganizerAction.OTHER_FIRST}
    assert set(OrganizerAction) - at_once - starts == NEEDS_FORM


def test_tables_that_need_the_organizer_come_first(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(24)
    event.play()
    page = page_of(RoundPage)
    first = words(page, LiveColumn.CONDITION)
    assert first[:2] == ["Judge called", "Low on time"]
    page.live.tables.show_order(Order.TABLE)
    assert words(page, LiveColumn.TABLE) == [str(n) for n in range(1, 13)]


def test_a_judge_called_after_the_end_needs_the_organizer(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    event.report(2)
    page = page_of(RoundPage)
    assert words(page, LiveColumn.CONDITION)[-1] == "Finished"
    event.do(CallJudge(event.game(2).number, Side.BLUE))
    qtbot.waitUntil(lambda: words(page, LiveColumn.CONDITION)[0] == "Judge called")
    assert words(page, LiveColumn.TABLE)[0] == "2"
    assert page.live.summary.text().startswith("1 needs you")
    event.do(DismissJudge(event.game(2).number))
    qtbot.waitUntil(lambda: words(page, LiveColumn.CONDITION)[-1] == "Finished")


def test_nobody_needs_the_organizer_once_the_round_is_finished(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.report(1)
    event.report(2)
    event.do(CallJudge(event.game(2).number, Side.BLUE))
    page = page_of(RoundPage)
    assert page.live.summary.text() == "1 needs you"
    event.do(FinishRound())
    qtbot.waitUntil(lambda: page.live.summary.text() == "2 finished")


@pytest.mark.parametrize(("begun", "clock"), [(False, False), (True, False), (True, True)])
def test_every_act_at_a_table_is_in_view_on_a_small_laptop(
    event: Event, page_of: PageOf, qtbot: QtBot, begun: bool, clock: bool
) -> None:
    """1366 × 768 without the taskbar, the window's title, its menu and the rail."""
    event.register(8)
    event.finish()
    event.start()
    game = event.game(1).number
    if clock:
        for side in Side:
            army = army_of(read_army(FORGE))
            event.do(EnterArmy(event.game(1).players.of(side), (ArmyList(army),)), insist=True)
        event.do(HoldTime(game, by_clock=True))
    if begun:
        event.do(StartClock(game, Side.RED))
    page = page_of(RoundPage, size=(1242, 629))
    page.live.panel.has_code = lambda: True
    page.live.choose(game)
    found = [made for made in page.live.panel.findChildren(QPushButton) if made.isVisible()]
    assert {"Result ›", "Players ›", "Table ›"} <= {made.text() for made in found}
    groups = page.live.panel.menu()
    assert [words for words, _ in groups[-1]] == ["Drop…", "Disqualify…"]
    assert "Tablet code…" in dict(groups[-2])
    assert any("Switches" in dict(group) for group in groups) is clock
    assert len(found) - 4 <= 3
    qtbot.waitUntil(
        lambda: all(made.visibleRegion().boundingRect() == made.rect() for made in found)
    )


def test_tables_without_a_result_in_a_finished_round_need_the_organizer(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    event.report(1)
    event.do(StartClock(event.game(2).number, Side.RED))
    page = page_of(RoundPage)
    assert set(words(page, LiveColumn.CONDITION)) == {"Playing", "Not started", "Finished"}
    event.do(FinishRound(), insist=True)
    qtbot.waitUntil(
        lambda: words(page, LiveColumn.CONDITION) == ["No result", "No result", "Finished"]
    )
    assert page.live.summary.text() == "2 need you"


def test_a_result_entered_at_the_desk_shows_its_own_points_beside_the_list(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    won = Result(Side.RED, How.SCENARIO, Pair(6, 3), Pair(40, 25))
    event.do(ReportResult(game, won), insist=True)
    page = page_of(RoundPage)
    page.live.choose(game)
    texts = [label.text() for label in page.live.findChildren(QLabel) if label.isVisible()]
    assert "Control points 6–3" in texts


def test_no_timer_runs_while_no_clock_runs(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    game = event.game(1).number
    assert not page.live.tables.ticking
    event.do(StartClock(game, Side.RED))
    qtbot.waitUntil(lambda: page.live.tables.ticking)
    event.do(PauseClock(game, ""))
    qtbot.waitUntil(lambda: not page.live.tables.ticking)
    event.do(ResumeClock(game))
    qtbot.waitUntil(lambda: page.live.tables.ticking)
    page.hide()
    assert not page.live.tables.ticking


def test_each_second_redraws_only_the_digits_that_changed(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(24)
    event.start()
    event.do(StartClock(event.game(2).number, Side.BLUE))
    page = page_of(RoundPage)
    qtbot.waitUntil(lambda: page.live.tables.ticking)
    changed: list[QModelIndex] = []
    page.live.tables.model().dataChanged.connect(lambda cell, _last: changed.append(cell))
    event.move_by(1_000)
    qtbot.waitUntil(lambda: bool(changed))
    assert {LiveColumn(cell.column()) for cell in changed} == {LiveColumn.BLUE_LEFT}
    assert {cell.siblingAtColumn(LiveColumn.TABLE).data() for cell in changed} == {"2"}


def test_the_chosen_table_stays_chosen_when_the_list_moves(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(12)
    event.start()
    page = page_of(RoundPage)
    game = event.game(4).number
    page.live.choose(game)
    event.do(CallJudge(game, Side.RED))
    qtbot.waitUntil(lambda: words(page, LiveColumn.TABLE)[0] == "4")
    assert page.live.tables.chosen_game == game


def test_a_clock_is_started_and_paused_from_the_panel(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    press(qtbot, named(page, "Blue goes first"))
    qtbot.waitUntil(lambda: event.game(1).play.first is Side.BLUE)
    qtbot.waitUntil(lambda: named(page, "Pau&se") is not None)
    press(qtbot, named(page, "Pau&se"))
    qtbot.waitUntil(lambda: event.game(1).play.pause is not None)


def named(page: RoundPage, text: str) -> object:
    from PySide6.QtWidgets import QPushButton

    return next(
        (button for button in page.live.panel.findChildren(QPushButton) if button.text() == text),
        None,
    )


def test_time_is_adjusted_with_a_reason(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    page.live.panel.begin(OrganizerAction.ADJUST)
    form = page.live.panel.form
    assert form is not None
    form.choose(Side.BLUE)
    form.minutes.setValue(3)
    form.more.setCurrentIndex(1)
    press(qtbot, form.apply)
    assert "Say why" in form.problem.text()
    form.reason.setText("Late back from lunch")
    press(qtbot, form.apply)
    qtbot.waitUntil(lambda: allotted(event) == 57 * MINUTE)


def test_the_acts_of_a_table_stay_together_on_a_large_screen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.window().resize(1900, 1000)
    page.live.choose(event.game(1).number)
    found = {
        part.text().replace("&", ""): part for part in page.live.panel.findChildren(QPushButton)
    }
    pause, result = found["Pause"], found["Enter result"]

    def gap() -> int:
        below = pause.mapTo(page, QPoint(0, pause.height())).y()
        return result.mapTo(page, QPoint()).y() - below

    qtbot.waitUntil(lambda: 0 < gap() < pause.height())


def words_of(page: RoundPage) -> list[str]:
    shown = (part for part in page.live.panel.findChildren(QPushButton) if part.isVisible())
    return [part.text().replace("&", "") for part in shown]


def test_a_table_that_has_finished_offers_to_correct_its_result(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    qtbot.waitUntil(lambda: "Enter result" in words_of(page))
    event.report(1, Side.RED)
    qtbot.waitUntil(lambda: "Correct result" in words_of(page))
    assert "Enter result" not in words_of(page)


@pytest.mark.parametrize("key", ["sr2017", "sr2026"])
def test_the_question_who_goes_first_is_uncut_on_a_small_laptop(
    event: Event, page_of: PageOf, qtbot: QtBot, key: str
) -> None:
    """SR2026 asks for the Attacker, which is wider than the panel where both stand in a row."""
    event.do(ChangeSettings(Settings("Open", key, 75, 1), packets()[key]), insist=True)
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    panel = page.live.panel
    firsts = [
        part for part in panel.findChildren(QPushButton) if part.property("kind") in {"red", "blue"}
    ]

    def whole() -> bool:
        return all(
            part.width() >= part.sizeHint().width()
            and panel.rect().contains(QRect(part.mapTo(panel, QPoint()), part.size()))
            and part.visibleRegion().boundingRect().size() == part.size()
            for part in firsts
        )

    assert len(firsts) == 2
    qtbot.waitUntil(whole)


def test_setting_a_clock_shows_the_new_time_beside_the_current_one(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    page.live.panel.begin(OrganizerAction.ADJUST)
    form = page.live.panel.form
    assert form is not None
    form.choose(Side.BLUE)
    assert form.times.text() == "Now 1:00:00"
    form.minutes.setValue(70)
    assert form.times.text() == "Now 1:00:00, then 2:10:00"
    form.more.setCurrentIndex(1)
    assert form.times.text() == "Now 1:00:00, then 0:00"
    form.more.setCurrentIndex(2)
    assert form.times.text() == "Now 1:00:00, then 1:10:00"
    form.minutes.setValue(25)
    form.reason.setText("Agreed by both")
    press(qtbot, form.apply)
    qtbot.waitUntil(lambda: allotted(event) == 25 * MINUTE)


def allotted(event: Event) -> int:
    clock = event.game(1).play.clock
    return clock.allotted_ms.blue if clock else 0


def test_a_ruling_needs_a_winner_or_a_tie(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    page.live.choose(event.game(2).number)
    page.live.panel.begin(OrganizerAction.RULE)
    form = page.live.panel.form
    assert form is not None
    form.reason.setText("Both left")
    press(qtbot, form.apply)
    assert "Choose first" in form.problem.text()
    form.choose(None)
    press(qtbot, form.apply)
    qtbot.waitUntil(lambda: event.game(2).play.ending is not None)
    ending = event.game(2).play.ending
    assert ending is not None
    assert ending.how is How.TIE


def test_the_pause_form_states_the_packets_penalty_for_stopping_a_clock(
    event: Event, page_of: PageOf
) -> None:
    chosen = Settings("Foundry Open", "sr2015", 50, 1, timing="death-clock")
    event.do(ChangeSettings(chosen, packets()["sr2015"]))
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    page.live.panel.begin(OrganizerAction.STOPPED)
    form = page.live.panel.form
    assert form is not None
    assert "after 2 stops" in " ".join(part.text() for part in form.findChildren(QLabel))


def test_the_panel_button_requests_the_table_window(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    game = event.game(2).number
    page.live.choose(game)
    press(qtbot, named(page, "Table ›"))
    with qtbot.waitSignal(page.open_table) as asked:
        page.live.panel.open_menu.actions()[1].trigger()
    assert asked.args == [game]
    page.live.panel.open_menu.close()


@pytest.mark.parametrize(
    "act", [OrganizerAction.ADJUST, OrganizerAction.RULE, OrganizerAction.DISQUALIFY]
)
def test_a_forms_button_is_visible_on_a_small_screen(
    event: Event, page_of: PageOf, qtbot: QtBot, act: OrganizerAction
) -> None:
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.setStyleSheet(page.styleSheet() + "QPushButton { min-height: 40px; }")
    page.live.choose(event.game(1).number)
    panel = page.live.panel
    panel.begin(act)
    form = panel.form
    assert form is not None

    def in_sight() -> bool:
        foot = form.apply.mapTo(panel, form.apply.rect().bottomLeft())
        return panel.rect().contains(foot)

    qtbot.waitUntil(in_sight)
    press(qtbot, form.apply)
    assert form.problem.isVisible()
    qtbot.waitUntil(in_sight)


def test_names_get_the_room_of_time_columns_that_are_no_longer_shown(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.report(1)
    page = page_of(RoundPage)
    tables = page.live.tables
    before = tables.columnWidth(LiveColumn.RED)
    assert not tables.isColumnHidden(LiveColumn.RED_LEFT)
    event.report(2)
    qtbot.waitUntil(lambda: tables.isColumnHidden(LiveColumn.RED_LEFT))
    roomy = tables.columnWidth(LiveColumn.RED)
    assert roomy > before
    event.do(Undo())
    qtbot.waitUntil(lambda: not tables.isColumnHidden(LiveColumn.BLUE_LEFT))
    assert (
        before - 4 <= tables.columnWidth(LiveColumn.RED) < roomy - 4
    )  # other words take a pixel or two


def test_a_long_name_gets_the_room_that_the_other_side_does_not_need(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.do(AddPlayers((Entry("Aleksander Wiśniewski"), Entry("Bo"))))
    event.do(CheckIn((1, 2)))
    event.start()
    page = page_of(RoundPage)
    page.resize(1198, 690)  # in a window of 1366
    tables = page.live.tables
    wide, narrow = LiveColumn.RED, LiveColumn.BLUE
    if words(page, LiveColumn.BLUE)[0] != "Bo":
        wide, narrow = narrow, wide
    assert tables.columnWidth(wide) > tables.columnWidth(narrow)
    bold = QFont(tables.font())
    bold.setWeight(QFont.Weight.DemiBold)
    needs = QFontMetrics(bold).horizontalAdvance("Aleksander Wiśniewski") + 16
    assert tables.columnWidth(wide) >= needs


def test_the_bye_is_shown_below_the_tables_during_and_after_the_round(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(5)
    event.start()
    page = page_of(RoundPage)
    bye = event.state.rounds[0].bye
    assert bye is not None
    assert page.byes.isVisible()
    words = page.byes.text()
    assert words.startswith(f"Bye: {event.state.name(bye.player)}, 3 control points")


def test_only_one_act_is_highlighted(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    event.do(CallJudge(game, Side.RED))
    event.do(PauseClock(game, "Rules question"))
    page = page_of(RoundPage)
    page.live.choose(game)
    buttons = page.live.panel.findChildren(QPushButton)
    acts = [made for made in buttons if made.isVisible()]
    assert {"Re&sume", "&Judge is done"} <= {made.text() for made in acts}
    primary = [made.text() for made in acts if made.property("kind") == "primary"]
    assert primary == ["&Judge is done"]


@pytest.mark.parametrize(
    ("acts", "buttons"),
    [
        ((), ["Red goes first", "Blue goes first", "Enter resu&lt"]),
        (("start",), ["Pau&se", "Enter resu&lt", "Table window"]),
        (("start", "judge"), ["&Judge is done", "Pau&se", "Enter resu&lt"]),
        (("start", "pause"), ["Re&sume", "Enter resu&lt", "Table window"]),
    ],
)
def test_each_state_offers_three_acts_and_a_menu_for_the_rest(
    event: Event, page_of: PageOf, qtbot: QtBot, acts: tuple[str, ...], buttons: list[str]
) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    done = {
        "start": StartClock(game, Side.RED),
        "judge": CallJudge(game, Side.RED),
        "pause": PauseClock(game, "Rules question"),
    }
    for act in acts:
        event.do(done[act])
    page = page_of(RoundPage)
    page.live.choose(game)
    panel = page.live.panel
    seen = [made.text() for made in panel.findChildren(QPushButton) if made.isVisible()]
    assert [words for words in seen if "›" not in words] == buttons
    every = {words for group in panel.menu() for words, _ in group}
    assert {words.replace("&", "") for words in buttons} <= every
    press(qtbot, named(page, "Players ›"))
    menu = panel.open_menu
    assert menu.isVisible()
    entries = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert entries[-3:] == ["Warn…", "Drop…", "Disqualify…"]
    assert menu.actions()[-3].isSeparator()
    menu.close()


def test_the_finish_button_is_highlighted_only_once_every_result_is_in(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    assert page.header.next.property("kind") == ""
    for table in (1, 2):
        event.report(table)
    qtbot.waitUntil(lambda: page.header.next.property("kind") == "primary")


def test_the_buttons_for_all_player_entries_fit_beside_the_list(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    army = army_of(read_army(FORGE))
    for player in (1, 2):
        lists = (ArmyList(army), ArmyList(army[:3]))
        event.do(EnterArmy(player, lists), insist=True)
    for command in (DrawRound(7, PIT), PublishRound(), StartRound()):
        event.do(command, insist=True)
    for player in (1, 2):
        event.do(ChooseList(1, player, 1), insist=True)
    event.do(StartClock(1, Side.RED), insist=True)
    for side in (Side.RED, Side.BLUE) * 4:
        event.move_by(MINUTE)
        event.do(Tap(1, side))
    page = page_of(RoundPage)
    page.live.choose(1)
    panel = page.live.panel

    def offered() -> list[str]:
        return [words for group in panel.menu() for words, _ in group]

    qtbot.waitUntil(lambda: {"Score", "Losses", "Lists", "Cards"} <= {*offered()})
    qtbot.waitUntil(lambda: cut_texts(panel) == [])


def test_a_player_whose_army_differs_from_their_list_is_reported(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    packet = packets()["sr2015"]
    event.do(
        ChangeSettings(
            put_in_force(packet, Settings("Open", "sr2015", 50, 1), "specialists"), packet
        )
    )
    event.register(2)
    army = rows("Haley caster 6, Stormclad jack 10, Rangers unit 40 x10")
    for number in (1, 2):
        event.do(EnterArmy(number, (ArmyList(army, specialists=army[1:2]),)), insist=True)
    event.start()
    game = event.game(1).number
    page = page_of(RoundPage)
    page.live.choose(game)
    told = page.live.panel.look_up
    assert told.isHidden()
    event.do(SwapSpecialists(game, None, Side.BLUE, (), ()), insist=True)
    event.do(SwapSpecialists(game, None, Side.RED, (), army[1:2]), insist=True)
    qtbot.waitUntil(lambda: not told.isHidden())
    assert told.text() == "Red changed the army. See Cards for what to check."
    event.do(StartClock(game, Side.RED), insist=True)
    event.do(Rule(game, Side.RED, How.SCENARIO, "Seen"), insist=True)
    qtbot.waitUntil(told.isHidden)


def test_a_very_large_round_appears_after_a_moment_and_keeps_the_selection(
    event: Event, page_of: PageOf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (live, panel, round_page):
        monkeypatch.setattr(place, "LOOKED_AT_ONCE", 3)
    event.register(24)
    event.finish()
    event.start()
    page = page_of(RoundPage)
    assert page.live.summary.text() == "Looking at the tables…"
    buttons = [button for button in page.findChildren(QAbstractButton) if button.isVisible()]
    assert [button for button in buttons if not button.text() and button.icon().isNull()] == []
    page.show_round(1)
    qtbot.waitUntil(lambda: page.live.summary.text() == "12 finished")
    game = event.state.rounds[1].games[9]
    page.find_game(game)
    assert page.live.tables.chosen_game != game
    qtbot.waitUntil(lambda: page.live.tables.chosen_game == game)
    assert len(words(page, LiveColumn.TABLE)) == 12
    event.report(1)
    qtbot.waitUntil(lambda: page.desk.out.text().startswith("11 still out"))


def test_points_of_the_current_turn_are_shown_beside_those_of_finished_turns(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    event.start()
    game = event.game(1)
    event.do(StartClock(game.number, Side.RED))
    for turn in range(7):
        event.move_by(MINUTE)
        event.do(Tap(game.number, Side.BLUE if turn % 2 else Side.RED))
    element = game.terms.scenario.elements[0].key
    event.do(ScoreTurn(game.number, Side.BLUE, 7, (Holding(element, Side.BLUE),)))
    page = page_of(RoundPage)
    page.live.choose(game.number)
    facts = [found.text() for found in page.live.panel.findChildren(QLabel) if found.isVisible()]
    assert any("Control points 0–0 (0–1 with this turn)" in text for text in facts), facts
    assert words(page, LiveColumn.CP) == ["0–0 → 0–1"]


def test_a_narrow_list_drops_points_of_unfinished_turns_first(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    event.start()
    game = event.game(1)
    event.do(StartClock(game.number, Side.RED))
    for turn in range(7):
        event.move_by(MINUTE)
        event.do(Tap(game.number, Side.BLUE if turn % 2 else Side.RED))
    page = page_of(RoundPage, (1366, 690))
    tables = page.live.list
    qtbot.waitUntil(lambda: words(page, LiveColumn.CP) == ["0–0"])
    bare = tables.columnWidth(LiveColumn.CP)
    element = game.terms.scenario.elements[0].key
    event.do(ScoreTurn(game.number, Side.BLUE, 7, (Holding(element, Side.BLUE),)))
    qtbot.waitUntil(lambda: tables.columnWidth(LiveColumn.CP) > bare)
    names = tables.columnWidth(LiveColumn.RED) + tables.columnWidth(LiveColumn.BLUE)
    tables.setFixedWidth(tables.width() - names)
    qtbot.waitUntil(lambda: tables.columnWidth(LiveColumn.CP) == bare)


def test_the_first_act_of_a_table_is_visible_in_a_low_window(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    """With a warning of several lines below the list of tables."""
    event.do(AddPlayers(long_names(8)))
    event.do(CheckIn(tuple(range(1, 9))))
    event.start()
    number = event.game(1).number
    event.do(StartClock(number, Side.RED))
    event.do(CallJudge(number, Side.RED))
    page = page_of(RoundPage, (786, 390))
    qtbot.waitUntil(lambda: bool(page.live.tables.model().rowCount()))
    page.live.choose(number)
    page.desk.show_message("Control points of a scenario win are three more. " * 3, tone="doubt")
    words = [part for part in page.live.panel.findChildren(QPushButton) if part.isVisible()]
    (act,) = [part for part in words if part.property("kind") == "primary"]
    qtbot.waitUntil(lambda: is_in_sight(act))


def test_the_main_act_is_above_the_question_who_goes_first(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    """A player reported the result of a game that no clock was started for."""
    event.register(4)
    event.start()
    game = event.game(1)
    won = Result(Side.RED, How.ASSASSINATION, Pair(5, 3), Pair(75, 48))
    event.do(ReportByPhone(game.number, game.players.red, won))
    page = page_of(RoundPage)
    page.live.choose(game.number)
    shown = [part for part in page.live.panel.findChildren(QPushButton) if part.isVisible()]
    shown.sort(key=lambda part: part.mapTo(page, QPoint(0, 0)).y())
    kinds = [part.property("kind") for part in shown]
    assert kinds[:3] == ["primary", "red", "blue"]
