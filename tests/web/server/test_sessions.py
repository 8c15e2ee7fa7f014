from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import PauseClock, StartClock
from app.engine.side import Side
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, hears_of, notices, on_line

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}


def test_a_tablet_joins_with_the_code_of_its_table_and_plays(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 2) as tablet:
            told = tablet.last("game")
            assert (told["table"], told["secret"], told["started"]) == (2, False, True)
            assert told["terms"]["scenario"]["name"]
            assert tablet.last("play")["play"]["clock"] is None
            assert await tablet.do(START) == {"number": 1, "taken": True, "sentence": ""}
            venue.move_by(5 * MINUTE)
            tablet.tap(RED)
            assert (await tablet.hand_over())[0]["taken"]
            play = tablet.last("play")
            assert play["through"] == 2
            assert play["play"]["step"] == 1
            assert play["play"]["clock"]["used_ms"] == {"red": 5 * MINUTE, "blue": 0}
            refused = await tablet.do({"type": "tap", "side": "red"})
            assert refused["sentence"] == "Blue’s clock is running. Only Blue taps."

    on_line(story)
    assert venue.game(2).play.step == 1


def test_a_change_at_the_desk_is_shown_at_once(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            game = venue.game(1).number
            venue.do(StartClock(game, BLUE))
            venue.do(PauseClock(game, "Lunch"))
            await tablet.until(lambda: tablet.last("play")["condition"] == "Paused")
            assert tablet.last("play")["play"]["pause"]["reason"] == "Lunch"

    on_line(story)


def test_a_table_hears_that_the_events_times_were_corrected(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            assert tablet.last("game")["shift_ms"] == 0
            venue.do(ShiftTimes(60 * MINUTE, venue.timeline.now_ms()))
            await tablet.until(lambda: tablet.last("game")["shift_ms"] == 60 * MINUTE)

    on_line(story)


def test_late_presses_are_reported_only_when_they_are_a_surprise(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            began_ms = venue.timeline.now_ms()
            await tablet.do(START)
            venue.move_by(2 * MINUTE)
            await tablet.do({"type": "tap", "side": "red"})  # at once
            venue.move_by(2 * MINUTE)
            await tablet.do({"type": "tap", "side": "blue"}, began_ms + 3 * MINUTE)
            await hears_of(venue, tablet, "came 1:00 late though the device was connected")
            assert sum("late though" in notice for notice in notices(venue)) == 1
            assert sum("1:00 moved from" in notice for notice in notices(venue)) == 1
            await tablet.leave()  # out of touch; what is old then is no surprise
            venue.move_by(2 * MINUTE)
            tablet.tap(RED, began_ms + 5 * MINUTE)
            await tablet.join()
            assert all(message["taken"] for message in await tablet.hand_over())
            seen = len(venue.links)
            await tablet.until_soon(lambda: len(venue.links) > seen + 1)
            assert sum("late though" in notice for notice in notices(venue)) == 1

    on_line(story)
