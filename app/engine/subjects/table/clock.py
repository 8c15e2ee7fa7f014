"""The organizer's control of a table's clock, and flags that fall."""

from typing import assert_never

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    CountGap,
    FlagFell,
    NoticeFlag,
    PauseCause,
    PauseClock,
    ResumeClock,
    SetTime,
)
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.state import State, TableActKind
from app.engine.subjects.act import Act, Request
from app.engine.subjects.table.at_table import at_table
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.sentences import AtTable, at_table_template, because
from app.engine.table import turns
from app.engine.table.game import Game
from app.engine.table.marks import as_of, list_fallen_flags
from app.engine.table.sentences import NameOf
from app.engine.text import clock_words


def set_clock(
    game: Game,
    command: PauseClock | ResumeClock | AdjustClock | SetTime | CountGap,
    at_ms: int,
    *,
    insist: bool = False,
) -> Decision:
    """Carry out the organizer's command to a clock that has been started."""
    if game.play.clock is None:
        return Refused(say("The clock is not started."))
    match command:
        case PauseClock():
            return _pause(game, command, at_ms)
        case ResumeClock():
            return _resume(game, command)
        case AdjustClock():
            return _adjust(game, command, at_ms, insist=insist)
        case SetTime():
            return _set_time(game, command, at_ms, insist=insist)
        case CountGap():
            return _count_gap(game, at_ms)
        case _:
            assert_never(command)


def _pause(game: Game, command: PauseClock, at_ms: int) -> Decision:
    if not game.play.ticking or game.play.dice_down_ms is not None:
        return Refused(say("This clock is not running; there is nothing to pause."))
    return (ClockPaused(game.number, at_ms, command.cause, command.reason),)


def _resume(game: Game, command: ResumeClock) -> Decision:
    if game.play.pause is None:
        return Refused(say("This clock is not paused."))
    return (command,)


def _adjust(game: Game, command: AdjustClock, at_ms: int, *, insist: bool) -> Decision:
    """Adjust a side's time. No more than the time left can be taken away, so that no clock is set
    below zero.
    """
    side, given_ms = command.side, command.delta_ms
    if not command.reason.strip():
        return Refused(say("Say why the time is changed."))
    fault = _adjust_fault(game, side)
    if fault:
        return Refused(fault)
    left_ms = _left_ms(game, side, at_ms)
    if given_ms < 0 and left_ms <= 0:
        return Refused(say("{colour} has no time left to take away.", colour=side.colour))
    if given_ms < 0 and left_ms + given_ms <= 0:
        return _take_all(command, left_ms, insist=insist)
    owed_ms = 0 if _begins_anew(game, side) else max(-left_ms, 0)
    if 0 < given_ms <= owed_ms and not insist:
        return Refused(
            say(
                "{colour}’s clock is {owed} over its time, so {given} more leaves it out of time."
                " Set it to a time instead.",
                colour=side.colour,
                owed=clock_words(owed_ms),
                given=clock_words(given_ms),
            ),
            insistable=True,
        )
    return (command,)


def _adjust_fault(game: Game, side: Side) -> str:
    """Return why a change to the time of ``side`` would have no effect; empty if it would have
    one.
    """
    play, kind = game.play, game.terms.time.kind
    if kind is TimingKind.UNTIMED:
        return say("This game has no time limits.")
    turn = play.step >= turns.FIRST_TURN_STEP and side is play.owner
    if kind is TimingKind.TURNS and not turn:
        return say(
            "{colour}’s next turn begins with its full time. Adjust that time once the turn has"
            " begun.",
            colour=side.colour,
        )
    return ""


def _take_all(command: AdjustClock, left_ms: int, *, insist: bool) -> Decision:
    if not insist:
        return Refused(
            say(
                "{colour} has only {left} left. Without it the clock runs out, which can end the"
                " game. Take all of it away?",
                colour=command.side.colour,
                left=clock_words(left_ms),
            ),
            insistable=True,
        )
    return (replace(command, delta_ms=-left_ms),)


def _begins_anew(game: Game, side: Side) -> bool:
    """Tell whether additional time for ``side`` counts from now on, because the time of its turn is
    already over.
    """
    return game.terms.time.kind is TimingKind.TURNS and side in game.play.overrun


def _left_ms(game: Game, side: Side, at_ms: int) -> int:
    clock = game.play.clock
    assert clock is not None
    return clock.remaining(side, at_ms)


def _set_time(game: Game, command: SetTime, at_ms: int, *, insist: bool) -> Decision:
    """Record the adjustment that sets a side's clock to the wanted time."""
    side = command.side
    left_ms = _left_ms(game, side, at_ms)
    if _begins_anew(game, side):
        left_ms = max(left_ms, 0)
    given_ms = max(command.left_ms, 0) - left_ms
    if not given_ms:
        return Refused(say("{colour}’s clock already shows that time.", colour=side.colour))
    adjusted = AdjustClock(game.number, side, given_ms, command.reason, at_ms=at_ms)
    return _adjust(game, adjusted, at_ms, insist=insist)


def _count_gap(game: Game, at_ms: int) -> Decision:
    play, number = game.play, game.number
    if play.pause is None or play.pause.cause is not PauseCause.GAP:
        return Refused(say("There is no gap to rule on at this table."))
    if play.awaits_start:
        return (ResumeClock(number, at_ms=at_ms),)
    if not play.pause.gap_ms:
        return Refused(say("It is not known how long the gap was. Adjust the times instead."))
    reason = wording.GAP_COUNTS_AS_PLAYED
    lost = AdjustClock(number, play.runner, -play.pause.gap_ms, reason, at_ms=at_ms)
    return (lost, ResumeClock(number, at_ms=at_ms))


def _set_clock(
    _state: State,
    game: Game,
    command: PauseClock | ResumeClock | AdjustClock | SetTime | CountGap,
    at_ms: int,
    *,
    insist: bool,
) -> Decision:
    return set_clock(game, command, at_ms, insist=insist)


def _notice_flag(state: State, command: NoticeFlag, at_ms: int, *, insist: bool) -> Decision:
    """Return the flags that have fallen, unless a result was entered meanwhile."""
    game = state.games.get(command.game)
    if game is None:
        return Refused(wording.NO_GAME_WAIT)
    return () if game.reported is not None else list_fallen_flags(as_of(game, at_ms), at_ms)[1]


def _paused_words(mark: ClockPaused, _name: NameOf, _game: Game | None) -> str:
    if mark.cause is PauseCause.GAP and not mark.gap_known:
        return say(
            "clock paused: nobody kept the time for {time}, by the computer’s clock",
            time=clock_words(mark.gap_ms),
        )
    if mark.cause is PauseCause.GAP:
        return say("clock paused: nobody kept the time for {time}", time=clock_words(mark.gap_ms))
    return say("clock paused{because}", because=because(mark.reason))


def _adjusted_words(mark: AdjustClock, name: NameOf, _game: Game | None) -> str:
    sign = "−" if mark.delta_ms < 0 else "+"
    by = clock_words(abs(mark.delta_ms))
    return say(
        "{name}’s clock {sign}{by}{because}",
        name=name(mark.side),
        sign=sign,
        by=by,
        because=because(mark.reason),
    )


def _is_organizers_pause(pause: ClockPaused) -> bool:
    return pause.cause is PauseCause.EO


def _fallen_words(mark: FlagFell, name: NameOf, _game: Game | None) -> str:
    return wording.CLOCK_RAN_OUT.format(side=name(mark.side))


ACTS = (
    Act(
        PauseClock, ClockPaused, kind="clock_paused", by=Role.SCOREKEEPER,
        decide=at_table(_set_clock), apply=apply_mark, words=AtTable(_paused_words),
        undo=None, insist=f"&{wording.PAUSE_THE_CLOCK}", passed_over=TableActKind.PAUSE,
        passed_over_if=_is_organizers_pause,
    ),
    Act(
        ResumeClock, ResumeClock, kind="clock_resumed", by=Role.SCOREKEEPER,
        decide=at_table(_set_clock, in_round=True), apply=apply_mark,
        words=at_table_template(say("clock resumed")),
        undo=None, insist=f"&{wording.RESUME_THE_CLOCK}", passed_over=TableActKind.RESUME,
    ),
    Act(
        AdjustClock, AdjustClock, kind="clock_adjusted", by=Role.JUDGE,
        decide=at_table(_set_clock), apply=apply_mark, words=AtTable(_adjusted_words),
        undo=None, insist=f"&{wording.ADJUST_THE_TIME}", passed_over=TableActKind.ADJUST,
    ),
    Request(
        SetTime, decide=at_table(_set_clock), insist=f"&{wording.ADJUST_THE_TIME}", for_good=True
    ),
    Request(
        CountGap, decide=at_table(_set_clock, in_round=True), insist=say("C&ount the gap"),
        for_good=True,
    ),
    Act(
        NoticeFlag, FlagFell, kind="flag_fell", by=Role.SCOREKEEPER,
        decide=_notice_flag, apply=apply_mark,
        words=AtTable(_fallen_words),
        undo=None, insist=None,
    ),
)  # fmt: skip
