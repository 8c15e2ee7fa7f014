"""A press that meets a fault of the program does not cut its tablet off for ever."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.desk import transaction
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Event
from app.engine.acts.late import HandIn
from app.engine.acts.table import Tap
from app.engine.side import Side
from app.engine.state import State
from tests.web.venue import Tablet, Venue, notices, on_line

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}


@pytest.mark.parametrize("even_aside", [False, True])
def test_a_press_that_the_program_cannot_decide_is_answered_at_its_second_try(
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
        assert ("organizer" if not even_aside else "wrong in Flagfall") in answer["sentence"]
        assert len(venue.game(1).aside) == (not even_aside)
        await tablet.until_soon(lambda: venue.links and "Red’s tap" in str(notices(venue)))
        assert (await tablet.do({"type": "call_judge", "side": "blue"}))["taken"]
        await tablet.leave()

    on_line(story)
