"""What is published of an event round by round: its pairings, then the standings after it."""

from dataclasses import dataclass, replace
from enum import Enum

from app.engine.rounds.match_ups import public_rounds
from app.engine.standings.ranking import standings
from app.engine.state import Stage, State
from app.views.event.publish import pairings_words, standings_words


class BulletinKind(Enum):
    """What a bulletin is about; notes of what was sent know it by its value."""

    PAIRINGS = "pairings"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One thing to publish once."""

    kind: BulletinKind
    round_number: int
    title: str
    """ "Foundry Open – pairings of round 2"."""
    lines: tuple[str, ...]
    """One table or place on each."""
    facts: tuple[object, ...]
    """Plain values that differ once it has to be published again; how a name is spelled is not
    among them.
    """

    @property
    def key(self) -> str:
        """Return what names it in an event."""
        return f"{self.kind.value} {self.round_number}"


def bulletins(state: State) -> tuple[Bulletin, ...]:
    """Return everything that may be published by now, in order."""
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
    """Return the one that people wait for now; None before the first draw is published."""
    return next(reversed(bulletins(state)), None)


def _bulletin(kind: BulletinKind, number: int, words: str, facts: tuple[object, ...]) -> Bulletin:
    title, *lines = words.splitlines()
    return Bulletin(kind, number, title, tuple(lines), facts)
