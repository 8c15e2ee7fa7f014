"""Where no element is known that scores, and where the organizer knows better."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.ui.table.sheets.scoring import ScoringPad
from app.views.table.organizer_acts import OrganizerAction
from tests.end_to_end.room import MINUTE_MS, EventRoom
from tests.end_to_end.test_older_packets import play_round

RECON = 8


def test_players_enter_the_points_of_the_recon_scenario_by_hand(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    table = play_round(room, replace(Settings("Recon", "sr2015", 50, 1)), RECON)
    table.start(Side.RED)
    table.tap_to(7, MINUTE_MS)
    table.window.strip.score_asked.emit(Side.BLUE)
    pad = table.window.sheets.sheet(Side.BLUE)
    assert isinstance(pad, ScoringPad)
    assert pad.beside is not None
    assert pad.beside.isHidden()
    for _ in range(2):
        before = pad.points[Side.BLUE].value
        room.click(pad.points[Side.BLUE].steps[1])
        room.until(
            lambda before=before: (
                (score := table.game.play.scores.get(7)) is not None
                and score.points == Pair(0, before + 1)
            )
        )
    table.press(Side.BLUE, "Done")
    table.tap(Side.BLUE, MINUTE_MS)
    assert table.game.points == Pair(0, 2)


def test_the_organizer_corrects_the_points_of_a_turn_with_a_reason(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    room = EventRoom(qtbot, qapp, tmp_path)
    table = play_round(room, Settings("Correct", "sr2017", 50, 1), 3)
    table.start(Side.RED)
    table.tap_to(7, MINUTE_MS)
    table.score(Side.BLUE, {"zone-1": Side.BLUE})
    table.tap(Side.BLUE, MINUTE_MS)
    page = room.round
    page.live.choose(table.game.number)
    qtbot.wait(1)
    page.live.panel.begin(OrganizerAction.POINTS)
    form = page.live.panel.form
    assert form is not None
    assert (form.turn.currentText(), form.points.blue.value()) == ("Blue’s turn 2", 1)
    assert form.withdraw.isHidden()
    form.points.blue.setValue(3)
    form.reason.setText("The marker had moved")
    room.click(form.apply)
    room.until(lambda: table.game.play.scores[7].points == Pair(0, 3))
    assert table.game.points == Pair(0, 3)
    assert table.game.play.scores[7].reason == "The marker had moved"
    table.window.strip.score_asked.emit(Side.BLUE)
    pad = table.window.sheets.sheet(Side.BLUE)
    assert isinstance(pad, ScoringPad)
    room.click(pad.earlier)
    said = "The organizer set this turn to Red 0 – Blue 3: The marker had moved."
    assert pad.message.text() == f"{said} Call the judge if that is wrong."
    assert not pad.choice("zone-1", Side.BLUE).isEnabled()
    page.live.panel.begin(OrganizerAction.POINTS)
    form = page.live.panel.form
    assert form is not None
    assert form.points.blue.value() == 3
    form.withdraw.setChecked(True)
    room.click(form.apply)
    room.until(lambda: table.game.points == Pair(0, 1))
