"""What lines of gamepads say, as their link writes them."""

import json
import random

import pytest

from app.clock.drivers.driver import ButtonDown, Cleared, Doubted, Gone, Hand, Identified, Placed
from app.clock.drivers.pads import (
    ABLE,
    TWINS,
    UNPLUGGED,
    Known,
    Pads,
    bouncy_words,
    button_name,
    identity,
    wild_words,
)

BOUNCE_MS = 45
BOUNCY_MS = 60_000
MOST_PADS = 64
RESTS_MS = 2_000
FIRST_KEY = 256
ENCODER = {
    "usb": "0079:0006",
    "number": "",
    "place": "usb-0000:00:14.0-1/input0",
    "name": "DragonRise Generic USB Joystick",
    "buttons": 12,
}
KEY = "0079:0006@usb-0000:00:14.0-1/input0"


class Line:
    def __init__(self, *came: dict[str, object]) -> None:
        self.pads, self.now_ms = Pads(), 1000
        assert self.pads.opened(0) == []
        self.first = [
            item for number, fields in enumerate(came) for item in self.say(number, came=fields)
        ]

    def say(self, pad: int, **fields: object) -> list[Placed]:
        line = json.dumps({"pad": pad} | fields)
        return self.pads.receive(f"{line}\n".encode(), self.now_ms)

    def push(self, button: int, pad: int = 0, held_ms: int = 100) -> list[Placed]:
        """One push after a second of rest."""
        self.now_ms += 1000
        heard = self.say(pad, down=button)
        self.now_ms += held_ms
        return heard + self.say(pad, up=button)

    def chatter(self, button: int, pad: int = 0, edges: int = 40) -> list[Placed]:
        heard: list[Placed] = []
        for edge in range(edges):
            self.now_ms += edge % 2
            heard += self.say(pad, **{("down", "up")[edge % 2]: button})
        return heard


def test_a_gamepad_reports_its_name_and_each_button_pressed():
    line = Line(ENCODER)
    name = "DragonRise Generic USB Joystick"
    assert line.first == [Placed(KEY, Identified(name, "", "", ABLE))]
    assert line.push(3) == [Placed(KEY, ButtonDown(2000, 3))]
    assert line.say(0, gone=True) == [Placed(KEY, Gone(2100, UNPLUGGED))]
    assert line.push(3) == []


def test_a_button_that_is_held_is_one_press():
    line = Line(ENCODER)
    assert len(line.push(0, held_ms=60_000)) == 1
    line.say(0, down=0)
    line.now_ms += 500
    assert line.say(0, down=0) == []


def test_quick_repeated_pushes_are_all_reported():
    """Eight a second, which is more than anybody keeps up on a plunger."""
    line = Line(ENCODER)
    heard: list[Placed] = []
    for _ in range(40):
        line.now_ms += 65
        heard += line.say(0, down=0)
        line.now_ms += 60
        heard += line.say(0, up=0)
    assert [type(item.message) for item in heard] == [ButtonDown] * 40


def test_a_bouncing_contact_is_one_press_and_is_reported():
    line = Line(ENCODER)
    presses: list[Placed] = []
    for _ in range(3):
        line.now_ms += 1000
        for edge in ("down", "up", "down", "up"):
            presses += line.say(0, **{edge: 5})
            line.now_ms += BOUNCE_MS // 2
    told = Doubted(line.now_ms - 2 * (BOUNCE_MS // 2), bouncy_words(5), lasting=True, button=5)
    assert [item.message for item in presses] == [
        ButtonDown(2000, 5),
        ButtonDown(3000 + 4 * (BOUNCE_MS // 2), 5),
        ButtonDown(4000 + 8 * (BOUNCE_MS // 2), 5),
        told,
    ]
    assert line.pads.due_ms() == told.at_ms + BOUNCY_MS
    assert line.pads.tick(told.at_ms + BOUNCY_MS - 1) == []
    over_ms = told.at_ms + BOUNCY_MS
    assert line.pads.tick(over_ms) == [Placed(KEY, Cleared(over_ms, bouncy_words(5), 5))]
    assert line.pads.due_ms() is None


@pytest.mark.parametrize("seed", range(40))
def test_a_contact_that_bounces_for_40_ms_is_one_press_however_it_bounces(seed: int):
    """Pushed and let go ten times; each time it may change every millisecond for 40 ms."""
    line, chance, heard = Line(ENCODER), random.Random(seed), list[Placed]()
    for _ in range(10):
        for down in (True, False):
            line.now_ms += chance.randint(60, 300)
            heard += line.say(0, **{"down" if down else "up": 5})
            changes = sorted(chance.sample(range(1, 41), 2 * chance.randint(0, 20)))
            began_ms = line.now_ms
            for turn, after_ms in enumerate(changes):
                line.now_ms = began_ms + after_ms
                heard += line.say(0, **{"down" if down is bool(turn % 2) else "up": 5})
    assert sum(isinstance(item.message, ButtonDown) for item in heard) == 10
    assert all(item.message != wild_words(5) for item in heard)


def test_a_release_that_bounces_after_a_long_hold_is_no_press():
    """A player keeps the button down while the opponent plays, and lets go."""
    line = Line(ENCODER)
    line.now_ms += 1000
    assert len(line.say(0, down=5)) == 1
    line.now_ms += 20_000
    heard: list[Placed] = []
    for edge in ("up", "down", "up", "down", "up"):
        heard += line.say(0, **{edge: 5})
        line.now_ms += 10
    assert heard == []


def test_a_bouncy_button_is_reported_once():
    line = Line(ENCODER)
    for _ in range(3):
        line.now_ms += 1000
        line.chatter(5, edges=4)
    line.now_ms += 1000
    again = line.chatter(5, edges=4)
    assert [type(item.message) for item in again] == [ButtonDown]


def test_a_wild_button_is_ignored_until_it_has_rested():
    line = Line(ENCODER)
    heard = line.chatter(2, edges=2000)
    words = [item.message for item in heard]
    assert [word.sentence for word in words if isinstance(word, Doubted)][-1] == wild_words(2)
    assert sum(isinstance(word, ButtonDown) for word in words) == 1
    assert line.say(0, wild=2, edges=900) == []
    assert line.push(2) == []  # while it is wild
    over_ms = line.pads.due_ms()
    assert over_ms == line.now_ms + RESTS_MS
    assert line.pads.tick(over_ms) == [Placed(KEY, Cleared(over_ms, wild_words(2), 2))]
    line.now_ms = over_ms
    assert line.push(2) == [Placed(KEY, ButtonDown(line.now_ms - 100, 2))]


def test_a_button_whose_last_release_was_withheld_works_again_after_a_rest():
    line = Line(ENCODER)
    line.chatter(2, edges=41)  # the last that was told is a push
    line.say(0, wild=2, edges=900)
    line.now_ms = line.pads.due_ms()
    line.pads.tick(line.now_ms)
    assert line.push(2) == [Placed(KEY, ButtonDown(line.now_ms - 100, 2))]


def test_a_wild_button_leaves_the_others_alone():
    line = Line(ENCODER, ENCODER | {"place": "usb-2/input0"})
    line.chatter(2, edges=500)
    assert line.push(3) == [Placed(KEY, ButtonDown(line.now_ms - 100, 3))]
    assert line.push(2, pad=1) == [
        Placed("0079:0006@usb-2/input0", ButtonDown(line.now_ms - 100, 2))
    ]


def test_a_high_count_of_edges_alone_marks_a_wild_button():
    line = Line(ENCODER)
    told = line.say(0, wild=4, edges=1960)
    assert told == [Placed(KEY, Doubted(1000, wild_words(4), lasting=True, button=4))]


@pytest.mark.parametrize(
    ("came", "taken", "expected"),
    [
        ({"number": "A1B2C3D4", "place": "usb-1"}, (), ("0079:0006/A1B2C3D4", Known.SURE)),
        (
            {"number": "A1B2C3D4", "place": "usb-2"},
            ("0079:0006/A1B2C3D4",),
            ("0079:0006@usb-2", Known.SURE),
        ),
        ({"number": "000001", "place": "usb-1"}, (), ("0079:0006@usb-1", Known.SURE)),
        ({"number": "6", "place": "usb 1"}, (), ("0079:0006@usb1", Known.SURE)),
        ({"place": "usb-1"}, ("0079:0006@usb-1",), ("0079:0006@usb-1#2", Known.TWIN)),
        ({}, (), ("0079:0006", Known.ALIKE)),
        ({}, ("0079:0006",), ("0079:0006#2", Known.ALIKE)),
        ({}, ("0079:0006", "0079:0006#2"), ("0079:0006#3", Known.ALIKE)),
        ({}, ("0079:0006#2",), ("0079:0006", Known.ALIKE)),
    ],
)
def test_identical_gamepads_are_told_apart_by_number_then_socket_then_order(came, taken, expected):
    assert identity({"usb": "0079:0006"} | came, taken) == expected


def test_a_full_keyboard_is_told_apart_from_a_device_nobody_types_on() -> None:
    able = [Line(ENCODER | {"whole": whole}).first[0].message.abilities for whole in (True, False)]
    assert [each.writes for each in able] == [True, False]
    assert all(each.buttons for each in able)


def test_a_gamepad_without_a_number_or_socket_is_marked_as_indistinguishable():
    bare = {"usb": "0079:0006", "name": "DragonRise", "buttons": 12}
    line = Line(bare, bare)
    assert [item.message for item in line.first] == [
        Identified("DragonRise", "", "", ABLE, alike=True)
    ] * 2
    assert line.first[0].place != line.first[1].place
    assert not Line(ENCODER).first[0].message.alike


def test_a_gamepad_indistinguishable_from_another_one_says_so():
    """Two joysticks of one encoder: the Xin-Mo Dual Arcade is one USB device with two."""
    dual = {"usb": "16c0:05e1", "place": "usb-3/input0", "name": "XinMo Dual Arcade", "buttons": 11}
    line = Line(dual, dual)
    assert [item.place for item in line.first] == [
        "16c0:05e1@usb-3/input0",
        *["16c0:05e1@usb-3/input0#2"] * 2,
    ]
    assert line.first[-1].message == Doubted(1000, TWINS, lasting=True)


@pytest.mark.parametrize(
    "noise",
    [
        bytes(5),
        b"{}\n",
        b"[1]\n",
        b'"down"\n',
        b'{"pad": "x", "down": 1}\n',
        b'{"pad": 9, "down": 1}\n',
        b'{"pad": 0, "down": -1}\n',
        b'{"pad": 0, "down": 99999}\n',
        b'{"pad": 0, "down": null}\n',
        b'{"pad": 0, "gone": 1}\n',
        b'{"pad": 0}\n',
        b"[" * 5000 + b"\n",
        b"[" * 1900 + b"\n",
        b"\xff\xfe\n" * 50,
    ],
)
def test_noise_on_the_line_is_ignored(noise: bytes):
    line = Line(ENCODER)
    assert line.pads.receive(b"\n" + noise + b"\n", 1000) == []
    assert line.push(1) == [Placed(KEY, ButtonDown(2000, 1))]


def test_malformed_gamepads_are_read_as_far_as_possible():
    line = Line({"usb": None, "name": "  "}, {"usb": 7, "name": "x" * 300})
    assert [item.place for item in line.first] == ["", "7"]
    assert line.first[0].message.product == "Gamepad"
    assert len(line.first[1].message.product) == 40
    assert line.say(0, came=ENCODER) == []
    for number in range(2, MOST_PADS + 9):
        line.say(number, came=ENCODER)
    assert len(line.pads.clocks) == MOST_PADS


def test_reopening_the_line_reports_its_gamepads_anew():
    line = Line(ENCODER)
    line.pads.receive(b'{"pad": 0, "do', 1000)
    assert line.pads.opened(5000) == []
    assert line.push(1) == []
    assert [item.place for item in line.say(0, came=ENCODER)] == [KEY]
    assert line.pads.to_send() == b""
    assert line.pads.dead == ""


def test_orders_to_a_gamepad_send_nothing():
    line = Line(ENCODER)
    deaf = line.pads.clocks[KEY]
    deaf.set_times(1, 2, 0)
    deaf.run(Hand.LEFT, 0)
    deaf.identify(0)
    assert line.pads.to_send() == b""


@pytest.mark.parametrize(("rest_ms", "presses"), [(44, 1), (45, 2)])
def test_a_push_is_reported_only_after_45_ms_of_rest(rest_ms: int, presses: int):
    line = Line(ENCODER)
    heard = line.push(5)
    line.now_ms += rest_ms
    heard += line.say(0, down=5)
    assert [type(item.message) for item in heard] == [ButtonDown] * presses


@pytest.mark.parametrize(("edges", "wild"), [(19, 0), (20, 1)])
def test_ten_pushes_in_a_second_make_a_button_wild(edges: int, wild: int):
    line, heard = Line(ENCODER), []
    for edge in range(edges):
        line.now_ms += 50  # all within 950 ms
        heard += line.say(0, **{("down", "up")[edge % 2]: 2})
    assert sum(isinstance(item.message, Doubted) for item in heard) == wild
    if wild:
        assert line.pads.due_ms() == line.now_ms + 2000


def test_an_edge_is_forgotten_after_a_second():
    line = Line(ENCODER)
    heard = line.say(0, down=2)
    line.now_ms += 1000
    for _ in range(11):
        heard += [*line.say(0, up=2), *line.say(0, down=2)]
    heard += line.say(0, up=2)
    assert wild_words(2) not in [getattr(item.message, "sentence", "") for item in heard]


def bounce(line: Line, times: int, apart_ms: int) -> list[Doubted]:
    heard: list[Placed] = []
    for _ in range(times):
        line.now_ms += apart_ms
        heard += line.chatter(5, edges=4)
    return [item.message for item in heard if isinstance(item.message, Doubted)]


def test_the_third_bounce_in_a_minute_is_reported():
    assert bounce(Line(ENCODER), 2, 1000) == []
    line = Line(ENCODER)
    assert len(bounce(line, 3, 20_000)) == 1
    assert line.pads.due_ms() is not None
    assert bounce(Line(ENCODER), 3, 30_000) == []


def test_a_bouncy_button_stays_reported_for_a_minute_after_its_last_bounce():
    line = Line(ENCODER)
    (told,) = bounce(line, 3, 1000)
    assert line.pads.due_ms() == told.at_ms + 60_000


def test_at_most_64_gamepads_and_1024_buttons_are_read():
    line = Line(*({} for _ in range(66)))
    assert len(line.pads.clocks) == 64
    assert len(line.push(255)) == 1
    assert len(line.push(1023)) == 1  # a key of a number pad
    assert line.push(1024) == []
    assert len(line.push(0, pad=63)) == 1
    assert [*line.pads.clocks][-1] == "#64"


def test_buttons_are_numbered_from_one_in_reports():
    assert wild_words(0).startswith("Button 1 goes on and off")
    assert bouncy_words(11).startswith("Button 12 bounces")
    assert wild_words(128).startswith("Axis 1 − goes on and off")
    assert [button_name(number) for number in (127, 191, 192, 255)] == [
        "Button 128",
        "Axis 32 +",
        "Hat 1 ↑",
        "Hat 16 ←",
    ]


@pytest.mark.parametrize(
    ("number", "known_by"),
    [("A1B2C3", "/A1B2C3"), ("A1B2C", "@usb-1"), ("121212", "@usb-1"), ("121213", "/121213")],
)
def test_a_serial_number_needs_six_characters_and_three_different_ones(number: str, known_by: str):
    came = {"usb": "0079:0006", "number": number, "place": "usb-1"}
    assert identity(came, ()) == (f"0079:0006{known_by}", Known.SURE)


def test_an_identity_is_cut_at_200_characters():
    assert identity({"usb": "x" * 300}, ()) == ("x" * 200, Known.ALIKE)


@pytest.mark.parametrize(("length", "presses"), [(2000, 1), (2001, 0)])
def test_a_line_has_at_most_2000_characters(length: int, presses: int):
    line = Line(ENCODER)
    push = b'{"pad": 0, "down": 1}'.ljust(length)
    assert len(line.pads.receive(push + b"\n", 2000)) == presses


def test_a_gamepad_keeps_no_time_and_reacts_quickly():
    able = Line(ENCODER).first[0].message.abilities
    assert (able.holds_time, able.buttons, able.lag_ms) == (False, True, 50)


def test_a_push_is_dated_by_the_timestamp_of_its_edge():
    line = Line(ENCODER)
    assert line.say(0, down=3, ago=120, late=5) == [Placed(KEY, ButtonDown(880, 3, 5))]
    assert line.say(0, down=4, ago=61_000, late=-1) == [Placed(KEY, ButtonDown(1000, 4))]


KEYS = """
2 1 2 3 4 5 6 7 8 9 0
16 Q W E R T Y U I O P
30 A S D F G H J K L
44 Z X C V B N M
59 F1 F2 F3 F4 F5 F6 F7 F8 F9 F10
183 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24
1 #1
12 #12
"""
NUMBER_PAD = """
55 *
69 Num
71 7 8 9 - 4 5 6 + 1 2 3 0 .
96 Enter
98 /
"""


@pytest.mark.parametrize(("keys", "called"), [(KEYS, "Key"), (NUMBER_PAD, "Number pad")])
def test_a_key_is_named_by_its_label(keys: str, called: str) -> None:
    """The numbers are those of Linux' ``input-event-codes.h``."""
    for line in keys.strip().splitlines():
        first, *caps = line.split()
        for code, cap in enumerate(caps, start=int(first)):
            assert button_name(FIRST_KEY + code) == f"{called} {cap}"


@pytest.mark.parametrize(("ago_ms", "counts_ms"), [(60_000, 60_000), (60_001, 0), (-1, 0)])
def test_an_edge_is_dated_at_most_a_minute_back(ago_ms: int, counts_ms: int) -> None:
    line = Line(ENCODER)
    line.now_ms = 100_000
    told = line.say(0, down=3, ago=ago_ms, late=ago_ms)
    assert told == [Placed(KEY, ButtonDown(100_000 - counts_ms, 3, counts_ms))]


def test_a_bouncy_button_that_goes_wild_is_reported_only_as_wild() -> None:
    line = Line(ENCODER)
    assert len(bounce(line, 3, 1000)) == 1
    told = [item.message for item in line.chatter(5, edges=2000)]
    assert [(type(message), message.sentence) for message in told] == [
        (Cleared, bouncy_words(5)),
        (Doubted, wild_words(5)),
    ]


def test_each_further_bounce_keeps_a_button_bouncy_for_another_minute() -> None:
    line = Line(ENCODER)
    bounce(line, 3, 1000)
    assert bounce(line, 1, 30_000) == []
    over_ms = line.pads.due_ms()
    assert over_ms is not None
    assert line.now_ms + 59_000 < over_ms <= line.now_ms + 60_000


def test_a_bouncy_button_still_held_after_its_minute_is_not_pressed_again() -> None:
    line = Line(ENCODER)
    bounce(line, 3, 1000)
    line.now_ms += 1000
    assert len(line.say(0, down=5)) == 1
    line.now_ms += 60_000
    assert len(line.pads.tick(line.now_ms)) == 1
    assert line.say(0, down=5) == []


@pytest.mark.parametrize(("apart_ms", "wild"), [(44, 0), (45, 1)])
def test_edges_within_one_bounce_count_as_one(apart_ms: int, wild: int) -> None:
    line, sentences = Line(ENCODER), []
    for edge in range(20):
        line.now_ms += apart_ms
        told = line.say(0, **{("down", "up")[edge % 2]: 2})
        sentences += [getattr(item.message, "sentence", "") for item in told]
    assert sentences.count(wild_words(2)) == wild
