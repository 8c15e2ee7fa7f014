"""Presses of clocks, whose instant a device knows more or less exactly."""

from typing import Any, TypeVar

from app.engine.acts.chess_clock import PressLever
from app.engine.acts.table import (
    ClockStarted,
    HandBack,
    Interrupt,
    StartClock,
    Tap,
    TurnEnded,
    TurnStarted,
)
from app.engine.frozen import replace

PRESSES = (StartClock, Tap, Interrupt, HandBack, PressLever)
"""The commands that say how uncertain their instant is."""
PRESSED = (ClockStarted, TurnStarted, TurnEnded, Interrupt, HandBack)
"""The marks that keep it."""

C = TypeVar("C")


def with_uncertainty(command: C, uncertain_ms: int) -> C:
    """Return a press with how far its instant may be off; any other command as it is."""
    if not isinstance(command, PRESSES) or uncertain_ms <= 0:
        return command
    press: Any = command
    made: C = replace(press, uncertain_ms=uncertain_ms)
    return made
