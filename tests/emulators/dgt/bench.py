"""An emulated DGT board on the bench, and what it says."""

from random import Random
from typing import Any

from app.emulators.dgt.board import DgtBoard
from app.emulators.dgt.clock import DgtKnobs
from app.emulators.faults import Faults, Mischief


def board(*, nice: bool = True, faults: Faults | None = None, **knobs: Any) -> DgtBoard:
    """A board listened to at instant 0, its first time message taken."""
    made = DgtBoard(0, DgtKnobs(**knobs), Mischief(faults or Faults(), Random(1)))
    if nice:
        made.receive(b"\x4b", 0)
        made.send(20)
    return made


def heard(device: DgtBoard, until_ms: int) -> list[str]:
    """What the board says up to an instant, cut at the bytes that begin a frame."""
    frames: list[bytes] = []
    for byte in device.send(until_ms):
        if byte >= 0x80:
            frames.append(b"")
        frames[-1] += bytes([byte])
    return [frame.hex(" ") for frame in frames]
