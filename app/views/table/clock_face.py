"""One half of a table's clock at an instant, in digits, words and sentences."""

from enum import Enum, IntEnum
from typing import assert_never

from msgspec import Struct

from app.engine import wording
from app.engine.acts.results import How
from app.engine.acts.table import PauseCause
from app.engine.language import say
from app.engine.packet.timing import TimingKind
from app.engine.remarks import reason_words
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Game, Play
from app.engine.table.sentences import PAUSES, result_without_winner
from app.engine.text import digits, format_used, next_digit_ms, span
from app.views.table.table import TableView

LOW_MS = 5 * 60_000
VERY_LOW_MS = 60_000
LAST_SECONDS_MS = 10_000


class Mood(Enum):
    """The state of a half, which decides how it is painted."""

    WAITING = "waiting"  # not started
    RUNNING = "running"
    INTERRUPTING = "interrupting"  # runs, in the opponent's turn
    RESTING = "resting"  # the opponent's clock runs
    HELD = "held"  # their turn, but they lent the clock to the opponent
    PAUSED = "paused"
    FLAGGED = "flagged"  # their own flag has fallen
    STOPPED = "stopped"  # play is over, or waits for a decision
    WON = "won"
    TIME_UP = "time_up"  # their turn's time is up; they finish a move or roll
    DICE_DOWN = "dice_down"  # their turn is the last and is being finished
    LOST = "lost"
    TIED = "tied"


class Low(IntEnum):
    """The steps in which time runs short. Each further step is announced once."""

    PLENTY = 0
    LOW = 1
    VERY_LOW = 2
    LAST_SECONDS = 3


TICKS = frozenset({Mood.RUNNING, Mood.INTERRUPTING})
RUNS = TICKS | {Mood.TIME_UP}
URGENT = frozenset({Mood.TIME_UP, Mood.DICE_DOWN})
"""The states in which the note on a half tells its player what has to be done now."""


class Face(Struct, frozen=True):
    """The contents of one half of a table."""

    mood: Mood
    digits: str
    """The time in digits; empty after the organizer has decided a game that did not end at the
    table, and after a game with timed turns.
    """
    step: str
    """The turn in words, with its player."""
    word: str
    """A word that can be read from afar."""
    note: str
    """The instruction to the player."""
    low: Low
    score: str = ""
    """The numbers of a result that counts."""
    out: bool = False
    """True if a clock has run out, which stops or decides the game."""

    @property
    def runs(self) -> bool:
        return self.mood in RUNS


def _counts_up(view: TableView) -> bool:
    return view.time.kind is TimingKind.UNTIMED


def _low(view: TableView, left_ms: int) -> Low:
    """Return how low the time is. Turns are short, so their first warning is in the last minute."""
    if view.time.kind is TimingKind.TURNS:
        return low(left_ms, VERY_LOW_MS) if view.is_timed else Low.PLENTY
    return low(left_ms)


def next_change_ms(view: TableView, now_ms: int) -> int | None:
    """Return the milliseconds until the table's screen has to be drawn again; None if no time
    runs.
    """
    clock = view.clock
    if clock is None or clock.running is None or view.result is not None:
        return None
    if not (view.is_timed or _counts_up(view)):
        return None
    if _counts_up(view):
        return 1000 - clock.used(clock.running, now_ms) % 1000
    if view.left_ms(clock.running, now_ms) == 0 and clock.running in view.play.overrun:
        return None
    soonest = next_digit_ms(clock.remaining(clock.running, now_ms))
    to_go_ms = view.minimum_left(now_ms)
    return min(soonest, to_go_ms % 1000 or 1000) if to_go_ms > 0 else soonest


def low(ms: int, low_ms: int = LOW_MS) -> Low:
    """Return how low a remaining time of ``ms`` is. The first warning comes at ``low_ms``."""
    if ms > low_ms:
        return Low.PLENTY
    if ms > VERY_LOW_MS:
        return Low.LOW
    return Low.VERY_LOW if ms > LAST_SECONDS_MS else Low.LAST_SECONDS


def last_turn(game: Game) -> bool:
    """Tell whether the present step belongs to the last turn of both players."""
    play = game.play
    ends = [step for step in (turns.last_step(game.terms), play.last_step) if step is not None]
    if not ends or not play.in_progress:
        return False
    return turns.turn_number(play.step) == turns.turn_number(min(ends))


def face(game: Game, view: TableView, side: Side, now_ms: int) -> Face:
    """Return the contents of ``side``'s half at ``now_ms``."""
    left = view.left_ms(side, now_ms)
    mood = _mood(view, side)
    to_go_s = -(-view.minimum_left(now_ms) // 1000) if mood is Mood.RUNNING else 0
    ended = view.play.ending is not None or view.result is not None
    runs = not (ended and view.time.kind is TimingKind.TURNS)
    runs = runs and (view.play.ending is not None or view.result is None)
    time = digits(left) if left is not None else format_used(view.used_ms(side, now_ms))
    step = "" if ended else view.step + (wording.AND_LAST_TURN if last_turn(game) else "")
    return Face(
        mood=mood,
        digits=time if runs else "",
        step=step,
        word=_word(view, side, mood),
        note=_note(game, view, side, mood, to_go_s) or _help_note(view, mood, now_ms),
        low=_low(view, left) if mood in TICKS and left is not None else Low.PLENTY,
        score=_score(view),
        out=_is_out(view.play),
    )


def _is_out(play: Play) -> bool:
    return play.flag is not None or (
        play.ending is not None and play.ending.how is How.CLOCK_OUT and not play.ending.ruled
    )


def has_flag_fallen(before: TableView, now: TableView) -> bool:
    """Tell whether a clock ran out between two views of the same table."""
    ending = now.play.ending
    out = now.play.flag is not None or (ending is not None and ending.how is How.CLOCK_OUT)
    return out and before.play.ticking


def _mood(view: TableView, side: Side) -> Mood:
    play = view.play
    if view.result is not None:
        won = view.result.winner
        if won is None:
            return Mood.TIED
        return Mood.WON if won is side else Mood.LOST
    if play.flag is not None:
        return Mood.FLAGGED if play.flag.side is side else Mood.STOPPED
    if play.ending is not None:
        return Mood.STOPPED
    if play.clock is None:
        return Mood.WAITING
    if play.pause is not None:
        return Mood.PAUSED
    if play.dice_down_ms is not None:
        return Mood.DICE_DOWN
    return _ticking_mood(view, side)


def _ticking_mood(view: TableView, side: Side) -> Mood:
    play = view.play
    if view.time.kind is TimingKind.TURNS and side is play.owner and side in play.overrun:
        return Mood.TIME_UP
    if play.awaits_start:
        return Mood.HELD if play.owner is side else Mood.RESTING
    if play.runner is side:
        return Mood.INTERRUPTING if play.interrupted else Mood.RUNNING
    return Mood.HELD if play.interrupted else Mood.RESTING


def _word(view: TableView, side: Side, mood: Mood) -> str:
    other = side.other.colour
    match mood:
        case Mood.WAITING:
            return wording.GET_READY if view.secret else wording.READY_TO_START
        case Mood.RUNNING:
            return say("Running")
        case Mood.INTERRUPTING if view.time.kind is TimingKind.TURNS:
            return wording.YOUR_MOVE.format(side=other)
        case Mood.INTERRUPTING:
            return wording.INTERRUPT_YOUR_CLOCK_RUNS
        case Mood.RESTING if view.play.awaits_start:
            return wording.TURN_IS_NEXT.format(side=other)
        case Mood.RESTING if _scores_once_more(view, side):
            return wording.YOUR_CLOCK_RAN_OUT
        case Mood.RESTING:
            return wording.IS_PLAYING.format(side=other)
        case Mood.HELD if view.play.awaits_start:
            return wording.YOUR_TURN_TIME_WAITS
        case Mood.HELD if view.time.kind is TimingKind.TURNS:
            return wording.YOUR_TURN_CLOCK_STANDS
        case Mood.HELD:
            return wording.INTERRUPT_OTHER_HAS_THE_CLOCK.format(side=other)
        case Mood.TIME_UP:
            return wording.TIME_IS_UP
        case Mood.DICE_DOWN:
            return wording.DICE_DOWN
        case Mood.PAUSED:
            return _pause_word(view.play)
        case Mood.FLAGGED:
            return wording.YOUR_CLOCK_RAN_OUT
        case Mood.STOPPED:
            return (
                wording.GAME_OVER if view.play.ending else wording.CLOCK_RAN_OUT.format(side=other)
            )
        case Mood.WON:
            return wording.YOU_WIN
        case Mood.LOST:
            return say("{other} wins", other=other)
        case Mood.TIED:
            return say("Tie")
        case _:
            assert_never(mood)


def _scores_once_more(view: TableView, out: Side) -> bool:
    """Tell whether the opponent of ``out``, who is out of time, finishes and scores their turn
    (SR2026, tournament timing).
    """
    return view.scores_once_more and out in view.play.overrun


def _pause_word(play: Play) -> str:
    pause = play.pause
    cause, gap_ms = (pause.cause, pause.gap_ms) if pause else (PauseCause.EO, 0)
    if pause and not pause.gap_known:
        return wording.CLOCK_WAS_AWAY_UNKNOWN
    return PAUSES[cause].shown.format(gap=span(gap_ms))


def _note(game: Game, view: TableView, side: Side, mood: Mood, to_go_s: int) -> str:
    play, other = view.play, side.other.colour
    match mood:
        case Mood.WAITING:
            if view.secret:
                armies = view.victory.armies
                return (
                    str(wording.SCENARIO_IS_SHOWN_LATER)
                    if armies
                    else str(wording.ORGANIZER_STARTS_THE_ROUND)
                )
            return str(wording.CHOOSE_WHO_GOES_FIRST)
        case Mood.RUNNING if _scores_once_more(view, side.other):
            return f"{wording.CLOCK_RAN_OUT.format(side=other)}. {_running_note(view, to_go_s)}"
        case Mood.RUNNING:
            return _running_note(view, to_go_s)
        case Mood.INTERRUPTING if play.clock_holds:
            return wording.PRESS_TO_HAND_BACK.format(side=other)
        case Mood.INTERRUPTING:
            return wording.TAP_TO_HAND_BACK.format(side=other)
        case Mood.TIME_UP:
            return wording.FINISH_THE_MOVE_THEN_TAP
        case Mood.DICE_DOWN:
            return _last_note(play, side)
        case Mood.RESTING if play.awaits_start:
            return wording.RESOLVES_EFFECTS.format(side=other)
        case Mood.RESTING if _scores_once_more(view, side):
            return wording.IS_PLAYING.format(side=other)
        case Mood.RESTING:
            return ""
        case Mood.HELD if play.awaits_start:
            return wording.RESOLVE_EFFECTS_THEN_TAP
        case Mood.HELD:
            return wording.YOUR_TURN_GOES_ON_AFTERWARDS
        case Mood.PAUSED:
            gap = play.pause is not None and play.pause.cause is PauseCause.GAP
            if gap:
                return str(wording.ORGANIZER_DECIDES)
            return reason_words(play.pause.reason) if play.pause else ""
        case Mood.FLAGGED | Mood.STOPPED:
            return view.why
        case Mood.WON | Mood.LOST | Mood.TIED:
            words = result_without_winner(game, view.names.of)
            if view.by_eo:
                return wording.ORGANIZERS_RESULT.format(result=words)
            return words[:1].upper() + words[1:]
        case _:
            assert_never(mood)


def _help_note(view: TableView, mood: Mood, now_ms: int) -> str:
    """Return the note for the player who waits for a short turn to end; else ""."""
    if mood is not Mood.RESTING or not view.help_due(now_ms):
        return ""
    return wording.MAY_ASK_FOR_HELP.format(seconds=view.time.minimum_turn_ms // 1000)


def _running_note(view: TableView, to_go_s: int) -> str:
    play = view.play
    if play.clock_holds:
        return wording.PRESS_TO_END_YOUR_TURN
    if to_go_s:
        return wording.TURN_CAN_END_IN.format(seconds=to_go_s)
    if play.clock_left:
        return wording.TAP_THIS_SCREEN_KEEPS_THE_TIME
    deploys = play.step < turns.FIRST_TURN_STEP
    if deploys and view.time.kind is TimingKind.TURNS:
        return wording.NOT_TIMED_TAP_WHEN_DEPLOYED
    return wording.TAP_WHEN_DEPLOYED if deploys else wording.TAP_TO_END_YOUR_TURN


def _last_note(play: Play, side: Side) -> str:
    if side is not play.owner:
        return wording.FINISHES_THE_MOVE.format(side=play.owner.colour)
    press = wording.PRESS_YOUR_PLUNGER if play.clock_holds else "tap"
    return wording.FINISH_THE_MOVE_SCORE_THEN.format(press=press)


def _score(view: TableView) -> str:
    result = view.result
    if result is None or view.by_eo:  # the organizer's result has its own numbers
        return ""
    cp, apd = result.cp, result.apd
    if not view.victory.armies:
        return wording.FINAL_POINTS.format(red_cp=cp.red, blue_cp=cp.blue)
    return wording.FINAL_NUMBERS.format(
        red_cp=cp.red, blue_cp=cp.blue, red_ap=apd.red, blue_ap=apd.blue
    )
