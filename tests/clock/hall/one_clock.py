"""A hall in which a test says what its one clock tells."""

from app.clock.drivers.driver import Abilities, Hand, Identified, Message
from app.clock.hall.clock import Clock, Seat
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.clock.virtual_room import VirtualHall

ABLE = Abilities(holds_time=True)


BUTTONS = Abilities(holds_time=False, lights=True, identifies=True)


HOUR = 3_600_000


class Told:
    """The orders that a clock was given."""

    def __init__(self) -> None:
        self.orders: list[object] = []

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        self.orders.append((left_ms, right_ms))

    def run(self, hand: Hand | None, now_ms: int) -> None:
        self.orders.append(hand)

    def identify(self, now_ms: int) -> None:
        self.orders.append("identify")


class Hall(VirtualHall):
    def __init__(self, able: Abilities = ABLE, *, started: bool = True) -> None:
        super().__init__(1)
        self.told = Told()
        self.do(DrawRound(7, 1))
        self.do(PublishRound())
        if started:
            self.do(StartRound(1))
        self.bank.came("c", self.told)
        self.hear(Identified("Clock", "", "", able))
        assert self.bank.seating.seat("c", Seat(1)) == ""

    def hear(self, message: Message) -> None:
        self.bank.receive("c", message)
        self.bank.settle()

    def later(self, ms: int) -> int:
        self.desk.now_ms += ms
        return self.now_ms

    @property
    def it(self) -> Clock:
        return self.bank.bound.clocks[0]


def begun(able: Abilities = ABLE) -> Hall:
    hall = Hall(able)
    hall.do(StartClock(1, Side.RED))
    return hall
