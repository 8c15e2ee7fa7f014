"""The printouts of a round before it is played: result slips, and pairings for the wall."""

from collections.abc import Sequence

from msgspec import Struct

from app.engine.acts.results import How
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS
from app.engine.text import name_order
from app.views.event.publish import about_player
from app.views.event.record import count_choices
from app.views.round.result_entry import ways_to_win

NOT_ON_SLIPS = frozenset({How.DISQUALIFICATION, How.GAME_LOSS, How.NO_SHOW, How.UNRECORDED})
"""Endings that are not on slips, because only the organizer can rule or record them."""


class Slip(Struct, frozen=True):
    """The slip of one table, which both players sign."""

    table: int
    names: Pair[str]
    about: Pair[str]
    """The faction and club of each player, as far as they are known."""
    lists: Pair[int]
    """The number of lists that each player chooses from."""
    scenario: str
    """The scenario's name; empty while it is secret."""
    ways: tuple[str, ...]
    """The ways in which the game can have ended, a tie last."""
    armies: bool = True
    """True if the slip has fields for army points and for the list that was played."""


class WallRow(Struct, frozen=True):
    """A line of the pairings on the wall."""

    name: str
    table: str
    opponent: str
    """The opponent's name; empty for a bye, which is then named in ``table``."""


def slips(state: State, round_: Round, *, secret: bool) -> tuple[Slip, ...]:
    """Return the round's slips, by table. With ``secret`` they do not name the scenario."""
    packet = state.packet
    played = packet.scenario(round_.scenario) if packet and not secret else None
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    return tuple(_slip(state, game, played.name if played else "") for game in games)


def _slip(state: State, game: Game, scenario: str) -> Slip:
    ways = [HOW_WORDS[how] for how in ways_to_win(game) if how not in NOT_ON_SLIPS]
    return Slip(
        game.table,
        game.players.map(state.name),
        game.players.map(lambda number: about_player(state, number)),
        game.players.map(lambda number: count_choices(state, number)),
        scenario,
        (*ways, HOW_WORDS[How.TIE]),
        game.armies,
    )


def wall_rows(state: State, round_: Round) -> tuple[WallRow, ...]:
    """Return all players of the round by name, with table and opponent."""
    rows = []
    for game in state.games_of(round_):
        for side in Side:
            name, other = (state.name(game.players.of(each)) for each in (side, side.other))
            rows.append(WallRow(name, str(game.table), other))
    rows += [WallRow(state.name(bye.player), say("Bye"), "") for bye in round_.byes]
    return tuple(sorted(rows, key=lambda row: name_order(row.name)))


def wall_tables(state: State, round_: Round) -> tuple[tuple[str, Sequence[str]], ...]:
    """Return each table with its players, then the players with a bye."""
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    byes = [(say("Bye"), (state.name(bye.player),)) for bye in round_.byes]
    return (*((str(game.table), tuple(game.players.map(state.name))) for game in games), *byes)
