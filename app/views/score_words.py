"""A place and a record of games in words, the same in an event and in a season."""

from typing import Protocol

from app.engine.language import plural


class Placed(Protocol):
    """A standing with a place, which may be shared."""

    @property
    def place(self) -> int: ...

    @property
    def shared(self) -> bool: ...


def place_words(placed: Placed) -> str:
    """Return a place: "3", or "3=" if it is shared."""
    return f"{placed.place}{'=' * placed.shared}"


def record_words(wins: int, losses: int, ties: int, *, byes: int = 0, all_ties: bool = True) -> str:
    """Return a record such as "2–1–0" or "1–1–0 + 1 bye". Without ``all_ties``, leave out a count
    of 0 ties: "2–1".
    """
    record = f"{wins}–{losses}"
    if all_ties or ties:
        record += f"–{ties}"
    if not byes:
        return record
    return plural(byes, "{record} + {count} bye", "{record} + {count} byes", record=record)
