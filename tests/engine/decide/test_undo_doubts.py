"""Undo asks before it passes over what the organizer did at a table."""

import pytest

from app.engine.acts.commands import Command
from app.engine.acts.events import Record
from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.rounds import CallDiceDown
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import (
    AdjustClock,
    CallJudge,
    DismissJudge,
    PauseClock,
    ReopenGame,
    ResumeClock,
    Rule,
    Ruled,
    StartClock,
    Tap,
)
from app.engine.acts.undo import Redo, Undo, Undone
from app.engine.evolve import evolve, fold
from app.engine.evolve.running_fold import RunningFold
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.every import undoing_of
from app.engine.subjects.undo.undo import is_overtaken, undo_doubt
from app.engine.table.game import Game
from tests.engine.event import MINUTE, SR2017, Desk, registered, settings, under_way


@pytest.fixture
def desk() -> Desk:
    """Both tables play, and the organizer edited a player after that."""
    desk = under_way(4)
    for game in (1, 2):
        desk.do(StartClock(game, Side.RED), 0)
    desk.do(EditPlayer(1, Entry("Annika")))
    desk.now_ms = 10 * MINUTE
    return desk


PAUSE, RESUME = PauseClock(1, "judge"), ResumeClock(1)


@pytest.mark.parametrize(
    ("acts", "since"),
    [
        (
            (PAUSE,),
            "You have since paused table {}. Undo does not take that back: press Resume there.",
        ),
        ((PAUSE, RESUME), "You have since resumed table {}."),
        ((AdjustClock(1, Side.RED, 1, "late"),), "You have since adjusted a time at table {}."),
        ((CallJudge(1, None),), "You have since called the judge to table {}."),
        (
            (CallJudge(1, None), DismissJudge(1)),
            "You have since pressed Judge is done at table {}.",
        ),
        ((StartClock(1, Side.BLUE),), "You have since started the clock at table {}."),
        (
            (CallDiceDown(),),
            "You have since called dice down at all tables. That cannot be undone.",
        ),
    ],
)
def test_undo_asks_first_if_it_would_skip_a_later_act_at_a_table(
    desk: Desk, acts: tuple[Command, ...], since: str
) -> None:
    assert not is_overtaken(desk.state)
    for act in acts:
        desk.do(act, insist=True)
    assert is_overtaken(desk.state)
    games = desk.state.games
    doubt = desk.doubted(Undo())
    assert doubt.startswith(since.format(games[1].table))
    assert doubt.endswith("Undo the earlier action?")
    assert desk.state.name(1) == "Anna"
    assert desk.state.games == games


def test_undo_asks_first_if_it_would_skip_a_reopened_game(desk: Desk) -> None:
    desk.do(Rule(1, Side.RED, How.ASSASSINATION, "seen"))
    desk.do(ReopenGame(1, "not seen"))
    assert desk.doubted(Undo()).startswith("You have since reopened the game at table ")


def test_an_act_made_after_the_act_at_a_table_is_undone_without_asking(desk: Desk) -> None:
    desk.do(PAUSE)
    desk.do(EditPlayer(2, Entry("Benno")))
    assert undo_doubt(desk.state, undoing_of) == ""
    desk.do(Undo())
    assert desk.state.name(2) == "Ben"
    assert "You have since paused" in undo_doubt(desk.state, undoing_of)


def test_acts_of_players_and_the_program_raise_no_doubt_about_undo(desk: Desk) -> None:
    before = desk.records[:]
    desk.do(Tap(1, Side.RED))
    assert not is_overtaken(desk.state)
    desk.do(PAUSE)
    rows = [*before, *(by_player(row) for row in desk.records[len(before) :])]
    assert not is_overtaken(fold(rows))


def by_player(row: Record) -> Record:
    return Record(row.seq, row.act, row.at_ms, "table 1", Side.RED.actor, row.event)


def test_undo_asks_before_setting_back_a_round_with_started_clocks() -> None:
    desk = under_way(4)
    number = desk.game().number
    rows = [*desk.records]
    desk.do(StartClock(number, Side.RED), 0)
    rows += [by_player(row) for row in desk.records[len(rows) :]]
    desk.records, desk.state = rows, fold(rows)
    sentence = "Clocks have been started at table 1. Undo sets the round back to before its games."
    assert desk.doubted(Undo()) == f"{sentence} Undo the earlier action?"
    assert desk.doubted(Undo()) == f"{sentence} Undo the earlier action?"
    assert desk.doubted(Undo()).startswith("Clocks have been started at table 1. Without this draw")
    assert undo_doubt(desk.state, undoing_of) == ""


def test_undo_sets_back_a_round_that_nobody_plays_without_asking() -> None:
    desk = under_way(4)
    for _ in range(3):
        desk.do(Undo())
    assert not desk.state.rounds


def test_undo_raises_no_doubt_when_there_is_nothing_to_undo() -> None:
    assert undo_doubt(State(), undoing_of) == ""
    assert not is_overtaken(State())


def test_acts_at_a_table_that_no_longer_exists_raise_no_doubt() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    for _ in range(3):
        desk.do(Undo(), insist=True)
    desk.do(Undo())
    assert not desk.state.players[1].plays


def test_undoing_an_act_at_all_tables_raises_no_doubt(desk: Desk) -> None:
    desk.do(ActAtTables(RoomAct.PAUSE, reason="alarm"))
    assert undo_doubt(desk.state, undoing_of) == ""
    desk.do(Undo())
    assert isinstance(desk.records[-1].event, Undone)
    assert len(desk.records) - desk.records[-1].act == 2
    assert undo_doubt(desk.state, undoing_of) == ""


@pytest.mark.parametrize("playing", [True, False])
def test_undoing_a_ruling_leaves_the_game_paused(desk: Desk, playing: bool) -> None:
    if not playing:
        desk.do(PAUSE)
    desk.do(Rule(1, Side.RED, How.ASSASSINATION, "seen"))
    desk.now_ms += 10 * MINUTE
    desk.do(Undo())
    play = game(desk).play
    assert play.ending is None
    assert play.pause is not None
    assert play.clock is not None
    assert play.clock.remaining(Side.RED, desk.now_ms) == 50 * MINUTE
    assert undo_doubt(desk.state, undoing_of) == "" or not playing
    desk.do(Redo())
    ending = game(desk).play.ending
    assert ending is not None
    assert ending.at_ms == 10 * MINUTE
    desk.do(Undo(), insist=True)
    assert game(desk).play == play


def test_a_reopened_game_keeps_running_when_the_earlier_ruling_is_undone(desk: Desk) -> None:
    desk.do(Rule(1, Side.RED, How.ASSASSINATION, "seen"))
    desk.do(ReopenGame(1, "not seen"))
    play = game(desk).play
    assert len(desk.do(Undo(), insist=True)) == 1
    assert game(desk).play.ticking
    assert not play.ticking


def test_undoing_a_ruling_after_dice_down_stops_no_clock(desk: Desk) -> None:
    desk.do(CallDiceDown(), insist=True)
    desk.do(Rule(1, Side.RED, How.ASSASSINATION, "seen"))
    assert len(desk.do(Undo())) == 1


def test_a_ruling_on_a_missing_game_can_be_undone(desk: Desk) -> None:
    ruled = Ruled(99, desk.now_ms, Side.RED, How.ASSASSINATION, "seen")
    desk.append((ruled,), desk.now_ms)
    assert len(desk.do(Undo())) == 1


def game(desk: Desk) -> Game:
    return desk.state.games[1]


def test_every_way_of_folding_the_log_finds_the_same_acts_at_tables(desk: Desk) -> None:
    desk.do(PAUSE)
    desk.do(ChangeSettings(settings(50), SR2017))
    desk.do(Rule(2, Side.RED, How.ASSASSINATION, "seen"))
    for _ in range(2):
        desk.do(Undo())
    desk.do(Redo())
    folded = RunningFold(desk.records[:8])
    for row in desk.records[8:]:
        folded.add([row])
        assert folded.state.table_acts == fold(folded.records).table_acts
    state = fold(desk.records[:8])
    for row in desk.records[8:]:
        state = evolve(state, row)
    assert state.table_acts == desk.state.table_acts


def test_undo_works_in_an_event_without_rounds() -> None:
    desk = registered(2)
    desk.do(Undo())
    assert not desk.state.players[1].plays
