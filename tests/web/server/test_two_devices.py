"""Late presses at a table with two devices: one in touch showed the game, the other comes back."""

import pytest

from app.engine.acts.late import CountPresses
from app.engine.acts.table import FlagFell, Tap
from app.engine.side import Pair, Side
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, hears_of, on_line, used

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}
JUDGE = {"type": "call_judge", "side": "blue"}
SECOND = 1000


async def two_at_the_table(venue: Venue, tablet: Tablet, phone: Tablet) -> int:
    """Both have pressed here, so the table knows them; Blue's clock runs. When it began to."""
    await tablet.do(START)
    await phone.do(JUDGE)
    venue.move_by(MINUTE)
    await tablet.do({"type": "tap", "side": "red"})
    await tablet.ping()
    return venue.timeline.now_ms()


def test_a_phone_that_was_offline_takes_no_time_that_a_connected_tablet_showed(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            phone = Tablet(venue, 1)
            await phone.join()
            began_ms = await two_at_the_table(venue, tablet, phone)
            await phone.leave()
            phone.tap(BLUE, began_ms + 14 * SECOND)
            venue.move_by(MINUTE)
            await tablet.ping()
            await phone.join()
            answers = await phone.hand_over()
            assert [answer["taken"] for answer in answers] == [True]
            assert "organizer decides" in answers[0]["sentence"]
            assert used(venue.game(1), venue.timeline.now_ms()) == (MINUTE, MINUTE)
            assert len(venue.game(1).aside) == 1
            await hears_of(venue, tablet, "Blue’s tap, 0:46 ago, waits for you")
            venue.do(CountPresses(venue.game(1).number))
            moved = "0:46 moved from Red to Blue: presses came late"
            for device in (tablet, phone):
                await device.until(lambda device=device: device.last("play")["moved"])
                assert device.last("play")["moved"] == moved
            await phone.leave()

    on_line(story)


def test_a_connected_device_that_backdates_a_press_gains_no_time(venue: Venue) -> None:
    """It says with each ping that presses wait on it, so that nothing proves them younger."""

    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1) as phone:
            began_ms = await two_at_the_table(venue, tablet, phone)
            for _ in range(12):
                venue.move_by(5 * SECOND)
                await phone.ping(queued=1)
                await tablet.ping()
            phone.tap(BLUE, began_ms + 18 * SECOND)
            await phone.hand_over()
            assert used(venue.game(1), venue.timeline.now_ms()) == (MINUTE, MINUTE)
            assert len(venue.game(1).aside) == 1

    on_line(story)


def test_a_three_second_old_press_waits_if_another_device_was_connected(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1) as phone:
            began_ms = await two_at_the_table(venue, tablet, phone)
            venue.move_by(10 * SECOND)
            await phone.ping(queued=1)
            phone.tap(BLUE, began_ms + 7 * SECOND)
            await phone.hand_over()
            assert len(venue.game(1).aside) == 1

    on_line(story)


def test_a_press_delayed_by_a_second_is_dated_when_it_was_made(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1) as phone:
            began_ms = await two_at_the_table(venue, tablet, phone)
            venue.move_by(8 * SECOND)
            await phone.ping(queued=1)
            phone.tap(BLUE, began_ms + 7 * SECOND)
            await phone.hand_over()
            assert venue.game(1).aside == ()
            assert used(venue.game(1), venue.timeline.now_ms()) == (61 * SECOND, 7 * SECOND)

    on_line(story)


def test_presses_of_two_devices_offline_together_need_no_organizer(venue: Venue) -> None:
    """Nobody was shown otherwise; what moved is said."""

    async def story() -> None:
        tablet, phone = Tablet(venue, 1), Tablet(venue, 1)
        await tablet.join()
        await phone.join()
        began_ms = await two_at_the_table(venue, tablet, phone)
        await tablet.leave()
        await phone.leave()
        phone.tap(BLUE, began_ms + 14 * SECOND)
        venue.move_by(MINUTE)
        await tablet.join()
        await phone.join()
        await phone.hand_over()
        assert venue.game(1).aside == ()
        assert used(venue.game(1), venue.timeline.now_ms()) == (106 * SECOND, 14 * SECOND)
        await tablet.until(lambda: tablet.last("play")["moved"])
        await hears_of(venue, tablet, "0:46 moved from Red to Blue")
        await tablet.leave()
        await phone.leave()

    on_line(story)


def test_a_tablet_that_was_connected_and_left_is_remembered(venue: Venue) -> None:
    async def story() -> None:
        tablet, phone = Tablet(venue, 1), Tablet(venue, 1)
        await tablet.join()
        await phone.join()
        began_ms = await two_at_the_table(venue, tablet, phone)
        await phone.leave()
        phone.tap(BLUE, began_ms + 14 * SECOND)
        for _ in range(4):
            venue.move_by(5 * SECOND)
            await tablet.ping()
        await tablet.leave()
        venue.move_by(30 * SECOND)
        await tablet.join()
        await phone.join()
        await phone.hand_over()
        assert len(venue.game(1).aside) == 1
        await tablet.leave()
        await phone.leave()

    on_line(story)


def test_after_a_restart_it_is_unknown_who_was_connected_and_the_organizer_decides(
    venue: Venue,
) -> None:
    async def story() -> None:
        tablet, phone = Tablet(venue, 1), Tablet(venue, 1)
        await tablet.join()
        await phone.join()
        began_ms = await two_at_the_table(venue, tablet, phone)
        await phone.leave()
        phone.tap(BLUE, began_ms + 14 * SECOND)
        venue.move_by(MINUTE)
        await tablet.do(JUDGE)  # a row, so that no time is lost by the restart
        await tablet.leave()
        venue.restart()
        await phone.join()
        await phone.hand_over()
        assert len(venue.game(1).aside) == 1
        await phone.leave()

    on_line(story)


@pytest.mark.parametrize("seconds", [1, 90])
def test_a_press_before_a_flag_shown_on_a_connected_device_waits_for_the_organizer(
    venue: Venue, seconds: int
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            phone = Tablet(venue, 1)
            await phone.join()
            began_ms = await two_at_the_table(venue, tablet, phone)
            await phone.leave()
            due_ms = began_ms + 60 * MINUTE
            phone.tap(BLUE, due_ms - SECOND * seconds // 2)
            venue.timeline.move_to(due_ms + SECOND * seconds // 2)
            await tablet.ping()
            await tablet.until(lambda: tablet.last("play")["play"]["ending"])
            await phone.join()
            await phone.hand_over()
            assert venue.game(1).play.ending is not None
            assert len(venue.game(1).aside) == 1
            fell = [mark for mark in venue.game(1).marks if isinstance(mark, FlagFell)]
            assert [mark.at_ms for mark in fell] == [due_ms]
            await phone.leave()

    on_line(story)


def test_a_single_tablet_that_was_offline_reports_the_time_it_moved(venue: Venue) -> None:
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
        await tablet.hand_over()
        await tablet.until(lambda: tablet.last("play")["moved"])
        assert tablet.last("play")["moved"] == "5:00 moved from Blue to Red: presses came late"
        await tablet.leave()

    on_line(story)


def test_a_tap_in_the_desk_s_window_protects_the_game_from_an_offline_phone(
    venue: Venue,
) -> None:
    async def story() -> None:
        phone = Tablet(venue, 1)
        await phone.join()
        await phone.do(START)
        began_ms = venue.timeline.now_ms()
        await phone.leave()
        venue.move_by(MINUTE)
        number = venue.game(1).number
        venue.desk.submit(Tap(number, RED), actor="Red", station="table 1").result()
        phone.tap(BLUE, began_ms + MINUTE + 14 * SECOND)
        venue.move_by(MINUTE)
        await phone.join()
        await phone.hand_over()
        assert used(venue.game(1), venue.timeline.now_ms()) == (MINUTE, MINUTE)
        assert len(venue.game(1).aside) == 1
        await phone.leave()

    on_line(story)


def test_seconds_gained_by_backdating_presses_add_up_and_are_shown(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet, Tablet(venue, 1) as phone:
            await two_at_the_table(venue, tablet, phone)
            for side, device, back_ms in ((BLUE, phone, 600), (RED, tablet, 0), (BLUE, phone, 600)):
                venue.move_by(MINUTE)
                await phone.ping(queued=1)
                await tablet.ping()
                device.tap(side, venue.timeline.now_ms() - back_ms)
                await device.hand_over()
            (move,) = venue.game(1).moved
            assert move.gained_ms == Pair(-1_200, 1_200)
            await tablet.until(lambda: tablet.last("play")["moved"])

    on_line(story)
