"""The flag watch: sleeps until the next clock in the room runs out, then reports it."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from app.clock.timeline import Alarm, Timeline
from app.engine.acts.rounds import CallDiceDown
from app.engine.acts.table import NoticeFlag
from app.engine.state import State
from app.engine.table.deadlines import deadline
from app.engine.table.game import Game

Notice: TypeAlias = NoticeFlag | CallDiceDown

LATE_S = 0.25  # an alarm this late: the desk was busy, or waited for the disk
LISTEN_S = 0.2  # so that late presses of tablets are read first


class FlagWatch:
    """Calls ``due`` with a question for the engine when the next clock runs out. Belongs to the
    desk's loop.
    """

    def __init__(
        self,
        timeline: Timeline,
        loop: asyncio.AbstractEventLoop,
        due: Callable[[Notice], None],
    ) -> None:
        self._timeline = timeline
        self._loop = loop
        self._tell = due
        self._alarm: Alarm | None = None
        self._next: tuple[int, Notice] | None = None
        self._listened = False
        self._deadlines = Deadlines()
        self._missed: set[int] = set()  # dice due while the program did not run
        self.held: frozenset[int] = frozenset()

    def watch(self, state: State, changed: Collection[int] | None = None) -> None:
        """Set the alarm after a change of the event. ``changed`` are the games that may differ
        since the last call, None for all. Games in ``held`` are left out, because their table is
        out of touch.
        """
        following = next_due(state, self.held, self._missed, self._deadlines, changed)
        if following == self._next:
            return
        self.stop()
        if following is not None:
            self._alarm = self._timeline.call_at(self._loop, following[0], self._due)
        self._next = following

    def after_gap(self, state: State) -> None:
        """Set the alarm again after a time in which the program did not run. If dice were due to go
        down in that time, they do not go down by themselves. Instead the organizer calls dice down,
        or gives the round its time back.
        """
        self.stop()
        due_ms = state.latest.dice_down_due_ms if state.latest else None
        if due_ms is not None and due_ms <= self._timeline.now_ms():
            self._missed.add(due_ms)
        self.watch(state)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm, self._next, self._listened = None, None, False

    def _due(self) -> None:
        following, alarm = self._next, self._alarm
        if following is None:
            return
        late = isinstance(alarm, asyncio.TimerHandle) and self._loop.time() > alarm.when() + LATE_S
        if late and not self._listened:
            self._listened = True
            self._alarm = self._loop.call_later(LISTEN_S, self._due)
            return
        self._alarm, self._next, self._listened = None, None, False
        self._tell(following[1])


class Deadlines:
    """The instant at which each game's clock runs out. A game that has not changed is not computed
    again.
    """

    def __init__(self) -> None:
        self._games: Mapping[int, Game] = {}
        self._due: dict[int, int] = {}

    def of(
        self, games: Mapping[int, Game], changed: Collection[int] | None = None
    ) -> Mapping[int, int]:
        """Return the deadlines, in milliseconds, of the games whose clock runs. ``changed`` are the
        games that may differ from the last call, None for all.
        """
        before, self._games = self._games, {}  # after an error here all are computed again
        if not before or changed is None:
            changed = before.keys() | games.keys()
        for number in changed:
            game = games.get(number)
            if before.get(number) is game:
                continue
            due_ms = deadline(game) if game and game.play.ending is None else None
            if due_ms is None:
                self._due.pop(number, None)
            else:
                self._due[number] = due_ms
        self._games = games
        return self._due


def next_due(
    state: State,
    held: frozenset[int] = frozenset(),
    missed: Collection[int] = (),
    deadlines: Deadlines | None = None,
    changed: Collection[int] | None = None,
) -> tuple[int, Notice] | None:
    """Return when the next clock runs out, a table's or the round's, and what to ask the engine
    then; None if no clock runs.

    The round's clock is left out if it ends at one of the instants in ``missed``. ``deadlines``
    come from an earlier state. ``changed`` are the games that have changed since then; None if any
    game may have changed.
    """
    by_game = (deadlines or Deadlines()).of(state.games, changed)
    if held:
        by_game = {game: at_ms for game, at_ms in by_game.items() if game not in held}
    first = min(zip(by_game.values(), by_game, strict=True), default=None)
    round_ms = state.latest.dice_down_due_ms if state.latest else None
    if round_ms is not None and round_ms not in missed and (first is None or round_ms < first[0]):
        return round_ms, CallDiceDown()
    return (first[0], NoticeFlag(first[1])) if first else None
