"""Pairings on the way to being changed: swap, bring together, give the bye, move. No doubts."""

from dataclasses import dataclass, replace

from app.engine.acts.draw import EditPairings
from app.engine.draw.values import BYE, Numbers
from app.engine.rounds.draw_request import pair_of
from app.engine.state import Round, State


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Who meets whom where. ``bye`` None: nobody."""

    pairs: tuple[Numbers, ...]
    tables: tuple[int, ...]
    bye: int | None

    @property
    def games(self) -> tuple[Numbers, ...]:
        """The pairs, and the bye as one."""
        return (*self.pairs, *(() if self.bye is None else ((self.bye, BYE),)))

    def command(self, why: str = "") -> EditPairings:
        return EditPairings(self.pairs, self.tables, self.bye, why)


def arrangement(state: State, round_: Round) -> Arrangement:
    games = state.games_of(round_)
    bye = round_.bye.player if round_.bye else None
    return Arrangement(tuple(pair_of(one) for one in games), tuple(o.table for o in games), bye)


def opponent(now: Arrangement, player: int) -> int | None:
    """BYE for the bye, None for nobody."""
    if now.bye == player:
        return BYE
    mates = {a: b for pair in now.pairs for a, b in (pair, pair[::-1])}
    return mates.get(player)


def swapped(now: Arrangement, one: int, other: int) -> Arrangement:
    """The two exchange their places, at tables or with the bye."""

    def seat(number: int) -> int:
        return other if number == one else one if number == other else number

    pairs = tuple((seat(red), seat(blue)) for red, blue in now.pairs)
    return replace(now, pairs=pairs, bye=None if now.bye is None else seat(now.bye))


def together(now: Arrangement, one: int, other: int) -> Arrangement:
    """The two meet at the first one's table; those whom they leave meet each other."""
    mate = opponent(now, one)
    if mate is None or mate == other:
        return now
    if mate == BYE:
        left = opponent(now, other)
        return now if left is None else swapped(now, one, left)
    return swapped(now, mate, other)


def with_bye(now: Arrangement, player: int) -> Arrangement:
    """The player has the bye; who had it takes his place. Nothing changes where nobody has it."""
    return now if now.bye is None else swapped(now, player, now.bye)


def moved(now: Arrangement, player: int, table: int) -> Arrangement:
    """The player's game goes to a table; a game already there goes to his."""
    at = next((i for i, pair in enumerate(now.pairs) if player in pair), None)
    if at is None:
        return now
    before = now.tables[at]
    tables = [before if one == table else one for one in now.tables]
    tables[at] = table
    return replace(now, tables=tuple(tables))
