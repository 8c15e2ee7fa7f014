"""Faults of a captain's choice, and of pairs that the desk typed."""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from app.engine.match_up.procedure import Deed
from app.engine.match_up.progress import Choice, Meeting, Met, Progress
from app.engine.match_up.run import fits
from app.engine.side import Pair, Side


class Why(Enum):
    """The reasons why a choice or a pair cannot be accepted."""

    DONE = "done"
    """The match-up is complete."""
    STEP_OVER = "step_over"
    NOT_ASKED = "not_asked"
    """It is the other captain's turn, or this captain has already chosen."""
    COUNT = "count"
    """The number of players chosen is wrong."""
    TWICE = "twice"
    """A player is named twice."""
    OTHER_TEAM = "other_team"
    """The player does not play for the team in this match."""
    HAS_OPPONENT = "has_opponent"
    NOT_FREE = "not_free"
    """The player is already put up or offered; or a captain picks a player who was not offered."""
    TABLE = "table"
    """The match does not have this table, or the table is taken."""
    LEFT_OUT = "left_out"
    """A player who could have an opponent was left out."""


class Fault(Struct, frozen=True):
    """A reason, and the number of the player or table that the reason is about. For `COUNT` it is
    the number of players to choose.
    """

    why: Why
    number: int = 0
    side: Side | None = None
    """The side of the team for which the player does not play, if the reason is `OTHER_TEAM`;
    otherwise None.
    """


def find_choice_fault(progress: Progress, choice: Choice) -> Fault | None:
    """Return why a captain cannot make this choice now; None if they can."""
    if fits(progress, choice):
        return None
    asked = progress.asks.get(choice.side)
    if progress.is_done:
        return Fault(Why.DONE)
    if choice.step < progress.asked:
        return Fault(Why.STEP_OVER)
    if asked is None or choice.step != asked.step:
        return Fault(Why.NOT_ASKED)
    if len(choice.chosen) != asked.count:
        return Fault(Why.COUNT, asked.count)
    if (twice := _twice(choice.chosen)) is not None:
        return Fault(Why.TWICE, twice)
    number = next(number for number in choice.chosen if number not in asked.options)
    if asked.do in {Deed.CHOOSE_TABLE, Deed.CHOOSE_SIDE}:
        return Fault(Why.TABLE, number)
    side = choice.side.other if asked.do is Deed.PICK else choice.side
    if number not in progress.meeting.teams.of(side):
        return Fault(Why.OTHER_TEAM, number, side)
    if number not in progress.left(side):
        return Fault(Why.HAS_OPPONENT, number)
    return Fault(Why.NOT_FREE, number)


def typed_pairs(
    meeting: Meeting, pairs: Sequence[Pair[int]], tables: Sequence[int] = ()
) -> tuple[Met, ...] | Fault:
    """Return the pairs that the desk typed, with their tables in order, or a fault. Without
    ``tables`` the pairs get the match's tables.
    """
    tables = tables or meeting.tables[: len(pairs)]
    wrong = next(_wrong(meeting, pairs, tables), None)
    if wrong is not None:
        return wrong
    return tuple(Met(pair, table) for pair, table in zip(pairs, tables, strict=True))


def _wrong(meeting: Meeting, pairs: Sequence[Pair[int]], tables: Sequence[int]) -> Iterator[Fault]:
    most = min(len(meeting.teams.red), len(meeting.teams.blue))
    for side in Side:
        named = [pair.of(side) for pair in pairs]
        if (twice := _twice(named)) is not None:
            yield Fault(Why.TWICE, twice)
        team = meeting.teams.of(side)
        yield from (Fault(Why.OTHER_TEAM, number, side) for number in named if number not in team)
        if len(pairs) < most:
            yield from (Fault(Why.LEFT_OUT, number) for number in team if number not in named)
    if (twice := _twice(tables)) is not None:
        yield Fault(Why.TABLE, twice)
    yield from (Fault(Why.TABLE, table) for table in tables if table not in meeting.tables)
    if len(tables) != len(pairs):
        yield Fault(Why.TABLE)


def _twice(numbers: Sequence[int]) -> int | None:
    return next((n for at, n in enumerate(numbers) if n in numbers[:at]), None)
