from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.emulators.agenda import Agenda, Wire, soonest
from app.emulators.catalog import KINDS, make_device
from app.emulators.dclk.lines import line
from app.emulators.device import DeviceSide
from app.emulators.faults import FaultyLine, LineFault, LineFaults
from app.emulators.movement import Movement, seconds_up

START_MS = 600_000
DRIFTS = st.integers(-8000, 8000)


@given(DRIFTS, st.integers(0, 10**9), st.integers(0, 10**7))
def test_instant_of_gives_the_first_instant_at_which_that_time_had_been_counted(
    drift_ppm: int, born_ms: int, local_ms: int
) -> None:
    hands = Movement(0, 0, born_ms, drift_ppm)
    at_ms = hands.instant_of(local_ms)
    assert hands.local_ms(at_ms) >= local_ms
    assert at_ms == born_ms or hands.local_ms(at_ms - 1) < local_ms


@given(DRIFTS, st.lists(st.tuples(st.integers(0, 60_000), st.sampled_from([*DeviceSide, None]))))
def test_time_is_neither_gained_nor_lost(
    drift_ppm: int, steps: list[tuple[int, DeviceSide | None]]
) -> None:
    hands = Movement(START_MS, START_MS, 0, drift_ppm)
    now_ms = paused_ms = 0
    for wait_ms, running in steps:
        before_ms = hands.local_ms(now_ms)
        flag_ms = hands.flag_due_ms()
        now_ms += wait_ms
        passed_ms = hands.local_ms(now_ms) - before_ms
        if hands.running is None:
            paused_ms += passed_ms
        elif flag_ms is not None and flag_ms <= now_ms:
            paused_ms += passed_ms - hands.of(hands.running)
        seen = hands.truth(now_ms)
        hands.move_to(now_ms)
        assert seen == hands.truth(now_ms)
        hands.run(running if running and hands.of(running) else None)
    used_ms = 2 * START_MS - hands.left_ms - hands.right_ms
    assert used_ms + paused_ms == hands.local_ms(now_ms)


def test_a_side_stops_at_zero_and_is_flagged_once() -> None:
    hands = Movement(1000, 500, 0)
    hands.run(DeviceSide.RIGHT)
    assert hands.flag_due_ms() == 500
    assert hands.move_to(499) is None
    assert hands.move_to(700) is DeviceSide.RIGHT
    assert hands.truth(900).flagged is DeviceSide.RIGHT
    hands.run(DeviceSide.LEFT)
    assert hands.move_to(5000) is DeviceSide.LEFT
    assert hands.flagged is DeviceSide.RIGHT, "the first to fall stays up"
    hands.edit(DeviceSide.RIGHT, 10)
    assert hands.flagged is None


def test_whole_seconds_are_shown_until_nothing_is_left() -> None:
    assert [seconds_up(ms) for ms in (0, 1, 999, 1000, 1001)] == [0, 1, 1, 1, 2]


def ready(kind: str) -> FaultyLine:
    """A clock of any kind with ten minutes a side, ready to run at instant 5000."""
    device = make_device(kind, {} if kind != "openchess" else {"drift": "0"}, 0)
    setting = {
        "dgt3000": b"",
        "dgtxl": b"",
        "dgtbus": b"",
        "dclk": line("@1 SET 600000 600000") + line("@2 RUN L") + line("@3 PAUSE"),
        "hourglass": b"Ann~Bob%10 10 0",
        "upd": b"rst 600000 0\n",
        "openchess": bytes.fromhex("c4000927c0000927c0"),
    }
    device.receive(setting[kind], 100)
    device.send(5000)
    if kind.startswith("dgt"):
        device.edit_time(DeviceSide.LEFT, START_MS, 5000)
        device.edit_time(DeviceSide.RIGHT, START_MS, 5000)
    elif kind == "hourglass":
        device.receive(b"|", 5000)
        device.send(5100)
        device.start_stop(5100)
    elif kind == "openchess":
        device.press(DeviceSide.RIGHT, 5000)
        device.start_stop(5000)
        device.edit_time(DeviceSide.LEFT, START_MS, 5000)
    for side in DeviceSide:
        device.edit_time(side, START_MS, 5100)
    return device


DEEDS = st.sampled_from(["left", "right", "stop"])


@given(
    st.sampled_from(sorted(KINDS)),
    st.lists(st.tuples(st.integers(50, 90_000), DEEDS), max_size=30),
)
@settings(deadline=None)
def test_no_clock_gains_or_loses_time(kind: str, deeds: list[tuple[int, str]]) -> None:
    device = ready(kind)
    now_ms, paused_ms = 5100, 0
    for wait_ms, deed in deeds:
        before = device.truth(now_ms)
        if before.running is None:
            paused_ms += wait_ms
        else:
            paused_ms += max(wait_ms - before.of(before.running), 0)
        now_ms += wait_ms
        if deed == "stop":
            device.start_stop(now_ms)
        else:
            device.press(DeviceSide.LEFT if deed == "left" else DeviceSide.RIGHT, now_ms)
        device.send(now_ms)
    truth = device.truth(now_ms)
    used_ms = 2 * START_MS - truth.left_ms - truth.right_ms
    assert used_ms + paused_ms == now_ms - 5100
    assert (truth.flagged is not None) == (0 in (truth.left_ms, truth.right_ms))


@given(st.sampled_from(sorted(KINDS)), st.lists(st.binary(max_size=40), max_size=20))
@settings(deadline=None)
def test_noise_breaks_no_clock(kind: str, noise: list[bytes]) -> None:
    device = make_device(kind, {}, 0)
    for index, data in enumerate(noise):
        device.receive(data, index * 300)
        device.send(index * 300 + 100)
    device.truth(10_000)


@pytest.mark.long
@given(st.sampled_from(sorted(KINDS)), st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_no_clock_breaks_on_its_own_faults(kind: str, seed: int) -> None:
    words = {fault.value: "0.02" for fault in LineFault}
    device = make_device(kind, words | {"seed": str(seed), "powered": "1"}, 0)
    choose = Random(seed)
    orders = [b"@1 SET 9000 9000*00\n", line("@2 SET 90000 90000"), line("@3 RUN L"), b"\x4b"]
    orders += [b"A~B%2 2 0|", b"rst 90000 0\nresume\n", bytes.fromhex("2b0a030a000130000130 09 00")]
    for now_ms in range(0, 120_000, 130):
        device.receive(choose.choice(orders), now_ms)
        device.press(choose.choice(list(DeviceSide)), now_ms)
        device.send(now_ms)
        if not device.connected:
            device.plug_in(now_ms)
        held = device.truth(now_ms)
        assert held.running is None or held.of(held.running) > 0
        assert min(held.left_ms, held.right_ms) >= 0


@given(st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_with_a_good_cable_every_frame_from_a_board_is_whole(seed: int) -> None:
    bytewise = {"flip", "insert", "delete", "cut", "garbage", "freeze", "disconnect", "reset"}
    bytewise |= {"eeprom_dump"}
    words = {fault.value: "0.05" for fault in LineFault if fault.value not in bytewise}
    device = make_device("dgt3000", words | {"seed": str(seed), "drift": "900"}, 0)
    device.receive(b"\x43", 0)
    device.start_stop(0)
    for at_ms in range(0, 5000, 500):
        device.receive(bytes.fromhex("2b 03 03 09 00"), at_ms)
    said = device.send(5000)
    device.mischief.faults = LineFaults()  # let what is begun be finished
    said += device.send(30_100)
    while said:
        length = said[1] << 7 | said[2]
        frame, said = said[:length], said[length:]
        assert frame[0] >= 0x80
        assert max(frame[1:]) < 0x80
        assert len(frame) == length


@given(st.sampled_from(sorted(KINDS)), st.lists(st.integers(1, 3000), max_size=40))
@settings(deadline=None)
def test_reading_a_clock_more_often_does_not_change_its_messages(
    kind: str, waits_ms: list[int]
) -> None:
    often, once = ready(kind), ready(kind)
    for device in (often, once):
        device.start_stop(5200)
    now_ms, said = 5200, often.send(5200)
    for wait_ms in waits_ms:
        now_ms += wait_ms
        said += often.send(now_ms)
    assert once.send(now_ms) == said
    assert often.truth(now_ms) == once.truth(now_ms)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_clock_announces_when_it_next_has_something_to_send(kind: str) -> None:
    by_hint, by_step = ready(kind), ready(kind)
    for device in (by_hint, by_step):
        device.start_stop(5200)
    now_ms, hinted = 5200, []
    while (due_ms := by_hint.next_ms(now_ms)) is not None and due_ms <= 20_000:
        now_ms = max(due_ms, now_ms)
        hinted.append(by_hint.send(now_ms))
    stepped = b"".join(by_step.send(at_ms) for at_ms in range(5200, now_ms + 1))
    assert b"".join(hinted) == stepped


def test_bytes_are_sent_at_the_speed_of_the_line() -> None:
    wire = Wire(9600)
    wire.put(bytes(10), 100)
    wire.put(b"", 100)
    assert wire.next_ms == 111
    assert [len(wire.take(at_ms)) for at_ms in (99, 100, 101, 102, 111)] == [0, 0, 0, 1, 9]
    wire.put(b"ab", 200)
    wire.put(b"cd", 200)
    assert wire.take(203) == b"ab"
    assert wire.take(205) == b"cd"
    assert wire.next_ms is None


def test_a_line_without_a_speed_is_instant() -> None:
    wire = Wire(0)
    wire.put(b"abc", 100)
    assert wire.take(99) == b""
    assert wire.take(100) == b"abc"


def test_actions_due_at_the_same_time_happen_in_the_order_they_were_added() -> None:
    agenda, done = Agenda(), list[str]()
    agenda.at(5, lambda _: done.append("second"))
    agenda.at(5, lambda _: done.append("third"))
    agenda.at(1, lambda _: done.append("first"))
    agenda.run_to(4)
    assert done == ["first"]
    agenda.run_to(5)
    assert done == ["first", "second", "third"]
    assert soonest(3, None, agenda.next_ms) is None
    assert soonest(3, 1, 9) == 3
