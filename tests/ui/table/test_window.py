import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPolygon
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import CallJudge, Interrupt, PauseClock, ResumeClock
from app.engine.side import Pair, Side
from app.ui.table.centre_strip import LEAST_LETTERS, StripShow
from app.ui.table.facing import FacingButton
from app.ui.table.paint import sized_font
from app.ui.table.sheets.after import ResultSheet, TallySheet
from app.ui.table.sheets.before import StartSheet
from app.ui.table.sheets.scoring import ScoringPad
from app.ui.widgets.theme import current_theme
from app.views.table.clock_face import Mood
from tests.ui.tables import BEGIN_MS, BLUE, RED, Table
from tests.ui.timers import run_out, running_timers


def mood(table: Table, side: Side) -> Mood:
    face = table.window.halves[side].face
    assert face is not None
    return face.mood


def test_before_the_round_the_table_window_shows_no_scenario_and_nothing_to_start(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with Table(qtbot, tmp_path, stage="published") as table:
        assert table.kind(RED) is table.kind(BLUE) is None
        assert "The Pit II" not in table.window.strip.info.text()
        assert table.window.windowTitle() == "Table 1, round 1"


def test_a_wrong_first_choice_does_not_start_the_game(table: Table) -> None:
    sheet = table.its(StartSheet, BLUE)
    table.click(sheet.choices[BLUE])
    assert table.game.play.clock is None
    table.click(sheet.back)
    table.click(sheet.choices[RED])
    table.click(sheet.start)
    assert table.game.play.first is RED
    assert mood(table, RED) is Mood.RUNNING


@pytest.mark.parametrize(
    ("rules", "asked", "start"),
    [
        ({}, "Red goes first. Start the clock now?", "Start Red’s clock"),
        ({"packet": "sr2012", "size": 50}, "Red goes first. Start the game now?", "Start the game"),
    ],
)
def test_the_start_button_says_what_the_second_press_will_start(
    qtbot: QtBot, tmp_path: Path, rules: dict[str, object], asked: str, start: str
) -> None:
    with Table(qtbot, tmp_path, **rules) as table:
        sheet = table.its(StartSheet, RED)
        assert "at once" not in sheet.message.text()
        table.click(sheet.choices[RED])
        assert sheet.message.text() == asked
        assert sheet.start.text() == start


def test_a_whole_game_can_be_played_by_taps_to_a_confirmed_result(table: Table) -> None:
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
            table.click(pad.choice(key, RED))
        table.click(pad.done)
        before = 3 if step == 9 else 0
        assert table.window.halves[RED].info.points == f"CP {before} (+3 this turn)"
        assert table.window.halves[BLUE].info.points == "CP 0"
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
    assert "Only Red taps" in table.window.halves[BLUE].message
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
    assert half.message == "A turn lasts at least 15 seconds: 9 to go."
    run_out(half)
    assert not half.message


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


def test_a_blocked_window_does_not_change_when_a_flag_falls(table: Table) -> None:
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
    assert "Red’s clock ran out" in table.its(ResultSheet, RED).message.text()


def test_nothing_is_painted_while_no_clock_runs(table: Table) -> None:
    table.begin(4)
    table.do(PauseClock(1, "Lunch"))
    table.settle()
    QTest.qWait(50)
    assert running_timers(table.window) == []
    table.do(ResumeClock(1))
    table.settle()
    assert running_timers(table.window)
    table.window.hide()
    assert running_timers(table.window) == []


def test_a_running_clock_sets_a_timer_only_for_its_next_digit(table: Table) -> None:
    table.begin(4)
    table.time.move_by(20_400)
    run_out(table.window)
    (waking,) = running_timers(table.window)
    assert waking.isSingleShot()
    assert waking.timerType() is Qt.TimerType.PreciseTimer
    assert waking.interval() == 600


def test_no_plunger_key_is_shown_if_a_physical_clock_keeps_the_time(table: Table) -> None:
    table.begin(4)
    table.press(Qt.Key.Key_Space)
    places = [half.info for half in table.window.halves.values()]
    assert all(place.key for place in places)
    assert table.window.plays_by_keys
    table.do(PauseClock(1, ""))
    table.do(HoldTime(1, by_clock=True))
    table.do(ResumeClock(1))
    table.settle()
    notes = [half.face.note for half in table.window.halves.values() if half.face]
    assert "Press your plunger to end your turn" in notes
    assert not any(half.info.key for half in table.window.halves.values())
    assert not table.window.plays_by_keys


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


def test_a_judge_called_after_the_end_is_shown_on_both_halves(table: Table) -> None:
    table.begin(4)
    table.do(ReportResult(1, Result(RED, How.SCENARIO, Pair(7, 1), Pair(20, 10))))
    table.settle()
    table.click(table.window.strip.buttons[BLUE][2])
    run_out(table.window)
    assert all(half.info.judge for half in table.window.halves.values())


def test_every_control_of_the_table_window_has_an_accessible_name(table: Table) -> None:
    table.begin(8)
    table.click(table.window.strip.buttons[BLUE][0])
    buttons = [widget for widget in table.window.findChildren(FacingButton) if widget.isVisible()]
    assert len(buttons) > 15
    assert all(button.accessibleName() for button in buttons)
    assert "Anna" in table.window.halves[RED].accessibleName()


def test_the_window_says_when_its_table_has_no_game(table: Table) -> None:
    table.window.play_game(99)
    assert "no game now" in table.window.strip.info.text()
    assert table.window.view is None


def test_the_table_window_uses_the_events_own_time(table: Table) -> None:
    table.begin()
    clock = table.game.play.clock
    assert clock is not None
    assert clock.started_ms == BEGIN_MS


def test_nothing_happens_when_a_half_is_tapped_before_the_game(table: Table) -> None:
    table.press(Qt.Key.Key_Space)
    assert table.game.play.clock is None
    assert table.window.halves[RED].message == ""


def test_taps_have_no_effect_after_the_organizers_result(table: Table) -> None:
    table.begin(4)
    table.do(ReportResult(1, Result(BLUE, How.SCENARIO, Pair(0, 6), Pair(0, 0))))
    table.forward(20)
    table.tap(RED)
    assert table.game.play.step == 4
    assert mood(table, BLUE) is Mood.WON


def test_nothing_of_the_clock_is_shown_after_the_organizers_result(table: Table) -> None:
    table.begin(4)
    strip = table.window.strip
    assert strip.interrupt.isVisible()
    table.do(ReportResult(1, Result(BLUE, How.SCENARIO, Pair(0, 6), Pair(0, 0))))
    table.forward(20)
    assert table.game.play.ticking, "a result taken back finds the clock gone on"
    assert [half.face and half.face.digits for half in table.window.halves.values()] == ["", ""]
    assert not strip.interrupt.isVisible()
    assert strip.info.text() == "Table 1 · round 1 · The Pit II"
    assert not any(strip.buttons[side][1].isEnabled() for side in Side)


@pytest.mark.parametrize("size", [(1000, 740), (1280, 800), (1024, 600), (800, 480)])
def test_the_judge_marker_covers_no_digit(table: Table, size: tuple[int, int]) -> None:
    table.begin(4)
    table.do(CallJudge(1, RED))
    table.window.resize(*size)
    table.settle()
    picture = table.window.halves[RED].grab().toImage()
    warn, ink = QColor(current_theme().warn), QColor(current_theme().on_red)
    yellow = [
        QPoint(x, y)
        for x in range(200)
        for y in range(picture.height() // 2, picture.height())
        if picture.pixelColor(x, y) == warn
    ]
    assert yellow
    box = QPolygon(yellow).boundingRect().adjusted(-2, -2, 2, 2)
    around = [
        QPoint(x, y) for x in range(box.left(), box.right()) for y in (box.top(), box.bottom())
    ]
    around += [QPoint(box.right(), y) for y in range(box.top(), box.bottom())]
    assert [spot for spot in around if picture.pixelColor(spot) == ink] == []


def test_long_german_texts_fit_between_the_halves_of_a_small_window(table: Table) -> None:
    """They are German ones, in a window of 911 × 464 pixels: a laptop at 150 %."""
    strip = table.window.strip
    strip.show_strip(StripShow("", can_score=True, can_claim=True, lists=True, brought=True))
    strip.resize(911, 65)
    for buttons in strip.buttons.values():
        words = ("Punkte", "Spielende…", "Schiedsr.", "", "Verluste", "Listen")
        for made, text in zip(buttons, words, strict=True):
            made.show_text(text)
    strip.arrange(Side.RED, face_to_face=True)
    for made in strip.buttons[Side.RED]:
        letters = QFontMetrics(sized_font(made.px, bold=True))
        if not made.isHidden():
            assert made.px >= LEAST_LETTERS - 1
            assert letters.horizontalAdvance(made.text()) <= made.words_box.width()
    question = "Letzter Druck: hat den Zug beendet. Nein: war eine Unterbrechung"
    strip.interrupt.show_text(question)
    box = strip.interrupt.words_box
    letters = QFontMetrics(sized_font(strip.interrupt.fitting, bold=True))
    flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter)
    assert letters.boundingRect(box, flags, question).height() <= box.height()
