"""Possible no-shows: tables that have not begun some time after the start of the round."""

from msgspec import Struct

from app.engine.side import Pair
from app.engine.state import Round, Stage, State
from app.engine.table.verdict import final_result

MINUTE_MS = 60_000


class Absence(Struct, frozen=True):
    """A game whose clock has not been started."""

    game: int
    table: int
    names: Pair[str]
    left_ms: int
    """The milliseconds until the absence counts as a no-show; 0 or less once it does."""

    @property
    def is_due(self) -> bool:
        return self.left_ms <= 0


def absences(state: State, round_: Round, now_ms: int) -> tuple[Absence, ...]:
    """Return the absences in the order of the tables. There are none before the round starts, if
    the organizer set no time for them, or in a round in which no clock runs.
    """
    minutes = state.plan.no_show_minutes
    games = state.games_of(round_)
    if not minutes or round_.stage is not Stage.STARTED or round_.started_ms is None:
        return ()
    if not any(game.play.clock for game in games):
        return ()
    left_ms = round_.started_ms + minutes * MINUTE_MS - now_ms
    return tuple(
        Absence(game.number, game.table, game.players.map(state.name), left_ms)
        for game in sorted(games, key=lambda game: game.table)
        if game.play.clock is None and final_result(game) is None
    )
