"""Changes to a table's clock by the organizer, an extension, dice down and a gap."""

from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    PauseCause,
    PutDiceDown,
    ResumeClock,
    TakeExtension,
)
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.packet.timing import TimingKind
from app.engine.table.game import Pause, Play, extension_fault, give_clock, resume_play


def extend_turn(terms: GameRules, play: Play, mark: TakeExtension) -> Play:
    """Extend the present turn, even if its time is already over."""
    clock, side = play.clock, mark.side
    if clock is None or not play.in_progress or extension_fault(terms, play, side):
        return play
    late_ms = max(-clock.remaining(side, mark.at_ms), 0)  # so that the extension counts from now
    banked = clock.run(clock.running, mark.at_ms)
    return replace(
        play,
        clock=banked.adjust(side, terms.time.extension_ms + late_ms),
        extensions=play.extensions.put(side, play.extensions.of(side) + 1),
        extended=True,
        overrun=(),
    )


def dice_down(_terms: GameRules, play: Play, mark: PutDiceDown) -> Play:
    """Stop every clock; the phase or turn in progress is the last."""
    if play.clock is None or play.ending is not None or play.dice_down_ms is not None:
        return play
    return replace(
        resume_play(play, mark.at_ms),
        clock=play.clock.run(None, mark.at_ms),
        dice_down_ms=mark.at_ms,
        last_step=play.step,
        interrupted=False,
        awaits_start=False,
    )


def clock_paused(_terms: GameRules, play: Play, mark: ClockPaused) -> Play:
    pause = Pause(mark.at_ms, mark.cause, mark.reason, mark.gap_ms, mark.gap_known)
    if play.pause is not None and not play.pause.gap_known and mark.cause is PauseCause.GAP:
        return replace(play, pause=replace(pause, since_ms=play.pause.since_ms))
    if play.clock is None or not play.ticking:
        return play
    return replace(play, clock=play.clock.run(None, mark.at_ms), pause=pause)


def clock_resumed(_terms: GameRules, play: Play, mark: ResumeClock) -> Play:
    if play.clock is None or play.pause is None:
        return play
    return give_clock(resume_play(play, mark.at_ms), mark.at_ms)


def clock_adjusted(terms: GameRules, play: Play, mark: AdjustClock) -> Play:
    """Adjust a clock. Additional time for a turn whose time is over counts from now on. If play
    went on after a flag, that flag can fall again.
    """
    clock, side, given_ms = play.clock, mark.side, mark.delta_ms
    if clock is None:
        return play
    late_ms = max(-clock.remaining(side, mark.at_ms), 0)
    if terms.time.kind is TimingKind.TURNS and side in play.overrun and given_ms > 0:
        given_ms += late_ms
    banked = clock.run(clock.running, mark.at_ms)  # so that no flag falls before this
    pause = _pause_after_gap(play, mark)
    clock = banked.adjust(side, given_ms)
    if pause is not play.pause:
        play, clock = replace(play, pause=pause), banked.play_on(side, -mark.delta_ms)
    stays_out = terms.plays_past_a_flag and terms.time.kind is not TimingKind.TURNS
    if stays_out or clock.remaining(side, mark.at_ms) <= 0:
        return replace(play, clock=clock)
    return replace(
        play, clock=clock, overrun=tuple(other for other in play.overrun if other != side)
    )


def _pause_after_gap(play: Play, mark: AdjustClock) -> Pause | None:
    """Return the pause after an adjustment. If the adjustment takes the whole gap from the player
    whose clock ran, the gap counts as played and no longer as pause.
    """
    pause = play.pause
    if pause is None or not pause.gap_ms or mark.side is not play.runner:
        return pause
    whole = mark.delta_ms == -pause.gap_ms and mark.at_ms - pause.since_ms >= pause.gap_ms
    if not whole:
        return pause
    return replace(pause, since_ms=pause.since_ms + pause.gap_ms, gap_ms=0, gap_known=True)
