"""Every emulated clock by its name. Options are words such as ``drift=200`` or ``drop_ack=0.1``."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from msgspec import structs

from app.emulators.dclk.clock import DclkKnobs, EmulatedDclkClock
from app.emulators.device import EmulatedDevice
from app.emulators.dgt.board import EmulatedDgtBoard
from app.emulators.dgt.clock import DgtKnobs, xl_knobs
from app.emulators.dgt.line import DgtLine
from app.emulators.faults import FaultyLine, LineFault, LineFaults, Mischief, Once
from app.emulators.hourglass import EmulatedHourglass, HourglassKnobs
from app.emulators.open_chess_clock import EmulatedOpenChessClock, OpenChessKnobs
from app.emulators.ros_clock import EmulatedUpdClock, UpdKnobs
from app.engine.frozen import replace

Knobs = TypeVar("Knobs", DgtKnobs, DclkKnobs, HourglassKnobs, UpdKnobs, OpenChessKnobs)
Words = dict[str, str]
FAULTS = {fault.value for fault in LineFault}
OTHER_WORDS = {"seed", "once", "delay_ms", "freeze_ms", "port", "speed", "powered"}
SHORT = {"drift": "drift_ppm"}


def make_device(kind: str, words: Mapping[str, str], now_ms: int) -> FaultyLine:
    """Return a clock on its line. Raise ValueError for an unknown word; the message names the word.

    ``once=flip@5000,reset@60000`` schedules single faults; ``seed`` makes chance repeatable;
    ``powered=1`` means that the device gets its power from its cable; ``port`` only distinguishes
    two clocks of one kind.
    """
    if kind not in KINDS:
        raise ValueError(f"No emulated clock is called {kind!r}; there are {', '.join(KINDS)}.")
    rest = {SHORT.get(word, word): value for word, value in words.items()}
    mischief = _mischief(rest)
    knobs = {
        word: value
        for word, value in rest.items()
        if word not in FAULTS and word not in OTHER_WORDS
    }
    powers = _like(False, rest.get("powered", "no")) is True
    return FaultyLine(KINDS[kind](knobs, now_ms, mischief), mischief, powers=powers)


def _mischief(words: Words) -> Mischief:
    chances = {LineFault(word): float(value) for word, value in words.items() if word in FAULTS}
    once = tuple(_once(word) for word in words.get("once", "").split(",") if word)
    plain = LineFaults()
    faults = LineFaults(
        chances,
        once,
        int(words.get("delay_ms", plain.delay_ms)),
        int(words.get("freeze_ms", plain.freeze_ms)),
    )
    return Mischief(faults, Random(int(words.get("seed", "0"))))


def _once(word: str) -> Once:
    name, _, at_ms = word.partition("@")
    return Once(LineFault(name), int(at_ms or 0))


def _turn_knobs(knobs: Knobs, words: Words) -> Knobs:
    """Return the knobs with the values in ``words``. Each value is converted to the type of its
    knob.
    """
    known = structs.asdict(knobs)
    changes: dict[str, Any] = {}
    for word, value in words.items():
        if word not in known:
            raise ValueError(f"This clock has no knob called {word!r}.")
        changes[word] = _like(known[word], value)
    return replace(knobs, **changes)


def _like(before: object, value: str) -> object:
    if isinstance(before, bool):
        return value.lower() in {"1", "true", "yes", "on"}
    if isinstance(before, int):
        return int(value, 0)
    if isinstance(before, tuple):
        return tuple(int(part) for part in value.split(",") if part)
    return value


def _dgt(plain: DgtKnobs) -> Callable[[Words, int, Mischief], EmulatedDevice]:
    return lambda words, now_ms, mischief: EmulatedDgtBoard(
        now_ms, _turn_knobs(plain, words), mischief
    )


def _dgt_bus(words: Words, now_ms: int, mischief: Mischief) -> EmulatedDevice:
    """Return a bus with as many boards as the word ``boards`` says. The boards' serial numbers
    count up from ``serial``.
    """
    knobs = _turn_knobs(
        DgtKnobs(), {word: text for word, text in words.items() if word != "boards"}
    )
    numbers = range(knobs.serial, knobs.serial + int(words.get("boards", "3")))
    return DgtLine(
        [EmulatedDgtBoard(now_ms, replace(knobs, serial=number), mischief) for number in numbers]
    )


def _dclk(words: Words, now_ms: int, mischief: Mischief) -> EmulatedDevice:
    return EmulatedDclkClock(now_ms, _turn_knobs(DclkKnobs(), words), mischief)


def _hourglass(words: Words, now_ms: int, mischief: Mischief) -> EmulatedDevice:
    return EmulatedHourglass(now_ms, _turn_knobs(HourglassKnobs(), words), mischief)


def _upd(words: Words, now_ms: int, mischief: Mischief) -> EmulatedDevice:
    return EmulatedUpdClock(now_ms, _turn_knobs(UpdKnobs(), words), mischief)


def _open_chess(words: Words, now_ms: int, mischief: Mischief) -> EmulatedDevice:
    return EmulatedOpenChessClock(now_ms, _turn_knobs(OpenChessKnobs(), words), mischief)


KINDS: dict[str, Callable[[Words, int, Mischief], EmulatedDevice]] = {
    "dgt3000": _dgt(DgtKnobs()),
    "dgtxl": _dgt(xl_knobs()),
    "dgtbus": _dgt_bus,
    "dclk": _dclk,
    "hourglass": _hourglass,
    "upd": _upd,
    "openchess": _open_chess,
}
