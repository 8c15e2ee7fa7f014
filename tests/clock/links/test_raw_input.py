"""Number pads of Windows, from the bytes that Raw Input gives to presses of buttons."""

import json
import struct
import sys
import time
from collections.abc import Iterable, Iterator, Mapping

import pytest
from msgspec import Struct, field

from app.clock.drivers.driver import ButtonDown, Gone, Identified
from app.clock.drivers.pads import FIRST_KEY, UNPLUGGED, Pads, button_name
from app.clock.links.pads import MOST_EDGES
from app.clock.links.raw_input import Key, Keyboard, RawKeypads, read_key

PAD = r"\\?\HID#VID_1C4F&PID_0002&MI_00#7&{at}&0&0000#{{884b96c3-56ef-11d1-bc8c-00a0c91405dd}}"
BLUETOOTH = r"\\?\HID#{00001124-0000-1000-8000-00805f9b34fb}_VID&000205AC_PID&0239&Col01#8&1&0"
LAPTOPS = r"\\?\ACPI#LEN0071#4&1de79e9f&0#{884b96c3-56ef-11d1-bc8c-00a0c91405dd}"
KP1, KP3, KEY_B, F13 = (0x4F, 79), (0x51, 81), (0x30, 48), (0x64, 183)
UP, E0, E1 = 1, 2, 4


def typed(device: int, make: int, flags: int = 0, kind: int = 1) -> bytes:
    """A RAWINPUT as Windows gives it to a program of 64 bits."""
    header = struct.pack("@IIPP", kind, 40, device, 0)
    return header + struct.pack("@HHHHII", make, flags, 0, 0, 0, 0)


class Fake(Struct, dict=True):
    """What is plugged in, and what is typed there."""

    plugged: dict[int, Keyboard] = field(default_factory=dict)
    waiting: list[tuple[bytes, int]] = field(default_factory=list)
    closed: bool = False

    def plug(self, device: int, name: str = "USB Keypad", path: str = "") -> None:
        self.plugged[device] = Keyboard(path or PAD.format(at=device), name)

    def type(self, device: int, make: int, flags: int = 0, ago_ms: int = 0) -> None:
        self.waiting.append((typed(device, make, flags), ago_ms))

    def keyboards(self, known: Iterable[int]) -> Mapping[int, Keyboard | None]:
        there = set(known)
        return {at: None if at in there else one for at, one in self.plugged.items()}

    def typed(self) -> Iterator[Key]:
        for data, ago_ms in self.waiting:
            if key := read_key(data, ago_ms):
                yield key
        self.waiting.clear()

    def close(self) -> None:
        self.closed = True


@pytest.fixture(name="system")
def _system() -> Fake:
    return Fake()


@pytest.fixture(name="keypads")
def _keypads(system: Fake) -> RawKeypads:
    return RawKeypads(system)


def edges(lines: Iterable[dict[str, object]]) -> list[tuple[str, object]]:
    return [(edge, line[edge]) for line in lines for edge in ("down", "up") if edge in line]


def test_each_number_pad_is_one_of_its_own(system: Fake, keypads: RawKeypads) -> None:
    system.plug(11)
    system.plug(12, "Foot Pedal", BLUETOOTH)
    came = [line["came"] for line in keypads.look(0)]
    assert [one["whole"] for one in came] == [False, False]
    assert [(one["name"], one["usb"], one["place"]) for one in came] == [
        ("USB Keypad", "1c4f:0002", PAD.format(at=11)),
        ("Foot Pedal", "05ac:0239", BLUETOOTH),
    ]
    assert keypads.any_there


def test_a_key_counts_from_when_it_went_down_and_does_not_repeat(
    system: Fake, keypads: RawKeypads
) -> None:
    system.plug(11)
    keypads.look(0)
    for ago_ms in (2_500, 2_000, 1_900):
        system.type(11, KP3[0], ago_ms=ago_ms)
    system.type(11, KP3[0], UP, ago_ms=3)
    down, up = keypads.look(10)
    assert (down["down"], down["ago"]) == (FIRST_KEY + KP3[1], 2_500)
    assert (up["up"], up["ago"]) == (FIRST_KEY + KP3[1], 3)


def test_two_pads_of_a_kind_press_each_for_itself_in_the_driver(
    system: Fake, keypads: RawKeypads
) -> None:
    driver, heard = Pads(), []

    def look(at_ms: int) -> None:
        lines = "".join(json.dumps(line) + "\n" for line in keypads.look(at_ms))
        heard.extend(driver.receive(lines.encode(), at_ms))

    system.plug(11)
    system.plug(12)
    look(0)
    for at_ms, device, key in ((1_000, 11, KP1), (1_010, 12, KP1), (1_020, 11, KP3)):
        system.type(device, key[0])
        look(at_ms)
    one, other = (p.place for p in heard if isinstance(p.message, Identified))
    pressed = [(p.place, p.message.button) for p in heard if isinstance(p.message, ButtonDown)]
    expected = [(one, KP1), (other, KP1), (one, KP3)]
    assert pressed == [(place, FIRST_KEY + key[1]) for place, key in expected]
    del system.plugged[12]
    look(2_020)
    assert (heard[-1].place, heard[-1].message) == (other, Gone(2_020, UNPLUGGED))
    system.type(12, KP1[0])
    look(2_030)
    assert isinstance(heard[-1].message, Gone)


def test_the_laptop_s_own_keys_are_not_offered_as_plungers(
    system: Fake, keypads: RawKeypads
) -> None:
    system.plug(11, "Keypad of the laptop", LAPTOPS)
    assert keypads.look(0) == []
    system.type(11, KP1[0])
    system.type(0, KP1[0])  # as another program has it typed
    assert keypads.look(10) == []
    assert not keypads.any_there


def test_letters_typed_on_a_full_keyboard_are_not_read(system: Fake, keypads: RawKeypads) -> None:
    """A password typed into a browser is heard by nobody."""
    system.plug(11, "Dell KB216")
    system.plug(12, "")
    came = [line["came"] for line in keypads.look(0)]
    assert [one["name"] for one in came] == ["Dell KB216", "USB keyboard"]
    assert [one["whole"] for one in came] == [True, True]
    for key in (KEY_B, KP1, F13):
        system.type(11, key[0])
    assert edges(keypads.look(10)) == [("down", FIRST_KEY + KP1[1]), ("down", FIRST_KEY + F13[1])]
    assert not keypads.any_there


def test_a_pedal_that_types_a_letter_is_read(system: Fake, keypads: RawKeypads) -> None:
    system.plug(11, "RDing FootSwitch3F1.")
    keypads.look(0)
    system.type(11, KEY_B[0])
    assert edges(keypads.look(10)) == [("down", FIRST_KEY + KEY_B[1])]


@pytest.mark.parametrize(
    ("make", "flags", "name"),
    [
        (0x4F, 0, "Number pad 1"),
        (0x1C, E0, "Number pad Enter"),
        (0x35, E0, "Number pad /"),
        (0x37, 0, "Number pad *"),
        (0x64, 0, "Key F13"),
        (0x6E, 0, "Key F23"),
        (0x76, 0, "Key F24"),
    ],
)
def test_keys_are_named_as_they_are_printed(make: int, flags: int, name: str) -> None:
    key = read_key(typed(11, make, flags), 0)
    assert key is not None
    assert button_name(FIRST_KEY + key.number) == name


@pytest.mark.parametrize(
    "data",
    [
        typed(11, 0x4F, E0),  # End, which is no 1
        typed(11, 0x2A, E0),  # a shift that Windows makes up beside a number pad
        typed(11, 0x1D, E1),  # Pause
        typed(11, 0xFF),  # too many at once
        typed(11, 0x4F, kind=0),  # a mouse
        typed(11, 0x4F)[:30],
        b"",
    ],
)
def test_input_other_than_keys_is_ignored(data: bytes) -> None:
    assert read_key(data, 0) is None


def test_edges_of_a_wild_key_are_only_counted(system: Fake, keypads: RawKeypads) -> None:
    system.plug(11)
    keypads.look(0)
    for turn in range(MOST_EDGES + 40):
        system.type(11, KP1[0], UP if turn % 2 else 0)
    assert len(edges(keypads.look(10))) == MOST_EDGES
    wild = [line for line in keypads.look(1_010) if "wild" in line]
    assert [(line["wild"], line["edges"]) for line in wild] == [(FIRST_KEY + KP1[1], 40)]


def test_closing_the_reader_closes_the_system_s_input(system: Fake, keypads: RawKeypads) -> None:
    system.plug(11)
    keypads.look(0)
    keypads.close()
    assert system.closed
    assert not keypads.any_there


if sys.platform == "win32":
    import ctypes

    from app.clock.links.raw_input import RawInput

    PATIENCE_S = 30
    SHOWN = 0x10CF0000
    KP1_ON_WINDOWS, RELEASED = 0x61, 2

    def test_windows_reports_keys_typed_into_another_window() -> None:
        heard, user = RawInput(), ctypes.WinDLL("user32")
        user.CreateWindowExW.restype = ctypes.c_void_p
        size = (50, 50, 300, 200)
        window = user.CreateWindowExW(0, "STATIC", "", SHOWN, *size, None, None, None, None)
        user.SetForegroundWindow(ctypes.c_void_p(window))
        try:
            boards = heard.keyboards(())
            assert all(board and board.path.startswith("\\\\?\\") for board in boards.values())
            assert set(heard.keyboards(boards).values()) <= {None}
            keys: list[Key] = []
            end_s = time.monotonic() + PATIENCE_S
            while len(keys) < 2 and time.monotonic() < end_s:
                for flags in (0, RELEASED):
                    user.keybd_event(KP1_ON_WINDOWS, KP1[0], flags, 0)
                keys += heard.typed()
            assert [(key.number, key.down) for key in keys[:2]] == [(KP1[1], True), (KP1[1], False)]
            assert {key.device for key in keys} <= {0, *boards}
            assert keys[0].ago_ms < PATIENCE_S * 1000
        finally:
            user.DestroyWindow(ctypes.c_void_p(window))
            heard.close()
        RawInput().close()  # it can be opened anew
