"""Presses that come late, and flags that wait for their tablets, over real sockets."""

import pytest

from app.engine.acts.late import CountPresses, LeaveOutTablets
from app.engine.acts.results import How
from app.engine.acts.table import Answer, EnterTally, Question, Rule, StartClock, TurnEnded
from app.engine.acts.undo import Undo
from app.engine.side import Pair, Side
from app.engine.table.deadlines import deadline
from app.engine.table.verdict import final_result
from app.web.server.presence import SILENT_S
from app.web.server.sessions import HOLD_MS
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, hears_of, on_line, used

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}
SECOND = 1000


async def until_asked(venue: Venue, tablet: Tablet, *, asked: bool = True) -> None:
    """Until the server has looked, twice."""
    seen = len(venue.links)
    await tablet.until_soon(lambda: len(venue.links) > seen + 1)
    assert bool(venue.links[-1].flags_due) is asked, venue.links[-1]


def confirm(venue: Venue) -> None:
    game = venue.game(1).number
    venue.do(EnterTally(game, RED, Pair(10, 20)))
    for side in Side:
        venue.do(Answer(game, side, Question.RESULT, True))


def test_a_late_press_does_not_undo_a_flag_that_the_players_confirmed(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        await tablet.leave()
        tablet.tap(RED, began_ms + 50 * MINUTE)
        tablet.tap(BLUE, began_ms + 55 * MINUTE)
        async with Tablet(venue, 1) as second:
            venue.move_by(61 * MINUTE)
            await second.until(lambda: second.last("play")["play"]["ending"])
            confirm(venue)
            result = final_result(venue.game(1))
            assert result is not None
            assert result.how is How.CLOCK_OUT
            await tablet.join()
            answers = await tablet.hand_over()
            assert [answer["taken"] for answer in answers] == [True, True]
            assert "organizer decides" in answers[0]["sentence"]
            assert final_result(venue.game(1)) == result
            assert len(venue.game(1).aside) == 2
            await hears_of(venue, second, "Red’s tap, 11:00 ago, waits for you")
            assert tablet.last("play")["condition"] == "Late presses"
            venue.do(CountPresses(venue.game(1).number))
            await second.until(lambda: not second.last("play")["play"]["ending"])
            assert used(venue.game(1), venue.timeline.now_ms()) == (55 * MINUTE, 5 * MINUTE)
        await tablet.leave()

    on_line(story)


def test_a_late_press_still_waits_after_a_restart_and_is_recorded_once(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        await tablet.leave()
        tablet.tap(RED, began_ms + 50 * MINUTE)
        kept = list(tablet.queue)
        venue.do(LeaveOutTablets(venue.game(1).number))
        venue.move_by(61 * MINUTE)
        async with Tablet(venue, 2) as witness:
            await witness.until_soon(lambda: venue.game(1).play.ending)
        await tablet.join()
        assert (await tablet.hand_over())[0]["taken"]
        assert len(venue.game(1).aside) == 1
        await tablet.leave()
        venue.restart()
        tablet.queue = kept
        await tablet.join()
        assert (await tablet.hand_over())[0]["taken"]
        assert len(venue.game(1).aside) == 1
        await tablet.leave()

    on_line(story)


def test_a_stranger_s_old_presses_take_no_player_s_time(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            began_ms = venue.timeline.now_ms()
            venue.move_by(40 * MINUTE)
            await tablet.ping()
            phone = Tablet(venue, 1)
            phone.game = venue.game(1).number
            phone.tap(RED, began_ms + MINUTE)
            await phone.join()
            assert (await phone.hand_over())[0]["taken"]
            assert venue.game(1).play.step == 0
            assert used(venue.game(1), venue.timeline.now_ms()) == (40 * MINUTE, 0)
            assert len(venue.game(1).aside) == 1
            await phone.leave()

    on_line(story)


def test_a_connected_device_s_press_is_no_older_than_its_connection_proves(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            began_ms = venue.timeline.now_ms()
            for _ in range(5):
                venue.move_by(MINUTE)
                await tablet.ask({"type": "ping", "stamp_ms": 1.0, "queued": 0}, "pong")
            tablet.tap(RED, began_ms + MINUTE)
            assert (await tablet.hand_over())[0]["taken"]
            assert venue.game(1).play.step_since_ms == began_ms + 5 * MINUTE - SILENT_S * SECOND
            await hears_of(venue, tablet, "Red’s tap says it is 4:00 old")

    on_line(story)


def test_a_press_delayed_for_seconds_is_dated_when_it_was_made(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            began_ms = venue.timeline.now_ms()
            await tablet.ask({"type": "ping", "stamp_ms": 0.0, "queued": 0}, "pong")
            venue.move_by(MINUTE)
            # the ping of second 55 and the tap of second 56 arrive together
            await tablet.ask({"type": "ping", "stamp_ms": 55_000.0, "queued": 0}, "pong")
            await tablet.do({"type": "tap", "side": "red"}, began_ms + 56 * SECOND)
            assert venue.game(1).play.step_since_ms == began_ms + 56 * SECOND

    on_line(story)


def test_a_press_is_not_dated_before_a_slow_first_ping_of_its_connection(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            heard_ms = venue.timeline.now_ms()
            venue.move_by(8 * SECOND)
            # the ping of the first second and the tap of the second arrive together
            ping = {"type": "ping", "stamp_ms": 1_000.0, "queued": 0, "heard_ms": heard_ms}
            await tablet.ask(ping, "pong")
            await tablet.do({"type": "tap", "side": "red"}, heard_ms + 2 * SECOND)
            assert venue.game(1).play.step_since_ms == heard_ms + 2 * SECOND

    on_line(story)


def test_a_device_that_has_heard_the_time_cannot_have_made_an_older_press(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            began_ms = venue.timeline.now_ms()
            venue.move_by(10 * SECOND)
            ping = {"type": "ping", "stamp_ms": 9_900.0, "queued": 0}
            await tablet.ask(ping | {"heard_ms": began_ms + 7 * SECOND}, "pong")
            await tablet.do({"type": "tap", "side": "red"}, began_ms + SECOND)
            assert venue.game(1).play.step_since_ms == began_ms + 7 * SECOND

    on_line(story)


@pytest.mark.parametrize("pressed", [True, False])
def test_only_a_device_that_has_pressed_at_the_table_delays_its_flag(
    venue: Venue, pressed: bool
) -> None:
    async def story() -> None:
        phone = Tablet(venue, 1)
        await phone.join()
        game = venue.game(1).number
        if pressed:
            await phone.do(START)
        else:
            venue.do(StartClock(game, RED))
        await phone.ping()
        await phone.leave()
        async with Tablet(venue, 2) as witness:
            venue.move_by(61 * MINUTE)
            await witness.ping()
            if pressed:
                await until_asked(venue, witness, asked=False)
                assert venue.links[-1].held == {game}
                assert venue.game(1).play.ending is None
            else:
                await witness.until_soon(lambda: venue.game(1).play.ending)

    on_line(story)


def test_the_organizer_is_asked_after_two_minutes_and_may_wait_again(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        due_ms, game = deadline(venue.game(1)), venue.game(1).number
        assert due_ms is not None
        await tablet.leave()
        async with Tablet(venue, 2) as witness:
            assert venue.server is not None
            venue.timeline.move_to(due_ms + HOLD_MS - SECOND)
            await until_asked(venue, witness, asked=False)
            venue.timeline.move_to(due_ms + HOLD_MS)
            await until_asked(venue, witness)
            assert venue.links[-1].flags_due == {game: due_ms}
            venue.server.wait_on(game).result(60)
            await until_asked(venue, witness, asked=False)
            venue.timeline.move_to(due_ms + 2 * HOLD_MS)
            await until_asked(venue, witness)
            venue.server.hold_for(10 * MINUTE).result(60)
            await until_asked(venue, witness, asked=False)
            venue.server.hold_for(0).result(60)
            await until_asked(venue, witness)
            venue.do(LeaveOutTablets(game))
            await witness.until_soon(lambda: venue.game(1).play.ending)
            await until_asked(venue, witness, asked=False)
            assert venue.links[-1].held == frozenset()

    on_line(story)


def test_a_finished_game_is_not_waiting_for_a_device(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        claim = {"type": "make_claim", "by": "red", "claim": "concession", "side": "red"}
        await tablet.do(claim)
        answer = {"type": "answer", "side": "blue", "question": "claim", "agrees": True}
        await tablet.do(answer)
        assert venue.game(1).play.ending is not None
        await tablet.leave()
        async with Tablet(venue, 2) as witness:
            venue.move_by(90 * MINUTE)
            await until_asked(venue, witness, asked=False)
            assert venue.links[-1].held == frozenset()

    on_line(story)


def test_the_uncertainty_reported_by_a_device_is_recorded(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            venue.move_by(5 * MINUTE)
            tablet.tap(RED)
            tablet.queue[0]["uncertain_ms"] = 1_500
            await tablet.hand_over()
            (ended,) = [mark for mark in venue.game(1).marks if isinstance(mark, TurnEnded)]
            assert ended.uncertain_ms == 1_500
            venue.move_by(MINUTE)
            tablet.tap(BLUE, venue.timeline.now_ms() + 700)  # the future is now, and that is said
            await tablet.hand_over()
            last = venue.game(1).marks[-1]
            assert isinstance(last, TurnEnded)
            assert last.uncertain_ms == 700

    on_line(story)


def test_a_page_shows_the_program_s_reasons_translated_and_the_organizer_s_as_written(
    venue: Venue,
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            game = venue.game(1).number
            venue.move_by(MINUTE)
            venue.do(Rule(game, RED, How.ASSASSINATION, "Seen"))
            await tablet.until(lambda: tablet.last("play")["play"]["ending"])
            assert tablet.last("play")["play"]["ending"]["reason"] == "Seen"
            venue.do(Undo())
            await tablet.until(lambda: tablet.last("play")["play"]["pause"])
            assert tablet.last("play")["play"]["pause"]["reason"] == "The ruling was undone"

    on_line(story)
