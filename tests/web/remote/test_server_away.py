"""A server that was away, a disk that is full: no mark is lost and none counts twice."""

import pytest

from app.clock.timeline import SetTimeline
from app.engine.acts.table import FlagFell, PauseCause
from app.engine.acts.undo import Undo
from app.engine.side import Side
from app.store.errors import StoreError
from app.store.log.event_log import EventLog, open_log
from app.web.server.connection import Close
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, hears_of, on_line, used

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}
SECOND = 1000


def test_a_mark_handed_over_twice_is_recorded_once_even_after_a_restart(venue: Venue) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        tablet.press({"type": "call_judge", "side": "red"})
        again = list(tablet.queue)
        assert (await tablet.hand_over())[0]["taken"]
        rows = len(venue.game(1).marks)
        tablet.queue = list(again)
        assert (await tablet.hand_over())[0]["taken"]
        await tablet.leave()
        venue.restart()
        await tablet.join()
        assert tablet.last("play")["through"] == 2
        tablet.queue = list(again)
        assert (await tablet.hand_over())[0]["taken"]
        assert (
            len([mark for mark in venue.game(1).marks if type(mark).__name__ == "CallJudge"]) == 1
        )
        assert len(venue.game(1).marks) <= rows + 1  # the gap of the restart, if there was one
        await tablet.leave()

    on_line(story)


@pytest.mark.parametrize("kept", [True, False])
def test_only_a_tablet_that_kept_time_closes_the_gap_left_by_an_absent_server(
    venue: Venue, kept: bool
) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        venue.move_by(MINUTE)
        assert (await tablet.do({"type": "tap", "side": "red"}))["taken"]
        tablet.tap(BLUE, began_ms + 3 * MINUTE)
        venue.restart(SetTimeline(began_ms + 5 * MINUTE))
        venue.timeline = venue.desk.timeline
        await tablet.closed()
        await tablet.leave()
        pause = venue.game(1).play.pause
        assert pause is not None
        assert pause.cause is PauseCause.GAP
        await tablet.join(kept_since_ms=began_ms if kept else 0)
        waiting = list(tablet.queue)
        answers = await tablet.hand_over()
        if not kept:
            assert answers == []  # asked once whether it has kept the time after all
            await tablet.closed()
            assert tablet.close_code == Close.AGAIN
            await tablet.leave()
            tablet.queue = waiting
            await tablet.join()
            answers = await tablet.hand_over()
        assert answers[0]["taken"] is kept
        now_ms = venue.timeline.now_ms()
        if kept:
            assert used(venue.game(1), now_ms) == (3 * MINUTE, 2 * MINUTE)
            assert venue.game(1).play.eo_paused_ms == 0
            await hears_of(venue, tablet, "kept the time while the computer was away for 4:00")
        else:
            assert used(venue.game(1), now_ms) == (MINUTE, 0)
            await hears_of(venue, tablet, "Time was lost on the computer")
        await tablet.leave()

    on_line(story)


def test_no_flag_falls_before_the_taps_made_during_a_closed_gap_are_handed_over(
    venue: Venue,
) -> None:
    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        began_ms = venue.timeline.now_ms()
        tablet.tap(RED, began_ms + 30 * MINUTE)
        tablet.tap(BLUE, began_ms + 50 * MINUTE)
        venue.restart(SetTimeline(began_ms + 75 * MINUTE))
        venue.timeline = venue.desk.timeline
        await tablet.closed()
        await tablet.leave()
        await tablet.join(kept_since_ms=began_ms)
        await tablet.ping()
        assert tablet.last("play")["held"]
        assert all(message["taken"] for message in await tablet.hand_over(at_once=1))
        assert not any(isinstance(mark, FlagFell) for mark in venue.game(1).marks)
        assert used(venue.game(1), venue.timeline.now_ms()) == (55 * MINUTE, 20 * MINUTE)
        await tablet.leave()

    on_line(story)


def test_a_mark_that_cannot_be_saved_is_not_answered_and_is_sent_again(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_what: object, **_how: object) -> None:
        raise StoreError("the disk is full")

    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        monkeypatch.setattr(EventLog, "write", refuse)
        tablet.press(START)
        kept = list(tablet.queue)
        assert await tablet.hand_over() == []
        assert await tablet.closed() == 1013
        await tablet.leave()
        monkeypatch.undo()
        tablet.queue = kept
        await tablet.join()
        assert (await tablet.hand_over())[0]["taken"]
        await tablet.leave()

    on_line(story)


def test_the_organizer_s_undo_does_not_undo_players_marks(venue: Venue) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            venue.do(Undo(), insist=True)
            await tablet.until(lambda: tablet.last("game")["secret"])

    on_line(story)
    with open_copy(venue) as log:
        assert any("tablet 1-" in record.station for record in log.records())


def open_copy(venue: Venue):
    venue.close()
    return open_log(venue.path)
