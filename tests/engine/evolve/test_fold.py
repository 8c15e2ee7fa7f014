"""State is the fold of the log and nothing else, whatever is asked in whatever order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.engine.acts.commands import Refused
from app.engine.acts.events import Record
from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import (
    Answer,
    CallJudge,
    ClockStarted,
    EnterTally,
    HandBack,
    Holding,
    Interrupt,
    Mark,
    Question,
    ScoreTurn,
    StartClock,
    TurnEnded,
    WithdrawResult,
)
from app.engine.acts.undo import Undo, Undone
from app.engine.evolve import evolve, fold
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.state import State
from app.engine.subjects.table.changes import apply_marks
from app.engine.table.turns import owner
from tests.engine.event import Desk, registered, settings, under_way
from tests.engine.random_commands import CLOCK_OUTS, EVERY_COMMAND

NO_RESULT = Result(None, How.UNRECORDED, Pair(0, 0), Pair(0, 0))


def some_commands(desk: Desk, dice: Random, count: int) -> None:
    for _ in range(count):
        desk.now_ms += dice.choice((1, 2_000, 20_000, 90_000))
        at_ms = desk.now_ms - dice.choice((0, 0, 0, 30_000))
        command = dice.choice(EVERY_COMMAND)(dice, at_ms)
        said = desk.ask(command, at_ms, insist=dice.random() < 0.6)
        if isinstance(said, Refused):
            assert said.sentence
        else:
            assert fold(desk.records) == desk.state
    assert fold(desk.records) == desk.state  # nor has what was refused last changed anything


@pytest.mark.long
@hypothesis_settings(deadline=None, max_examples=30)
@given(st.integers())
def test_folding_the_log_again_gives_the_current_state_of_the_event(seed: int) -> None:
    dice = Random(seed)
    some_commands(Desk(), dice, 10)
    desk = under_way(6, settings(0, clock_out=dice.choice(CLOCK_OUTS)))
    for game in (1, 2):
        desk.do(StartClock(game, dice.choice(list(Side))))
    some_commands(desk, dice, 100)
    assert len(standings(desk.state)) <= len(desk.state.players)


@hypothesis_settings(deadline=None, max_examples=30)
@given(st.integers())
def test_undoing_everything_leaves_an_empty_event(seed: int) -> None:
    desk = under_way(6, settings(0))
    some_commands(desk, Random(seed), 40)
    while desk.state.done:
        desk.do(Undo(), insist=True)
    assert desk.state.rounds == ()
    assert desk.state.players == {}
    assert "nothing to undo" in desk.refused(Undo())


@hypothesis_settings(deadline=None, max_examples=30)
@given(st.integers())
def test_marks_are_sorted_by_time_in_whatever_order_they_arrive(seed: int) -> None:
    desk = under_way(6, settings(0))
    some_commands(desk, Random(seed), 60)
    for game in desk.state.games.values():
        instants = [mark.at_ms for mark in game.marks]
        assert instants == sorted(instants)


def test_events_about_missing_games_and_players_change_nothing() -> None:
    empty = State()
    nowhere = under_way(2).records
    for event in [row.event for row in nowhere][1:]:
        state = evolve(empty, Record(1, 1, 0, "", "", event))
        assert state.games == {}
        assert state.rounds == ()
    for event in (EditPlayer(9, Entry("Eve")), ReportResult(9, NO_RESULT)):
        assert evolve(empty, Record(1, 1, 0, "", "", event)).players == {}
    mark = ClockStarted(9, 0, Side.RED)
    assert evolve(empty, Record(1, 1, 0, "", "", mark)) == empty
    undone = Record(1, 1, 0, "", "", Undone(5))
    assert evolve(empty, undone) == fold([undone]) == empty


def long_event() -> Desk:
    """128 players, seven rounds, all games tapped, scored, counted and confirmed."""
    desk = registered(128)
    for number in range(1, 8):
        desk.do(DrawRound(number), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        for table in range(1, 65):
            play_through(desk, desk.game(table).number)
        desk.do(FinishRound())
    return desk


def play_through(desk: Desk, game: int) -> None:
    marks: list[Mark] = [ClockStarted(game, desk.now_ms, Side.RED)]
    for step in range(18):
        at_ms = desk.now_ms + (step + 1) * 60_000
        side = owner(Side.RED, step)
        if step > 4:
            marks += [Interrupt(game, at_ms=at_ms - 30_000), HandBack(game, at_ms=at_ms - 20_000)]
            held = (Holding("zone-1", side), Holding("flag-1", side.other))
            marks.append(ScoreTurn(game, side, step, held, False, at_ms=at_ms - 1_000))
        marks.append(TurnEnded(game, at_ms, side))
    marks.append(
        EnterTally(game, Side.RED, Pair(game % 90, 30), None, Pair(1, 0), at_ms=at_ms + 10_000)
    )
    marks += [Answer(game, side, Question.RESULT, True, at_ms=at_ms + 20_000) for side in Side]
    for mark in marks:
        desk.append((mark,), mark.at_ms)


@pytest.mark.long
def test_an_event_of_128_players_and_seven_rounds_reads_back_unchanged() -> None:
    desk = long_event()
    marks = sum(isinstance(row.event, Mark) for row in desk.records)
    assert marks > 25_000
    state = fold(desk.records)
    assert state == desk.state
    assert {row.tp for row in standings(state)} == set(range(8))


def test_a_result_withdrawn_among_other_marks_of_its_game_removes_the_report() -> None:
    desk = under_way(4)
    for table in (1, 2):
        desk.report(table, Side.RED)
    one, other = desk.game(1).number, desk.game(2).number
    called = [CallJudge(number, Side.RED, at_ms=1_000) for number in (one, other)]
    after = apply_marks(desk.state, [*called, WithdrawResult(one, "wrong", at_ms=2_000)])
    assert after.games[one].reported is None
    assert after.games[other].reported == desk.game(2).reported is not None
    assert after.games[one].play.judge_called
    assert after.games[other].play.judge_called
