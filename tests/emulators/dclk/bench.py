"""An emulated DCLK/1 clock on the bench, and what it says."""

from random import Random
from typing import Any

from app.emulators.dclk.clock import DclkKnobs, EmulatedDclkClock
from app.emulators.dclk.lines import line
from app.emulators.faults import LineFaults, Mischief


def clock(faults: LineFaults | None = None, **knobs: Any) -> EmulatedDclkClock:
    return EmulatedDclkClock(0, DclkKnobs(**knobs), Mischief(faults or LineFaults(), Random(1)))


def heard(device: EmulatedDclkClock, until_ms: int) -> list[str]:
    """The lines up to an instant without their checksums, which were right."""
    payloads = []
    for raw in device.send(until_ms).decode("ascii").splitlines():
        payload, _, _ = raw.rpartition("*")
        assert line(payload) == f"{raw}\n".encode("ascii")
        payloads.append(payload)
    return payloads


def ask(device: EmulatedDclkClock, order: str, at_ms: int) -> list[str]:
    """What is said in the 100 ms after an order."""
    device.send(at_ms)
    device.receive(line(order), at_ms)
    return heard(device, at_ms + 100)


def playing(**knobs: Any) -> EmulatedDclkClock:
    """An hour each, left running since 20 ms."""
    made = clock(**knobs)
    made.receive(line("@1 SET 3600000 3600000") + line("@2 RUN L"), 20)
    made.send(100)
    return made
