"""The bulletins of an event, which are published round by round: the pairings, then the
standings.
"""

from enum import Enum

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.rounds.match_ups import public_rounds
from app.engine.standings.ranking import standings
from app.engine.state import Stage, State
from app.views.event.publish import pairings_words, standings_words


class BulletinKind(Enum):
    """The subject of a bulletin. The value is stored in the record of what was sent."""

    PAIRINGS = "pairings"
    STANDINGS = "standings"


class Bulletin(Struct, frozen=True):
    """A bulletin, which is published once."""

    kind: BulletinKind
    round_number: int
    title: str
    """The title, such as "Foundry Open – pairings of round 2"."""
    lines: tuple[str, ...]
    """The lines, each with one table or place."""
    facts: tuple[object, ...]
    """Values that change if the bulletin has to be published again. The spelling of names is not
    among them.
    """

    @property
    def key(self) -> str:
        """Return the key of the bulletin within its event."""
        return f"{self.kind.value} {self.round_number}"


def bulletins(state: State) -> tuple[Bulletin, ...]:
    """Return all bulletins that may be published by now, in order."""
    found: list[Bulletin] = []
    for round_ in public_rounds(state):
        number = round_.number
        games = sorted(state.games_of(round_), key=lambda game: game.table)
        pairs = tuple((game.table, *game.players) for game in games)
        byes = tuple(bye.player for bye in round_.byes)
        found.append(
            _bulletin(BulletinKind.PAIRINGS, number, pairings_words(state, number), (pairs, byes))
        )
        if round_.stage is Stage.FINISHED:
            then = as_after(state, number)
            places = tuple(
                (row.number, row.place, row.tp, row.cp, row.apd) for row in standings(then)
            )
            found.append(
                _bulletin(BulletinKind.STANDINGS, number, standings_words(then), (places,))
            )
    return tuple(found)


def as_after(state: State, number: int) -> State:
    """Return the event as if a round had been its last."""
    return replace(state, rounds=tuple(one for one in state.rounds if one.number <= number))


def latest_bulletin(state: State) -> Bulletin | None:
    """Return the last bulletin that may be published by now; None before the first draw is
    published.
    """
    return next(reversed(bulletins(state)), None)


def _bulletin(kind: BulletinKind, number: int, words: str, facts: tuple[object, ...]) -> Bulletin:
    title, *lines = words.splitlines()
    return Bulletin(kind, number, title, tuple(lines), facts)
