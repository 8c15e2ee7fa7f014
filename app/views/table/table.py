"""A game as the live list and the table's own screen show it. Remaining times are read off its
clock.
"""

from collections.abc import Mapping
from enum import Enum
from operator import add
from typing import assert_never

from msgspec import Struct

from app.engine import wording
from app.engine.acts.results import Result
from app.engine.acts.table import PauseCause, Question
from app.engine.armies.army import Army
from app.engine.armies.army_list import ArmyList
from app.engine.armies.at_table import Swap
from app.engine.armies.racks import Rack, Racks
from app.engine.frozen import replace
from app.engine.language import TextTable, packet_text, say
from app.engine.packet.army_points import Counting
from app.engine.packet.packet import Tiebreak, Victory
from app.engine.packet.timing import TableTime, TimingKind
from app.engine.players.list_choice import ListChoice, list_choice, open_lists, shown_army
from app.engine.rounds.stops import StopCall, stop_call
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.engine.table import turns
from app.engine.table.deadlines import is_timed
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import NOT_PHONED, Game, OpenClaim, Play, step_elapsed, wins_if_scored
from app.engine.table.losses import losses_now
from app.engine.table.sentences import phoned_words, standing_result, step_words, why
from app.engine.table.turn_back import last_ended, owner_of
from app.engine.table.verdict import (
    decided_otherwise,
    final_result,
    missing,
    scenario_in_doubt,
    table_result,
)
from app.views.table.clock_presses import PressRow, last_switch
from app.views.table.house_decision import ending_notes
from app.views.table.late_presses import LateRow, MoveRow, late_rows, move_rows, shown_words

SECRET_STAGES = frozenset({Stage.DRAWN, Stage.PUBLISHED})
SECRET = "?"
"""The word in place of a choice that the opponent must not know yet."""


class TableCondition(Enum):
    """The conditions of a table, in the order of their urgency for the organizer."""

    JUDGE = "judge"
    LATE = "late_presses"
    GAP = "time_gap"
    CLOCK_OUT = "clock_out"
    NO_RESULT = "no_result"
    PAUSED = "paused"
    CONFIRM = "to_confirm"
    COUNT = "counting"
    PLAYING = "playing"
    WAITING = "not_started"
    DONE = "finished"


CONDITION_WORDS: Mapping[TableCondition, str] = TextTable(
    {
        TableCondition.JUDGE: wording.JUDGE_CALLED,
        TableCondition.LATE: say("Late presses"),
        TableCondition.GAP: say("Time gap"),
        TableCondition.CLOCK_OUT: say("Clock ran out"),
        TableCondition.NO_RESULT: say("No result"),
        TableCondition.PAUSED: say("Paused"),
        TableCondition.CONFIRM: say("To confirm"),
        TableCondition.COUNT: say("Counting"),
        TableCondition.PLAYING: say("Playing"),
        TableCondition.WAITING: say("Not started"),
        TableCondition.DONE: say("Finished"),
    }
)


class PlayView(Struct, frozen=True):
    """The parts of a table's view that every press may change; the same fields as in
    `TableView`.
    """

    condition: TableCondition
    secret: bool
    armies: Pair[Army]
    play: Play
    step: str
    cp: Pair[int]
    needs: Tiebreak | None
    on_table: Tiebreak | None
    wins_if_scored: Side | None
    reached: Result | None
    result: Result | None
    in_doubt: bool
    switch: PressRow | None
    why: str


class TableView(Struct, frozen=True):
    """A table as its window, its tablet and the live list show it. Remaining times are computed
    from `clock` at the instant of drawing.
    """

    game: int
    table: int
    round_number: int
    names: Pair[str]
    condition: TableCondition
    stands: TableCondition
    """The table's condition apart from a call for the judge."""
    secret: bool
    """True if the round has not started. Before that, only the organizer knows the scenario, so
    this view does not name it and `time` does not reveal it.
    """
    scenario: str
    area: str
    """The area in which the tiebreak counts models, in words."""
    clock: DeathClock | None
    time: TableTime
    armies: Pair[Army]
    """Each side's list as far as both players may see it; empty without a list."""
    lists: Pair[ListChoice]
    """The list choices that each side still has."""
    brought: Pair[tuple[ArmyList, ...]]
    """All public lists of both sides."""
    counting: Counting
    victory: Victory
    play: Play
    """The state of the game. Its losses refer to `armies`."""
    step: str
    cp: Pair[int]
    cp_after: Pair[int]
    """The control points including those entered for the turn under way."""
    question: Question | None
    claim: OpenClaim | None
    needs: Tiebreak | None
    """The tiebreak for which both players still have to count a number; None if there is none."""
    on_table: Tiebreak | None
    """The packet's tiebreak that counts models on the table; None if there is none."""
    wins_if_scored: Side | None
    scores_once_more: bool
    """True if the opponent of a player out of time scores once more."""
    reached: Result | None
    """The result that the players reached but have not confirmed."""
    result: Result | None
    """The result that counts."""
    by_eo: bool
    """True if the organizer set the result."""
    otherwise: str
    """The ending at the table, in words, if the organizer's result names a different winner."""
    in_doubt: bool
    """True if the scoring was changed in such a way that the scenario win that ended the game no
    longer follows.
    """
    switch: PressRow | None
    """The last press of the table's chess clock that can have another meaning; None if there is
    none, or if the chess clock does not keep the time of a game in progress.
    """
    why: str
    reports_differ: bool = False
    """True if the players reported different results by phone, of which none counts yet."""
    decision: str = ""
    """The notes on how the result is scored where the packet's own text does not say; empty if the
    packet says everything.
    """
    objectives: tuple[str, ...] = ()
    """The objectives from which each player chooses before the game; empty while the scenario is
    secret.
    """
    late: tuple[LateRow, ...] = ()
    """The late presses that wait for the organizer."""
    moved: str = ""
    """The time that late presses have moved recently, in words for both players; empty for none."""
    moves: tuple[MoveRow, ...] = ()
    """The moves of time that the organizer can reverse, the latest first."""
    stop: StopCall | None = None
    """A player's forbidden stop of a clock, until the organizer says who stopped it."""
    shift_ms: int = 0
    """The milliseconds to add to an instant of this game for the time of day that is shown."""

    @property
    def taken_back(self) -> Side | None:
        """The side whose last turn's end the players may take back; None if there is none."""
        ended = last_ended(self.play)
        return owner_of(self.play, ended) if ended and not ended.settled else None

    def minimum_left(self, now_ms: int) -> int:
        """Return the milliseconds until this turn may be ended; 0 in deployment and once the turn
        may be ended.
        """
        if self.play.step < turns.FIRST_TURN_STEP or not self.play.ticking:
            return 0
        if self.play.dice_down_ms is not None:
            return 0
        return max(self.time.minimum_turn_ms - step_elapsed(self.play, now_ms), 0)

    def help_due(self, now_ms: int) -> bool:
        """Tell whether players may ask the organizer to enforce the shortest turn, with less than
        five minutes on both clocks together (SR2017, tournament timing).
        """
        time, clock = self.time, self.clock
        if not time.minimum_turn_ms or clock is None or not self.play.ticking:
            return False
        left_ms = sum(max(clock.remaining(side, now_ms), 0) for side in Side)
        return self.play.step >= turns.FIRST_TURN_STEP and left_ms < time.play_on_below_ms

    def left_ms(self, side: Side, now_ms: int) -> int | None:
        """Return the time that ``side`` has left; None if nothing limits it.

        The time is never below zero if a fallen flag has stopped or will stop the game. If turns
        are timed, a whole turn is shown for the inactive player, and deployment is not timed.
        """
        match self.time.kind:
            case TimingKind.UNTIMED:
                return None
            case TimingKind.TURNS:
                return self._turn_left_ms(side, now_ms)
            case TimingKind.DEATHCLOCK:
                if self.clock is None:
                    return self.time.clock_ms
                left = self.clock.remaining(side, now_ms)
                return left if side in self.play.overrun else max(left, 0)
            case _:
                assert_never(self.time.kind)

    def _turn_left_ms(self, side: Side, now_ms: int) -> int:
        if self.clock is None or side is not self.timed_turn:
            return self.time.turn_ms
        return max(self.clock.remaining(side, now_ms), 0)

    @property
    def timed_turn(self) -> Side | None:
        """The side whose turn is timed now; None in deployment and if turns have no time."""
        play = self.play
        started = self.clock is not None and play.step >= turns.FIRST_TURN_STEP
        return play.owner if started and self.time.kind is TimingKind.TURNS else None

    def used_ms(self, side: Side, now_ms: int) -> int:
        """Return the time that ``side`` has used so far."""
        return self.clock.used(side, now_ms) if self.clock else 0

    @property
    def is_timed(self) -> bool:
        """Tell whether the time of the running clock is limited."""
        return is_timed(self.time, self.play)


def play_view(state: State, game: Game) -> PlayView:
    play = game.play
    round_ = state.round_of(game)
    armies = Pair(shown_army(state, game, Side.RED), shown_army(state, game, Side.BLUE))
    losses = Pair(losses_now(game, Side.RED, armies.red), losses_now(game, Side.BLUE, armies.blue))

    def name(side: Side) -> str:
        return state.name(game.players.of(side))

    return PlayView(
        condition=condition(game, round_.stage),
        secret=round_.stage in SECRET_STAGES,
        armies=armies,
        play=replace(
            play,
            losses=losses,
            swaps=play.swaps.map(_hide),
            objectives=_shown_objectives(play),
            racks=_shown_racks(play),
        ),
        step=step_words(game, play.step) if play.clock else "",
        cp=game.points,
        needs=missing(game),
        on_table=next(
            (tiebreak for tiebreak in game.terms.victory.unfinished if tiebreak.on_table), None
        ),
        wins_if_scored=wins_if_scored(game.terms, play),
        reached=table_result(game),
        result=final_result(game),
        in_doubt=scenario_in_doubt(game),
        switch=last_switch(game) if play.clock_holds and play.in_progress else None,
        why=standing_result(game, name) or why(game) or phoned_words(game, name),
    )


def table_view(state: State, game: Game) -> TableView:
    play, shown = game.play, play_view(state, game)
    round_, secret = state.round_of(game), shown.secret
    names = game.players.map(state.name)
    return TableView(
        game=game.number,
        table=game.table,
        round_number=game.round_number,
        names=names,
        condition=shown.condition,
        stands=stands(game),
        secret=secret,
        scenario="" if secret else game.terms.scenario.name,
        area="" if secret else packet_text(game.terms.scenario.area),
        clock=play.clock,
        time=round_.time.usual if secret and not play.clock and round_.time else game.terms.time,
        armies=shown.armies,
        lists=list_choice(state, game),
        brought=open_lists(state, game),
        counting=game.terms.counting,
        victory=game.terms.victory,
        play=shown.play,
        step=shown.step,
        cp=shown.cp,
        cp_after=Pair(*map(add, game.points, game.turn_points)),
        question=play.question,
        claim=play.claim,
        needs=shown.needs,
        on_table=shown.on_table,
        wins_if_scored=shown.wins_if_scored,
        scores_once_more=game.terms.scores_once_more,
        reached=shown.reached,
        result=shown.result,
        by_eo=game.reported is not None,
        otherwise=_otherwise(game, names),
        in_doubt=shown.in_doubt,
        switch=shown.switch,
        why=shown.why,
        decision=_decision(state, game),
        objectives=() if secret else game.terms.objectives_offered,
        late=late_rows(game, names.of) if game.aside else (),
        moved=shown_words(game) if game.moved else "",
        moves=move_rows(game) if game.moved and play.in_progress else (),
        stop=stop_call(state, game) if game.terms.time.pauses_lose else None,
        shift_ms=state.shift_ms,
        reports_differ=game.contradicted,
    )


def _decision(state: State, game: Game) -> str:
    result, packet, settings = (
        final_result(game) or table_result(game),
        state.packet,
        state.settings,
    )
    if not result or not packet or not settings:
        return ""
    return ending_notes(packet, settings, game.terms, result.how)


def _hide(swap: Swap | None) -> Swap | None:
    """Return a swap without its contents while these are secret. It is no secret that a swap was
    chosen.
    """
    return swap and Swap()


def _shown_objectives(play: Play) -> Pair[str]:
    """Return the objectives; while they are secret, only whether a choice was made."""
    if play.objectives_shown:
        return play.objectives
    return play.objectives.map(lambda name: name and SECRET)


def _shown_racks(play: Play) -> Pair[Racks]:
    """Return the spells; while they are secret, only whether they were chosen."""
    if play.racks_shown:
        return play.racks
    return play.racks.map(lambda racks: racks and (Rack(SECRET),))


def _otherwise(game: Game, names: Pair[str]) -> str:
    result = game.reported
    differs = result is not None and decided_otherwise(game, result.winner)
    return why(game, names.of) if differs else ""


def condition(game: Game, stage: Stage) -> TableCondition:
    """Return a table's condition. A call for the judge comes first, even after the game, then late
    presses that wait for the organizer. In a finished round, a game without a result has a
    condition of its own.
    """
    if awaits_judge(game, stage):
        return TableCondition.JUDGE
    if game.aside:
        return TableCondition.LATE
    out = stage is Stage.FINISHED and final_result(game) is None
    return TableCondition.NO_RESULT if out else stands(game)


def awaits_judge(game: Game, stage: Stage) -> bool:
    """Tell whether a call for the judge is still open. Once the round is finished, a call is open
    only if the game has no result.
    """
    over = stage is Stage.FINISHED and final_result(game) is not None
    return game.play.judge_called and not over


def stands(game: Game) -> TableCondition:
    """Return the table's condition apart from a call for the judge."""
    play = game.play
    if final_result(game) is not None:
        return TableCondition.DONE
    if play.clock is None and play.ending is None:
        return TableCondition.WAITING if game.phoned == NOT_PHONED else TableCondition.CONFIRM
    if play.ending is not None:
        return TableCondition.CONFIRM if missing(game) is None else TableCondition.COUNT
    if play.flag is not None:
        return TableCondition.CLOCK_OUT
    if play.pause is not None:
        return TableCondition.GAP if play.pause.cause is PauseCause.GAP else TableCondition.PAUSED
    return TableCondition.PLAYING
