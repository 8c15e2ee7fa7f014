"""The organizer at a table's window on another computer: sends the PIN and then orders, and
receives the answers. All of this runs in the remote desk's loop. The organizer's rights end when
they leave, when the connection is lost, and after a time.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from msgspec import Struct

from app.desk.replies import Reply
from app.engine import wording
from app.engine.acts.commands import Command, Refused
from app.engine.frozen import replace
from app.engine.language import template
from app.web.protocol.acts import order_for
from app.web.protocol.messages import (
    FromDevice,
    FromServer,
    Lock,
    Locked,
    Ordered,
    OrderMessage,
    TableShown,
    TablesMessage,
    Unlock,
    Unlocked,
)

AWAY = template("Offline: an order needs the organizer’s computer.")
NOT_HERE = template("Only the organizer can do that, at the desk or on their tablet.")
LOOKING = template("Looking for the organizer’s computer…")
ENDED = wording.ENTER_THE_PIN_AGAIN


class RemoteStanding(Struct, frozen=True):
    """The organizer's access, and the reason if there is none."""

    visit: int = 0
    """The number of the dialog's opening to which this answer belongs."""
    let_in: bool = False
    table: TableShown | None = None
    """The data about the table that the server sends only to the organizer."""
    sentence: str = ""
    wait_ms: int = 0


class RemoteOrders:
    """Gives the organizer's orders from a table's window, and calls ``on_standing`` whenever the
    organizer's access changes.

    ``send`` sends a message and tells whether there is a connection.
    """

    def __init__(self, send: Callable[[FromDevice], bool], loop: asyncio.AbstractEventLoop) -> None:
        self.on_standing: Callable[[RemoteStanding], None] = lambda _: None
        self._send, self._loop = send, loop
        self._standing = RemoteStanding()
        self._asked: deque[int] = deque()  # the visits whose PINs the server has yet to answer
        self._ending: asyncio.TimerHandle | None = None
        self._number = 0
        self._waits: dict[int, Future[Reply]] = {}

    def unlock(self, pin: str, visit: int) -> None:
        if visit != self._standing.visit:
            self._standing = RemoteStanding(visit)
        if self._send(Unlock(pin=pin)):
            self._asked.append(visit)
        else:
            self._shut(str(AWAY))

    def lock(self, sentence: str = "") -> None:
        """Lock the window, because the organizer has left or has finished. Answers to earlier
        requests are ignored.
        """
        self._shut(sentence)
        self._standing = RemoteStanding()
        self._send(Lock())

    def order(
        self, command: Command, game: int, reply: "Future[Reply]", *, insist: bool = False
    ) -> None:
        order = order_for(command)
        if order is None or not self._standing.let_in:
            reply.set_result(Refused(str(NOT_HERE if game else LOOKING)))
            return
        self._number += 1
        self._waits[self._number] = reply
        self._send(OrderMessage(number=self._number, game=game, order=order, insist=insist))

    def hear(self, message: FromServer) -> None:
        match message:
            case Unlocked(for_ms=for_ms):
                if self._is_current():
                    self._open(for_ms)
            case Locked(sentence=sentence, wait_ms=wait_ms):
                if self._is_current():
                    self._shut(sentence, wait_ms)
            case TablesMessage(tables=tables) if self._standing.let_in:
                self._now(replace(self._standing, table=tables[0] if tables else None))
            case Ordered(number=number) if number in self._waits:
                refused = Refused(message.sentence, insistable=message.insistable)
                self._waits.pop(number).set_result(() if message.done else refused)
            case _:
                pass

    def lose(self) -> None:
        """End the organizer's rights because the connection is lost."""
        waits, self._waits = self._waits, {}
        for reply in waits.values():
            reply.set_result(Refused(str(AWAY)))
        waiting = self._standing.visit in self._asked
        self._asked.clear()
        if self._standing.let_in or waiting:
            self._shut(str(AWAY))

    def _is_current(self) -> bool:
        """Tell whether the server's next answer about access belongs to the dialog's current
        opening. The server answers in order.
        """
        visit = self._asked.popleft() if self._asked else self._standing.visit
        return visit == self._standing.visit != 0

    def _open(self, for_ms: int) -> None:
        self._now(RemoteStanding(self._standing.visit, let_in=True))
        self._ending = self._loop.call_later(for_ms / 1000, self._shut, ENDED)

    def _shut(self, sentence: str, wait_ms: int = 0) -> None:
        self._now(RemoteStanding(self._standing.visit, sentence=sentence, wait_ms=wait_ms))

    def _now(self, standing: RemoteStanding) -> None:
        if self._ending is not None and not (standing.let_in and self._standing.let_in):
            self._ending.cancel()
            self._ending = None
        self._standing = standing
        self.on_standing(standing)
