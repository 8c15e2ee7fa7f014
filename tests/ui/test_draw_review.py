"""The draw under review: swap, lock, forbid, ask why; a late arrival, a repair, a correction."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from app.engine.commands import (
    AddPlayers,
    CheckIn,
    DrawRound,
    DropPlayer,
    OpenVote,
    Redo,
    StartRound,
    Undo,
)
from app.engine.draw.field import BYE, Kind
from app.engine.draw_commands import ChangePlan, SetPairing
from app.engine.edit_pairs import arrangement, swapped, with_bye
from app.engine.plan import ApartRule, HallTable, Plan, SetPair, Ties, bye_for
from app.engine.results import Entry, Status
from app.engine.side import Side
from app.engine.state import Round, Stage
from app.engine.table_commands import StartClock
from app.ui.desk_client import DeskClient
from app.ui.dialogs.correction_dialog import CorrectionDialog
from app.ui.dialogs.insist_dialog import InsistDialog
from app.ui.dialogs.merge_dialog import MergeDialog
from app.ui.dialogs.plan_dialog import PlanDialog
from app.ui.dialogs.reason_dialog import ReasonDialog
from app.ui.dialogs.table_number_dialog import TableNumberDialog
from app.ui.dialogs.ties_dialog import TiesDialog, tables_in
from app.ui.event_view import EventView
from app.ui.far_draw import FarDraw
from app.ui.pages import PAGES
from app.ui.players_page import PlayersPage
from app.ui.round_page import RoundPage
from tests.events import MINUTE, Event
from tests.ui.asked import when_asked

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
NAME, WHERE = 2, 3


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "event.flagfall")
    yield event
    event.close()


@pytest.fixture
def page(event: Event, qtbot: QtBot) -> Callable[[], RoundPage]:
    """The round page of the event as it stands, up to date."""

    def make() -> RoundPage:
        client = DeskClient(event.desk)
        page = RoundPage(client)
        client.setParent(page)
        client.doubted.connect(lambda command, _doubt: client.ask(command, insist=True))
        qtbot.addWidget(page)
        page.resize(1200, 680)
        with qtbot.waitExposed(page):
            page.show()
        acts = len(event.state.done)
        qtbot.waitUntil(lambda: len(client.state.done) == acts)
        return page

    return make


def press(button: QWidget) -> None:
    """By keyboard."""
    assert button.isEnabled()
    button.setFocus()
    QTest.keyClick(button, Key.Key_Space)


def give(reason: str) -> Callable[[ReasonDialog], None]:
    """The answer to why."""

    def fill(dialog: ReasonDialog) -> None:
        dialog.reason.setText(reason)
        dialog.act.click()

    return fill


def latest(event: Event) -> Round:
    round_ = event.state.latest
    assert round_ is not None
    return round_


def pairs(event: Event) -> tuple[tuple[int, int], ...]:
    return arrangement(event.state, latest(event)).pairs


def undone_and_redone(event: Event) -> None:
    """What is on the screen now can be taken back and done again."""
    after = event.state
    event.do(Undo())
    before = event.state
    assert (before.rounds, before.players) != (after.rounds, after.players)
    event.do(Redo())
    assert (event.state.rounds, event.state.games) == (after.rounds, after.games)


def test_two_players_are_swapped_by_keyboard(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.draw()
    review = page().review
    first, second = pairs(event)[:2]
    review.table.setFocus()
    review.table.setCurrentCell(0, NAME)
    assert review.players == (first[0],)
    QTest.keyClick(review.table, Key.Key_Down, CTRL)
    QTest.keyClick(review.table, Key.Key_Space, CTRL)
    qtbot.waitUntil(lambda: set(review.players) == {first[0], second[0]})
    press(review.acts.swap)
    qtbot.waitUntil(lambda: pairs(event)[0] == (second[0], first[1]))
    qtbot.waitUntil(lambda: review.why.list.count() > 0)
    assert "Changed by hand" in review.why.list.item(0).text()
    assert review.table.item(0, 5).text() == "changed by hand"
    undone_and_redone(event)


def test_a_review_is_made_anew_only_when_something_it_shows_has_changed(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(7)
    event.draw()
    shown = page()
    shown.review.table.setItem(0, 0, QTableWidgetItem("as it was"))
    client = shown.findChild(DeskClient)
    assert client is not None
    with qtbot.waitSignal(client.changed):
        event.do(OpenVote("Best painted"))
    first = shown.review.table.item(0, 0)
    assert first is not None
    assert first.text() == "as it was"
    (one, _), (two, _), *_ = pairs(event)
    event.do(swapped(arrangement(event.state, latest(event)), one, two).command())
    qtbot.waitUntil(lambda: shown.review.table.item(0, 0).text() != "as it was")


def test_two_players_are_brought_together(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.draw()
    review = page().review
    one, other = pairs(event)[0][0], pairs(event)[2][1]
    review.table.choose((one, other))
    press(review.acts.pair)
    qtbot.waitUntil(lambda: {one, other} in [{*pair} for pair in pairs(event)])


def test_a_locked_game_stays_when_the_rest_is_drawn_again(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(10)
    event.draw()
    shown = page()
    kept = pairs(event)[1]
    shown.review.table.choose((kept[0],))
    press(shown.review.acts.lock)
    qtbot.waitUntil(lambda: shown.review.acts.lock.text() == "Un&lock")
    assert "locked" in shown.review.table.item(1, 5).text()
    when_asked(ReasonDialog, give("Friends"))
    press(shown.header.other)
    qtbot.waitUntil(lambda: latest(event).attempt == 2)
    assert {*kept} in [{*pair} for pair in pairs(event)]
    undone_and_redone(event)
    qtbot.waitUntil(lambda: shown._state.rounds == event.state.rounds)
    shown.review.table.choose((kept[0],))
    press(shown.review.acts.lock)
    qtbot.waitUntil(lambda: event.state.set_pairs == ())


def test_players_are_forbidden_to_meet_for_a_reason(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(5)
    event.draw()
    review = page().review
    review.table.choose(pairs(event)[0])
    when_asked(
        ReasonDialog, lambda dialog: (dialog.reason.setText("A quarrel"), dialog.act.click())
    )
    press(review.acts.forbid)
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    assert event.state.set_pairs[0].reason == "A quarrel"
    bye = latest(event).bye
    assert bye is not None
    review.table.choose((bye.player,))
    when_asked(ReasonDialog, give("Again"))
    press(review.acts.forbid)
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 2)
    assert event.state.set_pairs[1].numbers == (bye.player, BYE)
    review.table.choose(())
    assert not review.acts.forbid.isEnabled()


def test_the_bye_is_chosen_and_a_game_moved(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(7)
    event.draw()
    review = page().review
    chosen = pairs(event)[0][1]
    review.table.choose((chosen,))
    press(review.acts.bye)
    qtbot.waitUntil(lambda: (latest(event).bye or None) and latest(event).bye.player == chosen)
    qtbot.waitUntil(lambda: review.table.item(3, WHERE).text() == "Bye")
    player = pairs(event)[1][0]
    review.table.choose((player,))
    when_asked(
        TableNumberDialog, lambda dialog: (dialog.number.setValue(40), dialog.move_it.click())
    )
    press(review.acts.table)
    qtbot.waitUntil(lambda: 40 in arrangement(event.state, latest(event)).tables)
    review.table.choose((chosen,))
    review.acts.table.click()  # the bye has no table
    assert pairs(event)


def test_a_pair_down_is_explained_with_its_alternatives(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(12)
    event.finish()
    event.draw()
    why = page().review.why
    qtbot.waitUntil(lambda: why.list.count() > 0)
    assert why.list.item(0).text().startswith("Pair-down: ")
    why.list.setFocus()
    QTest.keyClick(why.list, Key.Key_Down)
    qtbot.waitUntil(lambda: why.list.currentRow() >= 0 and why.table.rowCount() > 0)
    assert why.table.item(0, 1).text()
    why.hide()


def test_what_if_two_players_met(event: Event, page: Callable[[], RoundPage], qtbot: QtBot) -> None:
    event.register(9)
    event.finish()
    event.draw()
    review = page().review
    one, other = pairs(event)[0][0], pairs(event)[3][0]
    review.table.choose((one, other))
    press(review.acts.what_if)
    qtbot.waitUntil(lambda: not review.why.verdict.isHidden())
    assert "would be new" in review.why.verdict.text()
    review.why.what_if(one, 99)
    assert "was not in the program's draw" in review.why.title.text()


def test_a_calm_draw_says_so_and_pairings_by_hand_have_no_reasons(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    review = page().review
    qtbot.waitUntil(lambda: "nothing here calls for a reason" in review.why.summary.text())
    assert review.why.list.isHidden()
    review.turns.button(1).click()
    assert review.sides.currentIndex() == 1


def test_reasons_say_when_they_are_of_a_draw_that_was_changed(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    (one, _), (two, _) = pairs(event)
    event.do(swapped(arrangement(event.state, latest(event)), one, two).command())
    why = page().review.why
    qtbot.waitUntil(lambda: why.summary.text().startswith("The program’s own draw had no"))
    assert why.list.count() == 3  # two games and a note
    event.do(AddPlayers((Entry("Fifth"),)))
    event.do(CheckIn((5,)))
    event.do(DrawRound(3, why="Five now"))
    bye = latest(event).bye
    assert bye is not None
    qtbot.waitUntil(lambda: why.list.count() == 1)
    assert (why.list.item(0).text()).startswith("Bye: 5 is an odd number")
    (one, _), _ = pairs(event)
    event.do(with_bye(arrangement(event.state, latest(event)), one).command())
    qtbot.waitUntil(lambda: why.list.count() > 1)
    last = why.list.item(why.list.count() - 1)
    assert last.text().startswith("Bye of the program’s draw: 5 is an odd number")


def test_a_redraw_of_a_started_round_keeps_its_results(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    event.report(1)
    kept = event.game(1)
    event.do(DrawRound(9, again=True, why="Wrong clubs"), insist=True)
    shown = page()
    assert latest(event).stage is Stage.DRAWN
    assert event.state.games[kept.number] == kept
    event.do(StartRound(), insist=True)
    qtbot.waitUntil(lambda: "2 games still out" in shown._notice.text())


def test_a_past_result_is_corrected_when_its_effect_was_seen(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.finish()
    event.finish()
    event.start()
    shown = page()
    shown.show_round(1)
    before = event.state.rounds[1:]
    desk = shown.desk

    def enter() -> None:
        desk.begin()
        QTest.keyClicks(desk.table, "1")
        QTest.keyClick(desk.table, Key.Key_Return)
        QTest.keyClicks(desk.winner, "2")
        for number, field in zip("1519", (*desk.cp, *desk.apd), strict=True):
            field.setText(number)
        desk.how.setFocus()
        QTest.keyClick(desk.how, Key.Key_Return)

    seen: list[str] = []

    def look(dialog: CorrectionDialog) -> None:
        assert dialog.table.rowCount()
        qtbot.waitUntil(lambda: "stay as they were" in dialog.later.text())
        seen.append(dialog.later.text())
        dialog.leave.click()

    first = next(game for game in event.state.games.values() if game.table == 1)
    was = first.reported
    when_asked(CorrectionDialog, look)
    enter()
    assert seen
    assert "Round 2" in seen[0]
    assert event.state.games[first.number].reported == was
    when_asked(CorrectionDialog, lambda dialog: dialog.correct.click())
    enter()
    qtbot.waitUntil(lambda: event.state.games[first.number].reported != was)
    corrected = event.state.games[first.number].reported
    assert corrected is not None
    assert corrected.winner is Side.BLUE
    assert event.state.rounds[1:] == before
    event.do(Undo())
    assert event.state.games[first.number].reported == was
    event.do(Redo())
    assert event.state.games[first.number].reported == corrected


def test_a_no_show_is_called_when_its_time_has_come(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.do(ChangePlan(Plan(no_show_minutes=10)))
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    event.move_by(4 * MINUTE)
    shown = page()
    banner = shown.live.absences
    shown.live._tick()
    assert banner.isVisibleTo(shown)
    assert banner.title.text() == "Nobody has begun at 1 table: no-show in 6:00"
    event.move_by(6 * MINUTE)
    shown.live._tick()
    assert banner.title.text() == "Nobody has begun at 1 table"
    calls = [one for one in banner.findChildren(QPushButton) if "is absent" in one.text()]
    press(calls[0])
    qtbot.waitUntil(lambda: event.game(2).reported is not None)
    banner.later.click()
    assert banner.isHidden()


# the wishes


def test_the_draw_settings_are_entered_and_kept(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    event.do(SetPairing(bye_for(3, 1, "Lunch")))
    shown = page()

    def fill(dialog: PlanDialog) -> None:
        dialog.apart.set_when(Kind.FACTION, 2)
        dialog.apart.set_when(Kind.CLUB, 1)
        dialog.apart.table.setCurrentCell(5, 0)
        for _ in range(5):
            QTest.keyClick(dialog.apart.table, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        dialog.apart.shift(-1)
        QTest.keyClick(dialog.apart.table, Key.Key_Home)
        dialog.hall.list_all.click()
        dialog.hall.add.click()
        dialog.hall.table.item(0, 1).setText("Forest")
        dialog.hall.table.item(1, 2).setCheckState(Qt.CheckState.Unchecked)
        dialog.hall.table.setCurrentCell(2, 0)
        dialog.hall.remove.click()
        dialog.hall.table.item(2, 0).setText("no number")
        dialog.top_first.setChecked(False)
        dialog.no_show.setValue(15)
        dialog.pairs.list.setCurrentRow(0)
        dialog.pairs.free.click()
        dialog.save.click()

    when_asked(PlanDialog, fill)
    shown.next_draw.plan_wanted.emit()
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    plan = event.state.plan
    assert plan.apart == (ApartRule(Kind.FACTION), ApartRule(Kind.CLUB, True))
    assert plan.tables[:2] == (HallTable(1, "Forest"), HallTable(2, "", False))
    assert [one.number for one in plan.tables] == [1, 2, 5, 6, 7, 8, 9]
    assert (plan.top_tables_first, plan.no_show_minutes) == (False, 15)
    when_asked(PlanDialog, lambda dialog: dialog.reject())
    shown.review.acts.plan.click()
    assert event.state.plan == plan


def test_an_empty_list_of_pairs_says_so(qtbot: QtBot, event: Event) -> None:
    dialog = PlanDialog(event.state)
    qtbot.addWidget(dialog)
    assert dialog.pairs.list.item(0).text() == "Nobody is set or forbidden."
    assert not dialog.pairs.free.isEnabled()
    assert dialog.plan == Plan()


# players


@pytest.fixture
def players(event: Event, qtbot: QtBot) -> Callable[[], PlayersPage]:
    def make() -> PlayersPage:
        client = DeskClient(event.desk)
        page = PlayersPage(client)
        client.setParent(page)
        client.doubted.connect(lambda command, _doubt: client.ask(command, insist=True))
        qtbot.addWidget(page)
        with qtbot.waitExposed(page):
            page.show()
        count = len(event.state.players)
        qtbot.waitUntil(lambda: len(page.table.held.every) == count)
        return page

    return make


def test_a_late_arrival_is_seated_in_the_running_round(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(5)
    event.start()
    event.do(AddPlayers((Entry("Late Lena"),)))
    page = players()
    page.table.choose_only((6,))
    page.places.show_chosen()
    assert page.places.seat.isEnabled()
    assert not page.places.take_out.isEnabled()
    page.places.seat.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is None)
    assert event.state.players[6].status is Status.CHECKED_IN
    undone_and_redone(event)


def test_who_does_not_come_is_taken_out_and_nobody_else_moves(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.publish()
    others = pairs(event)[1:]
    gone, left = pairs(event)[0]
    page = players()
    page.table.choose_only((gone,))
    page.places.take_out.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is not None)
    assert pairs(event) == others
    bye = latest(event).bye
    assert bye is not None
    assert bye.player == left
    undone_and_redone(event)


def test_groups_tables_and_the_bye_of_a_player(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(5)
    page = players()
    page.table.choose_only((2,))

    def fill(dialog: TiesDialog) -> None:
        dialog.family.setText(" Oak ")
        dialog.tables.setText("x")
        assert not dialog.save.isEnabled()
        dialog.tables.setText("4, 2")
        dialog.tables_for.setText("access")
        dialog.save.click()

    when_asked(TiesDialog, fill)
    page.places.groups.trigger()
    wanted = Ties(family="Oak", tables=(2, 4), tables_for="access")
    qtbot.waitUntil(lambda: event.state.bonds.get(2) == wanted)
    page.acts.more.click()
    qtbot.waitUntil(page.places.menu.isVisible)
    page.places.menu.close()
    assert page.places.volunteer.text() == "&Bye in round 1"
    page.places.volunteer.trigger()
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    event.draw()
    bye = latest(event).bye
    assert bye is not None
    assert bye.player == 2
    assert tables_in("0") is None


def test_a_double_entry_is_merged(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.do(AddPlayers((Entry("anna kowalska"),)))
    page = players()
    page.table.choose_only((1,))

    def choose(dialog: MergeDialog) -> None:
        assert dialog.other.currentData() == 5  # of the same name
        dialog.merge.click()

    when_asked(MergeDialog, choose)
    page.places.merge.trigger()
    qtbot.waitUntil(lambda: 5 not in event.state.players)
    undone_and_redone(event)


# doubts and long draws


def test_what_is_grave_is_confirmed_twice(event: Event, qtbot: QtBot) -> None:
    event.register(4)
    event.finish()
    event.draw()
    view = EventView(DeskClient(event.desk), PAGES)
    view.client.setParent(view)
    qtbot.addWidget(view)
    view.show()
    now = arrangement(event.state, latest(event))
    old = {frozenset(game.players) for game in event.state.games.values() if game.round_number == 1}
    one = now.pairs[0][0]
    mate = next(n for pair in old if one in pair for n in pair if n != one)
    edit = swapped(now, mate, now.pairs[0][1]).command()
    said: list[str] = []

    def first(dialog: InsistDialog) -> None:
        said.append("first")
        when_asked(InsistDialog, lambda again: (said.append("second"), again.anyway.click()))
        dialog.anyway.click()

    when_asked(InsistDialog, first)
    view.client.ask(edit)
    qtbot.waitUntil(lambda: bool(latest(event).edits))
    assert said == ["first", "second"]


def test_a_very_large_draw_is_worked_out_in_another_process(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(302)
    shown = page()
    press(shown.header.next)
    qtbot.waitUntil(lambda: shown.header.next.text() == "Drawing…")
    assert shown.header.other.text() == "&Cancel"
    assert "The draw of 302 players is worked out" in shown._notice.text()
    qtbot.waitUntil(lambda: "pairs are weighed" in shown._notice.text(), timeout=30_000)
    press(shown.header.other)
    qtbot.waitUntil(lambda: shown.header.next.text() == "&Draw round 1")
    assert event.state.latest is None
    press(shown.header.next)
    qtbot.waitUntil(lambda: event.state.latest is not None, timeout=60_000)
    assert len(latest(event).games) == 151
    qtbot.waitUntil(lambda: not shown.draws.busy)
    review = shown.review
    qtbot.waitUntil(lambda: review.why.summary.text() != "")
    review.table.choose((pairs(event)[0][0], pairs(event)[3][0]))
    press(review.acts.what_if)
    assert "worked out beside the event" in review.why.verdict.text()
    said = review.why.verdict
    qtbot.waitUntil(lambda: "would be new" in said.text(), timeout=60_000)


def test_a_large_draw_is_worked_out_again_when_the_field_changed_meanwhile(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(303)
    shown = page()
    press(shown.header.next)
    qtbot.waitUntil(lambda: shown.draws.can_cancel)
    event.do(DropPlayer(303))
    qtbot.waitUntil(lambda: event.state.latest is not None, timeout=60_000)
    assert latest(event).bye is None
    assert len(latest(event).games) == 151


def test_alternatives_in_a_large_field_come_row_by_row_from_another_process(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(301)
    event.draw()
    why = page().review.why
    qtbot.waitUntil(lambda: why.list.count() > 0)
    assert why.list.item(0).text().startswith("Bye: ")
    why.list.setFocus()
    QTest.keyClick(why.list, Key.Key_Down)
    qtbot.waitUntil(lambda: why.table.rowCount() > 1, timeout=60_000)
    assert "the first 40" in why.title.text()
    assert why.table.item(0, 1).text() == "As good by every rule; the dice chose otherwise."
    assert why.verdict.isHidden()
    why.hide()


def test_a_process_that_ends_without_a_draw_is_told(qtbot: QtBot) -> None:
    far = FarDraw()
    with qtbot.waitSignal(far.failed, timeout=30_000):
        far.work_out(None)  # type: ignore[arg-type]
    assert not far.is_busy
