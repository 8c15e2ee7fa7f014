"""Faults of a captain's choice, and of pairs typed at the desk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from app.engine.match_up.procedure import Deed
from app.engine.match_up.progress import Choice, Meeting, Met, Progress
from app.engine.match_up.run import fits
from app.engine.side import Pair, Side


class Why(Enum):
    """Why it cannot be taken."""

    DONE = "done"
    """The match-up is complete."""
    STEP_OVER = "step_over"
    NOT_ASKED = "not_asked"
    """It is the other captain's turn, or this one has chosen."""
    COUNT = "count"
    """Another number of players is asked for."""
    TWICE = "twice"
    """A player is named twice."""
    OTHER_TEAM = "other_team"
    """A player does not play in this match for the team."""
    HAS_OPPONENT = "has_opponent"
    NOT_FREE = "not_free"
    """A player is up or offered, or was not offered."""
    TABLE = "table"
    """No such table in this match, or it is taken."""
    LEFT_OUT = "left_out"
    """A player who could have an opponent has none."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason, with the number of the player, players or table that it is about."""

    why: Why
    number: int = 0
    side: Side | None = None
    """The team that a player does not play for."""


def find_choice_fault(progress: Progress, choice: Choice) -> Fault | None:
    """Return why a captain cannot choose this now; None if they can."""
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
    """Return the pairs as the desk has typed them, with their tables in order; without tables, the
    match's own.
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
