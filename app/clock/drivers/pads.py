"""Gamepads and arcade-button encoders: reads the lines of `app.clock.links.pads`. No I/O.

Each line is JSON about one gamepad, by the number it has until it is unplugged:

    {"pad": 0, "came": {"usb": "0079:0006", "number": "", "place": "usb-0000:00:14.0-1/input0",
                        "name": "DragonRise Generic USB Joystick", "buttons": 12}}
    {"pad": 0, "down": 3, "ago": 12, "late": 5}      {"pad": 0, "up": 3, "ago": 0, "late": 5}
    {"pad": 0, "wild": 3, "edges": 812}     so many edges in a second that most are left out
    {"pad": 0, "down": 128, "ago": 0, "late": 5}      the minus side of its first axis
    {"pad": 0, "down": 335, "ago": 0, "late": 1}      a key: 1 of a number pad
    {"pad": 0, "gone": true}

``whole`` is true for a whole keyboard. An edge is a press or a release: ``ago`` is how many
milliseconds ago it was stamped, and ``late`` how many earlier than that it may have been. Which
button is whose plunger is decided in `app.clock.hall.buttons`.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct, field

from app.clock.drivers.driver import (
    Abilities,
    ButtonDown,
    Cleared,
    Doubted,
    Gone,
    Hand,
    Identified,
    Orders,
    Placed,
)
from app.clock.drivers.text_lines import Lines
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.text import shorten

ABLE = Abilities(holds_time=False, buttons=True, lag_ms=50)
WRITES = replace(ABLE, writes=True)
LONGEST_LINE = 2000
MOST_PADS = 64
MOST_BUTTONS = 1024
FIRST_AXIS, FIRST_HAT = 128, 192
"""The first numbers of axes and of hats, to which encoders map buttons. Each axis has two numbers,
towards its minus and its plus; each hat has four: up, right, down and left. Smaller numbers are
buttons.
"""
FIRST_KEY = 256
"""The first number of keys of number pads, pedals and typing boxes. Linux' number of the key is
added to it.
"""
NUMBER_KEYS = dict(zip(range(71, 84), "789-456+1230.", strict=True)) | {
    55: "*",
    69: "Num",
    96: "Enter",
    98: "/",
}
KEY_ROWS = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
LETTER_KEYS = {first + at: key for first, row in KEY_ROWS for at, key in enumerate(row)}
F_KEYS = {183 + at: f"F{13 + at}" for at in range(12)} | {59 + at: f"F{1 + at}" for at in range(10)}
HAT_WAYS = "↑→↓←"
BOUNCE_MS = 45
"""The shortest time in which somebody can release a button and push it again. Contacts bounce for
up to 40 ms, on release as well (GP2040-CE issues 694 and 1588).
"""
WINDOW_MS = 1000
WILD_EDGES = 20  # ten pushes in a second; edges that follow within a bounce are one
BOUNCES_TO_TELL = 3
BOUNCY_MS = 60_000  # for this long after its last bounce a button is called bouncy
LONGEST_WAIT_MS = 60_000
RESTS_MS = 2000  # after a wild button has rested it counts again
NUMBER_LENGTH = 6  # shorter numbers, or of one or two different digits, identify no device

UNPLUGGED = say("The gamepad was unplugged. Plug it in again.")
TWINS = say(
    "This laptop cannot tell this gamepad from another one. Press its buttons and see whose time"
    " runs; free it and bind it again if the two were swapped."
)


class Known(Enum):
    """The degree of certainty that a gamepad's name will mean the same gamepad the next time."""

    SURE = "sure"
    TWIN = "twin"
    """There are two gamepads at one socket; as a rule they are found in the same order."""
    ALIKE = "alike"
    """The gamepad cannot be distinguished from another of its kind, as on macOS."""


def button_name(button: int) -> str:
    """Return the name of a button for people, who count from 1."""
    if button < FIRST_AXIS:
        return say("Button {button}", button=button + 1)
    if button < FIRST_HAT:
        axis, plus = divmod(button - FIRST_AXIS, 2)
        return say("Axis {axis} {sign}", axis=axis + 1, sign="+" if plus else "−")
    if button >= FIRST_KEY:
        return _key_name(button - FIRST_KEY)
    hat, way = divmod(button - FIRST_HAT, len(HAT_WAYS))
    return say("Hat {hat} {way}", hat=hat + 1, way=HAT_WAYS[way])


def _key_name(key: int) -> str:
    if key in NUMBER_KEYS:
        return say("Number pad {key}", key=NUMBER_KEYS[key])
    return say("Key {key}", key=(LETTER_KEYS | F_KEYS).get(key, f"#{key}"))


def wild_words(button: int) -> str:
    return say(
        "{button} goes on and off many times a second. Its presses are ignored until that stops:"
        " check its wire.",
        button=button_name(button),
    )


def bouncy_words(button: int) -> str:
    return say(
        "{button} bounces: one push arrives as several. It is counted once.",
        button=button_name(button),
    )


class Contact(Struct):
    """One button. ``edges`` are the instants in the last second at which it went down or up,
    without bounces. ``until_ms`` is the instant at which ``sentence`` about the button is
    withdrawn.
    """

    edges: deque[int] = field(default_factory=deque)
    last_ms: int | None = None
    """The instant at which the button last went down or up, or bounced."""
    bounces: deque[int] = field(default_factory=deque)
    down: bool = False
    sentence: str = ""
    wild: bool = False
    until_ms: int = 0


class Pad(Struct):
    """One gamepad that is plugged in; ``place`` is its identity."""

    place: str
    name: str
    contacts: dict[int, Contact] = field(default_factory=dict)


class DeafPad:
    """The controls of a gamepad. They do nothing."""

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: a gamepad keeps no time."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Do nothing: a gamepad has no lamp."""

    def identify(self, now_ms: int) -> None:
        """Do nothing: a gamepad cannot blink."""


class Pads:
    product = "Gamepad"
    baud = 0
    dead = ""

    def __init__(self) -> None:
        self._pads: dict[int, Pad] = {}
        self._lines = Lines(LONGEST_LINE)
        self._deaf = DeafPad()

    @property
    def clocks(self) -> Mapping[str, Orders]:
        return {pad.place: self._deaf for pad in self._pads.values()}

    def opened(self, now_ms: int) -> list[Placed]:
        """Forget the known gamepads, because all of them are reported again."""
        self._pads.clear()
        self._lines.clear()
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Placed]:
        placed: list[Placed] = []
        for line in self._lines.feed(data):
            placed += self._take(_fields(line), now_ms)
        return placed

    def excuse(self, late_ms: int) -> None:
        """Do nothing: gamepads only speak when they are pressed, so their silence means nothing."""

    def tick(self, now_ms: int) -> list[Placed]:
        placed: list[Placed] = []
        for pad in self._pads.values():
            for button, contact in pad.contacts.items():
                if contact.sentence and now_ms >= contact.until_ms:
                    cleared = Cleared(now_ms, contact.sentence, button)
                    if contact.wild:  # its last release may have been left out
                        contact.down = False
                    contact.sentence, contact.wild = "", False
                    placed.append(Placed(pad.place, cleared))
        return placed

    def due_ms(self) -> int | None:
        contacts = (contact for pad in self._pads.values() for contact in pad.contacts.values())
        return min((contact.until_ms for contact in contacts if contact.sentence), default=None)

    def to_send(self) -> bytes:
        return b""

    def _take(self, fields: Mapping[str, object], now_ms: int) -> list[Placed]:
        number, came = fields.get("pad"), fields.get("came")
        if not isinstance(number, int):
            return []
        if isinstance(came, dict):
            return self._came(number, came, now_ms)
        pad = self._pads.get(number)
        if pad is None:
            return []
        if fields.get("gone") is True:
            del self._pads[number]
            return [Placed(pad.place, Gone(now_ms, UNPLUGGED))]
        for edge in ("down", "up", "wild"):
            button = fields.get(edge)
            if isinstance(button, int) and 0 <= button < MOST_BUTTONS:
                contact = pad.contacts.setdefault(button, Contact())
                if edge == "wild":
                    return self._wild(pad, button, contact, now_ms)
                at_ms, late_ms = (
                    now_ms - _read_wait_ms(fields, "ago"),
                    _read_wait_ms(fields, "late"),
                )
                return self._edge(pad, button, contact, at_ms, late_ms, down=edge == "down")
        return []

    def _came(self, number: int, came: Mapping[str, object], now_ms: int) -> list[Placed]:
        if number in self._pads or len(self._pads) >= MOST_PADS:
            return []
        taken = {pad.place for pad in self._pads.values()}
        place, known = identity(came, taken)
        name = shorten(str(came.get("name") or "").strip()) or "Gamepad"
        self._pads[number] = Pad(place, name)
        able = WRITES if came.get("whole") is True else ABLE
        identified = Identified(name, "", "", able, alike=known is Known.ALIKE)
        placed = [Placed(place, identified)]
        if known is Known.TWIN:
            placed.append(Placed(place, Doubted(now_ms, TWINS, lasting=True)))
        return placed

    def _edge(
        self, pad: Pad, button: int, contact: Contact, now_ms: int, late_ms: int, *, down: bool
    ) -> list[Placed]:
        last_ms, contact.last_ms = contact.last_ms, now_ms
        if not contact.edges or now_ms - contact.edges[-1] >= BOUNCE_MS:
            contact.edges.append(now_ms)
        _forget(contact.edges, now_ms - WINDOW_MS)
        fresh, contact.down = down and not contact.down, down
        if len(contact.edges) >= WILD_EDGES or contact.wild:
            return self._wild(pad, button, contact, now_ms)
        if not fresh:
            return []
        if last_ms is not None and now_ms - last_ms < BOUNCE_MS:
            return self._bounced(pad, button, contact, now_ms)
        return [Placed(pad.place, ButtonDown(now_ms, button, late_ms))]

    def _wild(self, pad: Pad, button: int, contact: Contact, now_ms: int) -> list[Placed]:
        contact.until_ms = now_ms + RESTS_MS
        if contact.wild:
            return []
        contact.wild = True
        return self._say(pad, button, contact, wild_words(button), now_ms)

    def _bounced(self, pad: Pad, button: int, contact: Contact, now_ms: int) -> list[Placed]:
        contact.bounces.append(now_ms)
        _forget(contact.bounces, now_ms - BOUNCY_MS)
        if len(contact.bounces) < BOUNCES_TO_TELL:
            return []
        contact.until_ms = now_ms + BOUNCY_MS
        if contact.sentence:
            return []
        return self._say(pad, button, contact, bouncy_words(button), now_ms)

    def _say(
        self, pad: Pad, button: int, contact: Contact, sentence: str, now_ms: int
    ) -> list[Placed]:
        before, contact.sentence = contact.sentence, sentence
        cleared = [Placed(pad.place, Cleared(now_ms, before, button))] if before else []
        doubted = Doubted(now_ms, sentence, lasting=True, button=button)
        return [*cleared, Placed(pad.place, doubted)]


def identity(came: Mapping[str, object], taken: Iterable[str]) -> tuple[str, Known]:
    """Return a gamepad's identity: its serial number, else its socket, else its position among
    gamepads of its kind.
    """
    usb, number, place = (
        "".join(str(came.get(key) or "").split())[:200] for key in ("usb", "number", "place")
    )
    own = f"{usb}/{number}"
    if len(number) >= NUMBER_LENGTH and len(set(number)) > 2 and own not in taken:
        return own, Known.SURE
    there = f"{usb}@{place}" if place else usb
    if there not in taken:
        return there, Known.SURE if place else Known.ALIKE
    turn = next(n for n in range(2, MOST_PADS + 2) if f"{there}#{n}" not in taken)
    return f"{there}#{turn}", Known.TWIN if place else Known.ALIKE


def _fields(line: bytes) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _read_wait_ms(fields: Mapping[str, object], key: str) -> int:
    """Return a time in a line, in milliseconds; 0 if the time is missing or impossible."""
    said = fields.get(key)
    return said if isinstance(said, int) and 0 <= said <= LONGEST_WAIT_MS else 0


def _forget(instants: deque[int], before_ms: int) -> None:
    while instants and instants[0] <= before_ms:
        instants.popleft()
