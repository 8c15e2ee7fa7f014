"""The flag watch: sleeps until the next clock in the room runs out, then says at which table."""

import asyncio
from collections.abc import Callable

from app.clock.timeline import Alarm, Timeline
from app.engine.game import deadline
from app.engine.state import State


class FlagWatch:
    """Calls ``fell`` with the number of a game whose flag is due; belongs to the desk's loop."""

    def __init__(
        self,
        timeline: Timeline,
        loop: asyncio.AbstractEventLoop,
        fell: Callable[[int], None],
    ) -> None:
        self._timeline = timeline
        self._loop = loop
        self._fell = fell
        self._alarm: Alarm | None = None
        self._next: tuple[int, int] | None = None

    def watch(self, state: State) -> None:
        """Look at every clock anew; to be called after each change."""
        following = next_flag(state)
        if following == self._next:
            return
        self.stop()
        self._next = following
        if following is not None:
            self._alarm = self._timeline.call_at(self._loop, following[0], self._due)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm, self._next = None, None

    def _due(self) -> None:
        following = self._next
        if following is None:
            return
        self._alarm, self._next = None, None
        self._fell(following[1])


def next_flag(state: State) -> tuple[int, int] | None:
    """The earliest deadline of all tables and the number of its game."""
    falls = (
        (at_ms, game.number)
        for game in state.games.values()
        if (at_ms := deadline(game)) is not None
    )
    return min(falls, default=None)
