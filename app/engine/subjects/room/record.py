"""The record of an act at many tables, in addition to its rows at each table."""

from collections.abc import Mapping

from app.engine.acts.room import RoomAct, RoomActed, can_be_undone
from app.engine.acts.stations.roles import Role
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.act import Context, Reach, Recorded, Undoing, leave_state
from app.engine.subjects.room.undone import undo_room

ROOM_ACTS: Mapping[RoomAct, tuple[str, str]] = {
    RoomAct.PAUSE: (say("Clocks paused"), say("pause")),
    RoomAct.RESUME: (say("Clocks resumed"), say("resuming")),
    RoomAct.COUNT_GAP: (say("Gap counted as played"), say("counted gap")),
    RoomAct.IGNORE_GAP: (say("Gap ignored"), say("ignored gap")),
    RoomAct.TAKE_BACK_FLAGS: (say("Flags taken back and games reopened"), say("flags taken back")),
    RoomAct.ACCEPT: (say("Results accepted for both players"), say("accepted results")),
    RoomAct.START: (say("Clocks started"), say("start")),
    RoomAct.GIVE_TIME: (say("Time given to both players"), say("time given")),
}
"""The words for each act: in the history, and after "Undo"."""


def room_act_words(acted: RoomActed) -> str:
    """Return the sentence about an act, such as "Clocks paused at 32 tables: fire alarm"."""
    why = f": {acted.reason}" if acted.reason else ""
    return plural(
        len(acted.games),
        "{room_acts} at {count} table{why}",
        "{room_acts} at {count} tables{why}",
        room_acts=ROOM_ACTS[acted.act][0],
        why=why,
    )


def _words(event: RoomActed, _context: Context) -> str:
    return room_act_words(event)


def _name(event: RoomActed, _state: State) -> str:
    return plural(
        len(event.games),
        "{room_acts} at {count} table",
        "{room_acts} at {count} tables",
        room_acts=ROOM_ACTS[event.act][1],
    )


ACTS = (
    Recorded(
        RoomActed, kind="room_acted", by=Role.JUDGE, reach=Reach.NO_GAME,
        apply=leave_state, words=_words, undo=_name, takes_back=can_be_undone,
        undoing=Undoing(records=undo_room, can_be_redone=False),
    ),
)  # fmt: skip
