"""Decisions about entries: adding, editing, checking in, dropping, warning, disqualifying."""

from typing import assert_never

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    ChooseList,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    EnterArmy,
    Entry,
    PlayerCommand,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEdited,
    PlayerReadmitted,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    ReadmitPlayer,
    TickOff,
    WarnPlayer,
)
from app.engine.acts.results import How, Result, ResultReported
from app.engine.armies.army import fell_casters
from app.engine.armies.army_points import points_destroyed
from app.engine.decide.lists import choose_list, enter_lists, tick_off
from app.engine.players.list_choice import list_points, played_army
from app.engine.side import Pair, Side
from app.engine.state import Player, Stage, State, Status
from app.engine.table.game import Game
from app.engine.table.losses import conceded_casters, losses_now
from app.engine.table.verdict import conceded, final_result


def decide_player(state: State, command: PlayerCommand, *, insist: bool) -> Decision:
    if isinstance(command, AddPlayers):
        return _add(state, command)
    if isinstance(command, CheckIn):
        return _check_in(state, command)
    if isinstance(command, TickOff):
        return tick_off(state, command)
    number = command.player if isinstance(command, ChooseList) else command.number
    player = state.players.get(number)
    if player is None:
        return Refused(f"There is no player number {number}.")
    match command:
        case EditPlayer():
            return _named(command.entry) or (PlayerEdited(player.number, command.entry),)
        case EnterArmy():
            return enter_lists(state, player, command, insist=insist)
        case ChooseList():
            return choose_list(state, player, command, insist=insist)
        case DropPlayer():
            return _drop(state, player)
        case ReadmitPlayer():
            return _readmit(player, insist=insist)
        case DisqualifyPlayer():
            return _disqualify(state, player, command.reason, insist=insist)
        case WarnPlayer():
            if not command.reason.strip():
                return Refused("Say what the warning is for.")
            return (PlayerWarned(player.number, state.round_now, command.reason),)
        case _:
            assert_never(command)


def _named(entry: Entry) -> Refused | None:
    return None if entry.name.strip() else Refused("A player needs a name.")


def _add(state: State, command: AddPlayers) -> Decision:
    if not command.entries:
        return Refused("There is no player to add.")
    refused = next((fault for entry in command.entries if (fault := _named(entry))), None)
    numbered = enumerate(command.entries, start=state.next_player)
    return refused or (PlayersAdded(tuple(numbered)),)


def _check_in(state: State, command: CheckIn) -> Decision:
    """Registered and checked-in players change; whoever left the event must be readmitted."""
    before = Status.REGISTERED if command.present else Status.CHECKED_IN
    unknown = next((one for one in command.numbers if one not in state.players), None)
    if unknown is not None:
        return Refused(f"There is no player number {unknown}.")
    known = [state.players[number] for number in dict.fromkeys(command.numbers)]
    gone = [one for one in known if one.status.has_left]
    if gone:
        return Refused(f"{gone[0].entry.name} has left the event. Readmit the player instead.")
    numbers = tuple(player.number for player in known if player.status is before)
    if not numbers:
        word = "checked in" if command.present else "not checked in"
        return Refused(f"Nothing changes: everybody chosen is {word} already.")
    return (PlayersCheckedIn(numbers) if command.present else PlayersCheckedOut(numbers),)


def _drop(state: State, player: Player) -> Decision:
    if player.status.has_left:
        return Refused(f"{player.entry.name} has already left the event.")
    return (PlayerDropped(player.number, state.round_now),)


def _readmit(player: Player, *, insist: bool) -> Decision:
    if player.status in {Status.REGISTERED, Status.CHECKED_IN}:
        return Refused(f"{player.entry.name} is in the event.")
    if player.status is Status.DISQUALIFIED and not insist:
        return Refused(
            f"{player.entry.name} was disqualified ({player.disqualified_for}) and is out of every"
            " later round.",
            insistable=True,
        )
    return (PlayerReadmitted(player.number),)


def _disqualify(state: State, player: Player, reason: str, *, insist: bool) -> Decision:
    """A game in progress is lost, scored like a concession (our decision); earlier games stand."""
    name = player.entry.name
    if not reason.strip():
        return Refused(f"Say why {name} is disqualified.")
    if player.status is Status.DISQUALIFIED:
        return Refused(f"{name} is disqualified already.")
    if not insist:
        return Refused(
            f"{name} loses any game in progress and is out of later rounds and every award.",
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
    return (PlayerDisqualified(player.number, reason), *lost)


def _lost(state: State, game: Game, side: Side) -> ResultReported:
    tally = game.play.tally
    apd = tally.apd if tally else Pair(0, 0).put(side.other, _tapped_off(state, game, side))
    worth = list_points(state, game, side)
    points = conceded(game, side.other, game.points, apd, worth)
    return ResultReported(game.number, Result(side.other, How.DISQUALIFICATION, *points))


def _tapped_off(state: State, game: Game, side: Side) -> int:
    """Army points destroyed of ``side``'s list so far, as after a concession."""
    army = played_army(state, game, side) if game.play.clock else ()
    losses = losses_now(game, side, army)
    if conceded_casters(game):
        losses = fell_casters(army, losses)
    return points_destroyed(army, losses, game.terms.counting)
