"""An event of eleven from the sign-up list to the final standings, through the real windows."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.results import How
from app.engine.acts.table import Question
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.standings.ranking import Standing, standings
from app.engine.state import Stage, Status
from app.engine.table.sentences import why
from app.engine.table.verdict import final_result
from app.store.log.event_log import open_log
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.players.page import PlayersPage
from app.views.table.organizer_acts import OrganizerAction
from tests.end_to_end.room import MINUTE_MS, EventRoom

SPREAD_THE_NET = 3
ZONES = {"zone-1": Side.RED, "zone-2": Side.RED, "zone-3": Side.RED}
FLAGS = {"flag-1": Side.RED, "flag-2": Side.RED}
EVERYTHING = {**ZONES, **FLAGS}
SIGN_UP = "Name\tClub\tFaction\n" + "".join(
    f"{name}\t{club}\t{faction}\n"
    for name, club, faction in (
        ("Anna Kowalska", "Ravens", "Cygnar"),
        ("Bartek Nowak", "Ravens", "Khador"),
        ("Cleo Smith", "Iron Foundry", "Cryx"),
        ("Dmitri Okafor", "Iron Foundry", "Menoth"),
        ("Ewa Lindqvist", "", "Skorne"),
        ("Fredrik Duarte", "Northern Legion", "Circle"),
        ("Grażyna O’Brien", "Northern Legion", "Legion"),
        ("Hugo Schneider", "Ravens", "Trollbloods"),
        ("Ines Kowalska", "", "Cygnar"),
        ("Jakub Smith", "Iron Foundry", "Khador"),
        ("אברהם בן־שמואל", "", "Cryx"),
    )
)


def sign_everybody_up(room: EventRoom) -> None:
    page = room.page("Players")
    assert isinstance(page, PlayersPage)

    def add_all() -> None:
        dialog = QApplication.activeModalWidget()
        buttons = dialog.findChildren(QAbstractButton) if dialog else []
        add = [button for button in buttons if button.text().replace("&", "").startswith("Add 11")]
        if add:
            room.click(add[0])
        else:
            QTimer.singleShot(10, add_all)

    QTimer.singleShot(0, add_all)
    page.add_from_text(SIGN_UP)
    room.until(lambda: len(room.state.players) == 11)
    room.click(page.all_here)
    room.until(
        lambda: all(player.status is Status.CHECKED_IN for player in room.state.players.values())
    )


def begin_round_one(room: EventRoom) -> None:
    room.next_step("Draw round 1")
    room.until(lambda: room.state.latest is not None)
    review = room.round.review
    room.until(lambda: review.scenario.count() > 0)
    review.scenario.setCurrentIndex(review.scenario.findData(SPREAD_THE_NET))
    review.scenario.activated.emit(review.scenario.currentIndex())
    room.until(lambda: room.state.rounds[0].scenario == SPREAD_THE_NET)
    room.next_step("Publish round 1")
    room.next_step("Start round 1")
    room.until(lambda: room.state.rounds[0].stage is Stage.STARTED)


def lose_on_time(room: EventRoom) -> None:
    """Table 1: Red deploys, thinks, and Red's clock runs out in Red's first turn."""
    table = room.table(1)
    table.start(Side.RED)
    table.tap_to(4, MINUTE_MS)
    room.timeline.move_by(70 * MINUTE_MS)
    room.until(lambda: table.game.play.ending is not None)
    assert table.game.play.ending is not None
    assert table.game.play.ending.how is How.CLOCK_OUT
    assert why(table.game) == "Blue wins by assassination: Red’s clock ran out in Red’s turn 1"
    table.count(0, 12)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.apd) == (Side.BLUE, Pair(0, 12))


def run_out_with_everything_held(room: EventRoom, number: int) -> None:
    """Red holds every zone and flag for a turn, then Red's clock runs out in the next."""
    table = room.table(number)
    table.start(Side.RED)
    table.tap_to(8, MINUTE_MS)
    table.score(Side.RED, EVERYTHING)
    table.tap(Side.RED, MINUTE_MS)
    table.tap(Side.BLUE, MINUTE_MS)
    room.timeline.move_by(70 * MINUTE_MS)
    room.until(lambda: table.game.play.question is Question.CLOCK_OUT)
    table.score(Side.RED, FLAGS)


def be_saved_by_the_scenario(room: EventRoom) -> None:
    """Table 2: both agree that the winning state was reached in time."""
    run_out_with_everything_held(room, 2)
    table = room.table(2)
    for side in Side:
        table.press(side, "Yes")
    room.until(lambda: table.game.play.ending is not None)
    table.count(30, 21)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.how, result.cp) == (Side.RED, How.SCENARIO, Pair(7, 0))


def be_ruled_on(room: EventRoom) -> None:
    """Table 3: the players disagree; the organizer rules for the scenario."""
    run_out_with_everything_held(room, 3)
    table = room.table(3)
    table.press(Side.RED, "Yes")
    table.press(Side.BLUE, "No")
    room.until(lambda: table.game.play.ending is not None)
    assert table.game.play.judge_called
    assert "did not agree" in why(table.game)
    room.panel_act(3, OrganizerAction.RULE, Side.RED, "Seen by both neighbours")
    room.until(lambda: table.game.play.ending is not None and table.game.play.ending.ruled)
    table.count(15, 15)
    result = final_result(table.game)
    assert result is not None
    assert result.winner is Side.RED


def be_assassinated(room: EventRoom) -> None:
    """Table 4: Blue's caster falls; Blue agrees."""
    table = room.table(4)
    table.start(Side.BLUE)
    table.tap_to(5, MINUTE_MS)
    table.window.strip.claim_asked.emit(Side.RED)
    table.press(Side.RED, "Blue’s last caster is destroyed")
    table.press(Side.RED, "Yes: ask Blue")
    table.press(Side.BLUE, "Yes, confirm")
    room.until(lambda: table.game.play.ending is not None)
    table.count(20, 3)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.ASSASSINATION)


def correct_a_wrong_result(room: EventRoom) -> None:
    """Table 5 is entered for the wrong player, undone, and entered right; its clock goes on."""
    table = room.table(5)
    table.start(Side.RED)
    room.report(5, ("5", "2", "Assas", "1", "4", "10", "33"))
    wrong = table.game.reported
    assert wrong is not None
    assert wrong.winner is Side.BLUE
    room.timeline.move_by(MINUTE_MS)
    with room.qtbot.waitActive(room.window):
        room.window.activateWindow()
    undo = Qt.KeyboardModifier.ControlModifier
    room.qtbot.keyClick(room.round.desk.table, Qt.Key.Key_Z, undo)
    room.until(lambda: table.game.reported is None)
    clock = table.game.play.clock
    assert clock is not None
    assert clock.used(Side.RED, room.timeline.now_ms()) == MINUTE_MS
    room.report(5, ("5", "1", "Assas", "4", "1", "33", "10"))
    assert table.game.reported is not None
    assert table.game.reported.winner is Side.RED


def play_the_rest_at_the_desk(room: EventRoom) -> None:
    """Later rounds: the first listed player wins everywhere until somebody leads alone."""
    while room.round.header.next.text().replace("&", "").startswith("Draw round"):
        number = len(room.state.rounds) + 1
        room.next_step(f"Draw round {number}")
        room.next_step(f"Publish round {number}")
        room.next_step(f"Start round {number}")
        room.until(lambda number=number: room.state.rounds[-1].started_ms is not None)
        for table in range(1, 6):
            room.report(table, (str(table), "1", "Assas", "2", "1", str(10 * table), "9"))
        room.next_step(f"Finish round {number}")
        room.until(lambda: room.state.rounds[-1].stage is Stage.FINISHED)


def points_by_hand(room: EventRoom) -> dict[int, int]:
    """Tournament points counted apart from the standings."""
    points = dict.fromkeys(room.state.players, 0)
    for round_ in room.state.rounds:
        for game in room.state.games_of(round_):
            result = final_result(game)
            if result is not None and result.winner is not None:
                points[game.players.of(result.winner)] += 1
        if round_.bye is not None:
            points[round_.bye.player] += 1
    return points


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventRoom:
    return EventRoom(qtbot, qapp, tmp_path)


@pytest.mark.long
def test_an_event_of_eleven_players_runs_from_sign_up_to_final_standings(room: EventRoom) -> None:
    room.begin(Settings("Foundry Open", "sr2017", 75, seed=20_261_121))
    sign_everybody_up(room)
    begin_round_one(room)
    assert room.state.rounds[0].bye is not None
    lose_on_time(room)
    be_saved_by_the_scenario(room)
    be_ruled_on(room)
    be_assassinated(room)
    correct_a_wrong_result(room)
    room.next_step("Finish round 1")
    room.until(lambda: room.state.rounds[0].stage is Stage.FINISHED)
    play_the_rest_at_the_desk(room)

    rows: tuple[Standing, ...] = standings(room.state)
    assert {row.number: row.tp for row in rows} == points_by_hand(room)
    assert rows[0].tp > rows[1].tp
    met = [tuple(sorted(game.players)) for game in room.state.games.values()]
    assert len(met) == len(set(met))
    shown = room.picture("Standings")
    history = room.page("History")
    assert isinstance(history, HistoryPage)

    room.reopen()
    assert standings(room.state) == rows
    room.until(lambda: room.picture("Standings") == shown)
    played = room.state.rounds
    room.window.close()
    with open_log(room.file, read_only=True) as log:
        assert fold(log.records()).rounds == played
