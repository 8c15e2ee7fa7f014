"""Commands and records of draw settings, set pairs and changed pairings."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.rounds import Seating
from app.engine.draw.values import Merit, Numbers
from app.engine.draw.wishes import ApartRule, Plan, PlayerGroups, SetPair
from app.engine.remarks import Remark


class ChangePlan(Command, Event, Struct, frozen=True):
    plan: Plan


class ChangeTies(Command, Event, Struct, frozen=True):
    number: int
    ties: PlayerGroups


class SetPairing(Command, Event, Struct, frozen=True):
    """A pair that the organizer forces or forbids, with the reason. It replaces an earlier wish
    about the same two players.

    If the organizer locks a game of a drawn round, its pair is forced, so that a new draw keeps it.
    """

    pair: SetPair


class FreePairing(Command, Event, Struct, frozen=True):
    one: int
    other: int


class DrawExplained(Event, Struct, frozen=True):
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
    """Pairs of this round that let the later rounds be drawn without a rematch; empty if the draw
    did not have to look ahead.
    """


class EditPairings(Command, Struct, frozen=True):
    """The pairs that the round is to have, in any order, each with its table."""

    pairs: tuple[Numbers, ...]
    tables: tuple[int, ...]
    bye: int | None
    why: str = ""
    more_byes: tuple[int, ...] | None = None
    """The other players with a bye, such as the rest of a team. If this is None, players who have a
    bye keep it unless they now have a game.
    """


class SeatLate(Command, Struct, frozen=True):
    """A late player joins the round that is drawn or under way. They play against the player with
    the bye, or have the bye if nobody has it.
    """

    number: int


class TakeOut(Command, Struct, frozen=True):
    """A player of a drawn round leaves the event; only their own pair changes."""

    number: int


class PairingsChanged(Event, Struct, frozen=True):
    """The pairings as the organizer changed them after the draw. Games that are not listed here
    stay unchanged, with their clocks and results.
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
    """The other players with a bye. If this is None, players who have a bye keep it unless they now
    have a game.
    """


class MergePlayers(Command, Event, Struct, frozen=True):
    """A request to merge two entries of the same person."""

    kept: int
    """The registration number that stays, and that gets everything the other entry had."""
    gone: int
    """The registration number that is removed."""
