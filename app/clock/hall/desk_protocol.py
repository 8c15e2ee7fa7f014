"""The part of the desk that the room's clocks use."""

from collections.abc import Callable, Iterable
from typing import Protocol

from app.clock.timeline import Alarm, Timeline
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.state import State


class Change(Protocol):
    """A state of the desk after a change, with the records since the previous one."""

    @property
    def state(self) -> State: ...
    @property
    def fresh(self) -> tuple[Record, ...]: ...


class HallDesk(Protocol):
    """The desk as the hall needs it. ``call`` and ``subscribe`` work from any thread, the other
    methods only within its loop.
    """

    @property
    def timeline(self) -> Timeline: ...
    def call(self, call: Callable[[], None]) -> bool: ...
    def call_at(self, at_ms: int, call: Callable[[], None]) -> Alarm: ...
    def attempt(self, what: str, call: Callable[[], object]) -> bool: ...
    def failed(self, what: str, error: Exception) -> None: ...
    def serve(self, what: str, tables: Iterable[int]) -> None: ...
    def subscribe(self, listener: Callable[[Change], None]) -> None: ...
    def act(
        self, command: Command, at_ms: int, *, station: str, actor: str
    ) -> tuple[Record, ...] | Refused: ...
