"""A draw as it is requested, and its result. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.engine.draw.tables import Seat, Seatings, Table
from app.engine.draw.values import Draw, DrawConstraints, Entrant, Numbers, Occasion


@dataclass(frozen=True, slots=True)
class Hall:
    """The data that decide the tables of the pairs."""

    tables: tuple[Table, ...]
    seats: Mapping[int, Seat]
    held: Mapping[Numbers, int]
    """The tables of the games that have begun, by pair."""
    top_tables_first: bool
    fresh_tables_first: bool = True


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """All data that decide a draw. A draw that was worked out elsewhere is handed in with its
    request.
    """

    entrants: tuple[Entrant, ...]
    occasion: Occasion
    wishes: DrawConstraints
    hall: Hall
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A draw that was worked out beforehand, outside the desk's thread. The result counts if the
    request is still the same.
    """

    request: DrawRequest
    draw: Draw
    seatings: Seatings
