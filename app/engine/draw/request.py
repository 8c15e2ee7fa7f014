"""A draw as it is requested, and its result. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.engine.draw.tables import Seat, Seatings, Table
from app.engine.draw.values import Draw, DrawConstraints, Entrant, Numbers, Occasion


@dataclass(frozen=True, slots=True)
class Hall:
    """The data that decide the tables of pairs."""

    tables: tuple[Table, ...]
    seats: Mapping[int, Seat]
    held: Mapping[Numbers, int]
    """The games that have begun, by pair, with their tables."""
    top_tables_first: bool
    fresh_tables_first: bool = True


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """All that decides a draw. Whoever worked one out elsewhere hands this in with it."""

    entrants: tuple[Entrant, ...]
    occasion: Occasion
    wishes: DrawConstraints
    hall: Hall
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A draw worked out beforehand, off the desk's thread; it counts if the same is asked."""

    request: DrawRequest
    draw: Draw
    seatings: Seatings
