"""The input and the output of a draw: players, constraints, pairs."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import mark_text
from app.engine.remarks import RemarkKind, Said, note

BYE = 0
"""The number of the bye among the players, whose own numbers begin at 1."""

Numbers: TypeAlias = tuple[int, int]
"""Two players by registration number in either order, or a player and BYE."""


def opponents(pairs: Iterable[Numbers]) -> dict[int, int]:
    """Return the opponent of each player in these pairs, both ways."""
    return {player: other for pair in pairs for player, other in (pair, pair[::-1])}


class Entrant(Struct, frozen=True):
    """A player, or a team, as the draw sees it."""

    number: int
    """The registration number, 1 or more."""
    tp: int
    """The tournament points so far; players with equal points are a group."""
    met: frozenset[int]
    """The numbers of the opponents whom the player has met."""
    byes: int
    paired_down: int
    """The number of times that the player was paired with somebody from a lower group."""
    is_team: bool = False
    """True if this is a team. Its points are then match wins, counted in halves."""

    @property
    def group(self) -> str:
        """The name of the entrant's group in files: "3 TP", or "1.5 wins" for teams."""
        return f"{self.tp / 2:g} wins" if self.is_team else f"{self.tp} TP"

    @property
    def points_words(self) -> Said:
        """The points in words: "3 TP", for teams "2 wins"."""
        return group_words(self.group)


def group_words(group: str) -> Said:
    """Return a group's name, as in `Entrant.group`, in the reader's language."""
    number, kind = group.split(" ")
    if kind == "TP":
        return note(RemarkKind.TP, tp=number)
    wins = number.replace("0.5", "½").replace(".5", "½")
    return note(RemarkKind.ONE_WIN) if wins == "1" else note(RemarkKind.WINS, wins=wins)


class Occasion(Struct, frozen=True):
    """The occasion of a draw, which decides the draw's dice. The event records all of it."""

    round_number: int
    seed: int
    attempt: int


Couple: TypeAlias = tuple[Entrant, Entrant | None]
"""A pair with the player with more points first; None stands for the bye."""


class Kind(Enum):
    """A reason to keep players apart."""

    CLUB = mark_text("club")
    TRAVEL = mark_text("travel group")
    FAMILY = mark_text("family")
    REGION = mark_text("region")
    CASTER = mark_text("caster")
    FACTION = mark_text("faction")
    REQUEST = mark_text("request")


class Apart(Struct, frozen=True):
    """Words that keep players apart: two players who share one do not meet, if the packet's own
    rules leave a choice.
    """

    kind: Kind
    words: Mapping[int, frozenset[str]]
    """The words of each player; a player who is missing here is kept apart from nobody."""
    first_round_only: bool = False

    def shared(self, player: int, other: int) -> frozenset[str]:
        """Return the words that both players have."""
        nothing = frozenset[str]()
        return self.words.get(player, nothing) & self.words.get(other, nothing)


class DrawConstraints(Struct, frozen=True):
    """The organizer's wishes. A pair with BYE is a bye that was chosen, volunteered for or ruled
    out.
    """

    forced: tuple[Numbers, ...] = ()
    """Pairs that must meet; if two contradict each other, the earlier one holds."""
    forbidden: tuple[Numbers, ...] = ()
    """Pairs that must not meet; they outrank forced pairs."""
    apart: tuple[Apart, ...] = ()
    """Wishes to keep players apart, the most important first; all of them rank below equal
    tournament points.
    """
    published: tuple[Numbers, ...] = ()
    """Pairs that players already know. As few of them as possible are changed, unless somebody
    would meet an opponent again or have a second bye. Only `locking` keeps all of them.
    """

    ahead: tuple[Numbers, ...] = ()
    """The pairs of a small field after which each later round can be drawn without a rematch. Empty
    if the best draw leaves that possible anyway, or if no draw does.
    """

    def locking(self, *pairs: Numbers) -> "DrawConstraints":
        """Return these wishes with additional forced pairs, which take precedence over all other
        forced pairs.
        """
        return replace(self, forced=(*pairs, *self.forced))


NO_CONSTRAINTS = DrawConstraints()


class ValueStep(Enum):
    """A step of the work on a large draw."""

    LIKELY = mark_text("weighing the likeliest pairs")
    EVERYBODY = mark_text("weighing everybody against everybody")
    TABLES = mark_text("assigning tables")


class Merit(Struct, frozen=True):
    """The value of a draw in one criterion: how often, or how far, the draw breaks the
    criterion.
    """

    name: str
    value: int


class Cause(Struct, frozen=True):
    """Players with too few possible opponents for a rule to hold."""

    rule: str
    players: tuple[int, ...]
    choice: tuple[int, ...]
    """The opponents whom these players could meet, apart from each other. BYE may be among them, or
    among the ``players``.
    """
    sentence: Said


class Draw(Struct, frozen=True):
    """One round's pairs by registration number, the best table first, and the reasons for them."""

    pairs: tuple[Numbers, ...]
    """The pairs, ordered by the better player's points, then the other's, then dice. Each pair has
    the better player first, except that a pair with equal points keeps its order if it was set or
    published.
    """
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[Said, ...]
    """A sentence for every time that a rule had to give way."""
    impossible: tuple[Said, ...] = ()
    """A sentence for every absolute wish that could not be met. If there is any, the draw is only
    published after a confirmation.
    """
    merits: tuple[Merit, ...] = ()
    """The value in every criterion except the dice, the strictest first."""
    causes: tuple[Cause, ...] = ()
    """The causes for rules that gave way, as far as a single rule explains them."""

    @property
    def couples(self) -> tuple[Numbers, ...]:
        """The pairs, and the player with the bye as a pair with BYE."""
        return self.pairs if self.bye is None else (*self.pairs, (self.bye, BYE))
