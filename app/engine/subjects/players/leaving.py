"""Players who leave the event, and players who come back."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import DropPlayer, PlayerDropped, ReadmitPlayer
from app.engine.acts.results import ReportResult
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.rounds.field import game_not_begun
from app.engine.side import Side
from app.engine.state import Player, State, Status
from app.engine.subjects.act import Act, Context, Reach
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.numbers import no_player
from app.engine.table.verdict import no_show


def _drop(state: State, command: DropPlayer, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return no_player(command.number)
    if player.status.has_left:
        return Refused(say("{entry} has already left the event.", entry=player.entry.name))
    game = game_not_begun(state, player.number)
    gone = PlayerDropped(player.number, state.round_now)
    if game is None:
        return (gone,)
    side = next(side for side in Side if game.players.of(side) == player.number)
    if command.opponent_wins:
        return (ReportResult(game.number, no_show(game, side.other)), gone)
    if not insist:
        return Refused(
            say(
                "{entry} is to play {name} at table {table}. What becomes of that game?",
                entry=player.entry.name,
                name=state.name(game.players.of(side.other)),
                table=game.table,
            ),
            insistable=True,
        )
    return (gone,)


def _readmit(state: State, command: ReadmitPlayer, _at_ms: int, *, insist: bool) -> Decision:
    player = state.players.get(command.number)
    if player is None:
        return no_player(command.number)
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


def drop_player(player: Player, after_round: int) -> Player:
    """Return the player with the status of having left the event after that round."""
    return replace(player, status=Status.DROPPED, left_after_round=after_round, asks_to_drop=False)


def readmit_player(player: Player) -> Player:
    """Return the player with the status of being in the event again."""
    return replace(player, status=Status.CHECKED_IN, left_after_round=None, disqualified_for="")


def _apply_drop(state: State, event: PlayerDropped) -> State:
    return with_player(state, event.number, lambda player: drop_player(player, event.after_round))


def _apply_readmission(state: State, event: ReadmitPlayer) -> State:
    return with_player(state, event.number, readmit_player)


def _dropped_words(event: PlayerDropped, context: Context) -> str:
    name, last = context.name(event.number), event.after_round
    if not last:
        return say("{name} dropped before round 1", name=name)
    return say("{name} dropped after round {after_round}", name=name, after_round=last)


ACTS = (
    Act(
        DropPlayer, PlayerDropped, kind="player_dropped", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_drop, apply=_apply_drop, words=_dropped_words,
        undo=say("drop of {name}"), insist=say("&Drop the player"), stops_games=True,
    ),
    Act(
        ReadmitPlayer, ReadmitPlayer, kind="player_readmitted", by=Role.ORGANIZER,
        reach=Reach.NO_GAME,
        decide=_readmit, apply=_apply_readmission, words=say("{name} is in the event again"),
        undo=say("return of {name}"), insist=say("&Readmit the player"),
    ),
)  # fmt: skip
