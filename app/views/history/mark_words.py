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
    TakeBackTurn,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.armies.at_table import Swap
from app.engine.frozen import memoized_latest
from app.engine.language import packet_text, say, within
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table import turns
from app.engine.table.claims import claim_words
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import NameOf, outcome, step_words
from app.engine.text import clock_words, join_words

MarkWords: TypeAlias = Callable[[Any, NameOf, Game | None], str]


@memoized_latest
def steps_ended(game: Game) -> Mapping[tuple[int, Side], int]:
    """Return the steps that ended, by the instant of a tap and who tapped; taps that ended nothing
    are left out.
    """
    ended: dict[tuple[int, Side], int] = {}
    play = Play()
    for mark in as_read(game):
        after = advance(game.terms, play, mark)
        if isinstance(mark, TurnEnded) and after is not play:
            ended[mark.at_ms, mark.side] = play.step
        play = after
    return ended


_ANSWERS = {
    (Question.CLAIM, True): say("{name} agrees to the claim"),
    (Question.CLAIM, False): say("{name} does not agree to the claim"),
    (Question.CLOCK_OUT, True): say("{name} says the scenario was won before the clock ran out"),
    (Question.CLOCK_OUT, False): say(
        "{name} says the scenario was not won before the clock ran out"
    ),
    (Question.RESULT, True): say("{name} confirms the result"),
    (Question.RESULT, False): say("{name} does not confirm the result"),
}


def mark_words(mark: Mark, name: NameOf, game: Game | None) -> str:
    """``game`` is the mark's, None when it is not in the event any more."""
    return MARK_WORDS[type(mark)](mark, name, game)


def _fixed(words: str) -> MarkWords:
    return lambda _mark, _name, _game: words


def _of_side(words: str) -> MarkWords:
    """ "Anna extended the turn"."""
    return lambda mark, name, _game: words.format(name=name(mark.side))


def _with_reason(words: str) -> MarkWords:
    """ "game reopened (Misread)"."""
    return lambda mark, _name, _game: words.format(because=_because(mark.reason))


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _clock_started(mark: ClockStarted, name: NameOf, _game: Game | None) -> str:
    return say("clock started, {name} goes first", name=name(mark.first))


def _turn_ended(mark: TurnEnded, name: NameOf, game: Game | None) -> str:
    """ "Anna tapped at the end of turn 2"; only "Anna tapped" of a tap that ended nothing."""
    step = steps_ended(game).get((mark.at_ms, mark.side)) if game else None
    if step is None:
        return say("{name} tapped", name=name(mark.side))
    return say(
        "{name} tapped at the end of {step}",
        name=name(mark.side),
        step=within(turns.step_name(step)),
    )


def _clock_paused(mark: ClockPaused, _name: NameOf, _game: Game | None) -> str:
    if mark.cause is PauseCause.GAP and not mark.gap_known:
        return say(
            "clock paused: nobody kept the time, by the computer's clock for {gap_ms}",
            gap_ms=clock_words(mark.gap_ms),
        )
    if mark.cause is PauseCause.GAP:
        return say(
            "clock paused: nobody kept the time for {gap_ms}", gap_ms=clock_words(mark.gap_ms)
        )
    return say("clock paused{because}", because=_because(mark.reason))


def _clock_adjusted(mark: AdjustClock, name: NameOf, _game: Game | None) -> str:
    sign = "−" if mark.delta_ms < 0 else "+"
    by = clock_words(abs(mark.delta_ms))
    return say(
        "{name}’s clock {sign}{by}{because}",
        name=name(mark.side),
        sign=sign,
        by=by,
        because=_because(mark.reason),
    )


def _flag_fell(mark: FlagFell, name: NameOf, _game: Game | None) -> str:
    return say("{name}’s clock ran out", name=name(mark.side))


def _time_held(mark: HoldTime, _name: NameOf, _game: Game | None) -> str:
    if mark.by_clock:
        return say("the clock on the table keeps the time")
    return say("the program keeps the time")


def _times_adopted(mark: AdoptTimes, _name: NameOf, _game: Game | None) -> str:
    left = mark.left_ms.map(lambda ms: clock_words(max(ms, 0)))
    return say("the clock says {red} and {blue} left", red=left.red, blue=left.blue)


def _press_relabelled(mark: RelabelPress, _name: NameOf, _game: Game | None) -> str:
    before = clock_words(max(mark.at_ms - mark.switch_ms, 0))
    if mark.interrupt:
        return say("the switch {before} before was an interrupt", before=before)
    return say("the switch {before} before was the end of a turn", before=before)


def _turn_scored(mark: ScoreTurn, name: NameOf, game: Game | None) -> str:
    step = step_words(game, mark.step, name) if game else turns.step_name(mark.step)
    held = [_holding_words(holding, name, game) for holding in mark.holdings]
    if mark.kill_box:
        held.append(
            say("caster in the kill box, another caster left")
            if mark.caster_left
            else say("caster in the kill box")
        )
    if mark.points is not None:
        held.append(
            say(
                "{red}–{blue} as entered{because}",
                red=mark.points.red,
                blue=mark.points.blue,
                because=_because(mark.reason),
            )
        )
    return say("{step} scored: {held}", step=step, held=", ".join(held) or say("nothing"))


def _holding_words(holding: Holding, name: NameOf, game: Game | None) -> str:
    """ "Flag 1 for Red", "Zone dominated for Blue"; control needs no word."""
    element, holder = _element(holding.key, game), name(holding.side)
    if holding.held in {Held.CONTROLLED, Held.MET}:
        return say("{element} for {name}", element=element, name=holder)
    return say(
        "{element} {held} for {name}", element=element, held=say(holding.held.value), name=holder
    )


def _element(key: str, game: Game | None) -> str:
    scenario = game.terms.scenario if game else None
    known = (scenario.element(key) or scenario.condition(key)) if scenario else None
    return packet_text(known.name) if known else key


def _element_removed(mark: RemoveElement, _name: NameOf, game: Game | None) -> str:
    return say("{element} left the table", element=_element(mark.key, game))


def _claimed(mark: Claimed, name: NameOf, _game: Game | None) -> str:
    if mark.tapped:
        return say(
            "{name} tapped straight back and is asked: {claim}?",
            name=name(mark.by),
            claim=claim_words(mark.claim, name(mark.side)),
        )
    return say(
        "{name} says that {claim}",
        name=name(mark.by),
        claim=claim_words(mark.claim, name(mark.side)),
    )


def _turn_taken_back(mark: TakeBackTurn, _name: NameOf, _game: Game | None) -> str:
    before = clock_words(max(mark.at_ms - mark.ended_ms, 0))
    return say("end of the turn {before} before taken back: the turn goes on", before=before)


def _answered(mark: Answer, name: NameOf, _game: Game | None) -> str:
    return _ANSWERS[mark.question, mark.agrees].format(name=name(mark.side))


def _judge_called(mark: CallJudge, name: NameOf, _game: Game | None) -> str:
    return (
        say("{name} called the judge", name=name(mark.side)) if mark.side else say("judge called")
    )


def _tallied(mark: EnterTally, _name: NameOf, _game: Game | None) -> str:
    counts: list[tuple[str, Pair[int] | None]] = [
        (say("army points destroyed {red}–{blue}"), mark.apd),
        (say("casters left {red}–{blue}"), mark.casters),
        (say("on the table {red}–{blue}"), mark.presence),
    ]
    parts = [words.format(red=pair.red, blue=pair.blue) for words, pair in counts if pair]
    return say("table counted: {parts}", parts=", ".join(parts))


def _losses(mark: CountLosses | ChangeLosses, name: NameOf, _game: Game | None) -> str:
    return say("losses of {name}’s army counted", name=name(mark.side))


def _ruled(mark: Ruled, name: NameOf, _game: Game | None) -> str:
    return say(
        "ruling: {outcome}{because}",
        outcome=outcome(mark.winner, mark.how, name),
        because=_because(mark.reason),
    )


def _stop_ruled(mark: RuleOnStop, name: NameOf, _game: Game | None) -> str:
    if mark.side:
        return say("{name} stopped the clock, as the organizer says", name=name(mark.side))
    return say("no player is to blame, as the organizer says")


def _swapped(mark: SwapSpecialists, name: NameOf, _game: Game | None) -> str:
    return say("{name} plays {swap}", name=name(mark.side), swap=Swap(mark.out, mark.added).words)


def _objective(mark: ChooseObjective, name: NameOf, _game: Game | None) -> str:
    return (
        say("{name} brings the objective {objective}", name=name(mark.side), objective=mark.name)
        if mark.name
        else say("{name}’s choice of an objective taken back", name=name(mark.side))
    )


def _reinforced(mark: BringReinforcements, name: NameOf, _game: Game | None) -> str:
    if not mark.rows:
        return say("{name}’s reinforcements taken back", name=name(mark.side))
    return say(
        "{name}’s reinforcements: {names}",
        name=name(mark.side),
        names=join_words(row.name for row in mark.rows),
    )


MARK_WORDS: Mapping[type, MarkWords] = {
    ClockStarted: _clock_started,
    TurnStarted: _of_side(say("{name} started the turn's time")),
    TurnEnded: _turn_ended,
    Interrupt: _fixed(say("clock lent to the opponent")),
    HandBack: _fixed(say("clock handed back")),
    ClockPaused: _clock_paused,
    ResumeClock: _fixed(say("clock resumed")),
    AdjustClock: _clock_adjusted,
    FlagFell: _flag_fell,
    TakeExtension: _of_side(say("{name} extended the turn")),
    PutDiceDown: _fixed(say("dice down")),
    HoldTime: _time_held,
    AdoptTimes: _times_adopted,
    RelabelPress: _press_relabelled,
    ScoreTurn: _turn_scored,
    RemoveElement: _element_removed,
    Claimed: _claimed,
    Answer: _answered,
    CallJudge: _judge_called,
    DismissJudge: _fixed(say("the judge is done")),
    EnterTally: _tallied,
    CountLosses: _losses,
    ChangeLosses: _losses,
    SwapSpecialists: _swapped,
    ChooseObjective: _objective,
    BringReinforcements: _reinforced,
    Ruled: _ruled,
    RuleOnStop: _stop_ruled,
    ReopenGame: _with_reason(say("game reopened{because}")),
    WithdrawResult: _with_reason(say("result taken back{because}")),
    TakeBackTurn: _turn_taken_back,
}
"""What happened at the table, without a full stop."""
