"""Tables whose network fails: what their devices kept comes into the log in its place."""

import pytest

from app.clock.timeline import SetTimeline
from app.engine.acts.commands import NoticeGap
from app.engine.acts.late import CountPresses, LeaveOutTablets
from app.engine.acts.table import FlagFell, PauseCause, PauseClock, ResumeClock, StartClock, Tap
from app.engine.side import Side
from app.web.server.presence import SILENT_S
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, hears_of, on_line, used

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}
SECOND = 1000


def test_taps_made_offline_are_dated_when_they_were_made(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        await tablet.leave()
        for minute, side in ((1, RED), (3, BLUE), (4, RED), (6, BLUE), (9, RED)):
            tablet.tap(side, began_ms + minute * MINUTE)
        venue.move_by(10 * MINUTE)
        await tablet.join()
        answers = await tablet.hand_over(at_once=2)
        assert [answer["taken"] for answer in answers] == [True] * 5
        assert tablet.last("play")["through"] == 6
        assert used(venue.game(1), venue.timeline.now_ms()) == (5 * MINUTE, 5 * MINUTE)
        await tablet.leave()

    on_line(story)


def test_the_flag_of_an_offline_table_waits_and_falls_at_the_computed_time(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        clock = venue.game(1).play.clock
        assert clock is not None
        due_ms = clock.deadline()
        assert due_ms is not None
        await tablet.leave()
        async with Tablet(venue, 2) as witness:
            await witness.ping()
            venue.timeline.move_to(due_ms + 5 * MINUTE)
            await witness.ping()
            assert venue.game(1).play.flag is None
            assert venue.game(1).play.ending is None
        await tablet.join()
        assert tablet.last("play")["condition"] in {"Playing", "To confirm", "Counting"}
        await tablet.until(lambda: tablet.last("play")["play"]["ending"])
        fell = [mark for mark in venue.game(1).marks if isinstance(mark, FlagFell)]
        assert [(one.at_ms, one.side) for one in fell] == [(due_ms, RED)]
        await tablet.leave()

    on_line(story)


def test_a_flag_that_did_not_fall_after_all_is_never_logged(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        await tablet.leave()
        tablet.tap(RED, began_ms + 30 * MINUTE)
        tablet.tap(BLUE, began_ms + 80 * MINUTE)
        venue.move_by(90 * MINUTE)
        await tablet.join()
        assert tablet.last("play")["held"]
        answers = await tablet.hand_over(at_once=1)
        assert [answer["taken"] for answer in answers] == [True, True]
        assert not any(isinstance(mark, FlagFell) for mark in venue.game(1).marks)
        assert used(venue.game(1), venue.timeline.now_ms()) == (40 * MINUTE, 50 * MINUTE)
        assert not tablet.last("play")["held"]
        await tablet.leave()

    on_line(story)


def test_a_flag_fell_between_two_late_taps_and_the_second_is_refused(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        await tablet.leave()
        tablet.tap(RED, began_ms + 10 * MINUTE)
        tablet.tap(BLUE, began_ms + 75 * MINUTE)  # Blue's hour was over at minute 70
        venue.move_by(90 * MINUTE)
        await tablet.join()
        answers = await tablet.hand_over()
        assert [answer["taken"] for answer in answers] == [True, False]
        assert "game is over" in answers[1]["sentence"]
        await tablet.until(lambda: tablet.last("play")["play"]["ending"])
        ending = venue.game(1).play.ending
        assert ending is not None
        assert (ending.at_ms, ending.winner) == (began_ms + 70 * MINUTE, RED)
        await hears_of(venue, tablet, "Blue’s tap, 15:00 ago, was not counted")
        await tablet.leave()

    on_line(story)


def test_the_organizer_s_pause_takes_effect_before_a_later_offline_tap(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms, game = venue.timeline.now_ms(), venue.game(1).number
        await tablet.leave()
        tablet.tap(RED, began_ms + 2 * MINUTE)
        tablet.tap(BLUE, began_ms + 6 * MINUTE)
        venue.move_by(4 * MINUTE)
        venue.do(PauseClock(game, "Rules question"))
        venue.move_by(5 * MINUTE)
        await tablet.join()
        answers = await tablet.hand_over()
        assert [answer["taken"] for answer in answers] == [True, False]
        assert answers[1]["sentence"].startswith("The organizer has paused this clock")
        assert used(venue.game(1), venue.timeline.now_ms()) == (2 * MINUTE, 2 * MINUTE)
        await hears_of(venue, tablet, "Blue’s tap, 3:00 ago, was not counted: The organizer")
        venue.do(ResumeClock(game))
        await tablet.leave()

    on_line(story)


def test_two_devices_at_one_table_see_the_same_and_either_may_act(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as one, Tablet(venue, 1) as two:
            await one.do(START)
            await two.until(lambda: two.last("play")["play"]["clock"])
            venue.move_by(MINUTE)
            await two.do({"type": "tap", "side": "red"})
            await one.until(lambda: one.last("play")["play"]["step"] == 1)
            mine, other = dict(one.last("play")), dict(two.last("play"))
            assert (mine.pop("through"), other.pop("through")) == (1, 1)
            assert mine == other

    on_line(story)


def test_only_the_organizer_can_lift_a_flag_shown_on_a_second_device(venue: Venue) -> None:
    async def story() -> None:
        first = Tablet(venue, 1)
        await first.join()
        await first.do(START)
        began_ms = venue.timeline.now_ms()
        await first.leave()
        first.tap(RED, began_ms + 10 * MINUTE)
        async with Tablet(venue, 1) as second:
            venue.move_by(60 * MINUTE)
            await second.until(lambda: second.last("play")["play"]["ending"])
            await first.join()
            assert (await first.hand_over())[0]["taken"]
            assert venue.game(1).play.ending is not None
            venue.do(CountPresses(venue.game(1).number))
            assert venue.game(1).play.ending is None
            await first.leave()

    on_line(story)


def test_a_silent_device_counts_as_offline_even_with_its_connection_open(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 2) as other:
            await tablet.do(START)
            venue.steady.now_s += SILENT_S + 1
            await other.ping(battery=40, charging=False, delay_ms=12.5)
            await tablet.until(lambda: tablet.last("play")["held"])
            await tablet.until_soon(lambda: venue.links[-1].tables[2].devices[0].battery)
            link = venue.links[-1].tables[1]
            assert not link.in_touch
            assert venue.links[-1].held == {venue.game(1).number}
            device = venue.links[-1].tables[2].devices[0]
            assert (device.battery, device.charging, device.delay_ms) == (40, False, 12.5)
            await tablet.ping()
            await tablet.until(lambda: not tablet.last("play")["held"])
            assert link.devices[0].name == ""

    on_line(story)


def test_the_organizer_may_let_the_flag_of_an_offline_table_fall(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        await tablet.leave()
        async with Tablet(venue, 2) as witness:
            venue.move_by(61 * MINUTE)
            await witness.ping()
            assert venue.game(1).play.ending is None
            venue.do(LeaveOutTablets(venue.game(1).number))
            await witness.ping()
            assert venue.game(1).play.ending is not None

    on_line(story)


def test_a_mark_for_another_tables_game_is_refused(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            tablet.press(START, game=venue.game(2).number)
            tablet.press(START, game=999)
            answers = await tablet.hand_over()
            assert [answer["taken"] for answer in answers] == [False, False]
            assert venue.game(2).play.clock is None

    on_line(story)


def test_a_press_is_never_dated_in_the_future_or_before_the_previous_one(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            began_ms = venue.timeline.now_ms()
            await tablet.do(START, began_ms + 5 * MINUTE)
            venue.move_by(2 * MINUTE)
            tablet.tap(RED, began_ms + MINUTE)
            tablet.tap(BLUE, began_ms + 30 * SECOND)
            assert all(message["taken"] for message in await tablet.hand_over())
            play = venue.game(1).play
            assert play.clock is not None
            assert play.clock.started_ms == began_ms
            assert play.step_since_ms == began_ms + MINUTE
            venue.do(Tap(venue.game(1).number, RED))
            await hears_of(venue, tablet, "came 1:00 late though the device was connected")

    on_line(story)


def test_a_device_clock_that_is_hours_wrong_starts_no_game_before_its_round(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            began_ms = venue.timeline.now_ms()
            assert (await tablet.do(START, 0))["taken"]
            play = venue.game(1).play
            assert play.clock is not None
            assert play.clock.started_ms == began_ms
            assert play.ending is None

    on_line(story)


def test_a_device_s_record_of_another_event_closes_no_gap_here(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        welcome = await tablet.join()
        began_ms = venue.timeline.now_ms()
        await tablet.do(START)
        venue.restart(SetTimeline(began_ms + 5 * MINUTE))
        venue.timeline = venue.desk.timeline
        await tablet.closed()
        await tablet.leave()
        for event_id in ("of-yesterday", welcome["event_id"]):
            assert venue.game(1).play.pause is not None
            again = await tablet.join(kept_since_ms=began_ms, event_id=event_id)
            assert again["event_id"] == welcome["event_id"]
            await tablet.leave()
        assert venue.game(1).play.pause is None

    on_line(story)


def test_an_unknown_device_closes_no_gap(venue: Venue) -> None:
    """It would take the gap from whoever's clock ran, without the EO."""

    async def story() -> None:
        game = venue.game(1).number
        venue.do(StartClock(game, RED))
        began_ms = venue.timeline.now_ms()
        venue.restart(SetTimeline(began_ms + 10 * MINUTE))
        venue.timeline = venue.desk.timeline
        stranger = Tablet(venue, 1)
        stranger.game = game
        for _ in range(2):
            await stranger.join(kept_since_ms=began_ms)
            pause = venue.game(1).play.pause
            assert pause is not None
            assert pause.cause is PauseCause.GAP
            assert used(venue.game(1), venue.timeline.now_ms()) == (0, 0)
            await stranger.leave()

    on_line(story)


@pytest.mark.parametrize("kept", [True, False])
def test_a_device_present_before_a_gap_may_close_it_without_having_pressed(
    venue: Venue, kept: bool
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            game = venue.game(1).number
            venue.do(StartClock(game, RED))
            began_ms = venue.timeline.now_ms()
            venue.move_by(10 * MINUTE)
            venue.do(NoticeGap(began_ms, began_ms + 10 * MINUTE))
            assert venue.game(1).play.pause is not None
            await tablet.leave()
            await tablet.join(kept_since_ms=began_ms if kept else 0)
            assert (venue.game(1).play.pause is None) is kept

    on_line(story)


def test_a_refused_press_stays_refused_when_repeated_after_later_ones(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            game = venue.game(1).number
            venue.move_by(MINUTE)
            venue.do(PauseClock(game, "Rules question"))
            tablet.tap(RED)
            copy = list(tablet.queue)
            assert not (await tablet.hand_over())[0]["taken"]
            venue.do(ResumeClock(game))
            venue.move_by(MINUTE)
            assert (await tablet.do({"type": "call_judge", "side": None}))["taken"]
            tablet.queue = copy
            assert not (await tablet.hand_over())[0]["taken"]
            assert venue.game(1).play.step == 0

    on_line(story)
