"""Acts in words: fills the history's sentences, and the names after "Undo", with an event's values.

The fields of a template are the event's own, or else those that this module defines.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.engine.acts.events import Event
from app.engine.language import plural, say
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.act import Context, Name, Words
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf
from app.engine.text import join_words

GONE = say("A table no longer there")
NAMED = 4
"""The most players who are named; more are counted."""


def write_sentence(words: Words[Any], event: Event, context: Context) -> str:
    """Return the sentence of an event, without a full stop."""
    if not isinstance(words, str):
        return words(event, context)
    return words.format_map(Values(SENTENCE_FIELDS, event, context))


def act_name(name: Name[Any], event: Event, state: State) -> str:
    """Return the name of an act, as it stands after "Undo" and "Redo"."""
    if not isinstance(name, str):
        return name(event, state)
    return name.format_map(Values(NAME_FIELDS, event, state))


def table_words(state: State, game: Game) -> str:
    """Return a game's table in words, with its round unless that is the latest."""
    latest = state.latest
    if latest is not None and latest.number == game.round_number:
        return say("table {table}", table=game.table)
    return say(
        "table {table} of round {round_number}", table=game.table, round_number=game.round_number
    )


def _game_table(event: Any, state: State) -> str:
    """Return the table of an event's game in words."""
    game = state.games.get(event.game)
    return table_words(state, game) if game else say("a table no longer there")


def _count_players(event: Any) -> str:
    return plural(len(event.numbers), "{count} player", "{count} players")


def table_named(game: int, context: Context) -> str:
    """Return a game's table in words, with a capital, to begin a sentence."""
    seating = context.seating(game)
    return say("Table {table}", table=seating.table) if seating else GONE


def some_names(names: Sequence[str]) -> str:
    """Return the first few names, and how many others there are."""
    if len(names) <= NAMED:
        return join_words(names) if names else say("nobody")
    return plural(
        len(names) - NAMED,
        "{names} and {count} other",
        "{names} and {count} others",
        names=", ".join(names[:NAMED]),
    )


def side_names(game: int, context: Context) -> NameOf:
    """Return a function that names the player of a side in a game, or the side's colour if the game
    is unknown.
    """
    seating = context.seating(game)

    def name(side: Side) -> str:
        return context.name(seating.players.of(side)) if seating else side.colour

    return name


SENTENCE_FIELDS: Mapping[str, Callable[[Any, Any], str]] = {
    "name": lambda event, context: context.name(event.number),
    "names": lambda event, context: context.names(event.numbers),
}
"""The fields of the history's sentences in addition to the event's own."""

NAME_FIELDS: Mapping[str, Callable[[Any, Any], str]] = {
    "name": lambda event, state: state.name(event.number),
    "players": lambda event, _state: _count_players(event),
    "table": _game_table,
}
"""The fields of the names after "Undo" in addition to the event's own."""


class Values:
    """The values of a template's fields, each worked out only when the template needs it."""

    __slots__ = ("_context", "_event", "_fields")

    def __init__(
        self, fields: Mapping[str, Callable[[Any, Any], str]], event: object, context: object
    ) -> None:
        self._fields, self._event, self._context = fields, event, context

    def __getitem__(self, field: str) -> object:
        value = getattr(self._event, field, None)
        return self._fields[field](self._event, self._context) if value is None else value
