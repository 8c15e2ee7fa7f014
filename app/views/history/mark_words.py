"""What each mark of a table says in the history, in the players' words."""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from app.engine.acts.chess_clock import PressRelabelled, TimeHeld, TimesAdopted
from app.engine.acts.table import (
    Answered,
    Claim,
    Claimed,
    ClockAdjusted,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DiceDown,
    ElementRemoved,
    ExtensionTaken,
    FlagFell,
    GameReopened,
    HandedBack,
    Holding,
    Interrupted,
    JudgeCalled,
    JudgeLeft,
    LossesChanged,
    LossesCounted,
    Mark,
    PauseCause,
    Question,
    ResultWithdrawn,
    Ruled,
    Tallied,
    TurnEnded,
    TurnScored,
    TurnStarted,
)
from app.engine.frozen import memoized
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table import turns
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import NameOf, outcome, step_words
from app.engine.text import clock_words


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


ClockMark: TypeAlias = (
    ClockStarted
    | TurnStarted
    | TurnEnded
    | Interrupted
    | HandedBack
    | ClockPaused
    | ClockResumed
    | ClockAdjusted
    | FlagFell
    | ExtensionTaken
    | DiceDown
    | TimeHeld
    | TimesAdopted
    | PressRelabelled
)

TalkMark: TypeAlias = (
    TurnScored
    | ElementRemoved
    | Claimed
    | Answered
    | JudgeCalled
    | JudgeLeft
    | Tallied
    | LossesCounted
    | LossesChanged
    | Ruled
    | GameReopened
    | ResultWithdrawn
)

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
    match mark:
        case (
            ClockStarted()
            | TurnStarted()
            | TurnEnded()
            | Interrupted()
            | HandedBack()
            | ClockPaused()
            | ClockResumed()
            | ClockAdjusted()
            | FlagFell()
            | ExtensionTaken()
            | DiceDown()
            | TimeHeld()
            | TimesAdopted()
            | PressRelabelled()
        ):
            return _clock_words(mark, name, game)
        case _:
            return _talk_words(mark, name, game)


def _clock_words(mark: ClockMark, name: NameOf, game: Game | None) -> str:
    match mark:
        case ClockStarted():
            return f"clock started, {name(mark.first)} goes first"
        case TurnStarted():
            return f"{name(mark.side)} started the turn's time"
        case TurnEnded():
            return f"{name(mark.side)} tapped{_ended_words(mark, game)}"
        case Interrupted():
            return "clock lent to the opponent"
        case HandedBack():
            return "clock handed back"
        case ClockPaused(cause=PauseCause.GAP):
            return f"clock paused: nobody kept the time for {clock_words(mark.gap_ms)}"
        case ClockPaused():
            return f"clock paused{_because(mark.reason)}"
        case ClockResumed():
            return "clock resumed"
        case ClockAdjusted():
            sign = "−" if mark.delta_ms < 0 else "+"
            by = clock_words(abs(mark.delta_ms))
            return f"{name(mark.side)}’s clock {sign}{by}{_because(mark.reason)}"
        case FlagFell():
            return f"{name(mark.side)}’s clock ran out"
        case ExtensionTaken():
            return f"{name(mark.side)} extended the turn"
        case DiceDown():
            return "dice down"
        case TimeHeld():
            return f"the {'clock on the table' if mark.by_clock else 'program'} keeps the time"
        case TimesAdopted():
            left = Pair(*(clock_words(max(ms, 0)) for ms in mark.left_ms))
            return f"the clock says {left.red} and {left.blue} left"
        case PressRelabelled():
            before = clock_words(max(mark.at_ms - mark.switch_ms, 0))
            was = "an interrupt" if mark.interrupt else "the end of a turn"
            return f"the switch {before} before was {was}"
        case _:
            assert_never(mark)


def _talk_words(mark: TalkMark, name: NameOf, game: Game | None) -> str:
    match mark:
        case TurnScored():
            return _score_words(mark, name, game)
        case ElementRemoved():
            return f"{_element(mark.key, game)} left the table"
        case Claimed():
            return f"{name(mark.by)} says that {_claim_words(mark, name)}"
        case Answered():
            return f"{name(mark.side)} {_ANSWERS[mark.question, mark.agrees]}"
        case JudgeCalled():
            return f"{name(mark.side)} called the judge" if mark.side else "judge called"
        case JudgeLeft():
            return "the judge is done"
        case Tallied():
            return _tally_words(mark)
        case LossesCounted() | LossesChanged():
            return f"losses of {name(mark.side)}’s army counted"
        case Ruled():
            return f"ruling: {outcome(mark.winner, mark.how, name)}{_because(mark.reason)}"
        case GameReopened():
            return f"game reopened{_because(mark.reason)}"
        case ResultWithdrawn():
            return f"result taken back{_because(mark.reason)}"
        case _:
            assert_never(mark)


def _ended_words(mark: TurnEnded, game: Game | None) -> str:
    """ " at the end of turn 2"; nothing of a tap that ended nothing."""
    step = steps_ended(game).get((mark.at_ms, mark.side)) if game else None
    return "" if step is None else f" at the end of {turns.step_name(step).lower()}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _claim_words(mark: Claimed, name: NameOf) -> str:
    match mark.claim:
        case Claim.CASTER:
            return f"{name(mark.side)}’s last caster is destroyed"
        case Claim.BOTH_CASTERS:
            return "both sides’ casters are destroyed"
        case Claim.BATTLEGROUP:
            return f"{name(mark.side)}’s battlegroup is destroyed"
        case Claim.NO_MODELS:
            return f"{name(mark.side)} has no models left"
        case Claim.SCENARIO:
            return f"{name(mark.side)} has won by scenario"
        case Claim.CONCESSION:
            return f"{name(mark.side)} concedes"
        case _:
            assert_never(mark.claim)


def _score_words(mark: TurnScored, name: NameOf, game: Game | None) -> str:
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


def _tally_words(mark: Tallied) -> str:
    counts: list[tuple[str, Pair[int] | None]] = [
        ("army points destroyed", mark.apd),
        ("casters left", mark.casters),
        ("on the table", mark.presence),
    ]
    parts = [f"{word} {pair.red}–{pair.blue}" for word, pair in counts if pair]
    return f"table counted: {', '.join(parts)}"
