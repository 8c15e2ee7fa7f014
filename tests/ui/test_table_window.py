import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.clock_face import Mood
from app.engine.results import How
from app.engine.side import Side
from app.engine.table_commands import CallJudge, Interrupt, PauseClock, ResumeClock
from app.engine.table_events import Question
from app.ui.table.claim_sheet import ClaimSheet
from app.ui.table.facing import FacingButton
from app.ui.table.menu_sheet import CloseSheet, MenuSheet
from app.ui.table.question_sheet import QuestionSheet
from app.ui.table.result_sheet import ResultSheet
from app.ui.table.scoring_pad import ScoringPad
from app.ui.table.start_sheet import StartSheet
from app.ui.table.tally_sheet import TallySheet
from tests.ui.table import BEGIN_MS, BLUE, RED, Table


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    table = Table(qtbot, tmp_path)
    yield table
    table.end()


def mood(table: Table, side: Side) -> Mood:
    face = table.window.halves[side].face
    assert face is not None
    return face.mood


def test_before_the_round_the_pairing_is_shown_and_nothing_can_be_started(
    qtbot: QtBot, tmp_path: Path
) -> None:
    table = Table(qtbot, tmp_path, stage="published")
    assert table.kind(RED) is table.kind(BLUE) is None
    assert "The Pit II" not in table.window.strip.info.text()
    assert table.window.windowTitle() == "Table 1, round 1"
    table.end()


def test_a_mistap_starts_no_game(table: Table) -> None:
    sheet = table.its(StartSheet, BLUE)
    table.click(sheet.choices[BLUE])
    assert table.game.play.clock is None
    table.click(sheet.back)
    table.click(sheet.choices[RED])
    table.click(sheet.start)
    assert table.game.play.first is RED
    assert mood(table, RED) is Mood.RUNNING


def test_a_whole_game_is_tapped_through_to_a_confirmed_result(table: Table) -> None:
    sheet = table.its(StartSheet, RED)
    table.click(sheet.choices[RED])
    table.click(sheet.start)
    side = RED
    for _ in range(8):
        table.forward(60)
        table.tap(side)
        side = side.other
    for step in (8, 9):
        table.click(table.window.strip.buttons[RED][0])
        pad = table.its(ScoringPad, RED)
        for key in ("zone-1", "zone-2", "zone-3"):
            table.click(pad.choices[key][RED])
        table.click(pad.done)
        table.forward(60)
        table.tap(RED if step == 8 else BLUE)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.SCENARIO
    table.click(table.its(ResultSheet, BLUE).count)
    tally = table.its(TallySheet, BLUE)
    table.click(tally.apd.red.steps[10])
    table.click(tally.apd.blue.steps[1])
    table.click(tally.save)
    for side in (BLUE, RED):
        table.click(table.its(ResultSheet, side).right)
    assert table.window.view is not None
    result = table.window.view.result
    assert result is not None
    assert (result.winner, tuple(result.cp), tuple(result.apd)) == (RED, (6, 0), (10, 1))
    assert mood(table, RED) is Mood.WON
    assert mood(table, BLUE) is Mood.LOST
    assert table.kind(RED) is None


def test_only_the_half_whose_clock_runs_ends_the_turn(table: Table) -> None:
    table.begin(4)
    table.forward(20)
    table.tap(BLUE)
    assert table.game.play.step == 4
    assert "Only Red taps" in table.window.halves[BLUE].said
    table.tap(RED)
    assert table.game.play.step == 5


def test_an_accidental_double_tap_ends_one_turn_only(table: Table) -> None:
    table.begin(4)
    table.forward(20)
    QTest.mouseDClick(table.window.halves[RED], Qt.MouseButton.LeftButton)
    table.settle()
    table.tap(RED)
    assert table.game.play.step == 5


def test_a_turn_that_is_too_short_is_refused_on_the_half_that_tapped(table: Table) -> None:
    table.begin(4)
    table.forward(6)
    table.tap(RED)
    half = table.window.halves[RED]
    assert half.said == "A turn lasts at least 15 seconds: 9 to go."
    table.qtbot.waitUntil(lambda: not half.said, timeout=6000)


def test_the_interrupt_lends_the_clock_and_the_tap_hands_it_back(table: Table) -> None:
    table.begin(4)
    interrupt = table.window.strip.interrupt
    assert interrupt.text() == "Interrupt: give Blue the clock"
    table.click(interrupt)
    assert mood(table, BLUE) is Mood.INTERRUPTING
    assert interrupt.text() == "Hand the clock back to Red"
    table.tap(BLUE)
    assert mood(table, RED) is Mood.RUNNING
    table.do(Interrupt(1))
    table.settle()
    table.click(interrupt)
    assert mood(table, RED) is Mood.RUNNING
    assert table.game.play.step == 4


def test_deployment_has_no_interrupt(table: Table) -> None:
    table.begin()
    assert not table.window.strip.interrupt.isVisible()


def test_two_keys_are_the_plungers_and_holding_one_down_is_one_tap(table: Table) -> None:
    table.begin()
    table.press(Qt.Key.Key_Space)
    assert table.game.play.step == 1
    table.press(Qt.Key.Key_Space)
    assert table.game.play.step == 1
    table.press(Qt.Key.Key_Enter)
    assert table.game.play.step == 2
    again = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", True
    )
    QApplication.sendEvent(table.window, again)
    table.settle()
    assert table.game.play.step == 2


def test_escape_does_not_close_the_window_and_f11_fills_the_screen(table: Table) -> None:
    table.press(Qt.Key.Key_Escape)
    assert table.window.isVisible()
    table.press(Qt.Key.Key_F11)
    assert table.window.isFullScreen()
    table.press(Qt.Key.Key_F11)
    assert not table.window.isFullScreen()


def test_a_blocked_window_does_not_move_a_flag(table: Table) -> None:
    table.begin(4)
    left = 58 * 60_000
    falls_ms = table.time.now_ms() + left
    table.time.move_by(left - 1_000)
    table.time.move_by(4_000)
    time.sleep(3)  # the GUI thread does nothing
    table.settle()
    ending = table.game.play.ending
    assert ending is not None
    assert (ending.at_ms, ending.how, ending.winner) == (falls_ms, How.CLOCK_OUT, BLUE)
    assert "Red's clock ran out" in table.its(ResultSheet, RED).message.text()


def test_nothing_is_painted_while_no_clock_runs(table: Table) -> None:
    table.begin(4)
    table.do(PauseClock(1, "Lunch"))
    table.settle()
    QTest.qWait(50)
    assert not table.window._tick.isActive()
    table.do(ResumeClock(1))
    table.settle()
    assert table.window._tick.isActive()
    table.window.hide()
    assert not table.window._tick.isActive()


def test_a_running_clock_wakes_for_its_next_digit_only(table: Table) -> None:
    table.begin(4)
    table.time.move_by(20_400)
    table.window._draw()
    assert table.window._tick.isSingleShot()
    assert table.window._tick.timerType() is Qt.TimerType.PreciseTimer
    assert table.window._tick.interval() == 600


def test_a_pause_and_the_judge_are_shown_on_both_halves(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[BLUE][2])
    assert table.game.play.judge_called
    assert not table.window.strip.buttons[RED][2].isEnabled()
    assert table.window.strip.buttons[RED][2].text() == "Judge called"
    table.do(PauseClock(1, "Rules question"))
    table.settle()
    face = table.window.halves[BLUE].face
    assert face is not None
    assert face.word == "Paused by the organizer"
    assert face.note == "Rules question"


def test_low_time_is_heard_once_at_each_step(table: Table) -> None:
    table.begin(4)
    table.forward(53 * 60 + 1)
    table.window._draw()
    assert len(table.beeps) == 1
    table.forward(10)
    table.window._draw()
    assert len(table.beeps) == 1
    table.forward(230)
    table.window._draw()
    assert len(table.beeps) == 2
    table.forward(50)
    table.window._draw()
    assert len(table.beeps) == 3


def test_a_muted_window_is_silent(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).sound)
    table.forward(54 * 60)
    table.window._draw()
    assert table.beeps == []
    assert not table.kept[-1].sound


def test_the_layout_is_chosen_in_the_menu_and_told_on(table: Table) -> None:
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).arrange)
    halves = table.window.halves
    assert halves[RED].y() == halves[BLUE].y() == 0
    assert not halves[BLUE].turned
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).swap)
    assert halves[BLUE].x() < halves[RED].x()
    assert (table.kept[-1].side_by_side, table.kept[-1].swapped) == (True, True)


def test_face_to_face_the_far_half_is_turned(table: Table) -> None:
    halves = table.window.halves
    assert halves[BLUE].turned
    assert not halves[RED].turned
    assert halves[BLUE].y() < halves[RED].y()


def test_closing_says_once_that_the_clock_goes_on(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).close_window)
    assert table.window.isVisible()
    assert "does not stop the clock" in table.its(CloseSheet, RED).message.text()
    table.click(table.its(CloseSheet, RED).stay)
    assert table.kind(RED) is None
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).close_window)
    assert not table.window.isVisible()
    assert table.game.play.ticking


def test_a_window_opened_again_shows_the_present(table: Table) -> None:
    table.begin(4)
    table.window.close()
    table.do(CallJudge(1, RED))
    table.settle()
    table.window.show()
    assert table.window.view is not None
    assert table.window.view.play.judge_called
    assert table.window._tick.isActive()


def test_the_program_may_close_it_without_being_asked(table: Table) -> None:
    table.begin(4)
    event = QCloseEvent()
    table.window.closeEvent(event)
    assert event.isAccepted()


def test_every_control_has_a_name(table: Table) -> None:
    table.begin(8)
    table.click(table.window.strip.buttons[BLUE][0])
    buttons = [one for one in table.window.findChildren(FacingButton) if one.isVisible()]
    assert len(buttons) > 15
    assert all(one.accessibleName() for one in buttons)
    assert "Anna" in table.window.halves[RED].accessibleName()


def test_a_claim_takes_two_presses_and_the_opponents_yes(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[BLUE][1])
    claim = table.its(ClaimSheet, BLUE)
    table.click(claim.offers[0])
    assert table.game.play.claim is None
    table.click(claim.confirm)
    assert table.game.play.question is Question.CLAIM
    asked = table.its(QuestionSheet, RED)
    assert asked.message.text() == "Blue says: Red's caster is destroyed."
    table.tap(RED)
    table.click(asked.yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.ASSASSINATION


def test_a_claim_can_be_taken_back(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[BLUE][1])
    claim = table.its(ClaimSheet, BLUE)
    table.click(claim.offers[3])
    table.click(claim.confirm)
    table.click(table.its(QuestionSheet, BLUE).no)
    assert table.game.play.claim is None
    assert not table.game.play.judge_called
    assert table.kind(BLUE) is table.kind(RED) is None


def test_a_disputed_claim_calls_the_judge(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.click(table.its(ClaimSheet, RED).offers[2])
    table.click(table.its(ClaimSheet, RED).confirm)
    table.click(table.its(QuestionSheet, BLUE).no)
    assert table.game.play.judge_called
    assert table.game.play.ticking


def test_changing_ones_mind_about_the_end_changes_nothing(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.click(table.its(ClaimSheet, RED).back)
    assert table.kind(RED) is None
    assert table.game.play.claim is None


def test_scoring_that_wins_offers_to_ask_the_opponent(table: Table) -> None:
    table.begin(8)
    table.zones(7, RED)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    assert not pad.win.isVisible()
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choices[key][RED])
    assert pad.win.text() == "Scenario win: ask Blue to verify"
    table.click(pad.win)
    table.click(table.its(QuestionSheet, BLUE).yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.SCENARIO


def test_an_earlier_turn_can_be_corrected(table: Table) -> None:
    table.begin(9)
    table.zones(7, BLUE)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    assert pad.title.text() == "Score Blue's turn 3"
    table.click(pad.earlier)
    table.click(pad.earlier)
    assert pad.title.text() == "Score Blue's turn 2"
    table.click(pad.choices["zone-1"][None])
    assert tuple(table.game.points) == (0, 2)
    assert table.game.play.scores[7].by is RED
    table.click(pad.kill_box)
    assert tuple(table.game.points) == (2, 2)
    table.click(pad.later)
    assert pad.title.text() == "Score Red's turn 3"


def test_an_own_objective_cannot_be_scored(table: Table) -> None:
    table.begin(9)
    table.click(table.window.strip.buttons[RED][0])
    choices = table.its(ScoringPad, RED).choices["objective-first"]
    assert not choices[RED].isEnabled()
    assert choices[BLUE].isEnabled()


def flagged_in_a_winning_turn(table: Table) -> ScoringPad:
    table.begin(8)
    table.zones(7, BLUE)
    table.forward(60)
    table.tap(RED)
    table.forward(60 * 60)
    assert table.game.play.question is Question.CLOCK_OUT
    return table.its(ScoringPad, BLUE)


def test_a_clock_out_is_scored_then_both_are_asked(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    asked = table.its(QuestionSheet, RED)
    assert "Blue may still win" in asked.message.text()
    assert not asked.yes.isVisible()
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choices[key][BLUE])
    table.click(pad.done)
    table.click(table.its(QuestionSheet, BLUE).yes)
    assert "Waiting for Red" in table.its(QuestionSheet, BLUE).message.text()
    table.click(asked.yes)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.SCENARIO


def test_players_who_disagree_on_a_clock_out_get_the_judge(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    for key in ("zone-1", "zone-2", "zone-3"):
        table.click(pad.choices[key][BLUE])
    table.click(table.its(QuestionSheet, RED).no)
    ending = table.game.play.ending
    assert ending is not None
    assert (ending.how, ending.disagreed) == (How.CLOCK_OUT, True)
    assert table.game.play.judge_called


def test_who_ran_out_of_time_may_say_that_it_does_not_win(table: Table) -> None:
    pad = flagged_in_a_winning_turn(table)
    table.click(pad.give_up)
    ending = table.game.play.ending
    assert ending is not None
    assert (ending.how, ending.disagreed) == (How.CLOCK_OUT, False)


def test_a_result_that_is_not_right_calls_the_judge(table: Table) -> None:
    table.begin(4)
    table.forward(60 * 60)
    result = table.its(ResultSheet, RED)
    assert not result.right.isVisible()
    table.click(result.count)
    table.click(table.its(TallySheet, RED).back)
    table.click(table.its(ResultSheet, RED).count)
    table.click(table.its(TallySheet, RED).save)
    table.click(table.its(ResultSheet, BLUE).wrong)
    assert table.game.play.judge_called
    assert table.its(ResultSheet, BLUE).right.isVisible()


def test_a_refusal_is_shown_on_the_open_sheet(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.buttons[RED][1])
    table.press(Qt.Key.Key_Space)
    claim = table.its(ClaimSheet, RED)
    assert claim.message.text() == "A turn lasts at least 15 seconds: 15 to go."
    assert claim.message.isVisible()


def test_a_table_whose_game_is_gone_says_so(table: Table) -> None:
    table.window._game = 99
    table.window._take()
    assert "no game now" in table.window.strip.info.text()
    assert table.window.view is None


def test_times_are_the_events_own(table: Table) -> None:
    table.begin()
    clock = table.game.play.clock
    assert clock is not None
    assert clock.started_ms == BEGIN_MS


def test_nothing_happens_when_a_half_is_tapped_before_the_game(table: Table) -> None:
    table.press(Qt.Key.Key_Space)
    assert table.game.play.clock is None
    assert table.window.halves[RED].said == ""
