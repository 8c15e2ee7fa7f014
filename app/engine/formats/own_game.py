"""The organizer's settings in a packet without a particular game: its clock, its points, its
words.
"""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import Heading, Packet, Tiebreak
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.scenario import Win
from app.engine.text import visible

LONGEST_NAME = 40
LONGEST_HEADING = 20
"""The most letters of a heading."""


class Won(Enum):
    """The ways of winning a game."""

    MORE = "more"
    """More points win, once the game is over."""
    FIRST = "first"
    """The first player with enough points wins, at the end of the turn in which they reach them."""
    LEAD = "lead"
    """A large enough lead wins. A smaller one is a tie when the game is over."""
    AGREEMENT = "agreement"
    """The players say who has won."""


class OwnGame(Struct, frozen=True):
    """A game with a clock and points, as the organizer sets it."""

    name: str
    minutes: int
    """The minutes on each clock."""
    turns: int
    """The second player's turn after which the game ends; 0 if no turn ends the game."""
    points_at_end: bool
    won: Won
    points: int
    """The points, or the lead, that a win needs; 0 if neither wins."""
    win: int
    """The tournament points of a win; `tie` and `loss` have those of a tie and a loss."""
    tie: int
    loss: int
    headings: tuple[Heading, ...]
    """The columns that have a name other than the usual one."""

    def heading(self, column: RankingColumn) -> str:
        return next((each.name for each in self.headings if each.column is column), "")


def own_game(packet: Packet) -> OwnGame:
    """Return the organizer's settings of an adjustable packet."""
    victory, points = packet.victory, packet.points
    return OwnGame(
        name=packet.name,
        minutes=packet.timings[0].rows[0].clock,
        turns=victory.last_turn,
        points_at_end=victory.points_at_end,
        won=_read_won(packet),
        points=victory.win.points,
        win=points.win,
        tie=points.tie,
        loss=points.loss,
        headings=packet.headings,
    )


def adjust_packet(packet: Packet, own: OwnGame) -> Packet:
    """Return the packet with the organizer's settings. A bye is worth a win (our decision)."""
    timing = packet.timings[0]
    row = replace(timing.rows[0], clock=own.minutes)
    agreed = own.won is Won.AGREEMENT
    compared = () if agreed else (Tiebreak.CONTROL_POINTS,)
    counts = own.won in {Won.FIRST, Won.LEAD}
    return replace(
        packet,
        name=visible(own.name),
        timings=(replace(timing, rows=(row,)),),
        points=replace(packet.points, win=own.win, tie=own.tie, loss=own.loss, bye=own.win),
        victory=replace(
            packet.victory,
            win=Win(own.points if counts else 0, own.points if own.won is Won.LEAD else 0),
            last_turn=own.turns,
            points_at_end=own.points_at_end,
            by_agreement=agreed,
            at_length=compared,
            unfinished=compared,
        ),
        headings=tuple(
            Heading(each.column, name) for each in own.headings if (name := visible(each.name))
        ),
    )


def own_faults(packet: Packet) -> Iterator[str]:
    """Yield the faults of an adjustable packet, in sentences for the organizer."""
    own = own_game(packet)
    if not own.name or len(own.name) > LONGEST_NAME:
        yield say("Give the game a name of at most {most} letters.", most=LONGEST_NAME)
    if own.minutes < 1:
        yield say("Each clock needs 1 minute or more.")
    if own.turns < 0 or min(own.win, own.tie, own.loss) < 0:
        yield say("Turns and tournament points cannot be negative.")
    if own.won is Won.AGREEMENT and own.turns:
        yield say("Players who agree who has won end the game themselves: set no last turn.")
    if own.won is Won.LEAD and own.points < 2:
        yield say(
            "A winning lead is 2 points or more. For a lead of 1, choose “More points when it is"
            " over”."
        )
    if own.won is Won.FIRST and own.points_at_end:
        yield say(
            "Points that are entered at the end cannot end a game. Enter them each turn, or"
            " choose “More points when it is over”."
        )
    if any(set(each.name) & {*"{}\\&"} for each in own.headings):
        yield say("The name of a column cannot contain braces, a backslash or an ampersand.")
    if any(len(each.name) > LONGEST_HEADING for each in own.headings):
        yield say("The name of a column can have at most {most} letters.", most=LONGEST_HEADING)


def _read_won(packet: Packet) -> Won:
    victory = packet.victory
    if victory.by_agreement:
        return Won.AGREEMENT
    if victory.win.lead:
        return Won.LEAD
    return Won.FIRST if victory.win.points else Won.MORE
