"""The organizer's rulings at a table."""

from collections.abc import Hashable

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.players import PlayerWarned
from app.engine.acts.results import How
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    ClockPaused,
    EnterTally,
    PauseCause,
    ReopenGame,
    Rule,
    Ruled,
    RuleOnStop,
    TakeBackTurn,
    TurnEnded,
    WithdrawResult,
)
from app.engine.armies.army_points import points_destroyed
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.list_choice import list_points, played_army
from app.engine.remarks import Reason, reason
from app.engine.rounds.stops import rounds_stopped
from app.engine.side import Pair, Side
from app.engine.state import State, TableActKind
from app.engine.subjects.act import Act, Context, Sets, Undoing
from app.engine.subjects.table.at_table import at_table, by_game
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.results import SETS_RESULT
from app.engine.subjects.table.sentences import AtTable, at_table_template, because
from app.engine.subjects.words import side_names
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.losses import losses_now
from app.engine.table.marks import replay
from app.engine.table.sentences import NameOf, win_words
from app.engine.table.turn_back import asks_back, last_ended, owner_of, turn_back_fault
from app.engine.table.verdict import final_result
from app.engine.text import clock_words

NOTHING_COUNTED = Refused(
    say(
        "Nobody has tapped off losses at this table, so no army points would be recorded. Ask the"
        " players: if they destroyed any, enter the result with their numbers instead."
    ),
    insistable=True,
)
SAY_WHY = Refused(say("Say why: it goes into the history."))


def _rule(state: State, game: Game, command: Rule, at_ms: int, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return SAY_WHY
    if game.reported is not None:
        return Refused(say("A result was entered for this table. Correct that result instead."))
    if command.how in {How.NO_SHOW, How.UNRECORDED}:
        return Refused(say("That is not a ruling on a game. Enter it as a result."))
    if (command.winner is None) is not (command.how in {How.TIE, How.TIME}):
        return Refused(say("A tie has no winner, and every other ruling needs one."))
    winner, how = command.winner, command.how
    gave_up = winner.other if winner and how in GIVEN_UP else None
    points = list_points(state, game, gave_up) if gave_up else 0
    ruled = Ruled(game.number, at_ms, winner, how, command.reason, points)
    if how is not How.TIME or game.play.tally is not None or game.play.clock is None:
        return (ruled,)
    return _called_on_time(ruled, _tapped_off(state, game), at_ms, insist=insist)


def _tapped_off(state: State, game: Game) -> Pair[int]:
    """Return the army points that each side destroyed, according to the losses that were marked."""

    def destroyed_by(side: Side) -> int:
        army = played_army(state, game, side.other)
        losses = losses_now(game, side.other, army)
        return points_destroyed(army, losses, game.terms.counting)

    return Pair(*map(destroyed_by, Side))


def _called_on_time(ruled: Ruled, apd: Pair[int], at_ms: int, *, insist: bool) -> Decision:
    """Record the ruling on a game that is stopped for time, with the army points destroyed so far
    (every packet, recording).
    """
    if any(apd):
        return (ruled, EnterTally(ruled.game, by=None, apd=apd, at_ms=at_ms))
    return (ruled,) if insist else NOTHING_COUNTED


def _rule_on_stop(
    state: State, game: Game, command: RuleOnStop, _at_ms: int, *, insist: bool
) -> Decision:
    """Rule on a stopped clock. A stop is a warning on the player's record. Once the player has
    enough stops for the loss of a game, that loss is proposed to the organizer instead.
    """
    if not game.terms.time.pauses_lose:
        return Refused(wording.NO_PENALTY_FOR_STOPS)
    if game.play.clock is None:
        return Refused(str(wording.CLOCK_NOT_STARTED))
    if game.play.ending is not None:
        return Refused(say("The game is over. Decide it instead."))
    if command.side is None:
        return (command,)
    player, round_ = game.players.of(command.side), game.round_number
    if len(rounds_stopped(state, player)) + 1 >= game.terms.time.pauses_lose:
        return (command,)
    why = reason(Reason.STOPPED_CLOCK, game.table)
    return (command, PlayerWarned(player, round_, why))


def _reopen(game: Game, command: ReopenGame, _at_ms: int) -> Decision:
    if not command.reason.strip():
        return SAY_WHY
    if game.play.clock is None:
        return Refused(say("The game has not begun. Start its clock instead."))
    if game.play.in_progress:
        return Refused(say("The table is still playing; there is nothing to reopen."))
    return (command,)


def _withdraw(game: Game, command: WithdrawResult, _at_ms: int) -> Decision:
    if not command.reason.strip():
        return SAY_WHY
    if final_result(game) is None:
        return Refused(say("There is no result to delete at this table."))
    if game.reported is None and not game.play.confirmed:
        return Refused(say("You have called time at this table. Reopen the game instead."))
    return (command,)


def _take_back_turn(
    _state: State, game: Game, command: TakeBackTurn, at_ms: int, *, insist: bool
) -> Decision:
    """Take back the end of a turn at the organizer's request. Players cannot do this; they have to
    claim that the turn is not over. The organizer may insist in spite of doubts.
    """
    play = game.play
    ended = last_ended(play)
    if play.clock_holds:
        return Refused(wording.READ_THE_SWITCH_INSTEAD)
    if ended is None or ended.at_ms != command.ended_ms:
        return Refused(wording.NO_TURN_TO_TAKE_BACK)
    if game.reported is not None:
        return Refused(say("A result was entered for this table. Delete that result first."))
    if insist:
        return (command,)
    if play.claim is not None and not asks_back(play):
        return Refused(say("A question to the players is open and would be dropped."), True)
    fault = turn_back_fault(game.terms, play, owner_of(play, ended), at_ms)
    return Refused(fault, insistable=True) if fault and not ended.settled else (command,)


def _ruled_words(mark: Ruled, name: NameOf, _game: Game | None) -> str:
    return say(
        "ruling: {outcome}{because}",
        outcome=win_words(mark.winner, mark.how, name),
        because=because(mark.reason),
    )


def _stop_words(mark: RuleOnStop, name: NameOf, _game: Game | None) -> str:
    if mark.side:
        return say("{name} stopped the clock, according to the organizer", name=name(mark.side))
    return say("no player is to blame, according to the organizer")


def _taken_back_words(mark: TakeBackTurn, _name: NameOf, _game: Game | None) -> str:
    before = clock_words(max(mark.at_ms - mark.ended_ms, 0))
    return say("end of the turn {before} before taken back: the turn goes on", before=before)


def _end_set(event: TakeBackTurn) -> dict[Hashable, TakeBackTurn]:
    return {("turn end", event.game, event.ended_ms): event}


def _end_words(_event: TakeBackTurn, _context: Context) -> str:
    return ""


def _end_before(key: Hashable, context: Context) -> str:
    """Return in words which player ended the turn."""
    _, number, ended_ms = key if isinstance(key, tuple) else (0, 0, 0)
    game = context.state.games.get(number)
    for mark in game.marks if game else ():
        if isinstance(mark, TurnEnded) and mark.at_ms == ended_ms:
            return say("ended by {name}", name=side_names(number, context)(mark.side))
    return ""


def _stopped_again(state: State, ruling: Ruled | RuleOnStop, _at_ms: int) -> tuple[Event, ...]:
    """Return the pause for a game that goes on once its ruling is undone. The clock is then paused
    from the instant of the ruling until somebody resumes it.
    """
    game = state.games.get(ruling.game)
    if game is None or game.play.ending is None:
        return ()
    play = replay(replace(game, marks=tuple(mark for mark in game.marks if mark != ruling))).play
    if not play.ticking or play.dice_down_ms is not None:
        return ()
    why = reason(Reason.RULING_UNDONE)
    return (ClockPaused(game.number, ruling.at_ms, PauseCause.EO, why),)


ACTS = (
    Act(
        Rule, Ruled, kind="ruled", by=Role.JUDGE,
        decide=at_table(_rule), apply=apply_mark, words=AtTable(_ruled_words),
        undo=say("ruling at {table}"), insist=f"&{wording.DECIDE_THE_GAME}",
        undoing=Undoing(records=_stopped_again), sets=SETS_RESULT,
    ),
    Act(
        RuleOnStop, RuleOnStop, kind="stop_ruled", by=Role.JUDGE,
        decide=at_table(_rule_on_stop), apply=apply_mark, words=AtTable(_stop_words),
        undo=say("ruling on a stopped clock at {table}"), insist=say("&Record it"),
        undoing=Undoing(records=_stopped_again),
    ),
    Act(
        ReopenGame, ReopenGame, kind="game_reopened", by=Role.JUDGE,
        decide=at_table(by_game(_reopen), in_round=True), apply=apply_mark,
        words=at_table_template(say("game reopened{because}")),
        undo=None, insist=f"&{wording.REOPEN_GAME}", passed_over=TableActKind.REOPEN,
        sets=SETS_RESULT,
    ),
    Act(
        WithdrawResult, WithdrawResult, kind="result_withdrawn", by=Role.JUDGE,
        decide=at_table(by_game(_withdraw)), apply=apply_mark,
        words=at_table_template(say("result taken back{because}")),
        undo=say("withdrawal at {table}"), insist=f"&{wording.DELETE_THE_RESULT}",
        sets=SETS_RESULT,
    ),
    Act(
        TakeBackTurn, TakeBackTurn, kind="turn_taken_back", by=Role.SCOREKEEPER,
        decide=at_table(_take_back_turn, in_round=True), apply=apply_mark,
        words=AtTable(_taken_back_words),
        undo=None, insist=f"&{wording.TAKE_BACK_TURN}", passed_over=TableActKind.TURN_BACK,
        sets=Sets(_end_set, _end_words, _end_before),
    ),
)  # fmt: skip
