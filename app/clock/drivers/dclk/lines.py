"""The lines of DCLK/1 (docs/dclk.md): checks, parses and builds them.

payload *HH LF      HH: exclusive or of the payload's bytes, two upper-case digits
HI key=value ...    ST key=value ...    EV key=value ...    # text
OK id s= t=         ER id code word     PO id number t=         IG first last
@id VERB arguments  (what we send)
"""

import functools
import operator
import re
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from app.clock.drivers.driver import Hand
from app.clock.drivers.text_lines import Lines

LONGEST = 120
MOST_T = 0xFFFFFFFF
MOST_S = 0xFFFF
_HANDS = {"L": Hand.LEFT, "R": Hand.RIGHT}


class Known(Struct, frozen=True):
    """A clock as an earlier run of the program saw it."""

    uid: str
    boot: int


class Hi(Struct, frozen=True):
    version: int
    uid: str
    boot: int
    firmware: str
    name: str
    caps: frozenset[str]
    game_from: int | None = None
    """The number of the first event of the game that the clock holds; None if the clock holds no
    game or does not say.
    """


class ClockState(Struct, frozen=True):
    """An ST line: the state of the clock."""

    s: int
    t: int
    running: Hand | None
    in_game: bool
    """True if a game is on, including a paused one."""
    left_ms: int
    right_ms: int
    fallen: Hand | None
    battery: int
    """The battery's charge in percent; -1 if unknown."""
    mode_b: bool


class Event(Struct, frozen=True):
    """An EV line: something that happened on the clock."""

    s: int
    t: int
    kind: str
    by: str
    """The side that did it or suffers it, "L" or "R", or a button's number; empty if the line names
    none of these.
    """
    running: Hand | None
    in_game: bool
    left_ms: int
    right_ms: int

    @property
    def hand(self) -> Hand | None:
        return _HANDS.get(self.by)


class Ok(Struct, frozen=True):
    id: int


class Er(Struct, frozen=True):
    id: int
    code: int


class Po(Struct, frozen=True):
    id: int
    number: str
    t: int


class LineRemark(Struct, frozen=True):
    text: str


class Ignored(Struct, frozen=True):
    """An IG line: the events of this range are not in the clock's log, because all were ignored
    presses.
    """

    first: int
    last: int


Said: TypeAlias = Hi | ClockState | Event | Ok | Er | Po | LineRemark | Ignored


def seal_line(payload: str) -> bytes:
    """Return the whole line: the payload, its checksum and LF."""
    return f"{payload}*{_sum(payload.encode('ascii')):02X}\n".encode("ascii")


def _sum(payload: bytes) -> int:
    return functools.reduce(operator.xor, payload, 0)


def opened_line(line: bytes) -> str | None:
    """Return the payload of a line; None if its checksum is wrong."""
    payload, star, digits = line.rpartition(b"*")
    printable = all(0x20 <= byte <= 0x7E for byte in line)
    if not star or not printable or digits != b"%02X" % _sum(payload):
        return None
    return payload.decode("ascii")


class DclkLines:
    """Turns bytes into the clock's messages. ``bad`` counts the dropped lines."""

    def __init__(self) -> None:
        self.bad = 0
        self._lines = Lines(LONGEST)

    def feed(self, data: bytes) -> list[Said]:
        parsed = []
        for line in self._lines.feed(data):
            if not re.match(rb"[A-Z@#]", line):
                continue
            payload = opened_line(line)
            message = None if payload is None else parse_payload(payload)
            if message is not None:
                parsed.append(message)
            elif payload is None or payload.partition(" ")[0] in _FORMS:
                self.bad += 1
        return parsed


def parse_payload(payload: str) -> Said | None:
    """Return the message in a payload; None for an unknown word, and for a known word with wrong
    values.
    """
    word, _, rest = payload.partition(" ")
    form = _FORMS.get(word)
    if form is None:
        return None
    try:
        return form(rest)
    except (KeyError, ValueError):
        return None


def _hi(rest: str) -> Hi:
    keys = _keys(rest.split(" "))
    uid = keys["uid"]
    if not re.fullmatch("[0-9A-Fa-f]{8}", uid):
        raise ValueError(uid)
    caps = frozenset(keys.get("caps", "").split(","))
    version, boot = _number(keys["dclk"], MOST_T), _number(keys["boot"], MOST_T)
    game_from = _number(keys["game"], MOST_S) if "game" in keys else None
    return Hi(version, uid, boot, keys.get("fw", ""), keys.get("name", ""), caps, game_from)


def _state(rest: str) -> ClockState:
    keys = _keys(rest.split(" "))
    running, in_game = _running(keys["run"])
    battery = keys.get("bat", "-1")
    return ClockState(
        s=_number(keys["s"], MOST_S),
        t=_number(keys["t"], MOST_T),
        running=running,
        in_game=in_game,
        left_ms=_number(keys["l"], MOST_T),
        right_ms=_number(keys["r"], MOST_T),
        fallen=_HANDS.get(keys.get("f", "-")),
        battery=-1 if battery == "-1" else _number(battery, 100),
        mode_b=keys.get("mode") == "B",
    )


def _event(rest: str) -> Event:
    keys = _keys(rest.split(" "))
    running, in_game = _running(keys["run"])
    return Event(
        s=_number(keys["s"], MOST_S),
        t=_number(keys["t"], MOST_T),
        kind=keys["k"],
        by=keys.get("by", ""),
        running=running,
        in_game=in_game,
        left_ms=_number(keys["l"], MOST_T),
        right_ms=_number(keys["r"], MOST_T),
    )


def _ok(rest: str) -> Ok:
    return Ok(_number(rest.partition(" ")[0], 255))


def _er(rest: str) -> Er:
    words = rest.split(" ")
    return Er(_number(words[0], 255), _number(",".join(words[1:2]), 255))


def _po(rest: str) -> Po:
    number, *words = rest.split(" ")
    return Po(_number(number, 255), words[0] if words else "", _number(_keys(words)["t"], MOST_T))


def _ignored_presses(rest: str) -> Ignored:
    first, last = (_number(word, MOST_S) for word in rest.split(" "))
    return Ignored(first, last)


_FORMS: dict[str, Callable[[str], Said]] = {
    "HI": _hi,
    "ST": _state,
    "EV": _event,
    "OK": _ok,
    "ER": _er,
    "PO": _po,
    "IG": _ignored_presses,
    "#": LineRemark,
}


def _keys(words: list[str]) -> dict[str, str]:
    split = (word.partition("=") for word in words)
    return {name: value for name, equals, value in split if equals}


def _number(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) > most:
        raise ValueError(text)
    return int(text)


def _running(text: str) -> tuple[Hand | None, bool]:
    if text not in ("L", "R", "P", "N"):
        raise ValueError(text)
    return _HANDS.get(text), text != "N"
