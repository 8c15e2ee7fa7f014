"""Sentences of how a game can end and what is compared then, from the data that decide it."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from app.engine.language import TextTable, say, template
from app.engine.packet.packet import ClockOut, GameRules, Tiebreak
from app.engine.packet.timing import MINUTE_MS, TimingKind
from app.engine.table.verdict import list_tiebreaks

TIEBREAKS = TextTable(
    {
        Tiebreak.CASTERS: template("casters left"),
        Tiebreak.CONTROL_POINTS: template("control points"),
        Tiebreak.AREA: say("army points within the area"),
        Tiebreak.ARMY_LEFT: say("army points left (doubled in the area)"),
        Tiebreak.ARMY_POINTS_DESTROYED: say("army points destroyed"),
        Tiebreak.PRESENCE: say("army points in zones and at flags"),
    }
)


def at_last_turn(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return what is compared after the last turn of a game; None for a game without one."""
    return list_tiebreaks(terms.victory, length=True) if terms.victory.last_turn else None


def at_dice_down(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return what is compared at dice down; None for a game without it."""
    if not terms.time.dice_down:
        return None
    return list_tiebreaks(terms.victory, length=terms.victory.dice_down_is_length)


def without_casters(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return what is compared when all casters fall together; None where that ends no game."""
    if not terms.victory.assassination:
        return None
    order = list_tiebreaks(terms.victory, length=False)
    return tuple(tiebreak for tiebreak in order if tiebreak is not Tiebreak.CASTERS)


def comparison_words(terms: GameRules) -> Iterator[str]:
    """Yield a sentence for each way to decide a game that stops before anybody has won."""
    order = at_last_turn(terms)
    if order:
        yield say(
            "The game ends after the second player's turn {last_turn}. Compare in this order: "
            "{order}.",
            last_turn=terms.victory.last_turn,
            order=_name_tiebreaks(order),
        )
    elif order is not None:
        yield say(
            "The game ends after the second player's turn {last_turn}. Nobody has won then: a tie.",
            last_turn=terms.victory.last_turn,
        )
    order = at_dice_down(terms)
    if order:
        yield say("At dice down, compare in this order: {order}.", order=_name_tiebreaks(order))
    elif order is not None:
        yield say("At dice down nobody has won: a tie.")
    order = without_casters(terms)
    if order:
        yield say(
            "If all casters fall together, compare in this order: {order}.",
            order=_name_tiebreaks(order),
        )
    elif order is not None:
        yield say("If all casters fall together, the game is a tie.")


def clock_words(terms: GameRules) -> Iterator[str]:
    """Yield what a clock does that runs out, what becomes of a game at the round's expected end,
    and what players may not do to the clock.
    """
    time = terms.time
    if time.kind is not TimingKind.DEATHCLOCK:
        return
    yield clock_out_words(terms)
    if time.play_on_below_ms:
        minutes = time.play_on_below_ms // MINUTE_MS
        tie = (
            say(
                "At the expected end of the round, more than {minutes} minutes on both clocks"
                " together is a tie, unless the organizer had paused the clock.",
                minutes=minutes,
            )
            if time.pause_excuses
            else say(
                "At the expected end of the round, more than {minutes} minutes on both clocks"
                " together is a tie.",
                minutes=minutes,
            )
        )
        yield tie
        yield say("Players may not pause the clock.")
    if time.pauses_lose:
        yield say(
            "A player who stops the clock is warned, and has lost at {pauses_lose} stops.",
            pauses_lose=time.pauses_lose,
        )


def dice_down_words() -> Iterator[str]:
    """Yield what players still do at dice down (every packet that has it)."""
    yield say(
        "Finish the move or the single roll. An attack that hits directly still rolls its damage."
    )
    yield say(
        "Then resolve effects at the end of the turn, and score. Models that are not in play"
        " stay out and are not destroyed."
    )


def clock_out_words(terms: GameRules) -> str:
    """Return what happens when a player's clock runs out."""
    match terms.clock_out:
        case ClockOut.WARN:
            return say("A clock that runs out is noted, and the game goes on.")
        case ClockOut.LAST_TURN:
            order = list_tiebreaks(terms.victory, length=False)
            last = say("When a clock runs out, the opponent has one last turn.")
            if not order:
                return last
            names = _name_tiebreaks(order)
            return f"{last} {say('Then compare in this order: {order}.', order=names)}"
        case ClockOut.LOSE:
            return say("Whoever's clock runs out loses.")
        case ClockOut.PACKET if terms.scores_once_more:
            return say(
                "If your clock runs out in your own turn, your opponent scores the elements they"
                " hold: if they are ahead then, they win by scenario, else by assassination. If it"
                " runs out in their turn, they finish it and win by scenario with the lead for"
                " that, else by assassination."
            )
        case ClockOut.PACKET if terms.time.clock_out_loses:
            return say("Whoever's clock runs out loses.")
        case ClockOut.PACKET:
            return say(
                "If your clock runs out, you lose, unless it is your own turn and scoring it now"
                " wins by scenario."
            )
        case _:
            assert_never(terms.clock_out)


def _name_tiebreaks(order: Sequence[Tiebreak]) -> str:
    return ", ".join(TIEBREAKS[tiebreak] for tiebreak in order)
