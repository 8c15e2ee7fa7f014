"""Acts at all tables in the history, and the name of each act: "Undo result of table 3"."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.engine.acts.events import Event
from app.engine.acts.late import LateChange, LeaveOutPresses, LeaveOutTablets, PressesCounted
from app.engine.acts.results import ReportResult
from app.engine.acts.room import RoomAct, RoomActed
from app.engine.acts.table import Ruled, RuleOnStop, WithdrawResult
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.every import RECORDS
from app.engine.subjects.words import act_name, table_words

Words: TypeAlias = Callable[[State, Any], str]


# At many tables: what was done, and what it is called after "Undo".
ROOM_ACTS = {
    RoomAct.PAUSE: (say("Clocks paused"), say("pause")),
    RoomAct.RESUME: (say("Clocks resumed"), say("resuming")),
    RoomAct.COUNT_GAP: (say("Gap counted as played"), say("counted gap")),
    RoomAct.IGNORE_GAP: (say("Gap ignored"), say("ignored gap")),
    RoomAct.TAKE_BACK_FLAGS: (say("Flags taken back and games reopened"), say("flags taken back")),
    RoomAct.ACCEPT: (say("Results accepted for both players"), say("accepted results")),
    RoomAct.START: (say("Clocks started"), say("start")),
    RoomAct.GIVE_TIME: (say("Time given to both players"), say("time given")),
}


def room_act_words(acted: RoomActed) -> str:
    """ "Clocks paused at 32 tables: fire alarm"."""
    why = f": {acted.reason}" if acted.reason else ""
    return plural(
        len(acted.games),
        "{room_acts} at {count} table{why}",
        "{room_acts} at {count} tables{why}",
        room_acts=ROOM_ACTS[acted.act][0],
        why=why,
    )


def act_words(state: State, event: Event) -> str:
    """Return a few words for ``event``, to stand after "Undo" and "Redo"."""
    act = RECORDS.get(type(event))
    if act is not None and act.undo is not None:
        return act_name(act.undo, event, state)
    words = ACT_WORDS.get(type(event))
    return words(state, event) if words else say("last step")


def _at(what: str) -> Words:
    """Return words with the table: "result of table 3"."""

    def words(state: State, event: ReportResult | Ruled | WithdrawResult | LateChange) -> str:
        game = state.games.get(event.game)
        where = table_words(state, game) if game else say("a table no longer there")
        return what.format(table=where)

    return words


ACT_WORDS: Mapping[type, Words] = {
    Ruled: _at(say("ruling at {table}")),
    RuleOnStop: _at(say("ruling on a stopped clock at {table}")),
    WithdrawResult: _at(say("withdrawal at {table}")),
    PressesCounted: _at(say("counting the late presses at {table}")),
    LeaveOutPresses: _at(say("leaving out the late presses at {table}")),
    LeaveOutTablets: _at(say("going on without tablets at {table}")),
    RoomActed: lambda _state, event: plural(
        len(event.games),
        "{room_acts} at {count} table",
        "{room_acts} at {count} tables",
        room_acts=ROOM_ACTS[event.act][1],
    ),
}
"""What every act that undo takes back is called."""
