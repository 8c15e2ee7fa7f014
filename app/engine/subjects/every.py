"""The rows of all acts, and the tables in which the program looks them up."""

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.acts.decision import Decider
from app.engine.acts.events import Event
from app.engine.acts.table import Mark
from app.engine.state import State
from app.engine.subjects.act import Act, AnyAct, Reach, Recorded, Request, Undoing
from app.engine.subjects.awards import awards, ties
from app.engine.subjects.match_ups import choices
from app.engine.subjects.pairings import edit, merge, one_player, plan, set_pairs
from app.engine.subjects.phones import own_entry, sign_up
from app.engine.subjects.phones import results as phone_results
from app.engine.subjects.players import check_in, entries, leaving, lists, models, rulings
from app.engine.subjects.room import gap, record, tables
from app.engine.subjects.rounds import course, dice_down, draw, explanation, scenario
from app.engine.subjects.setup import display, event, lost_rows, terrain, times
from app.engine.subjects.stations import aside
from app.engine.subjects.table import judge, late, photos, results, rows
from app.engine.subjects.teams import leaving as team_leaving
from app.engine.subjects.teams import roster, substitutes
from app.engine.subjects.undo import undo

_BUT_UNDO: tuple[AnyAct, ...] = (
    *event.ACTS,
    *terrain.ACTS,
    *times.ACTS,
    *display.ACTS,
    *sign_up.ACTS,
    *own_entry.ACTS,
    *phone_results.ACTS,
    *entries.ACTS,
    *check_in.ACTS,
    *lists.ACTS,
    *models.ACTS,
    *leaving.ACTS,
    *rulings.ACTS,
    *roster.ACTS,
    *substitutes.ACTS,
    *team_leaving.ACTS,
    *choices.ACTS,
    *draw.ACTS,
    *explanation.ACTS,
    *scenario.ACTS,
    *course.ACTS,
    *dice_down.ACTS,
    *plan.ACTS,
    *set_pairs.ACTS,
    *edit.ACTS,
    *one_player.ACTS,
    *merge.ACTS,
    *results.ACTS,
    *rows.ACTS,
    *late.ACTS,
    *judge.ACTS,
    *photos.ACTS,
    *awards.ACTS,
    *ties.ACTS,
    *aside.ACTS,
    *gap.ACTS,
    *record.ACTS,
    *tables.ACTS,
    *lost_rows.ACTS,
)
_UNDOING: Mapping[type, Undoing[Any]] = {
    act.event: act.undoing or Undoing() for act in _BUT_UNDO if isinstance(act, Act | Recorded)
}


def undoing_of(event: Event) -> Undoing[Any]:
    """Return the effects of undoing an event."""
    return _UNDOING[type(event)]


ACTS: tuple[AnyAct, ...] = (*_BUT_UNDO, *undo.make_acts(undoing_of))

REQUESTS: Mapping[type, Act[Any, Any] | Request[Any]] = {
    act.command: act for act in ACTS if isinstance(act, Act | Request)
}
"""The row of each kind of command."""

RECORDS: Mapping[type, Act[Any, Any] | Recorded[Any]] = {
    act.event: act for act in ACTS if isinstance(act, Act | Recorded)
}
"""The row of each kind of event."""

DECIDERS: Mapping[type, Decider] = {command: act.decide for command, act in REQUESTS.items()}
EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    event: act.apply for event, act in RECORDS.items()
}
ALWAYS: Mapping[type, Callable[[State, Any], State]] = {
    event: act.always for event, act in RECORDS.items() if act.always is not None
}
"""The effects of events on the state even if their act is undone."""
REACH: Mapping[type, Reach] = {
    event: Reach.ONE_GAME if issubclass(event, Mark) else act.reach
    for event, act in RECORDS.items()
}
"""The part of the state that each kind of event reads and changes."""


def is_undoable(event: Event) -> bool:
    """Tell whether undo takes the event back."""
    act = RECORDS[type(event)]
    if act.undo is None:
        return False
    return act.takes_back is None or act.takes_back(event)
