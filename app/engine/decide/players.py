"""Decisions about entries: adding, editing, checking in, dropping, warning, disqualifying."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.players import (
    MOST_LETTERS,
    AddPlayers,
    CheckIn,
    ChooseList,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    EnterArmy,
    Entry,
    PlayerDropped,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    ReadmitPlayer,
    TickOff,
    WarnPlayer,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.armies.army import fell_casters
from app.engine.armies.army_points import points_destroyed
from app.engine.decide.lists import choose_list, enter_lists, tick_off
from app.engine.language import say
from app.engine.players.list_choice import list_points, played_army
from app.engine.players.team_doubts import moved_doubt
from app.engine.side import Pair, Side
from app.engine.state import Player, Stage, State, Status
from app.engine.subjects.players.entries import tidy_entry
from app.engine.table.game import Game
from app.engine.table.losses import conceded_casters, losses_now
from app.engine.table.verdict import conceded, final_result
from app.engine.text import can_be_read

OfPlayer: TypeAlias = (
    EditPlayer | EnterArmy | ChooseList | DropPlayer | ReadmitPlayer | DisqualifyPlayer | WarnPlayer
)


def _of_player(state: State, command: OfPlayer, at_ms: int, *, insist: bool) -> Decision:
    number = command.player if isinstance(command, ChooseList) else command.number
    player = state.players.get(number)
    if player is None:
        return Refused(say("There is no player number {number}.", number=number))
    return OF_PLAYER[type(command)](state, player, command, insist=insist)


def _edit(state: State, player: Player, command: EditPlayer, *, insist: bool) -> Decision:
    entry = tidy_entry(command.entry)
    if fault := _fault(entry):
        return fault
    doubt = moved_doubt(state, player.number, entry.team)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (replace(command, entry=entry),)


def _warn(state: State, player: Player, command: WarnPlayer, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return Refused(say("Say what the warning is for."))
    return (PlayerWarned(player.number, state.round_now, command.reason),)


def _fault(entry: Entry) -> Refused | None:
    if not can_be_read(entry.name):
        return Refused(say("A player needs a name."))
    if entry.too_long:
        return Refused(say("Use at most {count} characters in each field.", count=MOST_LETTERS))
    return None


def _add(state: State, command: AddPlayers, _at_ms: int, *, insist: bool) -> Decision:
    if not command.entries:
        return Refused(say("There is no player to add."))
    entries = [tidy_entry(entry) for entry in command.entries]
    refused = next((fault for entry in entries if (fault := _fault(entry))), None)
    numbered = enumerate(entries, start=state.next_player)
    return refused or (PlayersAdded(tuple(numbered)),)


def _check_in(state: State, command: CheckIn, _at_ms: int, *, insist: bool) -> Decision:
    """Registered and checked-in players change; whoever left the event must be readmitted."""
    before = Status.REGISTERED if command.present else Status.CHECKED_IN
    unknown = next((number for number in command.numbers if number not in state.players), None)
    if unknown is not None:
        return Refused(say("There is no player number {unknown}.", unknown=unknown))
    known = [state.players[number] for number in dict.fromkeys(command.numbers)]
    gone = [player for player in known if player.status.has_left]
    if gone:
        return Refused(
            say("{entry} has left the event. Readmit the player instead.", entry=gone[0].entry.name)
        )
    numbers = tuple(player.number for player in known if player.status is before)
    if not numbers:
        word = say("checked in") if command.present else say("not checked in")
        return Refused(say("Nothing changes: everybody chosen is {word} already.", word=word))
    return (PlayersCheckedIn(numbers) if command.present else PlayersCheckedOut(numbers),)


def _drop(state: State, player: Player, _command: DropPlayer, *, insist: bool) -> Decision:
    if player.status.has_left:
        return Refused(say("{entry} has already left the event.", entry=player.entry.name))
    return (PlayerDropped(player.number, state.round_now),)


def _readmit(_state: State, player: Player, command: ReadmitPlayer, *, insist: bool) -> Decision:
    if player.status in {Status.REGISTERED, Status.CHECKED_IN}:
        return Refused(say("{entry} is in the event.", entry=player.entry.name))
    if player.status is Status.DISQUALIFIED and not insist:
        return Refused(
            say(
                "{entry} was disqualified ({disqualified_for}) and is out of every later round.",
                entry=player.entry.name,
                disqualified_for=player.disqualified_for,
            ),
            insistable=True,
        )
    return (command,)


def _disqualify(
    state: State, player: Player, command: DisqualifyPlayer, *, insist: bool
) -> Decision:
    """A game in progress is lost, scored like a concession (our decision); earlier games stand."""
    name = player.entry.name
    if not command.reason.strip():
        return Refused(say("Say why {name} is disqualified.", name=name))
    if player.status is Status.DISQUALIFIED:
        return Refused(say("{name} is disqualified already.", name=name))
    if not insist:
        return Refused(
            say(
                "{name} loses any game in progress and is out of later rounds and every award.",
                name=name,
            ),
            insistable=True,
        )
    latest = state.latest
    public = latest is not None and latest.stage in {Stage.PUBLISHED, Stage.STARTED}
    lost = [
        _lost(state, game, side)
        for game in (state.games_of(latest) if latest and public else ())
        for side in Side
        if game.players.of(side) == player.number and final_result(game) is None
    ]
    return (command, *lost)


def _lost(state: State, game: Game, side: Side) -> ReportResult:
    tally = game.play.tally
    apd = tally.apd if tally else Pair(0, 0).put(side.other, _tapped_off(state, game, side))
    worth = list_points(state, game, side)
    points = conceded(game, side.other, game.points, apd, worth)
    return ReportResult(game.number, Result(side.other, How.DISQUALIFICATION, *points))


def _tapped_off(state: State, game: Game, side: Side) -> int:
    """Army points destroyed of ``side``'s list so far, as after a concession."""
    army = played_army(state, game, side) if game.play.clock else ()
    losses = losses_now(game, side, army)
    if conceded_casters(game):
        losses = fell_casters(army, losses)
    return points_destroyed(army, losses, game.terms.counting)


OF_PLAYER: Mapping[type, Decider] = {
    EditPlayer: _edit,
    EnterArmy: enter_lists,
    ChooseList: choose_list,
    DropPlayer: _drop,
    ReadmitPlayer: _readmit,
    DisqualifyPlayer: _disqualify,
    WarnPlayer: _warn,
}
"""What is asked about one player, who must be there."""

DECIDERS: Mapping[type, Decider] = {
    AddPlayers: _add,
    CheckIn: _check_in,
    TickOff: tick_off,
    **dict.fromkeys(OF_PLAYER, _of_player),
}
