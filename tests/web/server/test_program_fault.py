"""A press that meets a fault of the program does not cut its tablet off for ever."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.desk import transaction
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Event, Record
from app.engine.acts.late import CountPresses, HandIn
from app.engine.acts.table import Tap, TurnEnded
from app.engine.evolve.running_fold import RunningFold
from app.engine.side import Side
from app.engine.state import State
from tests.web.venue import Tablet, Venue, notices, on_line

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}


@pytest.mark.parametrize("even_aside", [False, True])
def test_a_press_the_program_cannot_judge_is_answered_on_the_second_try(
    venue: Venue, monkeypatch: pytest.MonkeyPatch, even_aside: bool
) -> None:
    """``even_aside``: the fault is met by what sets the press aside, too."""
    decide = transaction.decide

    def fail_at_taps(
        state: State, command: Command, *rest: Any, **more: Any
    ) -> Sequence[Event] | Refused:
        is_tap = isinstance(command, HandIn) and isinstance(command.press, Tap)
        if is_tap and (even_aside or not command.doubted):
            raise ZeroDivisionError
        return decide(state, command, *rest, **more)

    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        monkeypatch.setattr(transaction, "decide", fail_at_taps)
        tablet.tap(RED)
        kept = list(tablet.queue)
        with pytest.raises(AssertionError, match="closed"):
            await tablet.hand_over()
        await tablet.leave()
        tablet.queue = kept
        await tablet.join()
        (answer,) = await tablet.hand_over()
        assert answer["taken"] is not even_aside
        assert "wrong in Flagfall itself" in answer["sentence"]
        assert ("organizer decides" in answer["sentence"]) is not even_aside
        assert len(venue.game(1).aside) == (not even_aside)
        await tablet.until_soon(lambda: venue.links and "Red’s tap" in str(notices(venue)))
        assert ("fault in Flagfall itself" in str(notices(venue))) is not even_aside
        assert (await tablet.do({"type": "call_judge", "side": "blue"}))["taken"]
        await tablet.leave()

    on_line(story)


def test_a_press_whose_record_cannot_be_applied_is_set_aside_at_once(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = RunningFold.add

    def fail_at_turns(fold: RunningFold, fresh: Sequence[Record]) -> State:
        if any(isinstance(row.event, TurnEnded) for row in fresh):
            raise ZeroDivisionError
        return add(fold, fresh)

    async def story() -> None:
        tablet = Tablet(venue, 1)
        await tablet.join()
        await tablet.do(START)
        with monkeypatch.context() as patch:
            patch.setattr(RunningFold, "add", fail_at_turns)
            tablet.tap(RED)
            (answer,) = await tablet.hand_over()
        assert answer["taken"]
        assert "wrong in Flagfall itself: the organizer decides" in answer["sentence"]
        assert [press.device for press in venue.game(1).aside]
        await tablet.until_soon(
            lambda: venue.links and "fault in Flagfall itself" in str(notices(venue))
        )
        venue.do(CountPresses(venue.game(1).number))
        assert venue.game(1).play.clock.running is BLUE
        await tablet.leave()

    on_line(story)
