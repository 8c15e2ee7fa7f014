"""Gamepads read through SDL itself, from its virtual joysticks to lines of JSON."""

import ctypes
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.links.pads import (
    AXIS_MOVED,
    BROKEN,
    BUTTON_DOWN,
    FAILED,
    HAT_MOVED,
    MISSING,
    MOST_EDGES,
    TAKEN,
    EdgeLimit,
    Event,
    PadLink,
    Sdl,
    Stick,
    find_place,
    library,
)
from tests.clock.virtual_pads import VirtualPad, dragonrise
from tests.patience import until


class Opened:
    def __init__(self, start=Sdl) -> None:
        self.opens, self.now_ms = 0, 77
        self.lines: list[dict[str, object]] = []
        self.lost: list[str] = []
        self.link = PadLink(
            now_ms=lambda: self.now_ms,
            opened=lambda: setattr(self, "opens", self.opens + 1),
            received=self._received,
            lost=self.lost.append,
            start=start,
        )

    def _received(self, data: bytes, at_ms: int) -> None:
        """Every edge says when it was made."""
        assert data.endswith(b"\n")
        assert at_ms == self.now_ms
        for line in map(json.loads, data.splitlines()):
            if "down" in line or "up" in line:
                assert 0 <= line.pop("ago") < 5_000
                assert line.pop("late") > 0
            self.lines.append(line)

    def end(self) -> None:
        self.link.close()
        assert self.link.join()


@pytest.fixture
def line() -> Iterator[Opened]:
    line = Opened()
    until(lambda: line.opens)
    yield line
    line.end()


def test_a_gamepad_is_reported_with_its_buttons_until_it_is_unplugged(line: Opened):
    pad = dragonrise()
    until(lambda: line.lines)
    came = {
        "usb": "0079:0006",
        "number": "",
        "place": "",
        "name": "DragonRise Generic USB Joystick",
        "buttons": 12,
    }
    assert line.lines == [{"pad": pad.number, "came": came}]
    pad.hold(11)
    until(lambda: len(line.lines) == 2)
    pad.hold(11, down=False)
    until(lambda: len(line.lines) == 3)
    pad.unplug()
    until(lambda: len(line.lines) == 4)
    number = {"pad": pad.number}
    assert line.lines[1:] == [number | {"down": 11}, number | {"up": 11}, number | {"gone": True}]
    assert line.lost == []


def test_a_gamepad_plugged_in_as_another_is_unplugged_is_recognized():
    """SDL tells a newcomer by its place in the row, and the row has moved up since."""
    sdl = Sdl()
    try:
        first = dragonrise()
        assert [line["pad"] for line in sdl.look(0)] == [first.number]
        second = dragonrise()
        first.unplug()
        told = [(line["pad"], "came" in line) for line in sdl.look(0)]
        assert sorted(told) == [(first.number, False), (second.number, True)]
        second.unplug()
        assert sdl.look(0) == [{"pad": second.number, "gone": True}]
    finally:
        sdl.close()


def test_an_edge_says_how_long_ago_it_was_and_how_late_it_may_be():
    """SDL stamps an edge when it hears of it, which is after the look before."""
    sdl = Sdl()
    try:
        pad = dragonrise()
        assert len(sdl.look(1_000)) == 1
        pad.chatter(3, 1)
        heard_ms = library().SDL_GetTicks()
        until(lambda: library().SDL_GetTicks() >= heard_ms + 30)
        (line,) = sdl.look(1_040)
        assert (line["down"], line["late"]) == (3, 41)
        assert 30 <= line["ago"] < 5_000
        pad.unplug()
    finally:
        sdl.close()


def test_two_identical_gamepads_are_kept_apart(line: Opened):
    pads = [dragonrise(), dragonrise()]
    until(lambda: len(line.lines) == 2)
    pads[1].hold(0)
    until(lambda: len(line.lines) == 3)
    assert line.lines[-1] == {"pad": pads[1].number, "down": 0}
    for pad in pads:
        pad.unplug()


def test_a_buzz_receiver_and_a_wheel_without_buttons_are_no_gamepads(line: Opened):
    others = [VirtualPad("Buzz", (0x054C, 0x0002), 20), VirtualPad("Wheel", (0x046D, 0xC294), 0)]
    pad = dragonrise()
    until(lambda: line.lines)
    assert [told["pad"] for told in line.lines] == [pad.number]
    for one in (*others, pad):
        one.unplug()


def test_buttons_reported_as_a_stick_or_hat_are_recognized(line: Opened):
    """Arcade encoders map their buttons so, by their mode (GP2040-CE: D-pad mode LS, RS, DP)."""
    pad = VirtualPad("GP2040-CE (D-Input)", (0x10C4, 0x82C0), 2, hats=1)
    until(lambda: line.lines)
    for axis, value in ((0, 32767), (0, 0), (1, -32767), (1, 32767), (1, 0)):
        pad.lean(axis, value)
    for ways in (1, 3, 8, 0):
        pad.point(0, ways)
    until(lambda: len(line.lines) == 13)
    edges = [next(edge for edge in told.items() if edge[0] != "pad") for told in line.lines[1:]]
    assert edges == [
        *[("down", 129), ("up", 129)],
        *[("down", 130), ("up", 130), ("down", 131), ("up", 131)],
        *[("down", 192), ("down", 193), ("up", 192), ("up", 193), ("down", 195), ("up", 195)],
    ]
    pad.unplug()


def test_a_stick_is_pressed_at_three_quarters_and_released_near_the_centre(line: Opened):
    pad = VirtualPad("Gamepad", (0x045E, 0x02EA), 10)
    until(lambda: line.lines)
    for value in (10_000, 23_999, 24_000, 30_000, 12_000, 24_000, 11_999):
        pad.lean(0, value)
    until(lambda: len(line.lines) == 3)
    assert line.lines[1:] == [{"pad": pad.number, "down": 129}, {"pad": pad.number, "up": 129}]
    pad.unplug()


def test_a_trigger_may_rest_at_the_end_of_its_axis():
    stick = Stick(ctypes.c_void_p(), rests={2: -32768})
    moves = [
        stick.changes(Event(type=AXIS_MOVED, button=2, value=value))
        for value in (-32768, 0, 32767, 0, -32768)
    ]
    assert moves == [[], [], [(133, True)], [(133, False)], []]


def test_buttons_axes_and_hats_beyond_the_limits_are_ignored():
    stick = Stick(ctypes.c_void_p())
    assert stick.changes(Event(type=BUTTON_DOWN, button=128)) == []
    assert stick.changes(Event(type=AXIS_MOVED, button=32, value=32767)) == []
    assert stick.changes(Event(type=HAT_MOVED, button=16, state=1)) == []
    assert stick.changes(Event(type=HAT_MOVED, button=15, state=8)) == [(255, True)]


def test_edges_of_a_wild_button_are_counted_but_not_reported():
    limit = EdgeLimit()
    passed = [limit.passes(0, 3, at_ms) for at_ms in range(1000)]
    assert sum(passed) == MOST_EDGES
    assert limit.passes(0, 4, 999)
    assert [*limit.over(999)] == []
    assert [*limit.over(1000)] == [(0, 3, 1000 - MOST_EDGES)]
    assert limit.passes(0, 3, 1001)
    assert [*limit.over(5000)] == []


def test_a_button_with_just_as_many_edges_as_pass_is_not_called_wild():
    limit = EdgeLimit()
    for began_ms in (0, 1000):
        assert all(limit.passes(0, 3, began_ms) for _ in range(MOST_EDGES))
    assert [*limit.over(2000)] == []


def test_a_slow_button_is_never_held_back():
    limit = EdgeLimit()
    assert all(limit.passes(0, 3, at_ms) for at_ms in range(0, 60_000, 100))


def test_a_missing_library_is_reported_in_one_sentence():
    def missing() -> Sdl:
        raise ImportError("No module named 'sdl2dll'")

    line = Opened(missing)
    until(line.link.join)
    assert (line.opens, line.lost) == (0, [MISSING])


def test_a_broken_library_is_reported_in_one_sentence():
    def broken() -> Sdl:
        raise OSError("libSDL2-2.0.so: wrong ELF class")

    line = Opened(broken)
    until(line.link.join)
    assert line.lost == [BROKEN.format(why="libSDL2-2.0.so: wrong ELF class")]


def test_a_library_that_fails_while_it_reads_loses_the_line_with_a_sentence():
    class Fails:
        any_there = False

        def look(self, at_ms: int) -> list[dict[str, object]]:
            raise OSError("access violation reading 0x10")

        def close(self) -> None:
            pass

    line = Opened(Fails)
    until(line.link.join)
    assert (line.opens, line.lost) == (1, [FAILED.format(why="access violation reading 0x10")])


def test_a_second_reader_in_the_same_program_is_refused(line: Opened):
    other = Opened()
    until(lambda: other.lost)
    assert other.lost == [TAKEN]
    other.end()


def test_a_closed_line_can_be_opened_again(line: Opened):
    line.end()
    again = Opened()
    until(lambda: again.opens)
    pad = dragonrise()
    until(lambda: again.lines)
    pad.unplug()
    again.link.write(b"lamp")
    again.link.set_baud(9600)
    again.end()
    assert again.lost == []


def test_a_gamepad_s_usb_place_is_found(tmp_path: Path):
    device = tmp_path / "event7" / "device"
    device.mkdir(parents=True)
    (device / "phys").write_text("usb-0000:00:14.0-1/input0\n")
    assert find_place("/dev/input/event7", tmp_path) == "usb-0000:00:14.0-1/input0"
    assert find_place("/dev/input/event8", tmp_path) == ""
    windows = r"\\?\HID#VID_0079&PID_0006#7&1d2a3b4c&0&0000"
    assert find_place(windows) == windows
    assert find_place("XInput#0") == ""
    assert find_place("") == ""
