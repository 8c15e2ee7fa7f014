import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.drivers.dgt import bus as dgt_bus
from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.bus import BusFrame, BusFrames, DgtBus, encode_command_byte
from app.clock.drivers.driver import (
    Doubted,
    Fact,
    Fallen,
    Hand,
    Identified,
    Noted,
    Pressed,
    Reading,
    Started,
    Stopped,
)
from tests.clock.drivers.dgt_bench import HOUR, LEFT_RUNS, RIGHT_RUNS, STANDS, time_data
from tests.clock.drivers.line import START_MS, Line, cuts, only

HERE, THERE = 0x10 << 7 | 0x06, 1025
REPLY = bytes.fromhex("84 00 0d 10 06 01 00 00 01 00 00 00 29")


def frame(kind: int, address: int, data: bytes = b"") -> bytes:
    length = len(data) + 6
    head = bytes([kind, length >> 7, length & 127, address >> 7, address & 127]) + data
    return head + bytes([sum(head) & 127])


class Bus:
    """Boards on one line by address, each with the seven bytes that it shows."""

    def __init__(self, *addresses: int) -> None:
        self.shows = {address: time_data(HOUR, HOUR, STANDS) for address in addresses}
        self.spoils = 0

    def __call__(self, sent: bytes, now_ms: int) -> bytes:
        sent = sent.removeprefix(b"\x4a")
        if not sent:
            return b""
        assert sum(sent[:-1]) & 127 == sent[-1]
        address = sent[1] << 7 | sent[2]
        if sent[0] == 0x87:
            return b"".join(frame(0x87, show) for show in self.shows if address in {0, show})
        if address not in self.shows:
            return b""
        back = frame(0x84, address, self.shows[address])
        if sent[0] == 0x8B:
            back = frame(0x89, address, b"\x01\x08")
        if self.spoils:
            self.spoils -= 1
            return back[:-1] + bytes([back[-1] ^ 1])
        return back


def found(bus: Bus, address: int | None = HERE) -> Line:
    line = Line(DgtBus(address), bus)
    line.wait(3000)
    return line


def shown(line: Line, bus: Bus, data: bytes) -> None:
    line.wait(600)
    bus.shows[HERE] = data
    line.wait(400)


def test_commands_and_replies_match_the_test_vectors() -> None:
    assert encode_command_byte(0x8B, 0) == bytes.fromhex("8b 00 00 0b")
    assert encode_command_byte(0x81, HERE) == bytes.fromhex("81 10 06 17")
    assert frame(0x84, HERE, time_data(HOUR, HOUR, 0)) == REPLY
    assert BusFrames().feed(REPLY, 0) == [BusFrame(0x84, HERE, time_data(HOUR, HOUR, 0))]


@pytest.mark.parametrize("pieces", cuts(b"\x05" + REPLY + frame(0x87, 9) + frame(0x83, 9) + REPLY))
def test_frames_are_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    frames = BusFrames()
    kinds = [message.kind for piece in pieces for message in frames.feed(piece, 0)]
    assert kinds == [0x84, 0x87, 0x84]


def test_broken_frames_are_dropped_and_counted() -> None:
    frames = BusFrames()
    assert frames.feed(REPLY[:-1] + b"\x28" + b"\x84\x00\x0e" + REPLY[:5] + REPLY, 0) != []
    assert frames.bad == 3
    frames.feed(REPLY[:5], 0)
    assert frames.feed(REPLY[5:], 600) == []
    assert frames.bad == 4
    assert frames.feed(frame(0x83, THERE)[:3] + REPLY, 600) != []
    assert frames.bad == 4, "of a kind that is passed over nothing but its head is known"


def test_a_board_with_a_known_address_is_identified_and_read() -> None:
    line = found(Bus(HERE, THERE))
    (known,) = only(line.heard, Identified)
    assert (known.uid, known.firmware, known.abilities.sets) == ("02054", "board 1.08", False)
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000


def test_the_only_board_on_the_line_is_found_by_a_ping() -> None:
    line = found(Bus(THERE), None)
    assert only(line.heard, Identified)[0].uid == "01025"


def test_with_several_boards_the_user_must_choose() -> None:
    line = found(Bus(HERE, THERE), None)
    (doubted,) = only(line.heard, Doubted)
    assert "01025, 02054" in doubted.sentence
    assert line.driver.due_ms() is None
    line.now_ms += 60_000
    line.wait(1)
    assert not line.driver.dead
    assert isinstance(line.driver, DgtBus)
    assert line.driver.addresses == {HERE, THERE}


@pytest.mark.parametrize("address", [HERE, None])
def test_an_empty_line_is_given_up(address: int | None) -> None:
    line = found(Bus(), address)
    line.wait(3000)
    assert line.driver.dead == dgt_bus.NOBODY
    assert line.driver.due_ms() is None
    assert line.hear(REPLY) == []


def test_a_board_in_single_mode_is_switched_to_the_bus_only_if_we_say_so() -> None:
    line = Line(DgtBus(HERE, from_single=True), Bus(HERE))
    assert line.bytes_sent() == b"\x4a"
    line.wait(2000)
    assert only(line.heard, Identified)
    assert not {0x49, 0x4A, 0x4E, 0x51, 0x52, 0x53, 0x54} & set(found(Bus(HERE)).bytes_sent())


def test_presses_stops_and_flags_are_reported() -> None:
    bus = Bus(HERE)
    line = found(bus)
    shown(line, bus, time_data(3, HOUR, LEFT_RUNS))
    shown(line, bus, time_data(2, HOUR, RIGHT_RUNS))
    shown(line, bus, time_data(2, HOUR - 1, STANDS))
    shown(line, bus, time_data(2, HOUR - 1, LEFT_RUNS))
    shown(line, bus, time_data(1, HOUR - 1, LEFT_RUNS))
    shown(line, bus, time_data(0, HOUR - 1, LEFT_RUNS, left_flags=0x50))
    told = [type(message) for message in line.heard if not isinstance(message, Reading)]
    assert told == [Identified, Started, Pressed, Stopped, Started, Fallen]
    assert only(line.heard, Pressed)[0].hand is Hand.LEFT


def test_a_time_that_jumps_is_requested_again_at_once() -> None:
    bus = Bus(HERE)
    line = found(bus)
    shown(line, bus, time_data(HOUR, HOUR, LEFT_RUNS))
    before = len(line.sent)
    line.hear(frame(0x84, HERE, time_data(HOUR, HOUR + 60, LEFT_RUNS)))
    assert len(line.sent) == before + 1
    assert len(only(line.heard, Doubted)) == 1
    assert only(line.heard, Reading)[-1].right_ms == 3_600_000


def test_a_single_press_message_is_reported_at_once_because_the_bus_has_a_checksum() -> None:
    bus = Bus(HERE)
    line = found(bus)
    shown(line, bus, time_data(HOUR, HOUR, LEFT_RUNS))
    told = line.hear(frame(0x84, HERE, time_data(HOUR, HOUR, RIGHT_RUNS)))
    assert [type(message) for message in told] == [Pressed, Reading]


def test_a_message_with_a_bad_checksum_is_requested_again_at_once() -> None:
    bus = Bus(HERE)
    line = found(bus)
    bus.spoils = 1
    before = len(line.sent)
    line.wait(400)
    assert len(line.sent) == before + 2


def test_a_missing_reply_is_requested_again() -> None:
    bus = Bus(HERE)
    line = found(bus)
    shows = bus.shows.pop(HERE)
    line.wait(1500)
    bus.shows[HERE] = shows
    line.wait(1000)
    assert only(line.heard, Reading)[-1].at_ms > line.now_ms - 500


def test_other_boards_empty_replies_and_repeated_names_change_nothing() -> None:
    line = found(Bus(HERE))
    line.heard.clear()
    line.hear(frame(0x84, THERE, time_data(5, 5, 1)) + frame(0x87, THERE))
    line.hear(frame(0x84, HERE, bytes(7)) + frame(0x84, HERE, bytes.fromhex("01600001000011")))
    line.hear(frame(0x89, HERE, b"\x01\x08"))
    assert line.heard == []


def test_an_old_board_with_a_six_byte_version_answer_works_like_any_other() -> None:
    bus = Bus(HERE)
    line = Line(DgtBus(HERE), lambda sent, at: old_answer(bus, sent, at))
    line.wait(3000)
    assert [identified.firmware for identified in only(line.heard, Identified)] == [
        "board 1.2 or older"
    ]
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000
    assert not only(line.heard, Doubted)


def old_answer(bus: Bus, sent: bytes, at_ms: int) -> bytes:
    return frame(0x89, HERE) if sent[0] == 0x8B else bus(sent, at_ms)


@pytest.mark.parametrize(
    "odd",
    [
        frame(0x9C, HERE, b"\x01\x02"),
        frame(0x84, HERE, time_data(5, 5, 1) + b"\x01"),
        frame(0x89, HERE, b"\x02\x01\x00"),
    ],
)
def test_unknown_messages_from_a_newer_board_are_reported_once_and_not_guessed_at(
    odd: bytes,
) -> None:
    line = found(Bus(HERE))
    line.heard.clear()
    line.hear(odd + odd)
    (doubted,) = only(line.heard, Doubted)
    assert f"message {odd[0]:02X}, {len(odd)} bytes" in doubted.sentence
    assert doubted.lasting
    assert not only(line.heard, (Reading, Identified, Pressed))
    line.wait(1000)
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000


def test_broken_unknown_messages_and_those_of_another_board_are_ignored() -> None:
    line = found(Bus(HERE))
    line.heard.clear()
    line.hear(frame(0x9C, THERE, b"\x01") + frame(0x9C, HERE, b"\x01")[:-1] + b"\x7f")
    line.hear(b"\x9c\x00\x03\x01" + b"\x9c\x7f\x7f" + bytes(300))
    assert line.heard == []


def test_an_unplugged_clock_is_reported() -> None:
    bus = Bus(HERE)
    line = found(bus)
    shown(line, bus, time_data(0, 0, 0x20))
    assert [noted.fact for noted in only(line.heard, Noted)] == [Fact.UNPLUGGED]


def test_a_board_that_freezes_is_lost() -> None:
    bus = Bus(HERE)
    line = found(bus)
    bus.shows.clear()
    line.wait(6000)
    assert line.driver.dead == words.GONE


def test_a_driver_says_when_others_on_its_line_must_wait() -> None:
    """It asks after half a second, and its board has a fifth of a second to answer."""
    line = Line(DgtBus(HERE))
    assert isinstance(line.driver, DgtBus)
    assert not line.driver.speaking
    line.wait(510)
    assert line.driver.speaking
    line.wait(189)
    assert line.driver.speaking
    line.wait(1)
    assert not line.driver.speaking


def test_it_can_only_be_listened_to() -> None:
    driver = DgtBus(HERE)
    driver.set_times(1, 1, 1)
    driver.run(None, 1)
    driver.identify(1)
    assert (driver.tick(1), driver.receive(REPLY, 1), driver.due_ms(), driver.to_send()) == (
        [],
        [],
        None,
        b"",
    )


@pytest.mark.long
def test_a_frame_is_found_after_a_megabyte_of_noise() -> None:
    frames = BusFrames()
    frames.feed(random.Random(7).randbytes(1 << 20), 0)
    assert frames.feed(REPLY, 0)[-1].address == HERE


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.integers(1, 3000),
            st.builds(
                frame,
                st.sampled_from([0x84, 0x87, 0x89, 0x83]),
                st.sampled_from([HERE, THERE, 0]),
                st.binary(max_size=8).map(lambda data: bytes(one & 127 for one in data)),
            ),
        )
    ),
    st.sampled_from([HERE, None]),
)
def test_nothing_that_comes_upsets_the_driver(acts: list[bytes | int], address: int | None) -> None:
    line = Line(DgtBus(address), Bus(HERE))
    for act in acts:
        if isinstance(act, bytes):
            line.hear(act)
        else:
            line.wait(act)


@pytest.mark.parametrize(("late_ms", "frames", "bad"), [(500, 1, 0), (501, 0, 1)])
def test_the_bytes_of_a_frame_come_within_half_a_second(
    late_ms: int, frames: int, bad: int
) -> None:
    cutter = BusFrames()
    cutter.feed(REPLY[:5], 1000)
    assert len(cutter.feed(REPLY[5:], 1000 + late_ms)) == frames
    assert cutter.bad == bad


@pytest.mark.parametrize(("length", "frames"), [(256, 1), (257, 0)])
def test_a_frame_has_256_bytes_at_most(length: int, frames: int) -> None:
    cutter = BusFrames()
    assert len(cutter.feed(frame(0x8E, HERE, bytes(length - 6)), 0)) == frames
    assert cutter.bad == 0
    assert len(cutter.feed(REPLY, 0)) == 1


def test_a_frame_has_at_least_six_bytes_and_unknown_kinds_are_ignored() -> None:
    cutter = BusFrames()
    assert cutter.feed(bytes.fromhex("87 00 05 10 06"), 0) == []
    assert cutter.bad == 1
    for kind in (0x83, 0x85, 0x86, 0x88, 0x8A):
        assert cutter.feed(frame(kind, HERE), 0) == []
    assert cutter.bad == 1
    for kind in (0x82, 0x84, 0x87, 0x89, 0x8B):
        assert len(cutter.feed(frame(kind, HERE), 0)) == 1


def sent_at(line: Line) -> list[tuple[int, int]]:
    return [(at_ms - 1_000_000, sent[0]) for at_ms, sent in line.sent]


def test_the_only_board_is_called_and_asked_at_the_right_times() -> None:
    line = Line(DgtBus(None), Bus(HERE))
    line.wait(2600)
    assert sent_at(line) == [(500, 0x87), (1701, 0x8B), (2101, 0x81), (2501, 0x81)]


def test_a_silent_board_is_asked_again_at_the_right_times() -> None:
    line = Line(DgtBus(HERE), None)
    line.wait(1400)
    assert sent_at(line) == [(500, 0x8B), (900, 0x8B), (1300, 0x8B)]
    line.wait(3599)
    assert line.driver.dead == ""
    line.wait(1)
    assert line.driver.dead == dgt_bus.NOBODY


def test_a_board_is_lost_after_three_unanswered_questions() -> None:
    bus = Bus(HERE)
    line = found(bus)
    bus.shows.clear()
    heard_ms = line.sent[-1][0]
    line.wait(heard_ms + 2399 - line.now_ms)
    assert line.driver.dead == ""
    line.wait(1)
    assert line.driver.dead == words.GONE


def test_a_board_that_was_not_asked_meanwhile_is_asked_three_times_before_it_is_lost() -> None:
    bus = Bus(HERE)
    line = found(bus)
    bus.shows.clear()
    line.now_ms += 5000  # this computer slept
    line.sent.clear()
    while not line.driver.dead:
        line.wait(1)
    assert len(line.sent) == 3


def test_only_boards_that_answer_a_call_are_listed_up_to_64() -> None:
    driver = DgtBus(None)
    driver.opened(0)
    driver.hear(REPLY, 10)
    assert driver.addresses == set()
    for address in range(100):
        driver.hear(frame(0x87, address), 20)
    assert len(driver.addresses) == 64


def test_a_reply_that_comes_in_two_parts_is_not_asked_for_again() -> None:
    line = Line(DgtBus(HERE))
    line.wait(500)
    asked = len(line.sent)
    reply = frame(0x89, HERE, b"\x01\x08")
    line.hear(reply[:5])
    line.wait(100)
    assert len(line.sent) == asked
    line.hear(reply[5:])
    assert len(only(line.heard, Identified)) == 1


def test_a_spoilt_frame_that_nobody_waits_for_triggers_no_question() -> None:
    line = found(Bus(HERE))
    line.sent.clear()
    line.hear(REPLY[:-1] + b"\x28")
    line.wait(1)
    assert line.sent == []


def test_time_when_the_program_was_not_listening_does_not_count_as_silence() -> None:
    bus = Bus(HERE)
    line = found(bus)
    bus.shows.clear()
    heard_ms = line.sent[-1][0]
    line.driver.excuse(1000)
    line.wait(heard_ms + 3399 - line.now_ms)
    assert line.driver.dead == ""
    line.wait(1)
    assert line.driver.dead == words.GONE


@pytest.mark.parametrize(
    ("address", "answers", "asked_ms"),
    [
        (HERE, True, [500, 900, 1300, 1700, 2100, 2500, 2900, 3300, 3700, 4100, 4500, 4900]),
        (HERE, False, [500, 900, 1300, 1700, 2100, 2500, 2900, 3300, 3700, 4100, 4500, 4900]),
        (None, False, [500, 1701, 2902, 4103]),
    ],
)
def test_a_board_is_asked_every_400_ms_and_the_whole_line_less_often(
    address: int | None, answers: bool, asked_ms: list[int]
) -> None:
    line = Line(DgtBus(address), Bus(HERE) if answers else None)
    line.wait(4999)
    assert [at_ms - START_MS for at_ms, _ in line.sent] == asked_ms
    assert not line.driver.dead
    line.wait(1)
    assert line.driver.dead == ("" if answers else dgt_bus.NOBODY)


def test_a_board_is_lost_after_2_4_seconds() -> None:
    bus = Bus(HERE)
    line = found(bus)
    heard_ms = line.sent[-1][0]
    del bus.shows[HERE]
    line.wait(heard_ms + 2399 - line.now_ms)
    assert not line.driver.dead
    line.wait(1)
    assert line.driver.dead == words.GONE
