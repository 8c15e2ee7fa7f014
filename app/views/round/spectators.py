"""The tables as spectators may see them, for a stream: clock, score and turn of each.

Nothing secret is included: no pairing before it is published, no sealed answer, no point that does
not count yet.
"""

from msgspec import Struct

from app.engine.rounds.match_ups import published_round
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.game import Game
from app.views.round.live import LiveRow, live_row
from app.views.table.table import CONDITION_WORDS, TableCondition, TableView, table_view

PLAYING = CONDITION_WORDS[TableCondition.PLAYING]
"""The word for a table in play, which is left out beside the turn."""


class SpectatorSide(Struct, frozen=True):
    """A player at a table."""

    name: str
    faction: str
    cp: int
    left_ms: int | None
    """The time left while the clock stands; None if it is not limited or no longer matters."""
    ends_ms: int | None = None
    """The instant at which a running clock has no time left."""
    overruns: bool = False
    """True if the game goes on without time, so that the clock counts below zero."""


class SpectatorTable(Struct, frozen=True):
    """A table of the round."""

    table: int
    sides: Pair[SpectatorSide]
    runs: Side | None
    """The side whose clock runs; None if none does."""
    turn: str
    """The turn in words, with its player and number; empty before the first and after the last."""
    words: str
    """A sentence about how the game ended, once it is over; before that, the table's condition in a
    word, empty during ordinary play.
    """
    scored: bool
    """True if there is a score to show."""
    won: Side | None


class SpectatorRound(Struct, frozen=True):
    """The tables of the latest public round."""

    event: str
    round_number: int
    """The number of the round; 0 before the first draw."""
    tables: tuple[SpectatorTable, ...]


def spectator_round(state: State, now_ms: int, table: int = 0) -> SpectatorRound:
    """Return one table of the public round, by its number; all tables for 0."""
    latest = published_round(state)
    games = state.games_of(latest) if latest else ()
    shown = sorted(
        (game for game in games if table in {0, game.table}), key=lambda game: game.table
    )
    return SpectatorRound(
        state.settings.name if state.settings else "",
        latest.number if latest else 0,
        tuple(_table(state, game, now_ms) for game in shown),
    )


def _table(state: State, game: Game, now_ms: int) -> SpectatorTable:
    view = table_view(state, game)
    row = live_row(view, now_ms)
    factions = game.players.map(lambda number: state.players[number].entry.faction)
    turn = "" if row.over else view.step
    return SpectatorTable(
        view.table,
        Pair(*(_side(view, row, side, factions.of(side), now_ms) for side in Side)),
        row.runs,
        turn,
        view.why if row.over else "" if turn and row.word == PLAYING else row.word,
        bool(row.cp),
        row.won,
    )


def _side(view: TableView, row: LiveRow, side: Side, faction: str, now_ms: int) -> SpectatorSide:
    left_ms = view.left_ms(side, now_ms) if row.left.of(side) else None
    runs = row.runs is side and left_ms is not None
    cp = view.cp if view.result is None else view.result.cp
    return SpectatorSide(
        view.names.of(side),
        faction,
        cp.of(side),
        None if runs else left_ms,
        now_ms + left_ms if runs and left_ms is not None else None,
        side in view.play.overrun,
    )
