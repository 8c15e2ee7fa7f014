"""Rulings on players: warnings and disqualifications."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import DisqualifyPlayer, PlayerWarned, WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.stations.roles import Role
from app.engine.armies.army import fell_casters
from app.engine.armies.army_points import points_destroyed
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.list_choice import list_points, played_army
from app.engine.remarks import reason_words
from app.engine.side import Pair, Side
from app.engine.state import Player, PlayerWarning, Stage, State, Status
from app.engine.subjects.act import Act, Context, Reach
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.numbers import no_player
from app.engine.table.game import Game
from app.engine.table.losses import conceded_casters, losses_now
from app.engine.table.verdict import final_result, score_concession


def _warn(state: State, command: WarnPlayer, _at_ms: int, *, insist: bool) -> Decision:
    if command.number not in state.players:
        return no_player(command.number)
    if not command.reason.strip():
        return Refused(say("Say what the warning is for."))
    return (PlayerWarned(command.number, state.round_now, command.reason),)


def _disqualify(state: State, command: DisqualifyPlayer, _at_ms: int, *, insist: bool) -> Decision:
    """Disqualify a player. Their game in progress is lost like a concession (our decision); earlier
    games stand.
    """
    player = state.players.get(command.number)
    if player is None:
        return no_player(command.number)
    name = player.entry.name
    if not command.reason.strip():
        return Refused(say("Say why {name} is disqualified.", name=name))
    if player.status is Status.DISQUALIFIED:
        return Refused(say("{name} is already disqualified.", name=name))
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
        _score_loss(state, game, side)
        for game in (state.games_of(latest) if latest and public else ())
        for side in Side
        if game.players.of(side) == player.number and final_result(game) is None
    ]
    return (command, *lost)


def _score_loss(state: State, game: Game, side: Side) -> ReportResult:
    tally = game.play.tally
    apd = tally.apd if tally else Pair(0, 0).put(side.other, _tapped_off(state, game, side))
    worth = list_points(state, game, side)
    points = score_concession(game, side.other, game.points, apd, worth)
    return ReportResult(game.number, Result(side.other, How.DISQUALIFICATION, *points))


def _tapped_off(state: State, game: Game, side: Side) -> int:
    """Return the army points of ``side``'s list destroyed so far, counted as after a concession."""
    army = played_army(state, game, side) if game.play.clock else ()
    losses = losses_now(game, side, army)
    if conceded_casters(game):
        losses = fell_casters(army, losses)
    return points_destroyed(army, losses, game.terms.counting)


def _apply_warning(state: State, event: PlayerWarned) -> State:
    def warned(player: Player) -> Player:
        warning = PlayerWarning(event.round_number, event.reason)
        return replace(player, warnings=(*player.warnings, warning))

    return with_player(state, event.number, warned)


def _apply_removal(state: State, event: DisqualifyPlayer) -> State:
    def disqualified(player: Player) -> Player:
        return replace(
            player,
            status=Status.DISQUALIFIED,
            disqualified_for=event.reason,
            asks_to_drop=False,
        )

    return with_player(state, event.number, disqualified)


def _warned_words(event: PlayerWarned, context: Context) -> str:
    name, reason = context.name(event.number), reason_words(event.reason)
    if not event.round_number:
        return say("{name} was warned: {reason}", name=name, reason=reason)
    return say(
        "{name} was warned in round {round_number}: {reason}",
        name=name,
        round_number=event.round_number,
        reason=reason,
    )


ACTS = (
    Act(
        WarnPlayer, PlayerWarned, kind="player_warned", by=Role.JUDGE, reach=Reach.NO_GAME,
        decide=_warn, apply=_apply_warning,
        words=_warned_words, undo=say("warning to {name}"), insist=None,
    ),
    Act(
        DisqualifyPlayer, DisqualifyPlayer, kind="player_disqualified", by=Role.JUDGE,
        reach=Reach.NO_GAME,
        decide=_disqualify, apply=_apply_removal, words=say("{name} was disqualified: {reason}"),
        undo=say("disqualification of {name}"), insist=say("&Disqualify the player"),
        stops_games=True,
    ),
)  # fmt: skip
