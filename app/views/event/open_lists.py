"""Players' army lists for printing, as far as their opponents may see them."""

from collections.abc import Iterable

from msgspec import Struct

from app.engine.armies.army_list import ArmyList
from app.engine.language import say
from app.engine.players.list_choice import open_lists
from app.engine.side import Side
from app.engine.state import Round, State
from app.engine.table.game import Game


class PlayerLists(Struct, frozen=True):
    """A player's lists. They do not show which of them is played in a round."""

    name: str
    about: str
    """The side, faction and club, as far as they are known."""
    lists: tuple[ArmyList, ...]


class TableLists(Struct, frozen=True):
    """Both players' lists at a table, Red's first."""

    title: str
    """The title, such as "Table 3"."""
    players: tuple[PlayerLists, ...]


def event_lists(state: State) -> tuple[PlayerLists, ...]:
    """Return all players with lists, by name; nobody if the event hides lists."""
    if state.settings is not None and state.settings.lists_hidden:
        return ()
    players = (number for number, player in state.players.items() if player.plays)
    sheets = (_of(state, number) for number in players)
    return tuple(sorted((sheet for sheet in sheets if sheet.lists), key=lambda each: each.name))


def round_lists(state: State, round_: Round) -> tuple[TableLists, ...]:
    """Return the tables of a round that have lists to show, by number."""
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    return tuple(sheet for game in games if (sheet := table_lists(state, game)) is not None)


def table_lists(state: State, game: Game) -> TableLists | None:
    """Return the lists at a table. Return None if no list is known, the pairing is not public yet,
    or the event hides lists.
    """
    lists = open_lists(state, game)
    if not any(lists):
        return None
    players = tuple(_of(state, game.players.of(side), side.colour) for side in Side)
    return TableLists(say("Table {table}", table=game.table), players)


def _of(state: State, number: int, *first: str) -> PlayerLists:
    player = state.players.get(number)
    entry = player.entry if player else None
    about: Iterable[str] = (*first, entry.faction, state.club_beside(number)) if entry else first
    words = " · ".join(filter(None, about))
    return PlayerLists(state.name(number), words, player.lists if player else ())
