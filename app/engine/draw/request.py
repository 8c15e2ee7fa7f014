"""A draw as it is requested, and its result. Values only."""

from collections.abc import Mapping

from msgspec import Struct

from app.engine.draw.tables import Seat, Seatings, Table
from app.engine.draw.values import Draw, DrawConstraints, Entrant, Numbers, Occasion


class Hall(Struct, frozen=True):
    """The data that decide the tables of the pairs."""

    tables: tuple[Table, ...]
    seats: Mapping[int, Seat]
    held: Mapping[Numbers, int]
    """The tables of the games that have begun, by pair."""
    top_tables_first: bool
    fresh_tables_first: bool = True


class DrawRequest(Struct, frozen=True):
    """All data that decide a draw. A draw that was worked out elsewhere is handed in with its
    request.
    """

    entrants: tuple[Entrant, ...]
    occasion: Occasion
    wishes: DrawConstraints
    hall: Hall
    names: Mapping[int, str]


class DrawResult(Struct, frozen=True):
    """A draw that was worked out beforehand, outside the desk's thread. The result counts if the
    request is still the same.
    """

    request: DrawRequest
    draw: Draw
    seatings: Seatings
