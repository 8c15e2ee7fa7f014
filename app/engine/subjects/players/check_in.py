"""The check-in desk: which players are here, and the items ticked off for them."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import CheckIn, PlayersCheckedIn, PlayersCheckedOut, TickOff
from app.engine.acts.stations.roles import Role
from app.engine.formats.settings import CheckInItem
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State, Status
from app.engine.subjects.act import Act, Context, Reach, Recorded, Request
from app.engine.subjects.players.changes import with_status
from app.engine.subjects.players.numbers import unknown_player

ITEM_WORDS = {
    CheckInItem.PAID: say("Paid"),
    CheckInItem.PAINTED: say("Painting checked"),
    CheckInItem.LISTS: say("Lists handed in"),
    CheckInItem.OBJECTIVE: say("Objective handed in"),
    CheckInItem.OWN_PAINTING: say("Painted by themselves"),
}


def _check_in(state: State, command: CheckIn, _at_ms: int, *, insist: bool) -> Decision:
    """Check in the players who are not here yet, or check out those who are. Players who left the
    event have to be readmitted instead.
    """
    before = Status.REGISTERED if command.present else Status.CHECKED_IN
    if refused := unknown_player(state, command.numbers):
        return refused
    known = [state.players[number] for number in dict.fromkeys(command.numbers)]
    gone = [player for player in known if player.status.has_left]
    if gone:
        return Refused(
            say("{entry} has left the event. Readmit the player instead.", entry=gone[0].entry.name)
        )
    numbers = tuple(player.number for player in known if player.status is before)
    if not numbers:
        word = say("checked in") if command.present else say("not checked in")
        return Refused(say("Nothing changes: everybody chosen is already {word}.", word=word))
    return (PlayersCheckedIn(numbers) if command.present else PlayersCheckedOut(numbers),)


def _tick_off(state: State, command: TickOff, _at_ms: int, *, insist: bool) -> Decision:
    if refused := unknown_player(state, command.numbers):
        return refused
    known = [state.players[number] for number in dict.fromkeys(command.numbers)]
    numbers = tuple(
        player.number for player in known if (command.item in player.checked) != command.done
    )
    if not numbers:
        return Refused(say("Nothing changes: it is already ticked like that."))
    return (replace(command, numbers=numbers),)


def _checked_in(state: State, event: PlayersCheckedIn) -> State:
    return with_status(state, event.numbers, Status.CHECKED_IN)


def _checked_out(state: State, event: PlayersCheckedOut) -> State:
    return with_status(state, event.numbers, Status.REGISTERED)


def _apply_tick(state: State, event: TickOff) -> State:
    item = {event.item}
    changed = {
        number: replace(
            player, checked=player.checked | item if event.done else player.checked - item
        )
        for number, player in state.players.items()
        if number in event.numbers
    }
    return replace(state, players={**state.players, **changed})


def _ticked_words(event: TickOff, context: Context) -> str:
    what, names = ITEM_WORDS[event.item], context.names(event.numbers)
    if event.done:
        return say("{what}: {names}", what=what, names=names)
    return say("{what} taken back: {names}", what=what, names=names)


ACTS = (
    Request(CheckIn, decide=_check_in, insist=say("C&heck in")),
    Recorded(
        PlayersCheckedIn, kind="players_checked_in", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        apply=_checked_in, words=say("Checked in: {names}"), undo=say("check-in of {players}"),
    ),
    Recorded(
        PlayersCheckedOut, kind="players_checked_out", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        apply=_checked_out, words=say("Check-in taken back: {names}"),
        undo=say("check-in of {players}"),
    ),
    Act(
        TickOff, TickOff, kind="ticked_off", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
        decide=_tick_off, apply=_apply_tick,
        words=_ticked_words, undo=say("tick for {players}"), insist=None,
    ),
)  # fmt: skip
