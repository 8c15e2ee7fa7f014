"""A round of each older packet, end to end through the real windows."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import Command
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import (
    ChooseScenario,
    DrawRound,
    PublishRound,
    SetRoundLength,
    StartRound,
)
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.state import Stage
from app.engine.table.verdict import final_result
from app.ui.table.sheets.scoring import ScoringPad
from tests.end_to_end.room import MINUTE_MS, EventRoom, Table

RED, BLUE = Side.RED, Side.BLUE


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventRoom:
    return EventRoom(qtbot, qapp, tmp_path)


def play_round(room: EventRoom, settings: Settings, scenario: int, *, minutes: int = 0) -> Table:
    """Four players sit down to round 1, in which dice go down after so many minutes."""
    room.begin(settings)
    for command in sitting_down(scenario):
        room.client.ask(command)
    if minutes:
        room.client.ask(SetRoundLength(minutes * MINUTE_MS))
    room.until(lambda: bool(room.state.rounds and room.state.rounds[0].stage is Stage.STARTED))
    room.until(lambda: not minutes or room.state.rounds[0].length_ms == minutes * MINUTE_MS)
    return room.table(1)


def sitting_down(scenario: int) -> list[Command]:
    """What makes four players sit down to round 1."""
    names = ("Anna Kowalska", "Bartek Nowak", "Cleo Smith", "Dmitri Okafor")
    return [
        AddPlayers(tuple(map(Entry, names))),
        CheckIn((1, 2, 3, 4)),
        DrawRound(7),
        ChooseScenario(scenario),
        PublishRound(),
        StartRound(4),
    ]


def finish_round(room: EventRoom, typed: tuple[str, ...]) -> None:
    """The other table hands in a slip; both games of the round then stand in the standings."""
    room.report(2, ("2", *typed))
    results = {number: final_result(room.game(number)) for number in (1, 2)}
    room.next_step("Finish round 1")
    room.until(lambda: room.state.rounds[0].stage is Stage.FINISHED)
    rows = {row.number: row for row in standings(room.state)}
    for number, result in results.items():
        assert result is not None
        assert result.winner is not None
        players = room.game(number).players
        for side in Side:
            row = rows[players.of(side)]
            assert row.tp == int(side is result.winner)
            assert (row.cp, row.apd) == (result.cp.of(side), result.apd.of(side))
    shown = room.page("Standings")
    winner = players.of(result.winner)
    room.until(lambda: room.state.name(winner) in words_of(shown))


def words_of(page: QWidget) -> str:
    """What a page's tables say."""
    models = [view.model() for view in page.findChildren(QTableView) if view.isVisible()]
    return " ".join(
        str(model.index(row, column).data())
        for model in models
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    )


def have(table: Table, side: Side, key: str, holder: Side, held: Held) -> None:
    """``side`` opens the pad and says what ``holder`` has of an element."""
    if not isinstance(table.window.sheets.sheet(side), ScoringPad):
        table.window.strip.score_asked.emit(side)
    pad = table.window.sheets.sheet(side)
    assert isinstance(pad, ScoringPad)
    step = table.game.play.step
    table.room.click(pad.choices[key][holder, held])
    table.room.until(lambda: step in table.game.play.scores)


def extend(table: Table, side: Side) -> None:
    button = table.window.strip.buttons[side][3]
    table.room.until(button.isEnabled)
    table.room.click(button)
    table.room.until(lambda: table.game.play.extended)


def test_a_round_of_2014_at_35_points_ends_with_dice_down(room: EventRoom) -> None:
    table = play_round(room, Settings("Autumn", "sr2014", 35, 1), 1, minutes=60)
    table.start(RED)
    table.tap_to(4, MINUTE_MS)
    room.timeline.move_by(8 * MINUTE_MS)
    room.until(lambda: RED in table.game.play.overrun)
    extend(table, RED)
    table.tap_to(7, MINUTE_MS)
    have(table, BLUE, "zone", BLUE, Held.DOMINATED)
    table.press(BLUE, "Done")
    table.tap(BLUE, MINUTE_MS)
    assert table.game.points == Pair(0, 2)
    started_ms = room.state.rounds[0].started_ms
    assert started_ms is not None
    room.timeline.move_to(started_ms + 60 * MINUTE_MS)
    room.until(lambda: table.game.play.dice_down_ms is not None)
    assert table.game.play.dice_down_ms == started_ms + 60 * MINUTE_MS
    room.click(table.window.halves[RED])
    room.until(lambda: table.game.play.ending is not None)
    table.count(3, 7)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.how, result.cp) == (BLUE, How.CONTROL_POINTS, Pair(0, 2))
    finish_round(room, ("1", "Assas", "3", "1", "20", "9"))


def test_a_2015_death_clock_round_is_won_by_scenario(room: EventRoom) -> None:
    chosen = replace(Settings("Winter", "sr2015", 50, 1), timing="death-clock")
    table = play_round(room, chosen, 1)
    table.start(RED)
    table.tap_to(7, MINUTE_MS)
    for _ in range(2):
        have(table, BLUE, "zone", BLUE, Held.DOMINATED)
        table.press(BLUE, "Done")
        table.tap(BLUE, MINUTE_MS)
        table.tap(RED, MINUTE_MS)
    room.timeline.move_by(60 * MINUTE_MS)
    room.until(lambda: table.game.play.flag is not None)
    have(table, BLUE, "zone", BLUE, Held.CONTROLLED)
    table.press(BLUE, "Done")
    for side in (BLUE, RED):
        table.press(side, "Yes")
    room.until(lambda: table.game.play.ending is not None)
    table.count(0, 5)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.how, result.cp) == (BLUE, How.SCENARIO, Pair(0, 5))
    finish_round(room, ("2", "Scen", "1", "5", "12", "30"))


def test_a_round_of_2012_with_reinforcements_has_two_extensions(room: EventRoom) -> None:
    table = play_round(room, Settings("Spring", "sr2012", 50, 1), 11)
    assert table.game.terms.time.extensions == 2
    table.start(RED)
    table.tap_to(4, MINUTE_MS)
    for _ in range(2):
        extend(table, RED)
        table.tap(RED, 12 * MINUTE_MS)
        table.tap(BLUE, MINUTE_MS)
    assert table.game.play.extensions == Pair(2, 0)
    assert not table.window.strip.buttons[RED][3].isEnabled()
    table.tap_to(9, MINUTE_MS)
    have(table, BLUE, "zone-for-second", BLUE, Held.CONTROLLED)
    table.press(BLUE, "Done")
    table.tap(BLUE, MINUTE_MS)
    have(table, RED, "zone-for-second", BLUE, Held.CONTROLLED)
    table.press(RED, "Done")
    table.tap(RED, MINUTE_MS)
    room.until(lambda: table.game.play.ending is not None)
    table.count(0, 9)
    result = final_result(table.game)
    assert result is not None
    assert (result.winner, result.how, result.cp) == (BLUE, How.SCENARIO, Pair(0, 2))
    finish_round(room, ("1", "Scen", "2", "0", "25", "4"))
