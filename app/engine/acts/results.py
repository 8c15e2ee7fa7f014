"""Commands and records of results from the results desk."""

from enum import Enum

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.side import Pair, Side


class How(Enum):
    """The way a game was decided."""

    SCENARIO = "scenario"
    ASSASSINATION = "assassination"
    CLOCK_OUT = "clock_out"
    """A player lost because their clock ran out."""
    BATTLEGROUP = "battlegroup"
    NO_MODELS = "no_models"
    CASTERS = "casters"
    CONTROL_POINTS = "control_points"
    AREA = "area"
    ARMY_LEFT = "army_left"
    ARMY_POINTS_DESTROYED = "army_points_destroyed"
    PRESENCE = "presence"
    CONCESSION = "concession"
    DISQUALIFICATION = "disqualification"
    GAME_LOSS = "game_loss"
    NO_SHOW = "no_show"
    AGREEMENT = "agreement"
    TIME = "time"
    """The organizer stopped the game because the round's time was up. It is a tie."""
    TIE = "tie"
    UNRECORDED = "unrecorded"

    def is_assassination(self, *, clock_out_kills: bool) -> bool:
        """Tell whether a win of this kind counts as an assassination. A clock-out does if it
        destroys a caster (SR2014, SR2015, SR2017; not in SR2012).
        """
        return self is How.ASSASSINATION or (self is How.CLOCK_OUT and clock_out_kills)


class Result(Struct, frozen=True):
    """The reported result of a game."""

    winner: Side | None
    """The winner; None for a tie."""
    how: How
    cp: Pair[int]
    """Control points that each side scored."""
    apd: Pair[int]
    """Army points that each side destroyed."""


class ReportResult(Command, Event, Struct, frozen=True):
    """The organizer's report of a game's result. The latest report counts."""

    game: int
    result: Result


class AwardNoShow(Command, Struct, frozen=True):
    game: int
    absent: Side
