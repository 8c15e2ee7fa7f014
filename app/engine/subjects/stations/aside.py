"""Acts that a station did without the server and that could not be added. They wait until the
organizer has read them.
"""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.aside import ActSetAside, SettleActs
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.remarks import read_remark
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Reach

NO_ACT_WAITS = Refused(say("No change is waiting to be read."))


def _set_aside(_state: State, command: ActSetAside, _at_ms: int, *, insist: bool) -> Decision:
    return (command,)


def _settle(state: State, command: SettleActs, _at_ms: int, *, insist: bool) -> Decision:
    if not 0 < command.acts <= len(state.acts_aside):
        return NO_ACT_WAITS
    return (command,)


def _waiting(state: State, event: ActSetAside) -> State:
    return replace(state, acts_aside=(*state.acts_aside, event))


def _mark_settled(state: State, event: SettleActs) -> State:
    return replace(state, acts_aside=state.acts_aside[event.acts :])


def _aside_words(event: ActSetAside, _context: Context) -> str:
    return say(
        "Not added after the server was away: {what}. {why}",
        what=read_remark(event.what),
        why=read_remark(event.why).rstrip("."),
    )


def _settled_words(event: SettleActs, _context: Context) -> str:
    return plural(
        event.acts,
        "{count} change made without the server was read",
        "{count} changes made without the server were read",
    )


ACTS = (
    Act(
        ActSetAside, ActSetAside, kind="act_set_aside", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_set_aside, apply=_waiting, words=_aside_words, undo=None, insist=None,
    ),
    Act(
        SettleActs, SettleActs, kind="acts_settled", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_settle, apply=_mark_settled,
        words=_settled_words, undo=say("reading changes that were not added"), insist=None,
    ),
)  # fmt: skip
