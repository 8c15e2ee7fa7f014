"""The organizer gives a player time, takes it away or sets it."""

import pytest

from app.engine.acts.table import AdjustClock, NoticeFlag, SetTime, StartClock, Tap
from app.engine.acts.table import PauseClock as Pause
from app.engine.frozen import replace
from app.engine.side import Side
from tests.engine.event import MINUTE, PACKETS, Desk, play_turns, settings, under_way

NOW_MS = 12 * MINUTE


@pytest.fixture
def desk() -> Desk:
    """Red has used 12 of 60 minutes at table 1."""
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED), 0)
    desk.now_ms = NOW_MS
    return desk


def left_ms(desk: Desk, side: Side = Side.RED) -> int:
    clock = desk.game().play.clock
    assert clock is not None
    return clock.remaining(side, desk.now_ms)


@pytest.mark.parametrize("taken_ms", [48 * MINUTE, 80 * MINUTE])
def test_taking_away_all_of_a_players_time_needs_the_organizer_to_insist(
    desk: Desk, taken_ms: int
) -> None:
    doubt = desk.doubted(AdjustClock(1, Side.RED, -taken_ms, "late"))
    assert doubt == (
        "Red has only 48:00 left. Without it the clock runs out, which can end the game."
        " Take all of it away?"
    )
    assert left_ms(desk) == 0


def test_less_than_all_of_a_players_time_is_taken_away_without_asking(desk: Desk) -> None:
    desk.do(AdjustClock(1, Side.RED, 1 - 48 * MINUTE, "late"))
    assert left_ms(desk) == 1


def test_no_time_can_be_taken_from_a_player_without_any(desk: Desk) -> None:
    desk.do(AdjustClock(1, Side.BLUE, -60 * MINUTE, "late"), insist=True)
    refused = desk.refused(AdjustClock(1, Side.BLUE, -1000, "late"))
    assert refused == "Blue has no time left to take away."


@pytest.mark.parametrize("paused", [False, True])
def test_a_clock_can_be_set_to_a_given_time(desk: Desk, paused: bool) -> None:
    if paused:
        desk.do(Pause(1, "judge"))
        desk.now_ms += MINUTE
    for side, time_ms in ((Side.RED, 5 * MINUTE), (Side.BLUE, 70 * MINUTE)):
        desk.do(SetTime(1, side, time_ms, "agreed"))
        assert left_ms(desk, side) == time_ms


def test_setting_a_clock_needs_a_reason_and_a_different_time(desk: Desk) -> None:
    assert desk.refused(SetTime(1, Side.RED, MINUTE, " ")) == "Say why the time is changed."
    refused = desk.refused(SetTime(1, Side.RED, 48 * MINUTE, "agreed"))
    assert refused == "Red’s clock already shows that time."


def test_setting_a_clock_to_zero_needs_the_organizer_to_insist(desk: Desk) -> None:
    assert "only 48:00 left" in desk.doubted(SetTime(1, Side.RED, -5, "agreed"))
    assert left_ms(desk) == 0


@pytest.fixture
def owing(desk: Desk) -> Desk:
    """An older file: more was taken than Blue had."""
    taken = AdjustClock(1, Side.BLUE, -70 * MINUTE, "late", at_ms=NOW_MS)
    desk.append((taken,), NOW_MS)
    return desk


def test_giving_an_overrun_clock_too_little_time_is_questioned(owing: Desk) -> None:
    doubt = owing.doubted(AdjustClock(1, Side.BLUE, 25_000, "given back"))
    assert doubt == (
        "Blue’s clock is 10:00 over its time, so 0:25 more leaves it out of time."
        " Set it to a time instead."
    )
    owing.do(AdjustClock(1, Side.BLUE, 10 * MINUTE, "given back"))
    assert left_ms(owing, Side.BLUE) == 25_000


def test_an_overrun_clock_can_be_set_to_a_given_time(owing: Desk) -> None:
    owing.do(SetTime(1, Side.BLUE, 25_000, "given back"))
    assert left_ms(owing, Side.BLUE) == 25_000


def turn_over(late_ms: int) -> Desk:
    """A timed turn whose flag fell so long ago."""
    desk = under_way(
        2, replace(settings(50), packet="sr2012", timing="turns"), packet=PACKETS["sr2012"]
    )
    play_turns(desk)
    desk.do(Tap(1, Side.RED))
    turn_ms = left_ms(desk, desk.game().play.runner)
    desk.do(NoticeFlag(1), desk.now_ms + turn_ms)
    desk.now_ms += turn_ms + late_ms
    assert desk.game().play.overrun == (desk.game().play.runner,)
    return desk


def test_setting_the_time_of_an_overrun_timed_turn_counts_from_now() -> None:
    desk = turn_over(3 * MINUTE)
    side = desk.game().play.runner
    desk.do(SetTime(1, side, 2 * MINUTE, "a dispute"))
    assert left_ms(desk, side) == 2 * MINUTE


@pytest.mark.parametrize("late_ms", [0, 1, 3 * MINUTE])
def test_time_given_to_an_overrun_timed_turn_counts_from_now(late_ms: int) -> None:
    desk = turn_over(late_ms)
    side = desk.game().play.runner
    desk.append((AdjustClock(1, side, 0, "a mistake", at_ms=desk.now_ms),), desk.now_ms)
    assert left_ms(desk, side) == -late_ms
    assert desk.game().play.overrun == (side,)
    desk.do(AdjustClock(1, side, 1, "a dispute"))
    assert left_ms(desk, side) == 1
    assert desk.game().play.overrun == ()
    desk.do(AdjustClock(1, side, 2 * MINUTE - 1, "a dispute"))
    assert left_ms(desk, side) == 2 * MINUTE
