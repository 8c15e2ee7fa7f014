"""The presses that switched a table's chess clock, and their meanings."""

from msgspec import Struct

from app.engine import wording
from app.engine.acts.table import HandBack, Interrupt
from app.engine.language import say
from app.engine.side import Side
from app.engine.table.chess_clock import Switch
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import step_words
from app.engine.table.turns import FIRST_TURN_STEP

HANDED_BACK, INTERRUPT, ENDED = READINGS = (
    say("handed the clock back"),
    say("interrupt"),
    wording.SWITCH_ENDED_THE_TURN,
)


class PressRow(Struct, frozen=True):
    """A press that switched the chess clock: whose time it ended, in which turn, and its meaning.

    ``back`` is true if the press handed the clock back after an interrupt; such a press can have no
    other meaning.
    """

    at_ms: int
    side: Side
    turn: str
    interrupt: bool
    back: bool

    @property
    def words(self) -> str:
        if self.back:
            return HANDED_BACK
        return INTERRUPT if self.interrupt else ENDED

    @property
    def otherwise(self) -> str:
        """The other meaning that the press can have."""
        return ENDED if self.interrupt else wording.SWITCH_WAS_AN_INTERRUPT


def clock_presses(game: Game) -> tuple[PressRow, ...]:
    """Return every press that switched the clock since the first turn began, in order."""
    play = Play()
    rows = []
    for mark in as_read(game):
        before, play = play, advance(game.terms, play, mark)
        if isinstance(mark, Switch) and play is not before and before.step >= FIRST_TURN_STEP:
            rows.append(
                PressRow(
                    at_ms=mark.at_ms,
                    side=before.runner,
                    turn=step_words(game, before.step),
                    interrupt=isinstance(mark, Interrupt),
                    back=isinstance(mark, HandBack),
                )
            )
    return tuple(rows)


def last_switch(game: Game) -> PressRow | None:
    """Return the latest press that can have another meaning; None if there is none."""
    return next((row for row in reversed(clock_presses(game)) if not row.back), None)
