from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.dgt.bus import NOBODY, PING, encode_command_byte
from app.clock.drivers.dgt.bus_line import DgtBusLine
from app.clock.drivers.driver import Gone, Hand, Identified, Placed, Pressed, Reading
from tests.clock.drivers.dgt.test_bus import Bus, frame
from tests.clock.drivers.dgt_bench import HOUR, LEFT_RUNS, RIGHT_RUNS, time_data

BOARDS = [1025, 1026, 1027, 2054]
PLACES = [f"{board:05}" for board in BOARDS]


class Shared:
    """A line of virtual time on which answers take 30 ms."""

    def __init__(self, bus: Bus, *known: int) -> None:
        self.bus = bus
        self.line = DgtBusLine(known)
        self.now_ms = 1000
        self.coming: list[tuple[int, bytes]] = []
        self.sent: list[tuple[int, bytes]] = []
        self.heard: list[Placed] = self.line.opened(self.now_ms)
        assert self.line.to_send() == b"\x4a"

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
                self.sent.append((self.now_ms, sent))
                back = self.bus(sent, self.now_ms)
                self.coming += [(self.now_ms + 30, back)] if back else []


def of(shared: Shared, kind: type) -> list[str]:
    return [message.place for message in shared.heard if isinstance(message.message, kind)]


@pytest.mark.parametrize("known", [(), BOARDS])
def test_each_board_is_heard_and_only_one_is_asked_at_a_time(known: list[int]) -> None:
    bus = Bus(*BOARDS)
    shared = Shared(bus, *known)
    shared.wait(7000)
    assert sorted(of(shared, Identified)) == PLACES
    assert sorted(shared.line.clocks) == PLACES
    bus.shows[1026] = time_data(HOUR, HOUR, LEFT_RUNS)
    shared.wait(1000)
    bus.shows[1026] = time_data(HOUR - 1, HOUR, RIGHT_RUNS)
    shared.wait(1000)
    presses = [message for message in shared.heard if isinstance(message.message, Pressed)]
    assert [(press.place, press.message.hand) for press in presses] == [("01026", Hand.LEFT)]
    assert set(of(shared, Reading)) == set(PLACES)
    assert not shared.line.dead


@pytest.mark.parametrize("is_excused", [True, False])
def test_a_line_is_dead_after_silence_unless_the_program_was_late(is_excused: bool) -> None:
    bus = Bus(*BOARDS)
    shared = Shared(bus)
    shared.wait(7000)
    if is_excused:
        shared.line.excuse(10_000)
    shared.heard.clear()
    shared.now_ms += 10_000
    shared.wait(1000)
    assert (shared.line.dead == "") is is_excused
    assert set(of(shared, Reading)) == (set(PLACES) if is_excused else set())


def test_a_silent_board_does_not_hold_up_the_others() -> None:
    bus = Bus(*BOARDS[1:])
    shared = Shared(bus, *BOARDS)
    shared.wait(9000)
    shared.heard.clear()
    shared.wait(3000)
    assert set(of(shared, Reading)) == set(PLACES[1:])
    assert shared.line.boards[1025].dead == NOBODY
    assert of(shared, Gone) == []
    assert not shared.line.dead


def test_a_board_that_goes_away_is_reported_and_found_again_when_it_returns() -> None:
    bus = Bus(*BOARDS)
    shared = Shared(bus)
    shared.wait(7000)
    kept = bus.shows.pop(2054)
    shared.heard.clear()
    shared.wait(8000)
    assert of(shared, Gone) == ["02054"]
    assert set(of(shared, Reading)) <= set(PLACES)
    bus.shows[2054] = kept
    shared.heard.clear()
    shared.wait(3000)
    assert of(shared, Identified) == ["02054"]
    assert of(shared, Gone) == []


def test_several_silent_boards_are_called_in_turn() -> None:
    bus = Bus(*BOARDS[2:])
    shared = Shared(bus, *BOARDS)
    shared.wait(9000)
    for back in (BOARDS[1], BOARDS[0]):
        shared.heard.clear()
        bus.shows[back] = time_data(HOUR, HOUR, LEFT_RUNS)
        shared.wait(4000)
        assert of(shared, Identified) == [f"{back:05}"]


def test_a_board_plugged_in_later_is_found() -> None:
    bus = Bus(1025)
    shared = Shared(bus)
    shared.wait(7000)
    bus.shows[1026] = time_data(HOUR, HOUR, LEFT_RUNS)
    shared.wait(70_000)
    assert of(shared, Identified) == ["01025", "01026"]


def test_a_line_without_boards_is_dead_until_reopened() -> None:
    for known in ((), BOARDS):
        shared = Shared(Bus(), *known)
        shared.wait(30_000)
        assert shared.line.dead == NOBODY
        assert shared.line.due_ms() is None
        assert shared.line.tick(shared.now_ms) == []
        assert shared.line.receive(frame(0x84, 1025, bytes(7)), shared.now_ms) == []
        shared.line.opened(shared.now_ms)
        assert not shared.line.dead


def test_a_line_keeps_at_most_64_boards() -> None:
    shared = Shared(Bus())
    for address in range(100):
        shared.line.receive(frame(0x87, address), shared.now_ms)
    assert len(shared.line.boards) == 64


@given(st.lists(st.tuples(st.binary(max_size=30), st.integers(0, 3000)), max_size=30))
def test_no_bytes_upset_the_line(heard: list[tuple[bytes, int]]) -> None:
    line, now_ms = DgtBusLine((1025,)), 1000
    line.opened(now_ms)
    for data, ms in heard:
        now_ms += ms
        line.receive(data, now_ms)
        line.tick(now_ms)
        line.to_send()
        line.due_ms()


def test_known_boards_are_asked_before_any_others_are_called() -> None:
    bus = Bus(*BOARDS)
    known = Shared(bus, *BOARDS)
    known.wait(2000)
    assert set(of(known, Reading)) == set(PLACES)
    nobody = Shared(bus)
    nobody.wait(1000)
    assert sorted(nobody.line.boards) == BOARDS


@pytest.mark.parametrize(
    "told", [frame(0x84, 1025, bytes(7)), frame(0x87, 1025)[:-1] + b"\x7f"], ids=["time", "spoilt"]
)
def test_only_the_answer_to_a_call_adds_a_board(told: bytes) -> None:
    shared = Shared(Bus())
    shared.line.receive(told + frame(0x87, 1026), shared.now_ms)
    assert sorted(shared.line.boards) == [1026]


@pytest.mark.parametrize(("address", "every_ms"), [(1026, 1000), (0, 60_000)])
def test_a_silent_board_is_called_each_second_and_all_boards_each_minute(
    address: int, every_ms: int
) -> None:
    shared = Shared(Bus(1025), 1025, 1026)
    shared.wait(10_000)
    shared.sent.clear()
    shared.wait(190_000)
    call = encode_command_byte(PING, address)
    called_ms = [at_ms for at_ms, sent in shared.sent if sent == call]
    assert min(later - earlier for earlier, later in pairwise(called_ms)) == every_ms


@pytest.mark.parametrize(("known", "calls_ms"), [((), [500, 3000]), ((1025,), [2500])])
def test_all_boards_are_called_twice_unless_the_known_ones_are_missing(
    known: tuple[int, ...], calls_ms: list[int]
) -> None:
    shared = Shared(Bus(), *known)
    opened_ms = shared.now_ms
    shared.wait(10_000)
    call = encode_command_byte(PING, 0)
    called_ms = [at_ms - opened_ms for at_ms, sent in shared.sent if sent == call]
    assert called_ms == calls_ms
    assert shared.line.dead == NOBODY
