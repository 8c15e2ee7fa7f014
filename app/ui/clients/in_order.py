"""Presses at the tables' windows, submitted in order. A press that cannot be saved waits and is
tried again every second.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer

from app.engine.acts.commands import Command, NotSaved
from app.engine.acts.unsaved import Unsaved
from app.engine.language import say

if TYPE_CHECKING:
    from app.desk.replies import Reply

AGAIN_MS = 1000
KEPT = say("This cannot be saved now. Flagfall keeps it and tries again every second.")


class Asked(Protocol):
    """The part of `app.ui.clients.desk.DeskClient` that submits the presses."""

    def now_ms(self) -> int: ...

    def ask(
        self,
        command: Command,
        *,
        then: "Callable[[Reply], None]",
        actor: str,
        station: str,
        late_ms: int,
    ) -> "Future[Reply]": ...

    def answer_of(self, done: "Future[Reply]", /) -> "Reply": ...


class _Press(Struct):
    command: Command
    actor: str
    station: str
    at_ms: int
    late_ms: int
    then: "Callable[[Reply], None]"
    asked: "Future[Reply] | None" = None
    has_waited: bool = False


class PressesInOrder(QObject):
    """The presses of each table. A press is submitted once the previous one has been answered.
    ``then`` is called with a `NotSaved` when a press begins to wait, and with the answer in the
    end.
    """

    def __init__(self, client: Asked, parent: QObject) -> None:
        super().__init__(parent)
        self._client = client
        self._presses: dict[str, deque[_Press]] = {}
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._try_again)

    @property
    def count_kept(self) -> int:
        """Return the number of presses that wait because they could not be saved."""
        held = [presses for presses in self._presses.values() if presses and presses[0].has_waited]
        return sum(map(len, held))

    def press(
        self,
        command: Command,
        *,
        then: "Callable[[Reply], None]",
        actor: str,
        station: str,
        late_ms: int = 0,
    ) -> None:
        """Submit a command after the earlier ones of the same station. The arguments are those of
        `Asked.ask`.
        """
        at_ms = self._client.now_ms() - late_ms
        presses = self._presses.setdefault(station, deque())
        presses.append(_Press(command, actor, station, at_ms, late_ms, then))
        if len(presses) == 1:
            self._hand_over(presses[0])
        elif presses[0].has_waited:
            self._keep(presses[-1])

    def finish(self) -> list[Unsaved]:
        """Try to save all waiting presses once more. Return those that still cannot be saved."""
        self._again.stop()
        left: list[Unsaved] = []
        for presses in self._presses.values():
            while presses and self._is_saved(presses[0]):
                presses.popleft()
            left += (
                Unsaved(press.station, press.at_ms, press.actor, press.command) for press in presses
            )
            presses.clear()
        return left

    def _is_saved(self, press: _Press) -> bool:
        if press.asked is not None and not isinstance(
            self._client.answer_of(press.asked), NotSaved
        ):
            return True
        return not isinstance(self._client.answer_of(self._ask(press, late=True)), NotSaved)

    def _hand_over(self, press: _Press) -> None:
        press.asked = self._ask(press, late=press.has_waited)

    def _ask(self, press: _Press, *, late: bool) -> "Future[Reply]":
        return self._client.ask(
            press.command,
            then=partial(self._take, press),
            actor=press.actor,
            station=press.station,
            late_ms=self._client.now_ms() - press.at_ms if late else press.late_ms,
        )

    def _take(self, press: _Press, reply: "Reply") -> None:
        presses = self._presses[press.station]
        if not presses or presses[0] is not press:
            return  # `finish` has its answer
        if isinstance(reply, NotSaved):
            self._keep(press)
            self._again.start()
            return
        presses.popleft()
        press.then(reply)
        if presses:
            presses[0].has_waited = True
            self._hand_over(presses[0])

    def _keep(self, press: _Press) -> None:
        press.has_waited, press.asked = True, None
        press.then(NotSaved(KEPT))

    def _try_again(self) -> None:
        for presses in self._presses.values():
            if presses and presses[0].has_waited and presses[0].asked is None:
                self._hand_over(presses[0])
