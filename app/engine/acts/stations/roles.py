"""The rights of a station on a server, by its role.

By what is recorded, so that the database can hold a station to it as well.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import get_args

from app.engine.acts.chess_clock import MARKS, HoldTime
from app.engine.acts.events import ORGANIZER, Event
from app.engine.acts.late import LATE_CHANGES, PressSetAside
from app.engine.acts.phones import BY_PHONE, SignUpsSettled
from app.engine.acts.players import (
    ArmyEntered,
    ChooseList,
    DisqualifyPlayer,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    TickOff,
)
from app.engine.acts.results import ReportResult
from app.engine.acts.room import RoomActed
from app.engine.acts.rounds import DiceDownCalled
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.table import (
    AdjustClock,
    ReopenGame,
    Ruled,
    RuleOnStop,
    WithdrawResult,
)
from app.engine.acts.teams.match_up import MatchUpChange
from app.engine.acts.undo import Redone, Undone
from app.engine.language import marked, say


class Role(Enum):
    """Of a station; the value is what the database calls it."""

    ORGANIZER = "organizer"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    READER = "reader"


ACTORS: Mapping[Role, str] = {
    Role.ORGANIZER: ORGANIZER,
    Role.JUDGE: marked("Judge"),
    Role.SCOREKEEPER: marked("Scorekeeper"),
    Role.READER: marked("Reader"),
}
"""Who acts at such a station, as rows say it."""

OFFICIALS = frozenset(ACTORS.values())

ROLE_WORDS: Mapping[Role, str] = {
    Role.ORGANIZER: "",
    Role.JUDGE: say("judge"),
    Role.SCOREKEEPER: say("scorekeeper"),
    Role.READER: say("read-only"),
}
NOT_YOURS: Mapping[Role, str] = {
    Role.ORGANIZER: "",
    Role.JUDGE: say("A judge’s station may not do that. Do it at an organizer’s station."),
    Role.SCOREKEEPER: say(
        "A scorekeeper’s station may not do that. Do it at a judge’s or an organizer’s station."
    ),
    Role.READER: say("This station may only read. Do it at an organizer’s station."),
}

RULINGS = frozenset(
    {
        AdjustClock, Ruled, RuleOnStop, ReopenGame, WithdrawResult, RoomActed, PlayerWarned,
        DisqualifyPlayer, *LATE_CHANGES,
    }
) - {PressSetAside}  # fmt: skip
"""What judges do, and scorekeepers do not."""

AT_DESKS = frozenset(
    {
        *MARKS, *BY_PHONE, *get_args(MatchUpChange), ReportResult, PlayersCheckedIn,
        PlayersCheckedOut, TickOff, ArmyEntered, ChooseList, SignUpsSettled, PressSetAside,
        DiceDownCalled, HoldTime, ActSetAside, Undone, Redone,
    }
) - RULINGS  # fmt: skip
"""What scorekeepers do, and what tables, tablets and phones at their station do."""

MAY: Mapping[Role, Collection[type] | None] = {
    Role.ORGANIZER: None,
    Role.JUDGE: AT_DESKS | RULINGS,
    Role.SCOREKEEPER: AT_DESKS,
    Role.READER: frozenset(),
}
"""The events that each may record; None for all."""


def may(role: Role, events: Iterable[Event]) -> bool:
    """Whether a station with this role may record these. Of an undo or a redo the act counts that
    it is about, too.
    """
    allowed = MAY[role]
    return allowed is None or all(type(event) in allowed for event in events)
