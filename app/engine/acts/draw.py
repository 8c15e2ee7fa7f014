"""Commands and records of draw settings, set pairs and changed pairings."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.rounds import Seating
from app.engine.draw.values import Merit, Numbers
from app.engine.draw.wishes import ApartRule, Plan, PlayerGroups, SetPair
from app.engine.remarks import Remark


@dataclass(frozen=True, slots=True)
class ChangePlan(Command, Event):
    plan: Plan


@dataclass(frozen=True, slots=True)
class ChangeTies(Command, Event):
    number: int
    ties: PlayerGroups


@dataclass(frozen=True, slots=True)
class SetPairing(Command, Event):
    """A pair that the organizer forces or forbids, with the reason. It replaces an earlier wish
    about the same two players.

    A lock keeps a pair of the draw that is under review.
    """

    pair: SetPair


@dataclass(frozen=True, slots=True)
class FreePairing(Command, Event):
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class DrawExplained(Event):
    """The reasons for the draw in the preceding row: the wishes that the draw had to meet, and how
    good the draw is.
    """

    round_number: int
    couples: tuple[Numbers, ...]
    """The pairs of the draw, by player number. The player with the bye is paired with 0."""
    locked: tuple[Numbers, ...]
    """The pairs that were held because play had begun."""
    forced: tuple[Numbers, ...]
    forbidden: tuple[Numbers, ...]
    apart: tuple[ApartRule, ...]
    merits: tuple[Merit, ...]
    """The draw's value in every criterion except the dice, the strictest first."""
    impossible: tuple[Remark, ...]
    causes: tuple[Remark, ...]
    tables: tuple[Remark, ...]
    why: str
    ahead: tuple[Numbers, ...] = ()
    """The pairs after which the later rounds can be drawn without a rematch; empty if the draw did
    not have to look ahead.
    """


@dataclass(frozen=True, slots=True)
class EditPairings(Command):
    """The pairs that the round is to have, in any order, each with its table."""

    pairs: tuple[Numbers, ...]
    tables: tuple[int, ...]
    bye: int | None
    why: str = ""
    more_byes: tuple[int, ...] | None = None
    """The other players with a bye, such as the rest of a team. If this is None, players who have a
    bye keep it unless they are seated.
    """


@dataclass(frozen=True, slots=True)
class SeatLate(Command):
    """A late player joins the round that is drawn or under way. They play against the player with
    the bye, or have the bye if nobody has it.
    """

    number: int


@dataclass(frozen=True, slots=True)
class TakeOut(Command):
    """A player of a drawn round leaves the event; only their own pair changes."""

    number: int


@dataclass(frozen=True, slots=True)
class PairingsChanged(Event):
    """The pairings as the organizer changed them after the draw. All other games stay unchanged,
    with their clocks and results.
    """

    round_number: int
    gone: tuple[int, ...]
    """The numbers of the games that are no longer played."""
    places: tuple[Seating, ...]
    """New games, and games that moved to another table and keep their number."""
    bye: int | None
    paired_down: tuple[int, ...]
    differences: tuple[Remark, ...]
    """The differences between these pairings and the program's own draw."""
    faults: tuple[Remark, ...]
    """The rules that the new pairings break, and the match-ups that no longer count."""
    why: str
    more_byes: tuple[int, ...] | None = None
    """The other players with a bye. If this is None, players who have a bye keep it unless they are
    seated.
    """


@dataclass(frozen=True, slots=True)
class MergePlayers(Command, Event):
    """A request to merge two entries of the same person."""

    kept: int
    """The registration number that stays, and that gets everything the other entry had."""
    gone: int
    """The registration number that is removed."""
