"""Sets the room's clocks for a round and starts them together. Determines which clocks can be
started, and puts the outcome into words.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import assert_never

from app.clock.hall.bound_clock import BoundClock, yet_to_begin
from app.clock.hall.bound_clocks import BoundClocks
from app.clock.hall.clock import Clock, Seat, describe_tables
from app.engine.acts.commands import Refused
from app.engine.acts.table import StartClock
from app.engine.decide import decide
from app.engine.language import plural, say
from app.engine.side import Side
from app.engine.table.game import Game


class Outcome(Enum):
    """The outcome for one table's clock when all clocks are started together."""

    STARTED = "started"
    UNTOUCHED = "nobody has said on it who goes first"
    BY_HAND = "it is started at the table, or not at all"
    REFUSED = "the desk refused, and its row says why"
    IDLE = "no game waits for it"
    AWAY = "it does not answer"


def set_for_round(clocks: BoundClocks) -> Iterator[str]:
    """Set every clock that can be set to its coming game's times.

    The first step sends the orders. Empty texts are then yielded until all clocks have answered.
    The last text is the result.
    """
    ordered = []
    for place in clocks.places.values():
        seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
        if seat and game and game.play.clock is None:
            done = place.set(seat, game, clocks.now_ms()) or place.set_later()
            ordered += [(place, seat.table)] if done else []
    return _outcome_of_setting(clocks, ordered)


def _outcome_of_setting(
    clocks: BoundClocks, ordered: Sequence[tuple[BoundClock, int]]
) -> Iterator[str]:
    while any(place.sets for place, _ in ordered):
        yield ""
    later = {table for place, table in ordered if place.unset}
    refused = {table for place, table in ordered if place.refused} - later
    settable = {table for place, table in ordered if place.clock.abilities.sets}
    done = settable - later - refused
    offline = {clock.seat.table for clock in clocks.clocks if clock.seat and not clock.online}
    yield set_words(done, refused, later, offline - later)


def start_together(clocks: BoundClocks) -> Iterator[str]:
    """Start the clocks of all games that wait for their clocks, all at one instant. A game begins
    when its clock runs; if the clock refuses, the game does not begin.

    Empty texts are yielded until all clocks have answered. The last text is the result.
    """
    now_ms, outcomes = clocks.now_ms(), list[tuple[Outcome, BoundClock, int]]()
    for place in tuple(clocks.places.values()):
        seat, game = place.clock.seat, clocks.game_at(place.clock.seat)
        if seat and (game is None or yet_to_begin(game)):
            outcomes.append((_start_clock(clocks, place, seat, game, now_ms), place, seat.table))
    while any(place.beginning is not None for _, place, _ in outcomes):
        yield ""
    yield describe_outcomes(
        [(_came_of(clocks, kind, place), table) for kind, place, table in outcomes]
    )


def _start_clock(
    clocks: BoundClocks, place: BoundClock, seat: Seat, game: Game | None, now_ms: int
) -> Outcome:
    first = place.first(game)
    known = foresee_start(place.clock, game, first)
    if known is not Outcome.STARTED or game is None or first is None:
        return known
    refused = decide(clocks.state, StartClock(game.number, first), now_ms)
    if isinstance(refused, Refused):
        clocks.keep(place, place.clock.saying(refused.sentence))
        return Outcome.REFUSED
    clocks.keep(place, place.clock.saying(""))
    return known if place.begin(seat, game, first, now_ms) else Outcome.AWAY


def _came_of(clocks: BoundClocks, kind: Outcome, place: BoundClock) -> Outcome:
    game = clocks.game_at(place.clock.seat)
    if kind is Outcome.STARTED and (game is None or game.play.clock is None):
        return Outcome.REFUSED if place.clock.online else Outcome.AWAY
    return kind


def foresee_start(clock: Clock, game: Game | None, first: Side | None) -> Outcome:
    """Return the outcome that starting a table's clock would have, judging by the clock and the
    game. ``first`` is the side that goes first; None if nobody has said so.
    """
    able = clock.abilities
    steerable = able.sets and able.runs and able.touched
    if not (clock.online and clock.plugged):
        return Outcome.AWAY
    if game is None:
        return Outcome.IDLE
    if not (steerable and clock.keeps_time and game.play.clock_holds):
        return Outcome.BY_HAND
    return Outcome.UNTOUCHED if first is None else Outcome.STARTED


def describe_outcomes(outcomes: Collection[tuple[Outcome, int]]) -> str:
    """Return sentences that say which tables had which outcome, and what to do at the tables whose
    clocks were not started.
    """
    sentences = []
    for kind in Outcome:
        tables = [table for sort, table in outcomes if sort is kind]
        if tables:
            sentences.append(_sentence(kind, describe_tables(tables), many=len(tables) > 1))
    return " ".join(sentences) or say(
        "There is no clock to start. Assign clocks to tables whose games have not begun."
    )


def set_words(
    done: Collection[int], refused: Collection[int], later: Collection[int], away: Collection[int]
) -> str:
    """Return sentences on the setting of the round's clocks, from the tables with each outcome.
    ``later`` are the tables whose clocks are set when they are connected again.
    """
    sentences = [say("Set at {table}.", table=describe_tables(done))] if done else []
    if refused:
        sentences.append(
            plural(
                len(refused),
                "Not set at {tables}: its row says why. Set it by hand.",
                "Not set at {tables}: their rows say why. Set them by hand.",
                tables=describe_tables(refused),
            )
        )
    if later:
        sentences.append(
            plural(
                len(later),
                "No clock answers at {tables}: it will be set when it is back.",
                "No clocks answer at {tables}: they will be set when they are back.",
                tables=describe_tables(later),
            )
        )
    if not sentences:
        sentences.append(say("No clock here can be set."))
    if away:
        sentences.append(say("No clock answers at {table}.", table=describe_tables(away)))
    return " ".join(sentences)


def _sentence(kind: Outcome, tables: str, *, many: bool) -> str:
    match kind:
        case Outcome.STARTED:
            return say("Started at {tables}.", tables=tables)
        case Outcome.UNTOUCHED:
            return say("First press a plunger at {tables}, to show who goes first.", tables=tables)
        case Outcome.BY_HAND if many:
            return say(
                "The clocks at {tables} cannot be started from here: start them there.",
                tables=tables,
            )
        case Outcome.BY_HAND:
            return say(
                "The clock at {tables} cannot be started from here: start it there.", tables=tables
            )
        case Outcome.REFUSED if many:
            return say("Not started at {tables}: their rows say why.", tables=tables)
        case Outcome.REFUSED:
            return say("Not started at {tables}: its row says why.", tables=tables)
        case Outcome.IDLE:
            return say("No game at {tables} now.", tables=tables)
        case Outcome.AWAY:
            return say("No clock answers at {tables}.", tables=tables)
        case _:
            assert_never(kind)
