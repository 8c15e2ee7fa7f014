"""Number pads read one by one on Linux, from the bytes of their files to presses of buttons."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.drivers.driver import ButtonDown, Gone, Identified
from app.clock.drivers.pads import FIRST_KEY, UNPLUGGED, Pads, button_name
from app.clock.links.keypads import Keypads
from tests.clock.typing_pads import BUILT_IN, WHOLE_KEYBOARD, TypingPads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has these files")

KP1, KP3 = 79, 81


@pytest.fixture
def pads(tmp_path: Path) -> Iterator[TypingPads]:
    pads = TypingPads(tmp_path)
    yield pads
    pads.close()


@pytest.fixture
def keypads(pads: TypingPads) -> Iterator[Keypads]:
    keypads = pads.read()
    yield keypads
    keypads.close()


def test_each_number_pad_is_one_of_its_own(pads: TypingPads, keypads: Keypads) -> None:
    pads.plug()
    pads.plug("Foot Pedal", keys=(48,))
    came = [line["came"] for line in keypads.look(0)]
    assert [one["whole"] for one in came] == [False, False]
    assert [(one["name"], one["usb"], one["place"]) for one in came] == [
        ("SIGMACHIP USB Keypad", "1c4f:0002", "usb-0000:00:14.0-1/input0"),
        ("Foot Pedal", "1c4f:0002", "usb-0000:00:14.0-2/input0"),
    ]
    assert keypads.any_there


def test_a_key_counts_from_when_it_went_down_and_does_not_repeat(
    pads: TypingPads, keypads: Keypads
) -> None:
    pad = pads.plug()
    keypads.look(0)
    pad.hold(KP3, ago_s=2.5)
    for _ in range(5):
        pad.repeat(KP3)
    pad.hold(KP3, down=False)
    down, up = keypads.look(10)
    assert (down["down"], up["up"]) == (FIRST_KEY + KP3, FIRST_KEY + KP3)
    assert 2_500 <= down["ago"] < 60_000
    assert up["ago"] < down["ago"] - 2_000


def test_two_pads_of_a_kind_press_each_for_itself_in_the_driver(
    pads: TypingPads, keypads: Keypads
) -> None:
    first, second = pads.plug(), pads.plug()
    driver, heard = Pads(), []

    def look(at_ms: int) -> None:
        lines = "".join(json.dumps(line) + "\n" for line in keypads.look(at_ms))
        heard.extend(driver.receive(lines.encode(), at_ms))

    look(0)
    for at_ms, pad, key in ((1_000, first, KP1), (1_010, second, KP1), (1_020, first, KP3)):
        pad.hold(key)
        look(at_ms)
    known = {p.place: p.message for p in heard if isinstance(p.message, Identified)}
    pressed = [(p.place, p.message.button) for p in heard if isinstance(p.message, ButtonDown)]
    one, other = known
    expected = [(one, KP1), (other, KP1), (one, KP3)]
    assert pressed == [(place, FIRST_KEY + key) for place, key in expected]
    second.pull()
    look(2_000)
    assert (heard[-1].place, heard[-1].message) == (other, Gone(2_000, UNPLUGGED))


def test_a_report_is_read_in_full_wherever_it_is_cut(pads: TypingPads, keypads: Keypads) -> None:
    pad = pads.plug()
    keypads.look(0)
    lines = []
    for turn in range(48):
        pad.hold(KP1, down=turn % 2 == 0)
        whole = os.read(pad.end, 4096)
        os.write(pad.end, whole[: turn + 1])
        lines += keypads.look(turn * 100)
        os.write(pad.end, whole[turn + 1 :])
        lines += keypads.look(turn * 100 + 1)
    assert [next(iter(line.keys() - {"pad", "ago", "late"})) for line in lines] == [
        "down",
        "up",
    ] * 24


def test_an_event_dropped_by_the_system_leaves_no_key_pressed(
    pads: TypingPads, keypads: Keypads
) -> None:
    pad = pads.plug()
    keypads.look(0)
    pad.hold(KP1)
    assert [line["down"] for line in keypads.look(10)] == [FIRST_KEY + KP1]
    pad.write((0, 3, 0), (1, KP3, 1), (0, 0, 0))
    assert [line["up"] for line in keypads.look(20)] == [FIRST_KEY + KP1]
    pad.hold(KP3)
    assert [line["down"] for line in keypads.look(30)] == [FIRST_KEY + KP3]


def test_the_laptop_s_own_keys_and_switches_are_not_offered_as_plungers(
    pads: TypingPads, keypads: Keypads
) -> None:
    pads.plug("AT Translated Set 2 keyboard", WHOLE_KEYBOARD, BUILT_IN)
    pads.plug("USB Headset", keys=(113, 114, 115))
    assert keypads.look(0) == []


def test_a_full_keyboard_is_read_but_not_polled_constantly(
    pads: TypingPads, keypads: Keypads
) -> None:
    pad = pads.plug("Dell KB216", WHOLE_KEYBOARD)
    keypads.look(0)
    assert not keypads.any_there
    pad.hold(KP1)
    assert [line["down"] for line in keypads.look(10)] == [FIRST_KEY + KP1]


@pytest.mark.parametrize("name", ["Wireless Number Keypad", "PCsensor FootSwitch"])
def test_a_pad_that_reports_the_keys_of_a_keyboard_is_known_by_its_name(
    pads: TypingPads, keypads: Keypads, name: str
) -> None:
    pads.plug(name, WHOLE_KEYBOARD)
    (line,) = keypads.look(0)
    assert keypads.any_there
    came = line["came"]
    assert isinstance(came, dict)
    assert came["whole"] is False


def test_a_keypad_that_cannot_be_read_is_tried_again(pads: TypingPads, keypads: Keypads) -> None:
    pad = pads.plug()
    hidden = pad.path.with_name("hidden")
    pad.path.rename(hidden)
    pad.path.symlink_to(pad.path.with_name("nowhere"))
    assert keypads.look(0) == []
    pad.path.unlink()
    hidden.rename(pad.path)
    assert keypads.look(500) == []
    assert len(keypads.look(1_000)) == 1


def test_an_unknown_keypad_is_left_alone(pads: TypingPads, keypads: Keypads) -> None:
    pads.plug()
    (pads.classes / "event0" / "device" / "name").unlink()
    assert keypads.look(0) == []


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (79, "Number pad 1"),
        (96, "Number pad Enter"),
        (30, "Key A"),
        (183, "Key F13"),
        (500, "Key #500"),
    ],
)
def test_keys_are_named_as_they_are_printed(key: int, name: str) -> None:
    assert button_name(FIRST_KEY + key) == name
