"""Decides waiting acts again after other stations have written, and tracks the numbers that change
in this way.

While the server was away, a station gave players, games and rows the next free numbers. Another
station may have used the same numbers, so an act that names one may mean something else now.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from app.engine.acts.commands import Command
from app.engine.acts.display import Announced
from app.engine.acts.draw import PairingsChanged
from app.engine.acts.events import Event, Record
from app.engine.acts.late import HandIn
from app.engine.acts.phones import SignedUp
from app.engine.acts.players import PlayersAdded
from app.engine.acts.rounds import RoundDrawn, RoundPublished, RoundStarted
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.engine.frozen import replace
from app.engine.language import say

DRAWN = say("Another station drew or changed the round meanwhile.")
MIXED_UP = say(
    "It names a player or a game of this station that could not be added, or has another number"
    " now."
)
OF_DRAWS = (RoundDrawn, PairingsChanged, RoundPublished, RoundStarted)
GAMES = frozenset({"game", "games"})
"""The fields with numbers of games. A whole number in any other field may be a player's."""


def with_act(command: Command, events: Iterable[Event]) -> Command:
    """Return the command. If it undoes or redoes the latest act, the command returned names that
    act.
    """
    if isinstance(command, Undo | Redo) and command.act is None:
        acts = [event.act for event in events if isinstance(event, Undone | Redone)]
        return replace(command, act=acts[0]) if acts else command
    return command


class ActsAgain:
    """Tracks the new numbers of acts that are decided again."""

    def __init__(self, others: Iterable[Record]) -> None:
        """Take ``others``, the rows that other stations have written."""
        self._drawn = any(isinstance(row.event, OF_DRAWS) for row in others)
        self._acts: dict[int, int] = {}
        self._games: set[int] = set()
        self._players: set[int] = set()

    def renumbered(self, command: Command) -> Command:
        """Return the command. If it undoes or redoes an act that has a new number, the command
        returned names the new number.
        """
        if isinstance(command, Undo | Redo) and command.act in self._acts:
            return replace(command, act=self._acts[command.act])
        return command

    def fault(self, command: Command, before: Sequence[Record]) -> str:
        """Return a sentence that says why the act must not be decided again, or an empty text.
        ``before`` has the rows that the act first led to.
        """
        if self._drawn and any(isinstance(row.event, OF_DRAWS) for row in before):
            return DRAWN
        return MIXED_UP if self._is_mixed_up(command) else ""

    def _is_mixed_up(self, command: Command) -> bool:
        """Tell whether the command names a player or a game whose number has changed or no longer
        exists.
        """
        press = command.press if isinstance(command, HandIn) else command
        values: Mapping[str, object] = msgspec.to_builtins(press)
        if isinstance(command, HandIn) and command.game in self._games:
            return True
        for name, value in values.items():
            moved = self._games if name in GAMES else self._players
            if moved and not moved.isdisjoint(_numbers(value)):
                return True
        return False

    def learn(self, before: Sequence[Record], after: Sequence[Record]) -> None:
        """Learn the new numbers of an act from its rows: ``before``, as they were without the
        server, and ``after``, as they are now.
        """
        if before and after:
            self._acts[before[0].act] = after[0].act
        now = {type(row.event): row.event for row in after}
        for row in before:
            if now.get(type(row.event)) != row.event:
                self._games.update(_games(row.event))
                self._players.update(_players(row.event))


def _games(event: Event) -> Iterator[int]:
    """Yield the numbers that an event gives to new games."""
    if isinstance(event, RoundDrawn):
        yield from (seating.game for seating in event.seatings)
    elif isinstance(event, PairingsChanged):
        yield from (place.game for place in event.places)


def _players(event: Event) -> Iterator[int]:
    """Yield the numbers that an event gives to players, sign-ups and announcements."""
    if isinstance(event, PlayersAdded):
        yield from (number for number, _ in event.players)
    elif isinstance(event, SignedUp | Announced):
        yield event.number


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key not in GAMES:
                yield from _numbers(part)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for part in value:
            yield from _numbers(part)
