import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock.timeline import Alarm, SetTimeline, WallTimeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.rounds import CallDiceDown, SetRoundLength
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import (
    CallJudge,
    ClockPaused,
    CountGap,
    FlagFell,
    PauseCause,
    ResumeClock,
    StartClock,
)
from app.engine.acts.undo import Undo
from app.engine.side import Side
from app.engine.state import Round
from tests.desk.desks import HOUR_MS, START_MS, done, round_one, settled
from tests.patience import until
from tests.stores import open_log

MS = 1_000_000  # nanoseconds


def test_after_a_crash_clocks_stand_from_the_last_sign_of_life_onwards(
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


def test_the_time_of_a_gap_can_be_charged_to_the_side_whose_clock_ran(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    desk.stop()
    again = opened(open_log, SetTimeline(START_MS + 60_000))
    done(again, CountGap(game))
    clock = settled(again).state.games[game].play.clock
    assert clock is not None
    assert clock.remaining(Side.RED, START_MS + 60_000) == HOUR_MS - 60_000


def test_clocks_of_an_event_made_just_before_opening_keep_running_however_long_it_takes(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    desk.stop()

    again = opened(open_log, SetTimeline(START_MS + 60_000), is_made_now=True)
    play = settled(again).state.games[game].play
    assert play.pause is None
    assert play.clock is not None
    assert play.clock.used(Side.RED, START_MS + 60_000) == 60_000


def test_half_a_second_in_which_the_program_was_closed_is_a_gap_if_it_is_certain(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    desk.stop()
    again = opened(open_log, SetTimeline(START_MS + 500))
    pause = settled(again).state.games[game].play.pause
    assert pause is not None
    assert (pause.since_ms, pause.gap_ms) == (START_MS, 500)


@pytest.mark.in_file  # a server's clock tells how long a gap was
@pytest.mark.parametrize("runs", [True, False])
def test_a_gap_of_uncertain_length_is_dated_when_it_began(
    opened: Callable[..., Desk], *, runs: bool
) -> None:
    desk = opened()
    game = round_one(desk)[0]
    if runs:
        done(desk, StartClock(game, Side.RED))
    before = settled(desk).seq
    desk.stop()
    timeline = Asked()
    timeline.sleep(HOUR_MS)
    again = opened(open_log, timeline)
    rows = settled(again).fresh[before:]
    assert [(type(row.event), row.at_ms) for row in rows] == [(ClockPaused, START_MS)] * runs
    assert again.is_time_unsure is runs


def test_an_event_without_running_clocks_opens_without_a_notice(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    round_one(desk)
    before = settled(desk).seq
    desk.stop()
    assert settled(opened(open_log, SetTimeline(START_MS + HOUR_MS))).seq == before


def test_a_machine_that_slept_pauses_every_running_clock(opened: Callable[..., Desk]) -> None:
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    timeline.sleep(300_000)
    until(lambda: settled(desk).state.games[game].play.pause is not None)
    pause = settled(desk).state.games[game].play.pause
    assert pause is not None
    assert pause.gap_ms == 300_000
    paused = [
        record.event for record in settled(desk).fresh if isinstance(record.event, ClockPaused)
    ]
    assert [one.cause for one in paused] == [PauseCause.GAP]


def test_a_running_event_remembers_its_last_sign_of_life(
    opened: Callable[..., Desk], path: Path
) -> None:
    desk = opened(timeline=WallTimeline())
    game = round_one(desk)[0]
    started = done(desk, StartClock(game, Side.RED))[0].at_ms

    def alive() -> int:
        with open_log(path, read_only=True) as log:
            return log.last_sign.alive_ms or 0

    until(lambda: alive() > started)


class Asked(WallTimeline):
    """A machine whose clocks stand unless it sleeps or its wall clock is set; ``waits``: of each
    alarm.
    """

    def __init__(self) -> None:
        self.wall_ms = START_MS
        self.elapsed_ms = 0
        self.waits: list[int] = []
        super().__init__(lambda: self.wall_ms * MS, lambda: self.elapsed_ms * MS, lambda: 0)

    def sleep(self, ms: int) -> None:
        self.wall_ms += ms
        self.elapsed_ms += ms

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        self.waits.append(at_ms - self.now_ms())
        return super().call_at(loop, at_ms, call)


def with_dice_down(desk: Desk) -> int:
    """A game that plays in a round of two hours, after which dice go down."""
    game = round_one(desk, timing="classic")[0]
    done(desk, StartClock(game, Side.RED))
    return game


def latest(desk: Desk) -> Round:
    found = settled(desk).state.latest
    assert found is not None
    return found


def test_dice_do_not_go_down_automatically_after_a_gap_in_timekeeping(
    opened: Callable[..., Desk],
) -> None:
    """The round's end may never have come to the players."""
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = with_dice_down(desk)
    timeline.sleep(24 * HOUR_MS)
    until(lambda: settled(desk).state.games[game].play.pause is not None)
    done(desk, ResumeClock(game))
    settled(desk)
    assert latest(desk).dice_down_ms is None
    assert settled(desk).state.games[game].play.ticking
    done(desk, SetRoundLength(25 * HOUR_MS))
    assert timeline.waits[-1] == latest(desk).dice_down_due_ms - timeline.now_ms()
    done(desk, CallDiceDown(), insist=True)
    assert latest(desk).dice_down_ms == START_MS + 24 * HOUR_MS


def test_an_event_reopened_after_a_night_does_not_call_dice_down(
    opened: Callable[..., Desk],
) -> None:
    desk = opened()
    game = with_dice_down(desk)
    desk.stop()
    again = opened(open_log, SetTimeline(START_MS + 14 * HOUR_MS))
    assert settled(again).state.games[game].play.pause is not None
    done(again, ResumeClock(game))
    assert latest(again).dice_down_ms is None


def test_a_gap_does_not_delay_dice_down(opened: Callable[..., Desk]) -> None:
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = with_dice_down(desk)
    timeline.sleep(300_000)
    until(lambda: settled(desk).state.games[game].play.pause is not None)
    settled(desk)
    assert timeline.waits[-1] == 100 * 60_000 - 300_000


def test_setting_the_computers_clock_is_reported_once_and_changes_no_game(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    before = settled(desk)
    sentences: list[str] = []
    desk.subscribe(
        lambda snapshot: sentences.append(snapshot.trouble) if snapshot.trouble else None
    )
    settled(desk)  # and heard from now on
    timeline.wall_ms -= 26 * HOUR_MS
    until(lambda: sentences)
    timeline.wall_ms += 26 * HOUR_MS + 60_000  # as good as right
    timeline.waits.clear()
    done(desk, CallJudge(game, Side.RED))
    timeline.wall_ms += HOUR_MS
    until(lambda: len(sentences) > 1)
    assert [one.split(" Check ")[0] for one in sentences] == [
        "This computer’s clock is 26:00:00 behind the event’s time. No game is affected.",
        "This computer’s clock is 1:01:00 ahead of the event’s time. No game is affected.",
    ]
    after = settled(desk)
    assert after.seq == before.seq + 1
    assert after.state.games[game].play.clock == before.state.games[game].play.clock


def test_a_clock_wrong_by_weeks_is_reported_in_days(opened: Callable[..., Desk]) -> None:
    desk = opened(timeline=SetTimeline(START_MS + 1309 * HOUR_MS))
    round_one(desk)
    desk.stop()
    again = opened(open_log, Asked())
    sentences: list[str] = []
    again.subscribe(
        lambda snapshot: sentences.append(snapshot.trouble) if snapshot.trouble else None
    )
    until(lambda: sentences)
    assert sentences[0].startswith("This computer’s clock is 54 days behind the event’s time.")


def test_opening_an_event_dated_tomorrow_by_a_wrong_clock_reports_it(
    opened: Callable[..., Desk],
) -> None:
    """The laptop was 26 hours ahead at round 1; its clock has been put right since."""
    desk = opened(timeline=SetTimeline(START_MS + 26 * HOUR_MS))
    round_one(desk)
    desk.stop()
    again = opened(open_log, Asked())
    sentences: list[str] = []
    again.subscribe(
        lambda snapshot: sentences.append(snapshot.trouble) if snapshot.trouble else None
    )
    until(lambda: sentences)
    assert again.timeline.now_ms() >= START_MS + 26 * HOUR_MS
    assert sentences[0].startswith("This computer’s clock is 26:00:00 behind the event’s time.")


@pytest.mark.parametrize("apart_ms", [26 * HOUR_MS, -26 * HOUR_MS])
def test_times_corrected_while_a_table_plays_stay_corrected_in_the_file(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, apart_ms: int
) -> None:
    """The laptop was so far ahead at round 1; its clock has been put right since."""
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    sentences: list[Snapshot] = []
    desk.subscribe(lambda snapshot: sentences.append(snapshot) if snapshot.trouble else None)
    settled(desk)
    timeline.wall_ms -= apart_ms
    until(lambda: sentences)
    assert (sentences[0].apart_ms, desk.apart_ms) == (apart_ms, apart_ms)
    for _ in range(15):
        timeline.sleep(4_000)  # too short for a gap
        assert timeline.look_for_gap() is None
    before = settled(desk).state.games
    done(desk, ShiftTimes(-apart_ms))
    assert desk.apart_ms == 0
    assert desk.timeline.now_ms() == START_MS + 60_000
    assert settled(desk).state.games == before
    assert settled(desk).state.shown_ms(START_MS) == START_MS - apart_ms
    desk.stop()

    later = Asked()
    later.wall_ms = timeline.wall_ms + 40_000  # the program was closed meanwhile
    again = opened(open_log, later)
    state = settled(again).state
    assert again.apart_ms == 0
    assert state.shown_ms(again.timeline.now_ms()) == later.wall_ms
    play = state.games[game].play
    assert play.pause is not None
    assert (play.pause.since_ms, play.pause.gap_ms) == (START_MS + 60_000, 40_000)
    clock = play.clock
    assert clock is not None
    assert clock.used(Side.RED, again.timeline.now_ms()) == 60_000
    heard: list[Snapshot] = []
    again.subscribe(lambda snapshot: heard.append(snapshot) if snapshot.trouble else None)
    done(again, Undo())
    until(lambda: heard)
    assert heard[0].apart_ms == apart_ms


@pytest.mark.parametrize("off_ms", [26 * HOUR_MS, -26 * HOUR_MS])
@pytest.mark.parametrize("mended", [False, True])
def test_a_restart_adds_no_time_even_if_the_computers_clock_is_still_wrong(
    opened: Callable[..., Desk], off_ms: int, mended: bool
) -> None:
    """The right time was typed; the computer's clock was put right while Flagfall was closed, or
    was not.
    """
    desk = opened(timeline=Asked())
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    done(desk, ShiftTimes(-off_ms, computer_ahead_ms=off_ms))
    last_ms = desk.timeline.now_ms()
    desk.stop()

    later = Asked()
    later.wall_ms = last_ms + 40_000 - (off_ms if mended else 0)
    again = opened(open_log, later)
    state = settled(again).state
    assert again.timeline.now_ms() == last_ms + 40_000
    assert state.shown_ms(again.timeline.now_ms()) == last_ms + 40_000 - off_ms
    assert again.apart_ms == (0 if mended else -off_ms)
    play = state.games[game].play
    assert play.pause is not None
    assert (play.pause.since_ms, play.pause.gap_ms) == (last_ms, 40_000)


def test_a_correction_typed_to_the_minute_is_not_lost_time_after_a_restart(
    opened: Callable[..., Desk],
) -> None:
    desk = opened(timeline=Asked())
    round_one(desk)
    done(desk, ShiftTimes(30_000, computer_ahead_ms=-30_000))
    desk.stop()
    later = Asked()
    later.wall_ms = START_MS + 10 * 60_000
    again = opened(open_log, later)
    settled(again)
    assert again.timeline.now_ms() == START_MS + 10 * 60_000


def test_a_flag_falls_at_its_instant_even_after_the_times_were_corrected(
    opened: Callable[..., Desk],
) -> None:
    timeline = SetTimeline(START_MS)
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    done(desk, ShiftTimes(-26 * HOUR_MS))
    timeline.move_by(HOUR_MS)
    fallen = FlagFell(game, START_MS + HOUR_MS, Side.RED)
    until(lambda: fallen in settled(desk).state.games[game].marks)


def test_a_timeline_starts_at_the_computers_time_shifted_by_the_events_correction() -> None:
    timeline = Asked()
    timeline.begin_behind(-26 * HOUR_MS)
    assert timeline.now_ms() == START_MS + 26 * HOUR_MS
    timeline.go_on_from(START_MS)
    assert timeline.now_ms() == START_MS + 26 * HOUR_MS
