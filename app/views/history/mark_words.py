"""The sentence of each mark of a table in the history, in the players' words."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.engine.acts.chess_clock import AdoptTimes, HoldTime, RelabelPress
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    CallJudge,
    ChangeLosses,
    ChooseObjective,
    Claimed,
    ClockPaused,
    ClockStarted,
    CountLosses,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Holding,
    Interrupt,
    Mark,
    PauseCause,
    PutDiceDown,
    Question,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Ruled,
    RuleOnStop,
    ScoreTurn,
    SwapSpecialists,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.armies.at_table import Swap
from app.engine.frozen import memoized
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table import turns
from app.engine.table.claims import claim_words
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import NameOf, outcome, step_words
from app.engine.text import clock_words, join_words

MarkWords: TypeAlias = Callable[[Any, NameOf, Game | None], str]


@memoized
def steps_ended(game: Game) -> Mapping[tuple[int, Side], int]:
    """By the instant of a tap and who tapped; taps that ended nothing are left out."""
    ended: dict[tuple[int, Side], int] = {}
    play = Play()
    for mark in as_read(game):
        after = advance(game.terms, play, mark)
        if isinstance(mark, TurnEnded) and after is not play:
            ended[mark.at_ms, mark.side] = play.step
        play = after
    return ended


_ANSWERS = {
    (Question.CLAIM, True): "agrees to the claim",
    (Question.CLAIM, False): "does not agree to the claim",
    (Question.CLOCK_OUT, True): "says the scenario was won before the clock ran out",
    (Question.CLOCK_OUT, False): "says the scenario was not won before the clock ran out",
    (Question.RESULT, True): "confirms the result",
    (Question.RESULT, False): "does not confirm the result",
}


def mark_words(mark: Mark, name: NameOf, game: Game | None) -> str:
    """``game`` is the mark's, None when it is not in the event any more."""
    return MARK_WORDS[type(mark)](mark, name, game)


def _fixed(words: str) -> MarkWords:
    return lambda _mark, _name, _game: words


def _of_side(words: str) -> MarkWords:
    """ "Anna extended the turn"."""
    return lambda mark, name, _game: f"{name(mark.side)} {words}"


def _with_reason(words: str) -> MarkWords:
    """ "game reopened (Misread)"."""
    return lambda mark, _name, _game: f"{words}{_because(mark.reason)}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _clock_started(mark: ClockStarted, name: NameOf, _game: Game | None) -> str:
    return f"clock started, {name(mark.first)} goes first"


def _turn_ended(mark: TurnEnded, name: NameOf, game: Game | None) -> str:
    """ "Anna tapped at the end of turn 2"; only "Anna tapped" of a tap that ended nothing."""
    step = steps_ended(game).get((mark.at_ms, mark.side)) if game else None
    ended = "" if step is None else f" at the end of {turns.step_name(step).lower()}"
    return f"{name(mark.side)} tapped{ended}"


def _clock_paused(mark: ClockPaused, _name: NameOf, _game: Game | None) -> str:
    if mark.cause is PauseCause.GAP:
        return f"clock paused: nobody kept the time for {clock_words(mark.gap_ms)}"
    return f"clock paused{_because(mark.reason)}"


def _clock_adjusted(mark: AdjustClock, name: NameOf, _game: Game | None) -> str:
    sign = "−" if mark.delta_ms < 0 else "+"
    by = clock_words(abs(mark.delta_ms))
    return f"{name(mark.side)}’s clock {sign}{by}{_because(mark.reason)}"


def _flag_fell(mark: FlagFell, name: NameOf, _game: Game | None) -> str:
    return f"{name(mark.side)}’s clock ran out"


def _time_held(mark: HoldTime, _name: NameOf, _game: Game | None) -> str:
    return f"the {'clock on the table' if mark.by_clock else 'program'} keeps the time"


def _times_adopted(mark: AdoptTimes, _name: NameOf, _game: Game | None) -> str:
    left = mark.left_ms.map(lambda ms: clock_words(max(ms, 0)))
    return f"the clock says {left.red} and {left.blue} left"


def _press_relabelled(mark: RelabelPress, _name: NameOf, _game: Game | None) -> str:
    before = clock_words(max(mark.at_ms - mark.switch_ms, 0))
    was = "an interrupt" if mark.interrupt else "the end of a turn"
    return f"the switch {before} before was {was}"


def _turn_scored(mark: ScoreTurn, name: NameOf, game: Game | None) -> str:
    step = step_words(game, mark.step, name) if game else turns.step_name(mark.step)
    held = [_holding_words(holding, name, game) for holding in mark.holdings]
    if mark.kill_box:
        left = ", another caster left" if mark.caster_left else ""
        held.append(f"caster in the kill box{left}")
    if mark.points is not None:
        held.append(f"{mark.points.red}–{mark.points.blue} as entered{_because(mark.reason)}")
    return f"{step} scored: {', '.join(held) or 'nothing'}"


def _holding_words(holding: Holding, name: NameOf, game: Game | None) -> str:
    """ "Flag 1 for Red", "Zone dominated for Blue"; control needs no word."""
    word = "" if holding.held in {Held.CONTROLLED, Held.MET} else f" {holding.held.value}"
    return f"{_element(holding.key, game)}{word} for {name(holding.side)}"


def _element(key: str, game: Game | None) -> str:
    scenario = game.terms.scenario if game else None
    known = (scenario.element(key) or scenario.condition(key)) if scenario else None
    return known.name if known else key


def _element_removed(mark: RemoveElement, _name: NameOf, game: Game | None) -> str:
    return f"{_element(mark.key, game)} left the table"


def _claimed(mark: Claimed, name: NameOf, _game: Game | None) -> str:
    return f"{name(mark.by)} says that {claim_words(mark.claim, name(mark.side))}"


def _answered(mark: Answer, name: NameOf, _game: Game | None) -> str:
    return f"{name(mark.side)} {_ANSWERS[mark.question, mark.agrees]}"


def _judge_called(mark: CallJudge, name: NameOf, _game: Game | None) -> str:
    return f"{name(mark.side)} called the judge" if mark.side else "judge called"


def _tallied(mark: EnterTally, _name: NameOf, _game: Game | None) -> str:
    counts: list[tuple[str, Pair[int] | None]] = [
        ("army points destroyed", mark.apd),
        ("casters left", mark.casters),
        ("on the table", mark.presence),
    ]
    parts = [f"{word} {pair.red}–{pair.blue}" for word, pair in counts if pair]
    return f"table counted: {', '.join(parts)}"


def _losses(mark: CountLosses | ChangeLosses, name: NameOf, _game: Game | None) -> str:
    return f"losses of {name(mark.side)}’s army counted"


def _ruled(mark: Ruled, name: NameOf, _game: Game | None) -> str:
    return f"ruling: {outcome(mark.winner, mark.how, name)}{_because(mark.reason)}"


def _stop_ruled(mark: RuleOnStop, name: NameOf, _game: Game | None) -> str:
    stopped = f"{name(mark.side)} stopped the clock" if mark.side else "no player is to blame"
    return f"{stopped}, as the organizer says"


def _swapped(mark: SwapSpecialists, name: NameOf, _game: Game | None) -> str:
    return f"{name(mark.side)} plays {Swap(mark.out, mark.added).words}"


def _objective(mark: ChooseObjective, name: NameOf, _game: Game | None) -> str:
    return (
        f"{name(mark.side)} brings the objective {mark.name}"
        if mark.name
        else (f"{name(mark.side)}’s choice of an objective taken back")
    )


def _reinforced(mark: BringReinforcements, name: NameOf, _game: Game | None) -> str:
    if not mark.rows:
        return f"{name(mark.side)}’s reinforcements taken back"
    return f"{name(mark.side)}’s reinforcements: {join_words(row.name for row in mark.rows)}"


MARK_WORDS: Mapping[type, MarkWords] = {
    ClockStarted: _clock_started,
    TurnStarted: _of_side("started the turn's time"),
    TurnEnded: _turn_ended,
    Interrupt: _fixed("clock lent to the opponent"),
    HandBack: _fixed("clock handed back"),
    ClockPaused: _clock_paused,
    ResumeClock: _fixed("clock resumed"),
    AdjustClock: _clock_adjusted,
    FlagFell: _flag_fell,
    TakeExtension: _of_side("extended the turn"),
    PutDiceDown: _fixed("dice down"),
    HoldTime: _time_held,
    AdoptTimes: _times_adopted,
    RelabelPress: _press_relabelled,
    ScoreTurn: _turn_scored,
    RemoveElement: _element_removed,
    Claimed: _claimed,
    Answer: _answered,
    CallJudge: _judge_called,
    DismissJudge: _fixed("the judge is done"),
    EnterTally: _tallied,
    CountLosses: _losses,
    ChangeLosses: _losses,
    SwapSpecialists: _swapped,
    ChooseObjective: _objective,
    BringReinforcements: _reinforced,
    Ruled: _ruled,
    RuleOnStop: _stop_ruled,
    ReopenGame: _with_reason("game reopened"),
    WithdrawResult: _with_reason("result taken back"),
}
"""What happened at the table, without a full stop."""
