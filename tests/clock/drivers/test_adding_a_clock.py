"""The example in the manual is a driver that works."""

import re
from pathlib import Path

from app.clock.drivers.catalog import PRODUCTS, Product
from app.clock.drivers.driver import (
    Doubted,
    Driver,
    Failed,
    Hand,
    Identified,
    OrderDone,
    Pressed,
    Reading,
    Started,
)
from app.clock.hall.follow import DO_THE_SAME
from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide, Truth
from app.emulators.faults import FaultyLine
from app.emulators.movement import Movement
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import PauseClock, ResumeClock, StartClock
from app.engine.side import Side as Player
from tests.clock.drivers.line import Line, only
from tests.clock.virtual_room import VirtualHall, left_of

MANUAL = Path(__file__).parents[3] / "docs" / "adding-a-clock.md"


def examples() -> list[str]:
    """The driver, and its line in the catalog."""
    return re.findall(r"```python\n(.*?)```", MANUAL.read_text("utf-8"), re.S)


def example() -> str:
    return examples()[0]


def product() -> Product:
    names: dict[str, object] = {"Product": Product}
    exec(example(), names)
    made = eval(examples()[1], names)
    assert isinstance(made, Product)
    return made


def ticktock() -> Driver:
    names: dict[str, type[Driver]] = {}
    exec(example(), names)
    return names["Ticktock"]()


def test_the_example_has_fewer_than_a_hundred_lines() -> None:
    assert len(example().splitlines()) < 100


def test_the_example_follows_a_game() -> None:
    line = Line(ticktock())
    for said in (b"T - 60 60\n", b"T - 60 60\n", b"T L 59 60\nT L 58 60\n", b"T R 57 60\n"):
        line.wait(1000)
        line.hear(said)
    for said in (b"noise\nT R 57 57\n", b"T R 57 0\n", b"T R 57 56\n"):
        line.wait(1000)
        line.hear(said)
    kinds = [type(message) for message in line.heard if not isinstance(message, Reading)]
    assert kinds == [Identified, Started, Pressed, Doubted]
    line.wait(4000)
    line.hear(b"T R 57 52\n")
    assert only(line.heard, Reading)[-1].right_ms == 52_000


def test_the_example_carries_out_orders_or_says_why_not() -> None:
    line = Line(ticktock())
    line.hear(b"T - 60 60\n")
    line.driver.run(Hand.LEFT, line.now_ms)
    line.flush()
    assert line.bytes_sent() == b"SL\n"
    line.hear(b"ok\nok\n")
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    line.driver.run(None, line.now_ms)
    line.wait(1500)
    assert [failed.request for failed in only(line.heard, Failed)] == ["stop"]
    line.driver.set_times(1, 1, line.now_ms)
    line.driver.identify(line.now_ms)
    line.wait(5000)
    assert line.driver.dead


def test_the_example_answers_each_of_several_orders() -> None:
    line = Line(ticktock())
    line.hear(b"T - 60 60\n")
    for hand in (Hand.LEFT, None, Hand.RIGHT):
        line.driver.run(hand, line.now_ms)
    line.flush()
    assert line.bytes_sent() == b"SL\nS-\nSR\n"
    line.hear(b"ok\nok\n")
    line.wait(1500)
    assert [done.request for done in only(line.heard, OrderDone)] == ["run", "stop"]
    assert [failed.request for failed in only(line.heard, Failed)] == ["run"]


class Ticktock:
    """The clock of the page, from what the page says of its lines."""

    def __init__(self, now_ms: int) -> None:
        self.hands = Movement(3_600_000, 3_600_000, now_ms)
        self.turn, self.stands, self.out, self.told_ms = DeviceSide.LEFT, True, b"", now_ms

    def opened(self, now_ms: int) -> None: ...

    def receive(self, data: bytes, now_ms: int) -> None:
        for order in re.findall(rb"S([LR-])\n", data):
            self.stands = order == b"-"
            self.turn = self.turn if self.stands else DeviceSide(order.decode())
            self._run(now_ms)
            self.out += b"ok\n"

    def send(self, now_ms: int) -> bytes:
        self.hands.move_to(now_ms)
        while self.told_ms + 1000 <= now_ms:
            self.told_ms += 1000
            side = "-" if self.stands else self.turn.value
            times = f"{self.hands.left_ms // 1000} {self.hands.right_ms // 1000}"
            self.out += f"T {side} {times}\n".encode()
        out, self.out = self.out, b""
        return out

    def next_ms(self, now_ms: int) -> int:
        return now_ms if self.out else self.told_ms + 1000

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self.turn = side.other
        self._run(now_ms)

    def start_stop(self, now_ms: int) -> None:
        self.stands = not self.stands
        self._run(now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None: ...

    def power_cycle(self, now_ms: int) -> None: ...

    def lever(self, now_ms: int) -> DeviceSide | None:
        return self.turn.other

    def truth(self, now_ms: int) -> Truth:
        return self.hands.truth(now_ms)

    def _run(self, now_ms: int) -> None:
        self.hands.move_to(now_ms)
        self.hands.run(None if self.stands else self.turn)


def test_a_clock_built_from_the_guide_plays_a_game() -> None:
    room = VirtualHall(products=(*PRODUCTS, product()))
    room.lines["usb"] = FaultyLine(Ticktock(room.now_ms))
    room.run(30_000)
    assert (room.port("usb").stage, room.port("usb").wish.product) == (Stage.READY, "ticktock")
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.seat("usb", 1)
    room.do(StartRound(1))
    room.lines["usb"].start_stop(room.now_ms)  # as the page's table says: it cannot be set
    room.run(60_000)
    room.press("usb")
    room.run(30_000)
    play = room.game().play
    assert (play.clock_holds, play.step, play.runner) == (True, 1, Player.BLUE)
    room.do(PauseClock(room.game().number, "lunch"))
    room.run(5000)
    assert room.lines["usb"].truth(room.now_ms).running is None
    room.do(ResumeClock(room.game().number))
    room.run(5000)
    truth = room.lines["usb"].truth(room.now_ms)
    assert truth.running is DeviceSide.RIGHT
    assert abs(left_of(room.game(), Player.BLUE, room.now_ms) - truth.right_ms) <= 1500


def test_the_guide_s_clock_that_cannot_be_set_is_started_by_hand() -> None:
    room = VirtualHall(products=(product(),))
    room.lines["usb"] = FaultyLine(Ticktock(room.now_ms))
    room.run(10_000)
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.seat("usb", 1)
    room.do(StartRound(1))
    room.do(StartClock(room.game().number, Player.RED))
    room.run(3000)
    clock = room.clock("usb")
    assert clock is not None
    assert clock.sentence == str(DO_THE_SAME)
    assert room.lines["usb"].truth(room.now_ms).running is None


def test_a_clock_built_from_the_guide_returns_after_its_cable_was_pulled() -> None:
    room = VirtualHall(products=(*PRODUCTS, product()))
    room.lines["usb"] = FaultyLine(Ticktock(room.now_ms))
    room.run(30_000)
    room.pull("usb")
    room.run(60_000)
    room.plug_in("usb")
    room.run(5000)
    assert room.port("usb").stage is Stage.READY
