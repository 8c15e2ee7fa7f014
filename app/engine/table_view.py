"""What the room's list and a table's own screen show of one game; times are read off its clock."""

from dataclasses import dataclass
from enum import Enum

from app.engine import turns
from app.engine.clock_out import wins_now
from app.engine.deathclock import DeathClock
from app.engine.game import Game, OpenClaim, Play, step_elapsed
from app.engine.packet import ElementKind, Tiebreak
from app.engine.results import Result
from app.engine.sentences import standing_result, step_words, why
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.engine.table_events import PauseCause, Question
from app.engine.verdict import final_result, missing, scenario_in_doubt, table_result


class Condition(Enum):
    """How a table stands, in the EO's order of urgency."""

    JUDGE = "Judge called"
    GAP = "Time gap"
    CLOCK_OUT = "Clock ran out"
    PAUSED = "Paused"
    CONFIRM = "To confirm"
    COUNT = "Counting"
    PLAYING = "Playing"
    WAITING = "Not started"
    DONE = "Finished"


@dataclass(frozen=True, slots=True)
class PadRow:
    """One scenario element on the scoring pad of a step.

    ``taken``: it scored in an earlier turn and scores once. ``held``: who scores it now.
    """

    key: str
    name: str
    kind: ElementKind
    points: int
    may: Pair[bool]
    taken: bool
    held: Side | None


@dataclass(frozen=True, slots=True)
class Pad:
    """The scoring of one step. ``kill_box_of``: whose caster may have ended in it.

    ``points`` are the step's own, ``total`` those of the game up to and with it.
    """

    step: int
    title: str
    rows: tuple[PadRow, ...]
    scores: bool
    kill_box_of: Side | None
    kill_box: bool
    points: Pair[int]
    total: Pair[int]
    lead: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table. Remaining times come from ``clock`` at the instant of drawing.

    ``secret``: the round has not started, so the scenario is for the EO alone.
    ``needs``: the number both players must still count. ``result`` counts; ``reached`` is what the
    table came to but has not confirmed. ``in_doubt``: the scoring was changed and no longer gives
    the scenario win that ended the game.
    """

    game: int
    table: int
    round_number: int
    names: Pair[str]
    condition: Condition
    secret: bool
    scenario: str
    clock: DeathClock | None
    clock_ms: int
    play: Play
    step: str
    cp: Pair[int]
    question: Question | None
    claim: OpenClaim | None
    needs: Tiebreak | None
    wins_if_scored: Side | None
    reached: Result | None
    result: Result | None
    by_eo: bool
    in_doubt: bool
    why: str
    minimum_turn_ms: int
    low_ms: int

    def minimum_left(self, now_ms: int) -> int:
        """Milliseconds until this turn may be ended; 0 in deployment and when it may."""
        if self.play.step < turns.FIRST_TURN_STEP or not self.play.ticking:
            return 0
        return max(self.minimum_turn_ms - step_elapsed(self.play, now_ms), 0)


def table_view(state: State, game: Game) -> TableView:
    play = game.play
    stage = next(one.stage for one in state.rounds if one.number == game.round_number)
    leader = next((side for side in Side if wins_now(game.terms, play, side)), None)

    def name(side: Side) -> str:
        return state.name(game.players.of(side))

    return TableView(
        game=game.number,
        table=game.table,
        round_number=game.round_number,
        names=game.players.map(state.name),
        condition=condition(game),
        secret=stage in {Stage.DRAWN, Stage.PUBLISHED},
        scenario=game.terms.scenario.name,
        clock=play.clock,
        clock_ms=game.terms.clock_ms,
        play=play,
        step=step_words(game, play.step) if play.clock else "",
        cp=game.points,
        question=play.question,
        claim=play.claim,
        needs=missing(game),
        wins_if_scored=leader,
        reached=table_result(game),
        result=final_result(game),
        by_eo=game.reported is not None,
        in_doubt=scenario_in_doubt(game),
        why=standing_result(game, name) or why(game),
        minimum_turn_ms=game.terms.minimum_turn_ms,
        low_ms=game.terms.play_on_below_ms,
    )


def condition(game: Game) -> Condition:
    play = game.play
    if final_result(game) is not None:
        return Condition.DONE
    if play.judge_called:
        return Condition.JUDGE
    if play.clock is None and play.ending is None:
        return Condition.WAITING
    if play.ending is not None:
        return Condition.CONFIRM if missing(game) is None else Condition.COUNT
    if play.flag is not None:
        return Condition.CLOCK_OUT
    if play.pause is not None:
        return Condition.GAP if play.pause.cause is PauseCause.GAP else Condition.PAUSED
    return Condition.PLAYING


def pad(game: Game, step: int) -> Pad:
    """The scoring pad of ``step``, with what was entered for it so far."""
    terms, play = game.terms, game.play
    score = play.scores.get(step)
    held = {one.key: one.side for one in score.holdings} if score else {}
    rows = tuple(
        PadRow(
            key=one.key,
            name=one.name,
            kind=one.kind,
            points=one.points,
            may=Pair(
                turns.may_score(one, play.first, Side.RED),
                turns.may_score(one, play.first, Side.BLUE),
            ),
            taken=one.once and turns.taken_before(play.scores, step, one.key),
            held=held.get(one.key),
        )
        for one in terms.scenario.elements
    )
    counts = turns.kill_box_counts(terms, step)
    return Pad(
        step=step,
        title=step_words(game, step),
        rows=rows,
        scores=turns.scores_elements(terms, step),
        kill_box_of=turns.owner(play.first, step) if counts else None,
        kill_box=score is not None and score.kill_box,
        points=turns.step_points(terms, play.first, play.scores, step),
        total=turns.control_points(terms, play.first, play.scores, step + 1),
        lead=terms.victory.lead,
    )


def pad_steps(game: Game) -> tuple[int, ...]:
    """Steps that can be scored or corrected now, latest first."""
    play = game.play
    if play.clock is None:
        return ()
    last = play.ending.step if play.ending else min(play.step, turns.length(game.terms) - 1)
    return tuple(
        step
        for step in range(last, turns.FIRST_TURN_STEP - 1, -1)
        if turns.scores_elements(game.terms, step) or turns.kill_box_counts(game.terms, step)
    )
