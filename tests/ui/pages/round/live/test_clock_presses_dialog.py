from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.table import StartClock
from app.ui.pages.round.live.clock_presses_dialog import SwitchesDialog
from tests.ui.tables import BLUE, RED, Table


def played(table: Table) -> SwitchesDialog:
    """A clock keeps the time; its lever went over seven times, once a minute."""
    begin(table)
    dialog = SwitchesDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    return dialog


def begin(table: Table) -> None:
    table.do(HoldTime(1, by_clock=True))
    table.do(StartClock(1, RED))
    for side in (RED, BLUE) * 3 + (RED,):
        table.time.move_by(60_000)
        table.do(PressLever(1, side))
    table.forward(60)


def texts(dialog: SwitchesDialog, column: int) -> list[str]:
    return [dialog.list.text(row, column) for row in range(len(dialog.list.rows))]


def test_every_clock_switch_is_listed_with_its_player_and_the_last_is_chosen(table: Table) -> None:
    dialog = played(table)
    assert texts(dialog, 2)[-3:] == ["Red", "Blue", "Red"]
    assert dialog.list.chosen_row == dialog.list.rows[-1]
    assert dialog.reread.isEnabled()
    assert dialog.reread.text() == "It was an &interrupt"


def test_a_clock_switch_can_be_reinterpreted_and_reverted(table: Table) -> None:
    dialog = played(table)
    before, step = texts(dialog, 3)[-1], table.game.play.step
    dialog.reread.click()
    table.qtbot.waitUntil(lambda: dialog.reread.text() == "It &ended the turn")
    assert texts(dialog, 3)[-1] != before
    assert table.game.play.step == step - 1
    dialog.reread.click()
    table.qtbot.waitUntil(lambda: table.game.play.step == step)
    table.qtbot.waitUntil(lambda: texts(dialog, 3)[-1] == before)


def test_without_clock_switches_nothing_can_be_reinterpreted(table: Table) -> None:
    dialog = SwitchesDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    assert len(dialog.list.rows) == 0
    assert not dialog.reread.isEnabled()
    dialog.reread.click()
    missing = SwitchesDialog(table.client, 99)
    table.qtbot.addWidget(missing)
    assert len(missing.list.rows) == 0


def test_the_switches_dialog_stays_open_until_it_is_closed(table: Table) -> None:
    begin(table)
    rows: list[int] = []

    def leave() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, SwitchesDialog):
            QTimer.singleShot(10, leave)
            return
        rows.append(len(dialog.list.rows))
        dialog.leave.click()

    QTimer.singleShot(0, leave)
    SwitchesDialog.show_for(table.client, 1)
    assert rows[0] > 2


def test_the_interpretation_of_a_clock_switch_is_fully_visible(table: Table) -> None:
    dialog = played(table)
    dialog.show()
    words = dialog.list.fontMetrics().horizontalAdvance("handed the clock back")
    assert dialog.list.columnWidth(3) >= words + 16
