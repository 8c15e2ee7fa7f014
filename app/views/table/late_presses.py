"""Late presses as the organizer sees them: what was pressed, and what it would change."""

from msgspec import Struct

from app.engine import wording
from app.engine.language import by_number, say
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.subjects.table.rows import mark_words
from app.engine.table.game import Game
from app.engine.table.late_presses import (
    devices,
    marks_of,
    moved_words,
    of_device,
    shown_move,
    with_late_presses,
)
from app.engine.table.sentences import NameOf, standing_result, step_words, why
from app.engine.text import clock_words, join_words

FEW = 3  # more presses than this are not named one by one


class LateRow(Struct, frozen=True):
    """The late presses of one device."""

    device: str
    presses: int
    first_ms: int
    """The instant of the first press."""
    last_ms: int
    """The instant of the last press."""
    pressed: tuple[str, ...]
    """The first few presses in words."""
    now: str
    """The state of the game without the late presses."""
    then: str
    """The state of the game with the late presses."""


def late_rows(game: Game, name: NameOf) -> tuple[LateRow, ...]:
    """Return a row for each device whose presses wait, the earliest first."""
    return tuple(_row(game, device, name) for device in devices(game))


def _row(game: Game, device: str, name: NameOf) -> LateRow:
    presses = of_device(game, device)
    after, stands_ms, _ = with_late_presses(game, device)
    at_ms = stands_ms if stands_ms is not None else max(press.at_ms for press in presses)
    pressed = tuple(mark_words(mark, name, after) for mark in marks_of(presses))
    return LateRow(
        device=device,
        presses=len(presses),
        first_ms=min(press.at_ms for press in presses),
        last_ms=max(press.at_ms for press in presses),
        pressed=pressed[:FEW],
        now=_stands(game, at_ms, name),
        then=_stands(after, at_ms, name),
    )


def _stands(game: Game, at_ms: int, name: NameOf) -> str:
    """Return the result, or the turn and the times left at ``at_ms``."""
    play = game.play
    decided = standing_result(game, name) or why(game, name)
    if decided:
        return decided
    if play.clock is None:
        return say("the clock is not started")
    if play.flag is not None:
        return say(
            "{name}’s clock has run out, and the players are asked", name=name(play.flag.side)
        )
    step = step_words(game, play.step, name)
    if game.terms.time.kind is TimingKind.UNTIMED:
        return say("the game goes on in {step}", step=step)
    clock = play.clock
    left = (
        say(
            "{name} has {remaining}",
            name=name(side),
            remaining=clock_words(max(clock.remaining(side, at_ms), 0)),
        )
        for side in Side
    )
    return say("the game goes on in {step}; {left} left", step=step, left=join_words(left))


def describe_late_row(row: LateRow) -> str:
    """Return the question to the organizer, without times of day."""
    what = by_number(wording.LATE_PRESSES, row.presses)
    more = "" if len(row.pressed) >= row.presses else " …"
    return say(
        "{what}: {pressed}{more}. Without: {now}. With: {then}.",
        what=what,
        pressed="; ".join(row.pressed),
        more=more,
        now=row.now,
        then=row.then,
    )


class MoveRow(Struct, frozen=True):
    """A shift of time by late presses at a table, which the organizer can reverse."""

    at_ms: int
    """The instant at which the presses arrived, which identifies the move."""
    words: str


def move_rows(game: Game) -> tuple[MoveRow, ...]:
    """Return the moves that were not reversed, the latest first."""
    return tuple(MoveRow(move.at_ms, moved_words(move.gained_ms)) for move in reversed(game.moved))


def shown_words(game: Game) -> str:
    """Return the line for both halves of a table; empty if no time was moved recently."""
    moved = moved_words(shown_move(game))
    return say("{moved}: presses came late", moved=moved) if moved else ""
