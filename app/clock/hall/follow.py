"""Repeats the organizer's acts in a game on the clock that keeps the game's time."""

from typing import TypeAlias

from app.clock.hall.bound_clocks import BoundClocks
from app.engine.acts.table import AdjustClock, ClockPaused, ClockStarted, ResumeClock
from app.engine.language import template

DO_THE_SAME = template("The organizer changed this game’s clock: do the same on the clock itself.")

Steered: TypeAlias = ClockStarted | ClockPaused | ResumeClock | AdjustClock


def follow(clocks: BoundClocks, event: Steered) -> None:
    """Repeat ``event``, an act of the organizer in a game, on the clock that keeps the game's
    time.
    """
    game = clocks.state.games.get(event.game)
    clock = clocks.clock_at(game.table) if game else None
    if game is None or clock is None or clock.seat is None or not game.play.clock_holds:
        return
    place, seat = clocks.places[clock.name], clock.seat
    beginning, place.starting_game = place.starting_game, None
    if isinstance(event, ClockStarted) and beginning == game.number:
        return  # it began with its clock
    setting = bool(place.anew) or isinstance(event, ClockStarted | AdjustClock)
    followed = not setting or place.set(seat, game, clocks.now_ms(), event.at_ms)
    if not (followed and place.run(seat, game, clocks.now_ms(), event.at_ms)):
        clocks.lacks(place, str(DO_THE_SAME))
