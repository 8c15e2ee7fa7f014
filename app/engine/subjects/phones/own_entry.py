"""The uses of phones that the organizer allows, and players' acts on phones that concern their own
entries.
"""

from collections.abc import Hashable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    SendLists,
)
from app.engine.acts.stations.roles import Role
from app.engine.armies.army_list import lists_fault
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.players.list_choice import lists_are_fixed
from app.engine.state import Player, State, Status
from app.engine.subjects.act import Act, Context, Reach, Sets
from app.engine.subjects.players.changes import with_player, with_status
from app.engine.subjects.players.lists import lists_set, lists_were
from app.engine.subjects.players.tidy_lists import tidy_lists
from app.engine.text import join_words


def _open(state: State, command: OpenToPhones, _at_ms: int, *, insist: bool) -> Decision:
    if command == state.phones:
        return Refused(say("Nothing changes: phones may already do that."))
    return (command,)


def _check_in(state: State, command: CheckInByPhone, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return _refuse_who_left()
    if player.status is Status.CHECKED_IN:
        return Refused(say("You are already checked in."))
    if not state.phones.check_in:
        return Refused(say("Check-in by phone is not open. Go to the check-in desk."))
    return (command,)


def _unknown() -> Refused:
    return Refused(say("You are no longer in this event. Ask the organizer."))


def _refuse_who_left() -> Refused:
    return Refused(say("You have left the event. Ask the organizer to readmit you."))


def _send_lists(state: State, command: SendLists, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return _refuse_who_left()
    fault = lists_fault(command.lists) or _late_lists(state, player)
    if fault:
        return Refused(fault)
    if not command.lists:
        return Refused(say("Enter a list first."))
    return (ListsSent(player.number, tidy_lists(state, command.lists)),)


def _late_lists(state: State, player: Player) -> str:
    """Return why the player can no longer send lists; empty if they can. Once lists are fixed, only
    the organizer may change them, but a player without lists may still send theirs.
    """
    if player.lists and lists_are_fixed(state):
        return say("Lists are fixed now. Ask the organizer to change yours.")
    return ""


def _ask_to_drop(state: State, command: AskToDrop, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return _unknown()
    if player.status.has_left:
        return Refused(say("{entry} has already left the event.", entry=player.entry.name))
    if player.asks_to_drop == command.wanted:
        return Refused(
            say("You have already asked. The organizer will answer.")
            if command.wanted
            else say("Nothing changes: nobody asked to drop {entry}.", entry=player.entry.name)
        )
    return (command,)


def _apply_opening(state: State, event: OpenToPhones) -> State:
    return replace(state, phones=event)


def _checked_in(state: State, event: CheckInByPhone) -> State:
    return with_status(state, (event.number,), Status.CHECKED_IN)


def _lists_sent(state: State, event: ListsSent) -> State:
    return with_player(
        state, event.number, lambda player: replace(player, lists=event.lists, accepted=())
    )


def _asked_to_drop(state: State, event: AskToDrop) -> State:
    return with_player(
        state, event.number, lambda player: replace(player, asks_to_drop=event.wanted)
    )


def _opened_words(event: OpenToPhones, context: Context) -> str:
    return say("Open to phones: {what}", what=_opening_words(event, context))


def _opening_set(event: OpenToPhones) -> dict[Hashable, OpenToPhones]:
    return {"phones": event}


def _opening_words(event: OpenToPhones, _context: Context) -> str:
    wanted = {
        say("sign-up"): event.sign_up,
        say("check-in"): event.check_in,
        say("results"): event.results,
    }
    allowed = [words for words, on in wanted.items() if on]
    return join_words(allowed) if allowed else say("nothing but lists")


def _lists_words(event: ListsSent, context: Context) -> str:
    return plural(
        len(event.lists),
        "{name} sent {count} list",
        "{name} sent {count} lists",
        name=context.name(event.number),
    )


def _drop_words(event: AskToDrop, context: Context) -> str:
    if event.wanted:
        return say("{name} asks to drop", name=context.name(event.number))
    return say("{name} stays: the request to drop was withdrawn", name=context.name(event.number))


ACTS = (
    Act(
        OpenToPhones, OpenToPhones, kind="phones_opened", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_open, apply=_apply_opening, words=_opened_words,
        undo=say("what phones may do"), insist=None, sets=Sets(_opening_set, _opening_words),
    ),
    Act(
        CheckInByPhone, CheckInByPhone, kind="phone_checked_in", by=Role.SCOREKEEPER,
        reach=Reach.NO_GAME,
        decide=_check_in, apply=_checked_in, words=say("{name} checked in by phone"), undo=None,
        insist=None,
    ),
    Act(
        SendLists, ListsSent, kind="lists_sent", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_send_lists, apply=_lists_sent, words=_lists_words, undo=None, insist=None,
        sets=Sets(lists_set, lists_were),
    ),
    Act(
        AskToDrop, AskToDrop, kind="drop_asked", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_ask_to_drop, apply=_asked_to_drop, words=_drop_words, undo=None, insist=None,
    ),
)  # fmt: skip
