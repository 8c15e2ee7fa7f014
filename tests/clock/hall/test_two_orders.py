"""A clock that is given orders while it is still taking earlier ones, in virtual time."""

import pytest

from app.clock.drivers.driver import Failed, Message, OrderDone
from app.emulators.device import DeviceSide
from app.engine.acts.table import AdjustClock, ClockPaused, PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from tests.clock.games import agrees, begin, room_with
from tests.clock.virtual_room import VirtualHall, left_of

RED, BLUE = Side.RED, Side.BLUE
HOUR, MINUTE = 3_600_000, 60_000
SLOW = {
    "dgt3000": {"ack_from_ms": "1200", "ack_to_ms": "1200"},
    "dgtxl": {"ack_from_ms": "1200", "ack_to_ms": "1200"},
    "dclk": {"answer_ms": "190"},
    "upd": {},
}
WAITS_MS = (0, 100, 300, 700, 1100, 1300, 1700, 2300, 3100)


class Told:
    """What a clock answers to its sets."""

    def __init__(self, room: VirtualHall) -> None:
        self.sets = 0
        self.answers: list[Message] = []
        heard = room.bank.receive

        def hear(name: str, message: Message) -> None:
            if isinstance(message, OrderDone | Failed) and message.request == "set":
                self.answers.append(message)
            heard(name, message)

        # The answers reach nobody else: they are overheard on their way to the bank.
        room.bank.receive = hear


def adjusted(room: VirtualHall, port: str, *deltas_ms: int, wait_ms: int) -> None:
    for delta_ms in deltas_ms:
        room.do(AdjustClock(1, RED, delta_ms, "Late"))
        room.run(wait_ms)
    room.run(12_000)


@pytest.mark.parametrize("wait_ms", WAITS_MS)
@pytest.mark.parametrize("kind", SLOW)
def test_two_corrections_in_a_row_both_count_and_nothing_is_questioned(kind, wait_ms):
    room, port = room_with(kind, **SLOW[kind])
    begin(room, port)
    room.run(20_000)
    before_ms, now_ms = left_of(room.game(), RED, room.now_ms), room.now_ms
    adjusted(room, port, -9000, -8000, wait_ms=wait_ms)
    due_ms = before_ms - 17_000 - (room.now_ms - now_ms)
    assert abs(left_of(room.game(), RED, room.now_ms) - due_ms) <= 6000
    assert not [mark for mark in room.game().marks if isinstance(mark, ClockPaused)]
    clock = room.clock(port)
    assert clock is not None
    assert clock.notice == ""
    agrees(room, port, 1500)


@pytest.mark.parametrize("wait_ms", WAITS_MS)
@pytest.mark.parametrize("kind", SLOW)
def test_every_set_is_answered_once_whatever_comes_between(kind, wait_ms):
    room, port = room_with(kind, **SLOW[kind])
    begin(room, port)
    room.run(20_000)
    told = Told(room)
    for command in (
        AdjustClock(1, RED, -9000, "Late"),
        PauseClock(1, "Lunch"),
        AdjustClock(1, RED, 30_000, "Early"),
        ResumeClock(1),
        AdjustClock(1, BLUE, -7000, "Late"),
    ):
        room.do(command)
        room.run(wait_ms)
    room.run(30_000)
    assert len(told.answers) == 3
    place = next(iter(room.bank.bound.places.values()))
    assert not place.busy
    agrees(room, port, 1500)


@pytest.mark.parametrize("wait_ms", [0, 200, 900, 1600])
def test_a_clock_with_whole_minutes_answers_every_setting_and_starts_with_the_last(wait_ms):
    room, port = room_with("hourglass")
    told = Told(room)
    room.bank.set_for_round()
    room.run(wait_ms)
    room.bank.set_for_round()
    room.run(wait_ms)
    room.do(StartClock(1, RED))
    room.run(wait_ms)
    room.run(8000)
    assert [type(answer) for answer in told.answers][:2] == [OrderDone, OrderDone]
    place = next(iter(room.bank.bound.places.values()))
    assert not place.busy
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT
    assert not [mark for mark in room.game().marks if isinstance(mark, ClockPaused)]
    agrees(room, port, 2000)


@pytest.mark.parametrize("wait_ms", [50, 250, 450, 700, 1500, 2600])
@pytest.mark.parametrize("kind", SLOW)
def test_stopping_the_clock_by_hand_while_it_carries_out_an_order_is_noticed(kind, wait_ms):
    room, port = room_with(kind, **SLOW[kind])
    begin(room, port)
    room.run(20_000)
    room.do(AdjustClock(1, RED, -9000, "Late"))
    room.run(wait_ms)
    room.touch(port)
    room.lines[port].start_stop(room.now_ms)
    room.run(15_000)
    stands = room.lines[port].truth(room.now_ms).running is None
    assert room.game().play.ticking is not stands
    agrees(room, port, 1500)
