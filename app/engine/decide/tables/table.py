"""Decisions at a table: scoring, claims, answers, rulings. Those about its clock: `table_clock`."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.players import PlayerWarned
from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    CallJudge,
    ChangeLosses,
    ChooseObjective,
    Claim,
    Claimed,
    CountGap,
    CountLosses,
    DismissJudge,
    EnterTally,
    HandBack,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    PutDiceDown,
    Question,
    RemoveElement,
    ReopenGame,
    RequestedMark,
    ResumeClock,
    Rule,
    Ruled,
    RuleOnStop,
    ScoreTurn,
    SetTime,
    StartClock,
    SwapSpecialists,
    TableCommand,
    TakeBackTurn,
    TakeExtension,
    Tap,
    WithdrawResult,
)
from app.engine.armies.army import Army, fitted, in_place, losses_fault
from app.engine.armies.army_list import ArmyList
from app.engine.armies.at_table import Swap, reinforcement_doubts, swap_doubts
from app.engine.armies.list_checks import specialists_played
from app.engine.armies.losses import changes_between, counted_together, of_list
from app.engine.decide.chess_clock import OF_DEVICE, decide_device
from app.engine.decide.scoring import domination_fault, removal_fault, score_fault
from app.engine.decide.tables.clock import OF_CLOCK, extend, set_clock, start_clock, tap
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.list_choice import (
    all_chosen,
    casters_of,
    list_at,
    list_fault,
    list_points,
    played_army,
    swaps_awaited,
)
from app.engine.rounds.match_ups import match_up_is_open
from app.engine.rounds.stops import rounds_stopped
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.engine.subjects.rounds.dice_down import dice_down_at
from app.engine.subjects.table.results import MATCH_UP_IS_OPEN
from app.engine.table import turns
from app.engine.table.claims import CLAIMS, ends_games
from app.engine.table.clock_out import wins_now
from app.engine.table.flags import fallen
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.losses import losses_now
from app.engine.table.marks import as_of
from app.engine.table.objectives import objectives_offered, objectives_shown
from app.engine.table.turn_back import asks_back, last_ended, owner_of, turn_back_fault
from app.engine.table.verdict import final_result, missing, scenario_in_doubt
from app.engine.text import join_words

PLAY = (
    StartClock,
    Tap,
    Interrupt,
    HandBack,
    TakeExtension,
    ResumeClock,
    CountGap,
    PutDiceDown,
    MakeClaim,
    Answer,
    ReopenGame,
    TakeBackTurn,
)
"""What can only be asked while the round goes on."""

REINFORCED_FROM_TURN = 2

SAY_WHY = Refused(say("Say why: it goes into the history."))


def decide_table(state: State, command: TableCommand, at_ms: int, *, insist: bool) -> Decision:
    """Return a command that arrives late is decided by the table as it was at ``at_ms``."""
    game = state.games.get(command.game)
    if game is None:
        return Refused(wording.NO_GAME_WAIT)
    if isinstance(command, NoticeFlag) and game.reported is not None:
        return ()
    stage = state.round_of(game).stage
    if stage is Stage.FINISHED and (isinstance(command, PLAY) or _by_player(command)):
        return Refused(
            say("Round {round_number} is finished. Call the judge.", round_number=game.round_number)
        )
    if _by_player(command) and game.play.confirmed:
        return Refused(wording.RESULT_IS_CONFIRMED)
    game, flags = fallen(as_of(game, at_ms), at_ms)
    command = stamp(command, at_ms)
    decision = AT_TABLE[type(command)](state, game, command, at_ms, insist=insist)
    return decision if isinstance(decision, Refused) else (*flags, *decision)


def stamp(command: TableCommand, at_ms: int) -> TableCommand:
    """Return the command with its instant, where it is what the log will hold."""
    return replace(command, at_ms=at_ms) if isinstance(command, RequestedMark) else command


def _by_player(command: TableCommand) -> bool:
    """Tell whether a player entered numbers or an answer."""
    match command:
        case ScoreTurn() | RemoveElement() | EnterTally() | CountLosses() | ChangeLosses():
            return command.by is not None
        case SwapSpecialists() | ChooseObjective() | BringReinforcements():
            return command.by is not None
        case _:
            return isinstance(command, Answer)


def _start(state: State, game: Game, command: StartClock, at_ms: int, *, insist: bool) -> Decision:
    round_ = state.round_of(game)
    decision = start_clock(game, round_, command, at_ms, insist=insist)
    may_start = isinstance(decision, Refused) or game.play.clock or command.by_lever
    fault = "" if insist or may_start else _start_fault(state, game)
    return Refused(fault, insistable=True) if fault else decision


def _start_fault(state: State, game: Game) -> str:
    """Return what the players or their captains have to choose first; empty for nothing."""
    return MATCH_UP_IS_OPEN if match_up_is_open(state, game) else list_fault(state, game)


def _flags_alone(
    _state: State, _game: Game, _command: NoticeFlag, _at_ms: int, *, insist: bool
) -> Decision:
    """Return the flags that fell come with every answer."""
    return ()


def _by_game(rule: Callable[[Game, Any, int], Decision]) -> Decider:
    """Return a rule that needs the game alone, and on which nobody may insist."""

    @wraps(rule)
    def decided(
        _state: State, game: Game, command: TableCommand, at_ms: int, *, insist: bool
    ) -> Decision:
        return rule(game, command, at_ms)

    return decided


def _set_clock(
    _state: State,
    game: Game,
    command: PauseClock | ResumeClock | AdjustClock | SetTime | CountGap,
    at_ms: int,
    *,
    insist: bool,
) -> Decision:
    return set_clock(game, command, at_ms, insist=insist)


def _answer(_state: State, game: Game, command: Answer, _at_ms: int, *, insist: bool) -> Decision:
    fault = _answer_fault(game, command)
    return Refused(fault) if fault else (command,)


def _as_asked(_game: Game, command: CallJudge | DismissJudge, _at_ms: int) -> Decision:
    """Call for the judge, or end a call, which can be asked for at any time."""
    return (command,)


def _score(state: State, game: Game, command: ScoreTurn, _at_ms: int, *, insist: bool) -> Decision:
    fault = score_fault(game, command)
    if fault:
        return Refused(fault)
    casters = Pair(*(casters_of(state, game, side) for side in Side))
    fault = domination_fault(game, command.holdings, casters)
    eo = command.by is None
    if fault and not (insist and eo):
        return Refused(fault, insistable=eo)
    caster_left = command.caster_left and command.kill_box and game.terms.kill_box.destroys
    return (replace(command, reason=command.reason.strip(), caster_left=caster_left),)


def _swap(
    state: State, game: Game, command: SwapSpecialists, _at_ms: int, *, insist: bool
) -> Decision:
    """Swap after list selection and before the game; what the packet forbids, the organizer may
    insist on.
    """
    eo, side = command.by is None, command.side
    army_list = list_at(state, game, side)
    if army_list is None or not all_chosen(state, game):
        return Refused(wording.CHOOSE_THE_LISTS_FIRST)
    are_shown = game.play.swaps.of(side) is not None and not swaps_awaited(state, game)
    if not eo and (are_shown or game.play.clock is not None):
        return Refused(wording.SPECIALISTS_ARE_SHOWN)
    doubts = [] if insist and eo else [*_swap_faults(state, army_list, command)]
    return Refused(" ".join(doubts), insistable=eo) if doubts else (command,)


def _swap_faults(state: State, army_list: ArmyList, command: SwapSpecialists) -> Iterator[str]:
    if state.packet is None or state.settings is None:
        return
    if not specialists_played(state.packet, state.settings):
        yield say("Specialists are not played at this event.")
    swap = Swap(command.out, command.added)
    yield from swap_doubts(state.packet, state.settings, army_list, swap)


def _choose_objective(
    state: State, game: Game, command: ChooseObjective, _at_ms: int, *, insist: bool
) -> Decision:
    """Choose an objective after list selection and before the game; a card of another packet if the
    organizer insists.
    """
    eo, play = command.by is None, game.play
    if not all_chosen(state, game):
        return Refused(wording.CHOOSE_THE_LISTS_FIRST)
    if not eo and objectives_shown(play):
        return Refused(wording.OBJECTIVES_ARE_SHOWN)
    offered = objectives_offered(game.terms)
    if command.name in {"", *offered} or (insist and eo):
        return (command,)
    doubt = wording.NO_OBJECTIVES_HERE
    if offered:
        cards = join_words(offered)
        doubt = wording.NO_SUCH_OBJECTIVE.format(name=command.name, cards=cards)
    return Refused(doubt, insistable=eo)


def _reinforce(
    state: State, game: Game, command: BringReinforcements, _at_ms: int, *, insist: bool
) -> Decision:
    """Reinforce in the player's own turn, from the second on, all at once (SR2012,
    Reinforcements).
    """
    if game.play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    eo = command.by is None
    doubts = [] if insist and eo else [*_reinforcement_faults(state, game, command)]
    return Refused(" ".join(doubts), insistable=eo) if doubts else (command,)


def _reinforcement_faults(state: State, game: Game, command: BringReinforcements) -> Iterator[str]:
    play, side = game.play, command.side
    if not game.terms.scenario.reinforcements:
        yield wording.NO_REINFORCEMENTS_HERE
    before = play.reinforced.of(side)
    if before is not None and before != play.step:
        yield wording.REINFORCEMENTS_IN_ONE_TURN
    elif command.by is not None or before is None:
        first = turns.FIRST_TURN_STEP
        turn = turns.turn_number(play.step) if play.step >= first else 0
        if turn < REINFORCED_FROM_TURN:
            yield wording.REINFORCEMENTS_TOO_EARLY
        elif play.owner is not side:
            yield wording.REINFORCEMENTS_IN_ONES_OWN_TURN.format(side=side.colour)
    if state.packet is not None and state.settings is not None:
        army_list = list_at(state, game, side)
        swap = play.swaps.of(side)
        yield from reinforcement_doubts(state.packet, state.settings, army_list, command.rows, swap)


def _remove(game: Game, command: RemoveElement, _at_ms: int) -> Decision:
    fault = removal_fault(game, command.key)
    return Refused(fault) if fault else (command,)


def _tally(game: Game, command: EnterTally, _at_ms: int) -> Decision:
    numbers = [*command.apd, *(command.casters or ()), *(command.presence or ())]
    if min(numbers) < 0:
        return Refused(say("A count cannot be negative."))
    if game.play.ending is None:
        return Refused(wording.GAME_NOT_OVER)
    return (command,)


def _losses(
    state: State, game: Game, command: CountLosses | ChangeLosses, _at_ms: int, *, insist: bool
) -> Decision:
    """Count losses whenever the players like, by the list that was entered for the player."""
    if game.play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    army = played_army(state, game, command.side)
    if isinstance(command, ChangeLosses):
        return _losses_changed(game, army, command)
    named = any(loss.name for loss in command.losses)
    losses = fitted(army, command.losses) if named else command.losses
    fault = losses_fault(army, losses)
    if fault:
        return Refused(fault)
    return (replace(command, losses=fitted(army, losses)),)


def _losses_changed(game: Game, army: Army, command: ChangeLosses) -> Decision:
    """Return a list that was changed since is counted whole: its entries have other places."""
    changes = of_list(army, command.changes)
    if isinstance(changes, str):
        return Refused(changes)
    by, side = command.by, command.side
    before = game.play.losses.of(side)
    after = counted_together(army, losses_now(game, side, army), changes)
    if not in_place(army, before):
        return (CountLosses(game.number, by, side, after, at_ms=command.at_ms),)
    return (replace(command, changes=changes_between(before, after)),)


def _claim(state: State, game: Game, command: MakeClaim, at_ms: int, *, insist: bool) -> Decision:
    play, side = game.play, command.side
    if play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    if command.claim is Claim.TURN:
        return _turn_claim(game, command, at_ms)
    if not play.in_progress:
        return Refused(wording.OVER_OR_CALL_THE_JUDGE)
    if play.claim is not None:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    if not ends_games(game.terms.victory, command.claim):
        return Refused(CLAIMS[command.claim].fault)
    scenario = command.claim is Claim.SCENARIO
    if scenario and (play.owner is not side or not wins_now(game.terms, play, side)):
        return Refused(wording.DOES_NOT_WIN_YET.format(side=side.colour))
    conceded = command.claim is Claim.CONCESSION
    points = list_points(state, game, side) if conceded else 0
    return (Claimed(game.number, at_ms, command.by, command.claim, side, points),)


def _turn_claim(game: Game, command: MakeClaim, at_ms: int) -> Decision:
    if game.play.claim is not None:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    fault = turn_back_fault(game.terms, game.play, command.side, at_ms)
    if fault:
        return Refused(fault)
    return (Claimed(game.number, at_ms, command.by, Claim.TURN, command.side),)


def _take_back_turn(
    _state: State, game: Game, command: TakeBackTurn, at_ms: int, *, insist: bool
) -> Decision:
    """Return the organizer's; the players' is a claim. What speaks against it they may insist
    on.
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


def _answer_fault(game: Game, command: Answer) -> str:
    """Return why an answer cannot be taken; empty when it can. A no can always be."""
    play, question = game.play, command.question
    if question is not play.question:
        return wording.QUESTION_NO_LONGER_OPEN
    if not command.agrees:
        return ""
    if play.claim is not None and play.claim.by is command.side:
        return wording.HAS_TO_ANSWER_THAT.format(side=command.side.other.colour)
    if play.claim is not None and play.claim.claim is Claim.TURN:
        return turn_back_fault(game.terms, play, play.claim.side, command.at_ms)
    if question is Question.CLOCK_OUT and play.flag is not None:
        side = play.flag.side
        if game.terms.scores_once_more:
            theirs = command.side is not side
            return "" if theirs else wording.HAS_TO_ANSWER_THAT.format(side=side.other.colour)
        won = wins_now(game.terms, play, side)
        return "" if won else wording.SCORE_THE_TABLE_FIRST.format(side=side.colour)
    if question is Question.RESULT and missing(game) is not None:
        return wording.COUNT_THE_TABLE_FIRST
    if question is Question.RESULT and scenario_in_doubt(game):
        return wording.SCENARIO_WIN_IN_DOUBT
    return ""


def _rule(state: State, game: Game, command: Rule, at_ms: int, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return SAY_WHY
    if game.reported is not None:
        return Refused(say("A result was entered for this table. Correct that result instead."))
    if command.how in {How.NO_SHOW, How.UNRECORDED}:
        return Refused(say("That is no ruling on a game. Enter it as a result."))
    if (command.winner is None) is not (command.how in {How.TIE, How.TIME}):
        return Refused(say("A tie has no winner, and every other ruling needs one."))
    winner, how = command.winner, command.how
    gave_up = winner.other if winner and how in GIVEN_UP else None
    points = list_points(state, game, gave_up) if gave_up else 0
    return (Ruled(game.number, at_ms, winner, how, command.reason, points),)


def _rule_on_stop(
    state: State, game: Game, command: RuleOnStop, _at_ms: int, *, insist: bool
) -> Decision:
    """Rule on a stop: the first is a warning on the player's record; what the next costs is
    proposed.
    """
    if not game.terms.time.pauses_lose:
        return Refused(wording.NO_PENALTY_FOR_STOPS)
    if game.play.clock is None:
        return Refused(wording.CLOCK_NOT_STARTED)
    if game.play.ending is not None:
        return Refused(say("The game is over. Decide it instead."))
    if command.side is None:
        return (command,)
    player, round_ = game.players.of(command.side), game.round_number
    if len(rounds_stopped(state, player)) + 1 >= game.terms.time.pauses_lose:
        return (command,)
    reason = wording.STOPPED_THE_CLOCK.format(table=game.table)
    return (command, PlayerWarned(player, round_, reason))


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


AT_TABLE: Mapping[type, Decider] = {
    StartClock: _start,
    NoticeFlag: _flags_alone,
    **dict.fromkeys((Tap, Interrupt, HandBack), _by_game(tap)),
    **dict.fromkeys(OF_CLOCK, _set_clock),
    **dict.fromkeys(OF_DEVICE, _by_game(decide_device)),
    TakeExtension: _by_game(extend),
    PutDiceDown: dice_down_at,
    ScoreTurn: _score,
    RemoveElement: _by_game(_remove),
    EnterTally: _by_game(_tally),
    CountLosses: _losses,
    ChangeLosses: _losses,
    SwapSpecialists: _swap,
    ChooseObjective: _choose_objective,
    BringReinforcements: _reinforce,
    MakeClaim: _claim,
    Answer: _answer,
    **dict.fromkeys((CallJudge, DismissJudge), _by_game(_as_asked)),
    Rule: _rule,
    RuleOnStop: _rule_on_stop,
    ReopenGame: _by_game(_reopen),
    WithdrawResult: _by_game(_withdraw),
    TakeBackTurn: _take_back_turn,
}
"""What is asked about one table, whose game must be there."""

DECIDERS: Mapping[type, Decider] = dict.fromkeys(AT_TABLE, decide_table)
