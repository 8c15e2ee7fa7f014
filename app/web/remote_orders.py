"""The organizer at a table's window elsewhere: his PIN out, then his orders, and the answers. Lives
in the remote desk's loop; his rights end when he leaves, when the line is lost, and by themselves.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias

from app.desk import Reply
from app.engine.commands import Command, Refused
from app.web.messages import (
    FromDevice,
    FromServer,
    Lock,
    Locked,
    OrderAsked,
    Ordered,
    TablesTold,
    Unlock,
    Unlocked,
)
from app.web.remote_acts import order_of

AWAY = "Out of touch: an order needs the organizer’s computer."
NOT_HERE = "Only the organizer can do that, at the desk or on his tablet."
LOOKING = "Looking for the organizer’s computer…"

ToOrganizer: TypeAlias = Unlocked | Locked | TablesTold


class RemoteOrders:
    """``heard`` is told whether he is let in, how his table stands, and that his time is over.

    ``send`` says whether the line stands.
    """

    def __init__(self, send: Callable[[FromDevice], bool]) -> None:
        self.heard: Callable[[ToOrganizer], None] = lambda _: None
        self._send = send
        self._let_in = False
        self._number = 0
        self._waits: dict[int, Future[Reply]] = {}

    def unlock(self, pin: str) -> None:
        if not self._send(Unlock(pin=pin)):
            self.heard(Locked(sentence=AWAY))

    def lock(self) -> None:
        """He has left; what the server still says to him is not for this window."""
        self._let_in = False
        self._send(Lock())

    def order(self, command: Command, game: int, reply: "Future[Reply]", *, insist: bool) -> None:
        order = order_of(command)
        if order is None or not self._let_in:
            reply.set_result(Refused(NOT_HERE if game else LOOKING))
            return
        self._number += 1
        self._waits[self._number] = reply
        self._send(OrderAsked(number=self._number, game=game, order=order, insist=insist))

    def hear(self, message: FromServer) -> None:
        match message:
            case Unlocked():
                self._let_in = True
                self.heard(message)
            case Locked():
                self._let_in = False
                self.heard(message)
            case TablesTold() if self._let_in:
                self.heard(message)
            case Ordered(number=number) if number in self._waits:
                refused = Refused(message.sentence, insistable=message.insistable)
                self._waits.pop(number).set_result(() if message.done else refused)
            case _:
                pass

    def lose(self) -> None:
        """The line is lost, and with it his rights."""
        waits, self._waits = self._waits, {}
        for reply in waits.values():
            reply.set_result(Refused(AWAY))
        if self._let_in:
            self._let_in = False
            self.heard(Locked(sentence=AWAY))
