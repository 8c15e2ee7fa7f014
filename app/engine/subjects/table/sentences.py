"""Sentences of the history that begin with their table: "Table 4: Anna tapped"."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from app.engine.remarks import reason_words
from app.engine.subjects.act import Context
from app.engine.subjects.words import Values, side_names, table_named
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf


class OfGame(Protocol):
    """An event of one game."""

    @property
    def game(self) -> int:
        """The number of the game."""
        ...


E = TypeVar("E", bound=OfGame)

TableWords: TypeAlias = str | Callable[[E, NameOf, Game | None], str]
"""The events of a table in words. The fields of a template are the event's own and `FIELDS`.
The game is None if it is no longer in the event.
"""


class AtTable(Struct, Generic[E], frozen=True):
    """A writer of the history's sentences about one kind of event at a table."""

    words: TableWords[E]

    def __call__(self, event: E, context: Context) -> str:
        game: int = event.game
        words = self.at_table(event, side_names(game, context), context.state.games.get(game))
        return f"{table_named(game, context)}: {words}"

    def at_table(self, event: E, name: NameOf, game: Game | None) -> str:
        """Return what happened, without naming the table."""
        if isinstance(self.words, str):
            return self.words.format_map(Values(FIELDS, event, name))
        return self.words(event, name, game)


def at_table_template(words: str) -> AtTable[Any]:
    """Return the sentence writer for a template."""
    return AtTable(words)


def because(reason: str) -> str:
    """Return a reason in brackets, such as " (Misread)"; empty if there is none."""
    return f" ({reason_words(reason)})" if reason else ""


FIELDS: Mapping[str, Callable[[Any, Any], str]] = {
    "name": lambda event, name: name(event.side),
    "because": lambda event, _name: because(event.reason),
}
"""The fields of templates in addition to the event's own."""
