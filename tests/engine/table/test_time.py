"""Time is neither made nor lost, and late marks find their place."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.commands import Refused
from app.engine.acts.table import ClockStarted, FlagFell, NoticeFlag
from app.engine.decide import decide
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.table import deathclock
from app.engine.table.deadlines import deadline, expected_end
from app.engine.table.game import Game, Play, step_elapsed
from app.engine.table.marks import advance, as_of, with_mark, with_marks
from app.engine.table.verdict import final_result, missing, table_result, verdict
from tests.engine.event import settings as event_settings
from tests.engine.event import under_way
from tests.engine.random_marks import TERMS, random_mark, random_marks

MARKS = 100_000


def game_of(clock_out: ClockOut, number: int = 1) -> Game:
    return Game(number, 1, 1, Pair(1, 2), TERMS[clock_out])


@pytest.mark.long
def test_time_used_plus_time_paused_is_the_time_elapsed_after_any_100000_marks() -> None:
    dice = Random(2017)
    clocks = list(TERMS)
    for number in range(MARKS // 100):
        terms, play = TERMS[clocks[number % len(clocks)]], Play()
        for mark in random_marks(dice, 100):
            play = advance(terms, play, mark)
            clock = play.clock
            if clock is None:
                continue
            now_ms = mark.at_ms + dice.randint(0, 1000)
            used = clock.used(Side.RED, now_ms) + clock.used(Side.BLUE, now_ms)
            assert used + clock.paused(now_ms) == clock.elapsed(now_ms)
            assert clock.elapsed(now_ms) == now_ms - clock.started_ms
            assert (clock.running is not None) == play.ticking


@settings(deadline=None)
@given(st.integers(), st.sampled_from(ClockOut))
def test_any_sequence_of_marks_gives_a_readable_game(seed: int, clock_out: ClockOut) -> None:
    game = game_of(clock_out)
    for mark in random_marks(Random(seed), 40):
        game = with_mark(game, mark)
        ending = game.play.ending
        assert (verdict(game) is None) == (ending is None)
        assert (table_result(game) is None) == (ending is None or missing(game) is not None)
        assert final_result(game) in {None, table_result(game)}
        assert (expected_end(game, mark.at_ms) is None) == (game.play.clock is None)
        assert step_elapsed(game.play, mark.at_ms) >= 0
        assert min(game.points) >= 0


@settings(deadline=None)
@given(st.integers(), st.randoms(use_true_random=False), st.sampled_from(ClockOut))
def test_marks_give_the_same_game_in_whatever_order_they_arrive(
    seed: int, shuffle: Random, clock_out: ClockOut
) -> None:
    marks = random_marks(Random(seed), 25)
    in_order = game_of(clock_out)
    for mark in marks:
        in_order = with_mark(in_order, mark)
    shuffle.shuffle(marks)
    as_they_came = game_of(clock_out)
    for mark in marks:
        as_they_came = with_mark(as_they_came, mark)
    assert as_they_came == in_order


@settings(deadline=None)
@given(st.integers(), st.lists(st.integers(0, 9), max_size=25), st.sampled_from(ClockOut))
def test_marks_are_in_order_of_time_even_if_several_have_one_instant(
    seed: int, arrived_ms: list[int], clock_out: ClockOut
) -> None:
    dice, game = Random(seed), game_of(clock_out)
    for at_ms in arrived_ms:
        game = with_marks(game, [random_mark(dice, at_ms), random_mark(dice, 9 - at_ms)])
    instants = [mark.at_ms for mark in game.marks]
    assert instants == sorted(instants)
    assert len(instants) == 2 * len(arrived_ms)


@settings(deadline=None)
@given(st.integers(), st.sampled_from(ClockOut))
def test_a_game_as_of_a_moment_ignores_later_marks(seed: int, clock_out: ClockOut) -> None:
    marks = random_marks(Random(seed), 20)
    game = game_of(clock_out)
    states = [game]
    for mark in marks:
        game = with_mark(game, mark)
        states.append(game)
    for i, mark in enumerate(marks):
        assert as_of(game, mark.at_ms) == states[i + 1]
        assert as_of(game, mark.at_ms - 1) == states[i]


@pytest.mark.long
@settings(deadline=None)
@given(st.integers(), st.sampled_from(ClockOut))
def test_a_flag_is_recorded_at_its_deadline_and_only_once(seed: int, clock_out: ClockOut) -> None:
    desk = under_way(2, event_settings(0, clock_out=clock_out))
    dice = Random(seed)
    for mark in random_marks(dice, 40):
        desk.append((mark,), mark.at_ms)
        now_ms = mark.at_ms + dice.choice((0, 5_000, 30 * 60_000))
        due = deadline(desk.game())
        noticed = desk.do(NoticeFlag(1), now_ms)
        stamps = [flag.at_ms for flag in noticed if isinstance(flag, FlagFell)]
        assert len(stamps) == len(noticed)
        if due is None or due > now_ms:
            assert stamps == []
        else:
            assert stamps[0] == due
        following = deadline(desk.game())
        assert following is None or following > now_ms
        assert decide(desk.state, NoticeFlag(1), now_ms) == ()
        assert [mark.at_ms for mark in desk.game().marks] == sorted(
            mark.at_ms for mark in desk.game().marks
        )


def test_a_fallen_flag_is_listed_only_once() -> None:
    game = with_mark(game_of(ClockOut.WARN), ClockStarted(1, 0, Side.RED))
    for at_ms in (20 * 60_000, 21 * 60_000):
        game = with_mark(game, FlagFell(1, at_ms, Side.RED))
    assert game.play.overrun == (Side.RED,)


def test_a_clock_never_runs_backwards() -> None:
    clock = deathclock.start(Pair(1000, 1000), Side.RED, 500)
    assert clock.used(Side.RED, 400) == 0
    assert clock.elapsed(400) == 0
    assert clock.run(Side.BLUE, 400).since_ms == 500
    assert clock.deadline() == 1500
    assert clock.expired(1499) is None
    assert clock.expired(1500) is Side.RED
    assert clock.run(None, 700).deadline() is None


def test_a_step_that_has_not_begun_has_used_no_time() -> None:
    assert step_elapsed(Play(), 1000) == 0


@pytest.mark.parametrize("clock_out", ClockOut)
def test_noticing_a_flag_too_early_changes_nothing(clock_out: ClockOut) -> None:
    desk = under_way(2, event_settings(clock_out=clock_out))
    assert not isinstance(desk.ask(NoticeFlag(1)), Refused)
    assert desk.game().marks == ()
