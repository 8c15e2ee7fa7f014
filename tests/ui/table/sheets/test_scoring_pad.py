"""The scoring pad where a packet's rule stands between a press and the score."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.table import Holding
from app.engine.formats.settings import Settings
from app.engine.packet.scenario import Held
from app.engine.side import Side
from app.ui.table.sheets.scoring import ScoringPad
from tests.end_to_end.room import MINUTE_MS, EventRoom, Table
from tests.end_to_end.test_older_packets import play_round

OUTFLANK, GAUNTLET = 10, 2


def opened(table: Table, side: Side) -> ScoringPad:
    table.window.strip.score_asked.emit(side)
    pad = table.window.sheets.sheet(side)
    assert isinstance(pad, ScoringPad)
    return pad


def test_a_second_element_for_one_caster_is_refused_and_not_shown_as_chosen(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    table = play_round(room, Settings("One caster", "sr2014", 50, 1), OUTFLANK)
    table.start(Side.RED)
    table.tap_to(7, MINUTE_MS)
    pad = opened(table, Side.BLUE)
    left, right = (
        pad.choices[key][Side.BLUE, Held.DOMINATED] for key in ("zone-left", "zone-right")
    )
    room.click(left)
    room.until(lambda: 7 in table.game.play.scores)
    room.click(right)
    room.until(lambda: "One caster dominates one element" in pad.message.text())
    assert left.isChecked()
    assert not right.isChecked()
    assert table.game.play.scores[7].holdings == (Holding("zone-left", Side.BLUE, Held.DOMINATED),)


def test_the_game_goes_on_if_a_player_has_another_caster_after_a_kill_box_loss(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    table = play_round(room, Settings("Two casters", "sr2012", 100, 1), GAUNTLET)
    table.start(Side.RED)
    table.tap_to(6, MINUTE_MS)
    pad = opened(table, Side.RED)
    assert pad.caster_left.isHidden()
    room.click(pad.kill_box)
    room.until(pad.caster_left.isVisible)
    room.click(pad.caster_left)
    room.until(lambda: 6 in table.game.play.scores and table.game.play.scores[6].caster_left)
    table.press(Side.RED, "Done")
    table.tap(Side.RED, MINUTE_MS)
    assert table.game.play.in_progress
