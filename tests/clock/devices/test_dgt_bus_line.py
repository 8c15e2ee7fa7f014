from app.clock.devices.dgt_bus import NOBODY
from app.clock.devices.dgt_bus_line import DgtBusLine
from app.clock.devices.driver import Hand, Identified, Message, Pressed, Reading
from tests.clock.devices.dgt_bench import HOUR, LEFT_RUNS, RIGHT_RUNS, time_data
from tests.clock.devices.test_dgt_bus import Bus, frame

BOARDS = [1025, 1026, 1027, 2054]


class Shared:
    """A line of virtual time on which answers take 30 ms."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.line = DgtBusLine(BOARDS)
        self.now_ms = 1000
        self.coming: list[tuple[int, bytes]] = []
        self.heard: list[tuple[int, Message]] = self.line.opened(self.now_ms)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, 10):
            self.now_ms += 10
            for at_ms, data in [*self.coming]:
                if at_ms <= self.now_ms:
                    self.coming.remove((at_ms, data))
                    self.heard += self.line.receive(data, self.now_ms)
            due_ms = self.line.due_ms()
            if due_ms is not None and due_ms <= self.now_ms:
                self.heard += self.line.tick(self.now_ms)
            sent = self.line.to_send()
            if sent:
                assert len(sent) == 4, "two boards were asked at once"
                assert not self.coming
                back = self.bus(sent, self.now_ms)
                self.coming += [(self.now_ms + 30, back)] if back else []


def test_each_board_is_heard_and_only_one_is_asked_at_a_time() -> None:
    bus = Bus(*BOARDS)
    shared = Shared(bus)
    shared.wait(3000)
    found = [address for address, one in shared.heard if isinstance(one, Identified)]
    assert sorted(found) == BOARDS
    bus.shows[1026] = time_data(HOUR, HOUR, LEFT_RUNS)
    shared.wait(1000)
    bus.shows[1026] = time_data(HOUR - 1, HOUR, RIGHT_RUNS)
    shared.wait(1000)
    presses = [(address, one.hand) for address, one in shared.heard if isinstance(one, Pressed)]
    assert presses == [(1026, Hand.LEFT)]
    read = {address for address, one in shared.heard if isinstance(one, Reading)}
    assert read == set(BOARDS)
    assert not shared.line.dead


def test_a_silent_board_holds_nobody_up_for_long() -> None:
    bus = Bus(*BOARDS[1:])
    shared = Shared(bus)
    shared.wait(8000)
    shared.heard.clear()
    shared.wait(2000)
    assert {address for address, _ in shared.heard} == set(BOARDS[1:])
    assert shared.line.boards[1025].dead == NOBODY
    assert not shared.line.dead


def test_a_line_without_a_board_is_dead() -> None:
    shared = Shared(Bus())
    shared.wait(30_000)
    assert shared.line.dead == NOBODY
    assert shared.line.due_ms() is None
    assert shared.line.receive(frame(0x87, 1025), shared.now_ms) == []
