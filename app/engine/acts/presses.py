"""Clock presses, each with the precision to which a device knows its instant."""

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
"""The commands that carry ``uncertain_ms``."""
PRESSED = (ClockStarted, TurnStarted, TurnEnded, Interrupt, HandBack)
"""The marks that store ``uncertain_ms``."""

C = TypeVar("C")


def with_uncertainty(command: C, uncertain_ms: int) -> C:
    """Return a press with ``uncertain_ms`` set; return any other command unchanged."""
    if not isinstance(command, PRESSES) or uncertain_ms <= 0:
        return command
    press: Any = command
    made: C = replace(press, uncertain_ms=uncertain_ms)
    return made
