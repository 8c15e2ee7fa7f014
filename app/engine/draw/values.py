"""The input and the output of a draw: players, constraints, pairs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from app.engine.language import mark_text
from app.engine.remarks import RemarkKind, Said, note

BYE = 0
"""The number the bye has among the players, whose own numbers begin at 1."""

Numbers: TypeAlias = tuple[int, int]
"""Two players by registration number, in either order; or a player and BYE."""


def opponents(pairs: Iterable[Numbers]) -> dict[int, int]:
    """Return whom each of these pairs meets."""
    return {player: other for pair in pairs for player, other in (pair, pair[::-1])}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the draw sees one."""

    number: int
    """The permanent registration number, 1 or more."""
    tp: int
    """Tournament points so far; players of equal points are a group."""
    met: frozenset[int]
    """The numbers of the opponents already played."""
    byes: int
    paired_down: int
    """How many times this player was the higher one of a pair from two groups."""
    is_team: bool = False
    """Whether it is a team; then its points are matches won, in halves."""

    @property
    def group(self) -> str:
        """Return the name of its group in files: "3 TP", for teams "1.5 wins"."""
        return f"{self.tp / 2:g} wins" if self.is_team else f"{self.tp} TP"

    @property
    def points_words(self) -> Said:
        """ "3 TP", of a team "2 wins"."""
        return group_words(self.group)


def group_words(group: str) -> Said:
    """Return what `Entrant.group` is in the reader's language."""
    number, kind = group.split(" ")
    if kind == "TP":
        return note(RemarkKind.TP, tp=number)
    wins = number.replace("0.5", "½").replace(".5", "½")
    return note(RemarkKind.ONE_WIN) if wins == "1" else note(RemarkKind.WINS, wins=wins)


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the dice are thrown for; the event records all of it."""

    round_number: int
    seed: int
    attempt: int


Couple: TypeAlias = tuple[Entrant, Entrant | None]
"""A pair, the player with more points first; None is the bye."""


class Kind(Enum):
    """A reason to keep players apart."""

    CLUB = mark_text("club")
    TRAVEL = mark_text("travel group")
    FAMILY = mark_text("family")
    REGION = mark_text("region")
    CASTER = mark_text("caster")
    FACTION = mark_text("faction")
    REQUEST = mark_text("request")


@dataclass(frozen=True, slots=True)
class Apart:
    """Players with a word in common do not meet if the packet's own rules leave a choice."""

    kind: Kind
    words: Mapping[int, frozenset[str]]
    """By player; who is missing is kept apart from nobody."""
    first_round_only: bool = False

    def shared(self, player: int, other: int) -> frozenset[str]:
        """Return the words that both have."""
        nothing = frozenset[str]()
        return self.words.get(player, nothing) & self.words.get(other, nothing)


@dataclass(frozen=True, slots=True)
class DrawConstraints:
    """The organizer's own. A pair with BYE is a bye chosen, volunteered for or ruled out."""

    forced: tuple[Numbers, ...] = ()
    """Absolute; if two contradict each other, the earlier one holds."""
    forbidden: tuple[Numbers, ...] = ()
    """Absolute, and stronger than a forced pair."""
    apart: tuple[Apart, ...] = ()
    """In the order of what matters more; all of it ranks below equal tournament points."""
    published: tuple[Numbers, ...] = ()
    """What players know already: as few of these pairs as can be are changed, unless
    somebody would meet an opponent again or have a second bye. Lock them to change none at all."""

    ahead: tuple[Numbers, ...] = ()
    """The pairs of a small field after which each later round can be drawn without a rematch.
    Empty where the best draw leaves that possible, or nothing does."""

    def locking(self, *pairs: Numbers) -> "DrawConstraints":
        """Return these wishes with more pairs held as they are, before any other wish."""
        return replace(self, forced=(*pairs, *self.forced))


NO_CONSTRAINTS = DrawConstraints()


class ValueStep(Enum):
    """What is being done on the way to a large draw."""

    LIKELY = mark_text("weighing the likeliest pairs")
    EVERYBODY = mark_text("weighing everybody against everybody")
    TABLES = mark_text("assigning tables")


@dataclass(frozen=True, slots=True)
class Merit:
    """How often, or how far, a draw breaks one criterion."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Cause:
    """Players whose choice of opponents is too small for a rule to hold."""

    rule: str
    players: tuple[int, ...]
    choice: tuple[int, ...]
    """All whom these could meet outside their own circles. BYE may be in either."""
    sentence: Said


@dataclass(frozen=True, slots=True)
class Draw:
    """One round's pairs by registration number, the best table first, and how they came about."""

    pairs: tuple[Numbers, ...]
    """Best first by the higher player's points, then the lower's, then dice; so is each pair, but
    a pair of equal points that was set or published keeps the order it had."""
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[Said, ...]
    """A sentence for every time a rule had to give way."""
    impossible: tuple[Said, ...] = ()
    """A sentence for every absolute wish that could not be met. Never published unconfirmed."""
    merits: tuple[Merit, ...] = ()
    """Every criterion but the dice, the strictest first."""
    causes: tuple[Cause, ...] = ()
    """Where the rules that gave way had too little choice, as far as one rule alone shows it."""

    @property
    def couples(self) -> tuple[Numbers, ...]:
        """The pairs, and the player with the bye as a pair with BYE."""
        return self.pairs if self.bye is None else (*self.pairs, (self.bye, BYE))
