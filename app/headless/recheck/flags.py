"""Finds flags that fell twice in one game."""

from collections.abc import Iterator, Sequence

from app.engine.acts.chess_clock import AdoptTimes, RelabelPress
from app.engine.acts.events import Record
from app.engine.acts.late import PressesCounted
from app.engine.acts.table import (
    AdjustClock,
    ClockStarted,
    FlagFell,
    HandBack,
    Interrupt,
    ReopenGame,
    RuleOnStop,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.acts.undo import Redone, Undone
from app.engine.language import say
from app.engine.side import Side
from app.engine.state import State

RUNS_ANEW = (
    AdjustClock,
    AdoptTimes,
    ClockStarted,
    HandBack,
    Interrupt,
    PressesCounted,
    RelabelPress,
    ReopenGame,
    RuleOnStop,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
"""The rows after which the same flag may fall once more."""


def flag_faults(state: State, records: Sequence[Record]) -> Iterator[str]:
    """Yield a sentence for each flag that fell again although nothing had changed the game's
    time.
    """
    fallen: dict[tuple[int, Side], int] = {}
    for row in records:
        match row.event:
            case FlagFell(game, _, side):
                if (game, side) in fallen and game in state.games:
                    yield say(
                        "Round {round_number}, table {table}: {colour}’s flag fell twice, in row"
                        " {before} and in row {seq}.",
                        round_number=state.games[game].round_number,
                        table=state.games[game].table,
                        colour=side.colour,
                        before=fallen[game, side],
                        seq=row.seq,
                    )
                fallen[game, side] = row.seq
            case Undone() | Redone():
                fallen.clear()
            case event if isinstance(event, RUNS_ANEW):
                for side in Side:
                    fallen.pop((event.game, side), None)
            case _:
                pass
