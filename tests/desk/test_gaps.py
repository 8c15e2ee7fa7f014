from collections.abc import Callable
from pathlib import Path

from app.clock.timeline import SetTimeline, WallTimeline
from app.desk import Desk
from app.engine.side import Side
from app.engine.table_commands import CallJudge, CountGap, ResumeClock, StartClock
from app.engine.table_events import ClockPaused, PauseCause
from app.store.event_log import open_log
from tests.desk.desks import HOUR_MS, START_MS, done, round_one, settled
from tests.patience import until


def test_clocks_stand_after_a_crash_from_the_last_sign_of_life_on(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    desk.timeline.go_on_from(START_MS + 10_000)
    done(desk, CallJudge(game, Side.RED))
    desk.stop()

    again = opened(open_log, SetTimeline(START_MS + 70_000))
    play = settled(again).state.games[game].play
    assert play.pause is not None
    assert play.pause.cause is PauseCause.GAP
    assert (play.pause.since_ms, play.pause.gap_ms) == (START_MS + 10_000, 60_000)

    done(again, ResumeClock(game))
    clock = settled(again).state.games[game].play.clock
    assert clock is not None
    assert clock.used(Side.RED, START_MS + 70_000) == 10_000


def test_a_gap_that_counts_is_charged_to_the_side_that_ran(opened: Callable[..., Desk]) -> None:
    desk = opened()
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    desk.stop()
    again = opened(open_log, SetTimeline(START_MS + 60_000))
    done(again, CountGap(game))
    clock = settled(again).state.games[game].play.clock
    assert clock is not None
    assert clock.remaining(Side.RED, START_MS + 60_000) == HOUR_MS - 60_000


def test_an_event_without_running_clocks_opens_without_a_word(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    round_one(desk)
    before = settled(desk).seq
    desk.stop()
    assert settled(opened(open_log, SetTimeline(START_MS + HOUR_MS))).seq == before


def test_a_machine_that_slept_pauses_every_running_clock(opened: Callable[..., Desk]) -> None:
    wall = [START_MS]
    timeline = WallTimeline(lambda: wall[0] * 1_000_000, lambda: 0)
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    wall[0] += 300_000
    until(lambda: settled(desk).state.games[game].play.pause is not None)
    pause = settled(desk).state.games[game].play.pause
    assert pause is not None
    assert pause.gap_ms == 300_000
    paused = [one.event for one in settled(desk).fresh if isinstance(one.event, ClockPaused)]
    assert [one.cause for one in paused] == [PauseCause.GAP]


def test_a_running_event_remembers_its_last_sign_of_life(
    opened: Callable[..., Desk], path: Path
) -> None:
    desk = opened(timeline=WallTimeline())
    game = round_one(desk)[0]
    started = done(desk, StartClock(game, Side.RED))[0].at_ms

    def alive() -> int:
        with open_log(path, read_only=True) as log:
            return log.last_alive_ms or 0

    until(lambda: alive() > started)
