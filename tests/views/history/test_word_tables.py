"""The tables of what each act is called in the history and after "Undo"."""

from app.engine.acts.events import Event, RowLost
from app.engine.acts.judge import GoToTable
from app.engine.acts.late import NoteMovedTime, PressSetAside, PutTimeBack
from app.engine.acts.phones import BY_PHONE
from app.engine.acts.room import RoomAct
from app.engine.acts.rounds import DiceDownCalled
from app.engine.acts.setup import CreateEvent
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.table import Mark, Ruled, RuleOnStop, WithdrawResult
from app.engine.acts.undo import Redone, Undone
from app.engine.subjects.every import RECORDS
from app.engine.subjects.room.record import ROOM_ACTS
from tests.engine.act_tables import acts_of

NEVER_UNDONE = {
    CreateEvent, DiceDownCalled, PressSetAside, NoteMovedTime, PutTimeBack, ActSetAside, GoToTable,
    Undone, Redone, RowLost, *BY_PHONE, *acts_of(Mark),
}  # fmt: skip


def test_every_undoable_act_has_a_name():
    named = {event for event, act in RECORDS.items() if act.undo is not None}
    undoable_marks = {Ruled, RuleOnStop, WithdrawResult}
    assert named == (acts_of(Event) - NEVER_UNDONE) | undoable_marks


def test_every_room_act_has_a_description():
    assert set(ROOM_ACTS) == set(RoomAct)
