from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import CallJudge
from app.engine.side import Pair
from app.ui.table.layout_settings import KeysDialog
from app.ui.table.sheets.menu import CloseSheet, MenuSheet
from tests.ui.tables import BLUE, RED, Table
from tests.ui.timers import run_out, running_timers


def test_two_keys_act_as_plungers_and_holding_one_down_counts_as_one_tap(table: Table) -> None:
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


def test_each_low_time_threshold_beeps_once(table: Table) -> None:
    table.begin(4)
    table.forward(53 * 60 + 1)
    run_out(table.window)
    assert len(table.beeps) == 1
    table.forward(10)
    run_out(table.window)
    assert len(table.beeps) == 1
    table.forward(230)
    run_out(table.window)
    assert len(table.beeps) == 2
    table.forward(50)
    run_out(table.window)
    assert len(table.beeps) == 3


def test_a_muted_window_is_silent(table: Table) -> None:
    table.begin(4)
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).sound)
    table.forward(54 * 60)
    run_out(table.window)
    assert table.beeps == []
    assert not table.kept[-1].sound


def test_the_layout_is_chosen_in_the_menu_and_saved(table: Table) -> None:
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


def test_closing_warns_once_that_the_clock_keeps_running(table: Table) -> None:
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


def test_after_a_desk_result_the_window_closes_freely_and_needs_no_keys(
    table: Table,
) -> None:
    table.begin(4)
    table.press(Qt.Key.Key_Space)
    assert table.window.plays_by_keys
    won = Result(RED, How.SCENARIO, Pair(6, 3), Pair(40, 25))
    table.do(ReportResult(1, won), insist=True)
    table.settle()
    assert not table.window.plays_by_keys
    table.click(table.window.strip.menu)
    table.click(table.its(MenuSheet, RED).close_window)
    assert not table.window.isVisible()


def test_a_reopened_window_shows_the_current_state(table: Table) -> None:
    table.begin(4)
    table.window.close()
    table.do(CallJudge(1, RED))
    table.settle()
    table.window.show()
    assert table.window.view is not None
    assert table.window.view.play.judge_called
    assert running_timers(table.window)


def test_the_program_can_close_the_window_without_a_question(table: Table) -> None:
    table.begin(4)
    event = QCloseEvent()
    table.window.closeEvent(event)
    assert event.isAccepted()


def test_new_keys_work_at_once(table: Table) -> None:
    def press() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, KeysDialog):
            QTimer.singleShot(10, press)
            return
        table.qtbot.keyClick(dialog, Qt.Key.Key_A)
        table.qtbot.keyClick(dialog, Qt.Key.Key_L)

    table.begin()
    table.click(table.window.strip.menu)
    QTimer.singleShot(0, press)
    table.click(table.its(MenuSheet, RED).keys)
    table.press(Qt.Key.Key_Space)
    assert table.game.play.step == 0
    table.press(Qt.Key.Key_A)
    assert table.game.play.step == 1
    assert table.kept[-1].keys.blue == Qt.Key.Key_L.value


def test_a_window_without_keyboard_focus_says_so(table: Table) -> None:
    table.begin()
    other = QWidget()
    table.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    table.qtbot.waitUntil(lambda: not table.window.isActiveWindow())
    assert table.window.halves[RED].info.key.startswith("keys are off")


def test_a_fallen_flag_plays_a_sound(table: Table) -> None:
    table.begin(4)
    table.time.move_by(60 * 60_000)
    table.settle()
    assert len(table.beeps) == 1
    assert table.window.halves[RED].face is not None
