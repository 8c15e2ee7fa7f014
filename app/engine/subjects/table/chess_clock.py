"""Acts of a chess clock. Its reports are adopted or questioned, never silently overwritten."""

from app.engine import wording
from app.engine.acts.chess_clock import (
    AdoptTimes,
    HoldTime,
    PressLever,
    RelabelPress,
    ReportFlag,
    ReportStop,
)
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    ClockPaused,
    FlagFell,
    HandBack,
    Interrupt,
    PauseCause,
    ResumeClock,
    TurnEnded,
)
from app.engine.language import say
from app.engine.packet.timing import TimingKind
from app.engine.remarks import Reason, reason
from app.engine.side import Pair, Side
from app.engine.state import TableActKind
from app.engine.subjects.act import Act, Request
from app.engine.subjects.table.at_table import at_table, by_game, is_by_organizer
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.sentences import AtTable
from app.engine.table.game import Game, Play, step_elapsed
from app.engine.table.marks import switch_at
from app.engine.table.sentences import NameOf
from app.engine.table.turn_back import straight_back_ms
from app.engine.text import clock_words

PROGRAM_HOLDS = say("The program keeps this table’s time, not the clock on the table.")


def _hold(game: Game, command: HoldTime, _at_ms: int) -> Decision:
    """Change who keeps the time, which is possible only while no clock runs."""
    play = game.play
    if play.clock_holds is command.by_clock:
        return ()
    if command.by_clock and game.terms.time.kind is not TimingKind.DEATHCLOCK:
        return Refused(
            say("A chess clock can only keep player clocks. This event has another timing.")
        )
    if play.ticking:
        return Refused(
            say("Pause the clock first. You can change the timekeeper only while it is paused.")
        )
    return (command,)


def _press(game: Game, command: PressLever, at_ms: int) -> Decision:
    """Decide what a press means, because the chess clock cannot tell: after an interrupt, the press
    hands the clock back; otherwise it ends a phase or turn. If the opponent presses back within the
    packet's shortest turn (within seconds, if the packet has none), the press before becomes an
    interrupt. The players or the organizer may correct that.
    """
    play, number, side = game.play, game.number, command.side
    back = HandBack(number, at_ms=at_ms, uncertain_ms=command.uncertain_ms)
    fault = _not_playing(play)
    if fault:
        return Refused(fault)
    if play.pause is not None and not play.clock_holds:
        return Refused(say("This clock is paused. Wait until the organizer starts it again."))
    if side is not play.runner:
        return Refused(
            say(
                "{colour} pressed, but {running}’s time was running.",
                colour=side.colour,
                running=play.runner.colour,
            )
        )
    if play.interrupted:
        return (*_running(game, at_ms), back)
    came_back = step_elapsed(play, at_ms) < straight_back_ms(game.terms.time)
    if came_back and isinstance(switch_at(game, play.step_since_ms), TurnEnded):
        read = RelabelPress(number, None, play.step_since_ms, interrupt=True, at_ms=at_ms)
        return (*_running(game, at_ms), read, back)
    return (*_running(game, at_ms), TurnEnded(number, at_ms, side, command.uncertain_ms))


def _not_playing(play: Play) -> str:
    if play.clock is None:
        return wording.GAME_NOT_BEGUN
    if not play.in_progress:
        return say("The game is over, though its clock was pressed.")
    return ""


def _running(game: Game, at_ms: int) -> tuple[Event, ...]:
    """Return the event that resumes a paused game, because a chess clock that players press is
    running. Return nothing for a game without a pause.
    """
    return () if game.play.pause is None else (ResumeClock(game.number, at_ms=at_ms),)


def _adopt(game: Game, command: AdoptTimes, at_ms: int) -> Decision:
    play = game.play
    if not play.clock_holds:
        return Refused(PROGRAM_HOLDS)
    if play.clock is None or play.ending is not None:
        return ()
    if all(play.clock.remaining(side, at_ms) == command.left_ms.of(side) for side in Side):
        return ()
    return (command,)


def _flag(game: Game, command: ReportFlag, at_ms: int) -> Decision:
    play, side = game.play, command.side
    fault = _not_playing(play) if play.clock_holds else PROGRAM_HOLDS
    if fault or play.clock is None:
        return Refused(fault)
    if side is not play.runner:
        return Refused(
            say(
                "The clock shows {colour}’s flag in {running}’s time.",
                colour=side.colour,
                running=play.runner.colour,
            )
        )
    left = Pair(*(play.clock.remaining(each_side, at_ms) for each_side in Side)).put(side, 0)
    adopted = AdoptTimes(game.number, left, at_ms=at_ms)
    return (*_running(game, at_ms), adopted, FlagFell(game.number, at_ms, side))


def _stop(game: Game, command: ReportStop, at_ms: int) -> Decision:
    play = game.play
    fault = _not_playing(play) if play.clock_holds else PROGRAM_HOLDS
    if fault:
        return Refused(fault)
    if not command.stands:
        return _running(game, at_ms)
    stopped = ClockPaused(game.number, at_ms, PauseCause.CLOCK, reason(Reason.STOPPED_AT_CLOCK))
    return (stopped,) if play.ticking else ()


def _read(game: Game, command: RelabelPress, _at_ms: int) -> Decision:
    mark = switch_at(game, command.switch_ms)
    if mark is None:
        return Refused(wording.NO_SUCH_SWITCH)
    if isinstance(mark, HandBack):
        return Refused(say("That switch only handed the clock back. Choose the switch before it."))
    if isinstance(mark, Interrupt) is command.interrupt:
        return ()
    return (command,)


def _held_words(mark: HoldTime, _name: NameOf, _game: Game | None) -> str:
    if mark.by_clock:
        return say("the clock on the table keeps the time")
    return say("the program keeps the time")


def _adopted_words(mark: AdoptTimes, _name: NameOf, _game: Game | None) -> str:
    left = mark.left_ms.map(lambda ms: clock_words(max(ms, 0)))
    return say("the clock says {red} and {blue} left", red=left.red, blue=left.blue)


def _relabelled_words(mark: RelabelPress, _name: NameOf, _game: Game | None) -> str:
    before = clock_words(max(mark.at_ms - mark.switch_ms, 0))
    if mark.interrupt:
        return say("the switch {before} before was an interrupt", before=before)
    return say("the switch {before} before was the end of a turn", before=before)


ACTS = (
    Act(
        HoldTime, HoldTime, kind="time_held", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_hold)), apply=apply_mark, words=AtTable(_held_words),
        undo=None, insist=say("C&hange who keeps the time"), passed_over=TableActKind.ENTRY,
    ),
    Request(PressLever, decide=at_table(by_game(_press)), insist=None, for_good=True),
    Act(
        AdoptTimes, AdoptTimes, kind="times_adopted", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_adopt)), apply=apply_mark, words=AtTable(_adopted_words),
        undo=None, insist=say("&Take these times"), passed_over=TableActKind.ENTRY,
    ),
    Request(ReportFlag, decide=at_table(by_game(_flag)), insist=None, for_good=True),
    Request(ReportStop, decide=at_table(by_game(_stop)), insist=None, for_good=True),
    Act(
        RelabelPress, RelabelPress, kind="switch_read", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_read)), apply=apply_mark, words=AtTable(_relabelled_words),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
)  # fmt: skip
