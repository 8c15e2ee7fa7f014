"""Turns the messages of a clock at a table into commands for its game."""

from collections.abc import Iterator
from typing import TypeAlias

from app.clock.drivers.driver import (
    Failed,
    Fallen,
    HandedOver,
    Identified,
    Kept,
    OrderDone,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
    Touched,
)
from app.clock.hall.bound_clock import BoundClock, pause_asked
from app.clock.hall.bound_clocks import BoundClocks
from app.clock.hall.clock import About, Seat
from app.clock.hall.trust import (
    agrees_with_game,
    compare_clock,
    flag_plausible,
    lost_power,
    taken_over,
    unfit,
)
from app.engine.acts.chess_clock import PressLever, ReportFlag, ReportStop
from app.engine.acts.commands import NotSaved
from app.engine.acts.events import ORGANIZER
from app.engine.acts.table import (
    ClockPaused,
    ClockStarted,
    FlagFell,
    HandBack,
    Interrupt,
    ResumeClock,
    StartClock,
    TableCommand,
    TurnEnded,
    TurnStarted,
)
from app.engine.language import say
from app.engine.side import Side
from app.engine.state import Stage
from app.engine.table.game import Game

STANDS = say("Its game waits: start the clock by its own button, or free it and use the program’s.")

MOVES = (
    ClockStarted,
    TurnStarted,
    TurnEnded,
    Interrupt,
    HandBack,
    ClockPaused,
    ResumeClock,
    FlagFell,
)
"""The marks of a game that start, stop or switch its clock."""

TOUCHED_MS = 3_600_000
"""The milliseconds during which a press on a stopped clock counts for the coming game."""

SAME_MS = 500
"""The maximum difference in milliseconds between two reports of one press, each dated by its own
program.
"""

Moved: TypeAlias = Fallen | Stopped | Started | PauseAsked | Restarted
OfGame: TypeAlias = (
    Identified | Reading | OrderDone | Failed | Touched | Pressed | Moved | HandedOver
)
"""The reports of a clock that concern the game at its table."""


def take_message(clocks: BoundClocks, place: BoundClock, message: OfGame) -> None:
    """Act on a clock's message, depending on the state of its game."""
    match message:
        case Identified():
            _take_abilities(clocks, place)
        case Reading():
            _compare(clocks, place, message)
        case OrderDone() | Failed():
            place.answered(message)
            _take_answer(clocks, place, message)
        case Touched():
            if (game := clocks.game_at(place.clock.seat)) is not None:
                place.touched(game, message.hand)
                clocks.prepare(place)
        case Pressed():
            _press(clocks, place, message)
        case Fallen() | Stopped() | Started() | PauseAsked() | Restarted():
            _move(clocks, place, message)
        case HandedOver():
            _take_over(clocks, place, message)


def remaining(place: BoundClock, message: OfGame) -> OfGame:
    """Return the part of a report that still has to be handled after the report could not be saved.
    The answer to an order counts only once, so only the fact that the clock runs or is stopped
    remains of it.
    """
    seat, beginning = place.clock.seat, place.beginning
    if isinstance(message, Failed):
        return Stopped(place.ordered_ms)
    if isinstance(message, OrderDone) and seat is not None and beginning is not None:
        return Started(beginning.at_ms, seat.hand(beginning.first))
    return message


def commands_of(
    clocks: BoundClocks, place: BoundClock, message: OfGame | Kept
) -> Iterator[tuple[int, TableCommand]]:
    """Yield the commands that a report means for its game, each with its instant. The times and
    properties of a clock yield none, because the clock reports them again.
    """
    seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
    if seat is None or game is None:
        return
    number, begun = game.number, game.play.clock is not None
    match message:
        case Pressed() if not begun:
            yield message.at_ms, StartClock(number, seat.side(message.hand).other, by_lever=True)
        case Pressed():
            yield message.at_ms, PressLever(number, seat.side(message.hand), message.late_ms)
        case Started() if not begun:
            yield message.at_ms, StartClock(number, seat.side(message.running), by_lever=True)
        case Started() | Stopped():
            yield message.at_ms, ReportStop(number, stands=isinstance(message, Stopped))
        case Fallen():
            yield message.at_ms, ReportFlag(number, seat.side(message.hand))
        case PauseAsked() if begun:
            yield message.at_ms, pause_asked(game)
        case HandedOver():
            for kept in message.happened:
                yield from commands_of(clocks, place, kept)
        case _:
            pass


def adopt(clocks: BoundClocks, name: str) -> None:
    """Accept the clock's times as right, however implausible, because the organizer says so. If
    the desk refuses the times, the clock's row says why, and they are not tried again.
    """
    place = clocks.place(name)
    seat, game, reading = place.clock.seat, clocks.game_at(place.clock.seat), place.clock.reading
    if seat and game and reading:
        place.anew = ""
        clocks.keep(place, place.clock.saying(""))
        for command in taken_over(game, seat, reading, clocks.now_ms()):
            if refused := clocks.ask(command, clocks.now_ms(), seat.table):
                clocks.keep(place, place.clock.saying(refused.sentence))


def _take_answer(clocks: BoundClocks, place: BoundClock, message: OrderDone | Failed) -> None:
    """Begin the game if its clock has started, or stop it if its clock refuses to go on."""
    if isinstance(message, Failed) and message.request in {"set", "run", "stop"}:
        clocks.lacks(place, message.sentence)
    game, reading = clocks.game_at(place.clock.seat), place.clock.reading
    if game is None:
        return
    if isinstance(message, OrderDone):
        if not place.busy and place.has_met(message.request):
            clocks.keep(place, place.meets())
        if message.request == "run" and place.beginning is not None:
            _start_game(clocks, place, game)
    elif message.request == "run" and (reading is None or reading.running is None):
        _stop_game(clocks, place, game, message)


def _stop_game(clocks: BoundClocks, place: BoundClock, game: Game, failed: Failed) -> None:
    """Stop a game whose clock has not run since it was ordered to run."""
    if game.play.clock_holds and game.play.ticking:
        place.stopped = False
        clocks.submit(place, ReportStop(game.number, stands=True), place.ordered_ms)
        if not failed.goes_on:
            clocks.lacks(place, f"{failed.sentence} {STANDS}")


def _take_abilities(clocks: BoundClocks, place: BoundClock) -> None:
    """Take in the identity and the abilities of a clock, which may be fewer than before."""
    clocks.prepare(place)
    game = clocks.game_at(place.clock.seat)
    if refusal := place.set_again(game, clocks.now_ms()):
        clocks.keep(place, place.clock.saying(refusal))
    for command in unfit(place.clock, game):
        clocks.submit(place, command, clocks.now_ms())


def _press(clocks: BoundClocks, place: BoundClock, message: Pressed) -> None:
    seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
    if seat is None or game is None:
        return
    side = seat.side(message.hand)
    if game.play.clock is None:
        _begin_game(clocks, place, game, side.other, message.at_ms, uncertain_ms=message.late_ms)
    else:
        press = PressLever(game.number, side, message.late_ms)
        clocks.submit(place, press, message.at_ms)


def _move(clocks: BoundClocks, place: BoundClock, message: Moved) -> None:
    seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
    if seat is None or game is None:
        return
    holds, playing = game.play.clock_holds, game.play.in_progress
    match message:
        case Fallen() if holds and playing:
            _report_flag(clocks, place, game, seat.side(message.hand), message.at_ms)
        case Started() if game.play.clock is None:
            _begin_game(clocks, place, game, seat.side(message.running), message.at_ms)
        case Started() | Stopped() if holds and playing and place.busy:
            place.stopped = isinstance(message, Stopped)
        case Started() if (
            holds and game.play.ticking and seat.side(message.running) is not game.play.runner
        ):  # the first report of it is a press
            clocks.submit(place, PressLever(game.number, game.play.runner), message.at_ms)
        case Started() | Stopped() if holds and playing:
            stop = ReportStop(game.number, stands=isinstance(message, Stopped))
            clocks.submit(place, stop, message.at_ms)
        case PauseAsked() if playing and game.play.clock is not None:
            clocks.submit(place, pause_asked(game), message.at_ms)
        case Restarted() if playing or game.play.clock is None:
            _restart(clocks, place, seat, game, message.at_ms)
        case _:
            pass


def _take_over(clocks: BoundClocks, place: BoundClock, handed: HandedOver) -> None:
    """Take in what happened in the game while no program listened. Anything up to the last known
    change of the game's clock is skipped, because it was already reported then.
    """
    seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
    if seat is None or game is None:
        return
    if game.play.clock is None:
        _take_touch(clocks, place, game, handed)
        return
    told_ms = max(mark.at_ms for mark in game.marks if isinstance(mark, MOVES)) + SAME_MS
    for kept in handed.happened:
        game = clocks.game_at(seat)
        if game is None or not (game.play.clock_holds and game.play.in_progress):
            return
        is_new = kept.at_ms > told_ms
        match kept:
            case Pressed() if is_new and seat.side(kept.hand) is game.play.runner:
                _press(clocks, place, kept)
            case Fallen() | Stopped() | Started() if is_new:
                _move(clocks, place, kept)
            case _:
                pass


def _take_touch(clocks: BoundClocks, place: BoundClock, game: Game, handed: HandedOver) -> None:
    """Take in the last press on a stopped clock, which says who goes first in the coming game. A
    press that may have been made for another game or by other players is ignored.
    """
    last = handed.happened[-1] if handed.happened else None
    if not isinstance(last, Touched) or handed.at_ms - last.at_ms > TOUCHED_MS:
        return
    round_ = clocks.state.round_of(game)
    since_ms = max((other.finished_ms or 0 for other in clocks.state.rounds), default=0)
    if last.at_ms >= since_ms and round_.attempt == 1 and not round_.edits:
        place.touched(game, last.hand)
        clocks.prepare(place)


def _report_flag(
    clocks: BoundClocks, place: BoundClock, game: Game, side: Side, at_ms: int
) -> None:
    """Report a flag, or question a flag that cannot have fallen yet."""
    clock = game.play.clock
    if clock is None or flag_plausible(clock, side, at_ms):
        clocks.submit(place, ReportFlag(game.number, side), at_ms)
    else:
        sentence = say(
            "It shows {colour}’s flag too early. Look at it, then take its times.",
            colour=side.colour,
        )
        clocks.keep(place, place.clock.saying(sentence, About.TIMES))


def _begin_game(
    clocks: BoundClocks,
    place: BoundClock,
    game: Game,
    first: Side,
    at_ms: int,
    *,
    uncertain_ms: int = 0,
) -> None:
    """Begin a game whose clock was started on the table, if its round is under way."""
    if place.beginning is not None:
        _start_game(clocks, place, game)
        return
    if clocks.state.round_of(game).stage is Stage.STARTED:
        clocks.prepare(place)
        start = StartClock(game.number, first, by_lever=True, uncertain_ms=uncertain_ms)
        clocks.submit(place, start, at_ms)


def _start_game(clocks: BoundClocks, place: BoundClock, game: Game) -> None:
    """Begin the game that waits for its clock to run, in the organizer's name."""
    beginning, place.beginning = place.beginning, None
    seat = place.clock.seat
    running = game.play.clock is not None
    if beginning is None or seat is None or beginning.game != game.number or running:
        return
    place.starting_game = game.number
    start = StartClock(game.number, beginning.first)
    if refused := clocks.ask(start, beginning.at_ms, seat.table, ORGANIZER):
        place.beginning = beginning if isinstance(refused, NotSaved) else None
        clocks.refuse(place, refused)


def _compare(clocks: BoundClocks, place: BoundClock, reading: Reading) -> None:
    silent_ms, place.compared_ms = reading.at_ms - place.compared_ms, reading.at_ms
    game = clocks.game_at(place.clock.seat)
    if game is None or place.busy or place.waits(game, reading):
        return
    clock, commands = compare_clock(place.clock, game, reading, silent_ms)
    back, place.fresh = place.fresh and reading.running is reading.fallen is None, False
    if back and clock.seat and clock.about is About.TIMES:  # it knows nothing of its game
        _restart(clocks, place, clock.seat, game, reading.at_ms)
        return
    if (back and commands) or place.takes_as_stopped(game, reading):
        commands = (*commands, ReportStop(game.number, stands=True))
    clocks.keep(place, clock)
    if place.unmet and not clock.doubtful and agrees_with_game(clock, game, reading):
        clocks.keep(place, place.meets())
    for command in commands:
        clocks.submit(place, command, reading.at_ms)


def _restart(clocks: BoundClocks, place: BoundClock, seat: Seat, game: Game, at_ms: int) -> None:
    """Handle a loss of power. Before the game the clock is set again; during the game the organizer
    is asked.
    """
    commands = lost_power(place.clock, game, at_ms) if game.play.clock_holds else ()
    clocks.keep(place, place.clock.saying(place.restarted(seat, game, clocks.now_ms())))
    for command in commands:
        clocks.submit(place, command, at_ms)
