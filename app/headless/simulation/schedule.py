"""Runs many scripts on one virtual timeline: the script whose next act is due first acts first.

A script is a generator that yields its next act and is sent the desk's reply.
"""

import heapq
from collections.abc import Callable, Collection, Generator
from itertools import count
from typing import Protocol, TypeAlias

from msgspec import Struct

from app.clock.flag_watch import Notice
from app.clock.timeline import SetTimeline
from app.engine import ORGANIZER, Command, Record, Refused, State
from app.engine.progress import Progress, no_progress

Reply: TypeAlias = tuple[Record, ...] | Refused


class Ask(Struct, frozen=True):
    """An act of a script: wait ``wait_ms``, then submit ``command``; without a command, only
    wait.
    """

    wait_ms: int
    command: Command | None = None
    actor: str = ORGANIZER
    station: str = "desk"
    insist: bool = False


Script: TypeAlias = Generator[Ask, Reply, None]


class Line(Protocol):
    """An object that takes commands like a desk."""

    @property
    def state(self) -> State: ...
    @property
    def next_due(self) -> tuple[int, Notice] | None: ...

    def try_to(
        self,
        command: Command,
        *,
        actor: str = ORGANIZER,
        station: str = "desk",
        insist: bool = False,
    ) -> Reply: ...


Together: TypeAlias = Callable[[Callable[[], None]], None]
"""A function that calls another one, which submits many commands. It may write the rows of all of
them at once.
"""
ACTS_TOGETHER = 256


class TimeIsUp(Exception):
    """The simulation has reached the instant at which it should stop."""


class SimulationSchedule:
    """Moves the timeline from act to act. Flags fall at their own instants in between."""

    def __init__(
        self,
        line: Line,
        timeline: SetTimeline,
        stop_ms: int | None = None,
        together: Together = lambda play: play(),
    ) -> None:
        """Play on ``line``. Each call of ``together`` gets a function that plays up to
        `ACTS_TOGETHER` acts, and has to call it.
        """
        self._line = line
        self._timeline = timeline
        self._stop_ms = stop_ms
        self._together = together

    def run(self, scripts: Collection[Script], report_progress: Progress = no_progress) -> None:
        """Play all scripts to their ends. Raises TimeIsUp, and whatever ``report_progress``
        raises.
        """
        order, over = count(), 0
        due: list[tuple[int, int, Script, Ask]] = []

        def put(script: Script, ask: Ask) -> None:
            at_ms = self._timeline.now_ms() + ask.wait_ms
            heapq.heappush(due, (at_ms, next(order), script, ask))

        def play() -> None:
            nonlocal over
            acts = 0
            while due and acts < ACTS_TOGETHER:
                acts += 1
                at_ms, _, script, ask = heapq.heappop(due)
                self.move_to(at_ms)
                try:
                    put(script, script.send(self._answer(ask)))
                except StopIteration:
                    over += 1
                    report_progress(over / len(scripts))

        for script in scripts:
            if (first := next(script, None)) is not None:
                put(script, first)
        while due:
            self._together(play)

    def move_to(self, at_ms: int) -> None:
        """Move the timeline to ``at_ms``, doing everything that is due before. Raises TimeIsUp at
        the instant to stop, if that comes first.
        """
        until_ms = at_ms if self._stop_ms is None else min(at_ms, self._stop_ms)
        while (due := self._line.next_due) is not None and due[0] <= until_ms:
            self._timeline.move_to(due[0])
            # The flag watch was woken; this is answered after it, and by it unless it was.
            self._line.try_to(due[1], actor="Flagfall")
        self._timeline.move_to(until_ms)
        if until_ms < at_ms:
            raise TimeIsUp

    def _answer(self, ask: Ask) -> Reply:
        if ask.command is None:
            return ()
        return self._line.try_to(
            ask.command, actor=ask.actor, station=ask.station, insist=ask.insist
        )
