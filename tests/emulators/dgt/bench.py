"""An emulated DGT board on the bench, and what it says."""

from random import Random
from typing import Any

from app.emulators.dgt.board import EmulatedDgtBoard
from app.emulators.dgt.clock import DgtKnobs
from app.emulators.faults import LineFaults, Mischief


def board(*, nice: bool = True, faults: LineFaults | None = None, **knobs: Any) -> EmulatedDgtBoard:
    """A board listened to at instant 0, its first time message taken."""
    made = EmulatedDgtBoard(0, DgtKnobs(**knobs), Mischief(faults or LineFaults(), Random(1)))
    if nice:
        made.receive(b"\x4b", 0)
        made.send(20)
    return made


def heard(device: EmulatedDgtBoard, until_ms: int) -> list[str]:
    """What the board says up to an instant, cut at the bytes that begin a frame."""
    frames: list[bytes] = []
    for byte in device.send(until_ms):
        if byte >= 0x80:
            frames.append(b"")
        frames[-1] += bytes([byte])
    return [frame.hex(" ") for frame in frames]
