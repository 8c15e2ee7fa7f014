"""Decides which of a clock's times are adopted and which jumps are questioned."""

from app.clock.drivers.driver import Reading
from app.clock.hall.clock import About, Clock, Seat
from app.engine.acts.chess_clock import AdoptTimes, HoldTime, PressLever, ReportFlag
from app.engine.acts.table import AdjustClock, PauseCause, PauseClock, TableCommand
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import Game
from app.engine.text import clock_words

JUMP_MS = 10_000
"""A difference of more milliseconds than this means that something is wrong: clocks and their lines
never differ by as much.
"""

GOES_WRONG = say("The clock on the table is inaccurate; from now on the program keeps the time")
LOST_POWER = say("The clock on the table lost its power")


def compare_clock(
    clock: Clock, game: Game, reading: Reading, silent_ms: int
) -> tuple[Clock, tuple[TableCommand, ...]]:
    """Return the clock after a comparison with its game, and the commands that follow for the game.

    If the clock keeps the time, its times count. Small differences are adopted. Large ones are
    adopted if they are explained by ``silent_ms``, the time in which nothing was heard of the
    clock. Times that the clock cannot have reached are questioned.
    """
    seat, counted = clock.seat, game.play.clock
    says = seat.says(reading) if seat else None
    if seat is None or counted is None or says is None or game.play.ending is not None:
        return clock, ()
    ahead = Pair(*(says.of(s) - counted.remaining(s, reading.at_ms) for s in Side))
    clock = replace(clock, ahead_ms=ahead)
    if not game.play.clock_holds:
        return clock, ()
    played_ms = max(reading.at_ms - counted.started_ms, 0)
    if not plausible(ahead, min(silent_ms, played_ms)):
        if clock.doubtful and reading.at_ms - clock.said_ms < JUMP_MS:
            return clock, ()  # another notice about it is new
        return clock.saying(differing(says, counted, reading.at_ms), About.TIMES), ()
    clock = clock.saying("") if clock.about is About.TIMES else clock
    able, commands = clock.abilities, list[TableCommand]()
    most = able.resolution_ms + able.lag_ms // 4 if reading.running else 0
    if max(abs(ms) for ms in ahead) > most:
        commands.append(AdoptTimes(game.number, says))
    runs = seat.side(reading.running) if reading.running else None
    if runs and runs is game.play.runner.other and game.play.ticking:  # a press nobody saw
        commands.append(PressLever(game.number, runs.other))
    fell = seat.side(reading.fallen) if reading.fallen else None
    if (
        fell and says.of(fell) == 0 and not _is_flag_down(game, fell)
    ):  # while the clock was out of touch
        if fell is not game.play.runner:
            commands.append(PressLever(game.number, fell.other))
        commands.append(ReportFlag(game.number, fell))
    return clock, tuple(commands)


def _is_flag_down(game: Game, side: Side) -> bool:
    return game.play.flag is not None or side in game.play.overrun


def taken_over(game: Game, seat: Seat, reading: Reading, at_ms: int) -> tuple[TableCommand, ...]:
    """Return the commands for the game when the organizer says that the clock is right. The clock's
    last reading is brought forward to ``at_ms``.
    """
    says = seat.says(reading)
    if says is not None and reading.running is not None:
        runs = seat.side(reading.running)
        says = says.put(runs, max(says.of(runs) - (at_ms - reading.at_ms), 0))
    commands: list[TableCommand] = [] if says is None else [AdoptTimes(game.number, says)]
    if reading.fallen is not None:
        commands.append(ReportFlag(game.number, seat.side(reading.fallen)))
    return tuple(commands)


def agrees_with_game(clock: Clock, game: Game, reading: Reading) -> bool:
    """Tell whether a clock and its game agree on the times and on whose time runs. They do not
    agree if the game was paused because the clock stopped. After the game they always agree.
    """
    seat, counted, pause = clock.seat, game.play.clock, game.play.pause
    if game.play.ending is not None:
        return True
    if pause is not None and pause.cause is PauseCause.CLOCK:
        return False
    if seat is None or counted is None or clock.ahead_ms is None:
        return False
    runs = seat.side(reading.running) if reading.running else None
    due = game.play.runner if game.play.ticking else None
    return runs is due and all(abs(ms) <= JUMP_MS for ms in clock.ahead_ms)


def agrees(clock: Clock, game: Game, reading: Reading) -> bool:
    """Tell whether a clock that is new to its game shows the game's times. Return True also if the
    clock runs, or if its game has no times to compare.
    """
    says = clock.seat.says(reading) if clock.seat else None
    counted = game.play.clock
    if says is None or counted is None or game.play.ending is not None:
        return True
    ahead = (says.of(side) - counted.remaining(side, reading.at_ms) for side in Side)
    return reading.running is not None or (any(says) and all(abs(a) <= JUMP_MS for a in ahead))


def lost_power(clock: Clock, game: Game, at_ms: int) -> tuple[TableCommand, ...]:
    """Return the commands for a game whose clock lost its power: a pause. The clock's last times
    are adopted first, if they can be right and the organizer has not changed the times since.
    """
    seat, last, counted = clock.seat, clock.reading, game.play.clock
    if not game.play.ticking or seat is None or counted is None:
        return ()
    pause = PauseClock(game.number, LOST_POWER, PauseCause.PROGRAM)
    says = seat.says(last) if last else None
    old = clock.abilities.rarely or last is None or _was_adjusted(game, last.at_ms)
    if last is None or says is None or old:
        return (pause,)
    ahead = Pair(*(says.of(side) - counted.remaining(side, at_ms) for side in Side))
    believed = any(says) and plausible(ahead, at_ms - last.at_ms)
    return (AdoptTimes(game.number, says), pause) if believed else (pause,)


def unfit(clock: Clock, game: Game | None) -> tuple[TableCommand, ...]:
    """Return the commands for a game whose clock can only report plungers now, so that the program
    keeps the time.
    """
    if game is None or clock.abilities.holds_time or not game.play.clock_holds:
        return ()
    hold = HoldTime(game.number, by_clock=False)
    pause = PauseClock(game.number, GOES_WRONG, PauseCause.PROGRAM)
    return (pause, hold) if game.play.ticking else (hold,)


def _was_adjusted(game: Game, since_ms: int) -> bool:
    return any(isinstance(mark, AdjustClock) and mark.at_ms > since_ms for mark in game.marks)


def plausible(ahead_ms: Pair[int], silent_ms: int) -> bool:
    """Tell whether a clock may be this far ahead of its game after it was out of touch for
    ``silent_ms``.

    The sum of both sides' times falls no faster than real time. The times may have stood still
    while the clock was out of touch, but they cannot have jumped.
    """
    together = ahead_ms.red + ahead_ms.blue
    return -JUMP_MS <= together <= silent_ms + JUMP_MS


def flag_plausible(clock: DeathClock, side: Side, at_ms: int) -> bool:
    """Tell whether the time of ``side`` can be over, judging by the game's own clock."""
    return clock.remaining(side, at_ms) <= JUMP_MS


def differing(says: Pair[int], clock: DeathClock, at_ms: int) -> str:
    """Return a sentence about times that a clock shows but that cannot be those of its game."""
    has = Pair(*(clock.remaining(side, at_ms) for side in Side))
    displayed, due = (
        say(
            "{red} and {blue}",
            red=clock_words(max(times.red, 0)),
            blue=clock_words(max(times.blue, 0)),
        )
        for times in (says, has)
    )
    return say(
        "It shows {displayed}; the game has {due}. Set the clock, or take its times.",
        displayed=displayed,
        due=due,
    )
