"""Sentences about how a game can end and what is then compared, made from the rules themselves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import assert_never

from app.engine.acts.table import Claim
from app.engine.language import TextTable, packet_text, say, template, within
from app.engine.packet.packet import ClockOut, GameRules, Tiebreak
from app.engine.packet.timing import MINUTE_MS, TimingKind
from app.engine.rounds.stops import penalty_words
from app.engine.table.claims import ends_games
from app.engine.table.scoring import winning
from app.engine.table.verdict import list_tiebreaks

TIEBREAKS = TextTable(
    {
        Tiebreak.CASTERS: template("casters left"),
        Tiebreak.CONTROL_POINTS: template("control points"),
        Tiebreak.AREA: say("army points within the area"),
        Tiebreak.ARMY_LEFT: say("army points left (doubled in the area)"),
        Tiebreak.ARMY_POINTS_DESTROYED: say("army points destroyed"),
        Tiebreak.PRESENCE: say("scenario presence (army points at the elements)"),
    }
)


def at_last_turn(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return the comparisons after the last turn of a game, in order; None if a game has no last
    turn.
    """
    return list_tiebreaks(terms.victory, length=True) if terms.victory.last_turn else None


def at_dice_down(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return the comparisons at dice down, in order; None if the game has no dice down."""
    if not terms.time.dice_down:
        return None
    return list_tiebreaks(terms.victory, length=terms.victory.dice_down_is_length)


def without_casters(terms: GameRules) -> tuple[Tiebreak, ...] | None:
    """Return the comparisons when all casters fall together, in order; None if that does not end
    the game.
    """
    if not ends_games(terms.victory, Claim.BOTH_CASTERS):
        return None
    order = list_tiebreaks(terms.victory, length=False)
    return tuple(tiebreak for tiebreak in order if tiebreak is not Tiebreak.CASTERS)


class End(Enum):
    """The ways in which a game ends, in the order in which the engine checks them."""

    SCENARIO = "scenario"
    ASSASSINATION = "assassination"
    NO_MODELS = "no_models"
    BATTLEGROUP = "battlegroup"
    CONCESSION = "concession"
    AGREEMENT = "agreement"
    """The players say who has won."""
    CLOCK_OUT = "clock_out"
    EXPECTED_END = "expected_end"
    STOPPED_CLOCK = "stopped_clock"
    LAST_TURN = "last_turn"
    DICE_DOWN = "dice_down"
    CASTERS_FALL = "casters_fall"
    OVER = "over"
    """The players say that the game is over."""
    ASKED = "asked"
    """The questions that players have to answer when a game ends, and what they have to say."""


def how_game_ends(terms: GameRules) -> tuple[tuple[End, tuple[str, ...]], ...]:
    """Return the ways in which a game ends in this format, each with sentences about what decides
    the game then.
    """
    ends = ((end, tuple(words(terms))) for end, words in ENDS.items())
    return tuple((end, sentences) for end, sentences in ends if sentences)


def ending_lines(terms: GameRules) -> tuple[str, ...]:
    """Return *How this game ends* in lines."""
    lines = (line for _, sentences in how_game_ends(terms) for line in sentences)
    return (*lines, *_area_words(terms))


def _area_words(terms: GameRules) -> Iterator[str]:
    """Yield a sentence that says where the area is in which models are compared."""
    compared = {Tiebreak.AREA, Tiebreak.ARMY_LEFT} & {*terms.victory.unfinished}
    if terms.scenario.area and compared:
        yield say("The area: {area}.", area=within(packet_text(terms.scenario.area)))


def _scenario_words(terms: GameRules) -> Iterator[str]:
    win = winning(terms)
    if not terms.victory.armies:
        yield from _points_words(terms)
    elif not terms.scenario.wins:
        yield say("Nobody wins by scenario.")
    elif terms.victory.on_opponents_turn:
        yield say(
            "Scenario: {lead} control points more than the opponent once the opponent’s turn is"
            " scored.",
            lead=win.lead,
        )
    elif win.lead > 1:
        yield say("Scenario: {lead} control points more than the opponent.", lead=win.lead)
    elif win.lead:
        yield say(
            "Scenario: at least {points} control points, and more than the opponent.",
            points=win.points,
        )
    else:
        yield say("Scenario: the first to {points} control points.", points=win.points)


def _points_words(terms: GameRules) -> Iterator[str]:
    """Yield a sentence about the points that win a game without scenarios, if points can win it."""
    win = winning(terms)
    if win.lead:
        yield say("A lead of {lead} control points wins.", lead=win.lead)
    elif win.points:
        yield say("The first to {points} control points wins.", points=win.points)


def _concession_words(_terms: GameRules) -> Iterator[str]:
    yield say("Concession: the opponent wins.")


def _agreement_words(terms: GameRules) -> Iterator[str]:
    if ends_games(terms.victory, Claim.WON):
        yield say("You agree who has won, or that the game is a tie.")


def _over_words(terms: GameRules) -> Iterator[str]:
    if ends_games(terms.victory, Claim.OVER):
        order = list_tiebreaks(terms.victory, length=True)
        yield say(
            "Once both of you say that the game is over, compare in this order: {order}.",
            order=_name_tiebreaks(order),
        )
        yield from _small_lead_words(terms)


def _small_lead_words(terms: GameRules) -> Iterator[str]:
    """Yield a sentence which says that a lead too small to win is a tie, in games
    without armies.
    """
    if not terms.victory.armies and winning(terms).lead > 1:
        yield say("A lead of less than {lead} is a tie then.", lead=winning(terms).lead)


def _assassination_words(terms: GameRules) -> Iterator[str]:
    if ends_games(terms.victory, Claim.CASTER):
        yield say(
            "Assassination: only one player has casters left. The last scoring does not change"
            " that."
        )


def _no_models_words(terms: GameRules) -> Iterator[str]:
    if ends_games(terms.victory, Claim.NO_MODELS):
        yield say(
            "No assassination: play on to a scenario win or until one side has no models left."
        )


def _battlegroup_words(terms: GameRules) -> Iterator[str]:
    if ends_games(terms.victory, Claim.BATTLEGROUP):
        yield say("Battlegroup: all the opponent’s warjacks and warbeasts are gone.")


def comparison_words(terms: GameRules) -> Iterator[str]:
    """Yield a sentence for each comparison that decides a game which stops before anybody has
    won.
    """
    yield from _last_turn_words(terms)
    yield from _dice_down_comparison(terms)
    yield from _casters_words(terms)


def _last_turn_words(terms: GameRules) -> Iterator[str]:
    order = at_last_turn(terms)
    if order:
        yield say(
            "The game ends after the second player’s turn {last_turn}. Compare in this order: "
            "{order}.",
            last_turn=terms.victory.last_turn,
            order=_name_tiebreaks(order),
        )
        yield from _small_lead_words(terms)
    elif order is not None:
        yield say(
            "The game ends after the second player’s turn {last_turn}. Nobody has won then: a tie.",
            last_turn=terms.victory.last_turn,
        )


def _dice_down_comparison(terms: GameRules) -> Iterator[str]:
    order = at_dice_down(terms)
    if order:
        yield say("At dice down, compare in this order: {order}.", order=_name_tiebreaks(order))
    elif order is not None:
        yield say("At dice down nobody has won: a tie.")


def _casters_words(terms: GameRules) -> Iterator[str]:
    order = without_casters(terms)
    if order:
        yield say(
            "If all casters fall together, compare in this order: {order}.",
            order=_name_tiebreaks(order),
        )
    elif order is not None:
        yield say("If all casters fall together, the game is a tie.")


def clock_rules(terms: GameRules) -> Iterator[str]:
    """Yield sentences about what happens when a clock runs out, what becomes of a game at the
    round's expected end, and what players may not do to the clock.
    """
    yield from _clock_out(terms)
    yield from _expected_end_words(terms)
    yield from _stopped_words(terms)


def _clock_out(terms: GameRules) -> Iterator[str]:
    if terms.time.kind is TimingKind.DEATHCLOCK:
        yield clock_out_words(terms)


def _expected_end_words(terms: GameRules) -> Iterator[str]:
    time = terms.time
    if time.kind is not TimingKind.DEATHCLOCK or not time.play_on_below_ms:
        return
    minutes = time.play_on_below_ms // MINUTE_MS
    yield (
        say(
            "At the expected end of the round, the game is a tie if more than {minutes} minutes"
            " are left on both clocks together, unless the organizer had paused the clock.",
            minutes=minutes,
        )
        if time.pause_excuses
        else say(
            "At the expected end of the round, the game is a tie if more than {minutes} minutes"
            " are left on both clocks together.",
            minutes=minutes,
        )
    )


def _stopped_words(terms: GameRules) -> Iterator[str]:
    time = terms.time
    if time.kind is not TimingKind.DEATHCLOCK:
        return
    if time.play_on_below_ms:
        yield say("Players may not pause the clock.")
    if time.pauses_lose:
        yield penalty_words(time.pauses_lose)


def _dice_down(terms: GameRules) -> Iterator[str]:
    if terms.time.dice_down:
        yield from dice_down_words()
        yield from _dice_down_comparison(terms)


def _asked_words(terms: GameRules) -> Iterator[str]:
    yield " ".join(_questions(terms))


def _questions(terms: GameRules) -> Iterator[str]:
    yield say(
        "Whoever has won says so, and the opponent confirms it. If you do not agree, ask the"
        " organizer."
    )
    if terms.time.dice_down:
        yield say("The organizer calls dice down for all tables.")
    if asks_players(terms):
        yield say(
            "If your clock runs out in your own turn, both of you are asked whether you had won by"
            " scenario before. If one of you says no, you lose, and the organizer is called."
        )
    if any(_expected_end_words(terms)):
        yield say("At the expected end the organizer decides which games go on.")


def asks_players(terms: GameRules) -> bool:
    """Tell whether a clock that runs out may wait for both players' answers."""
    time = terms.time
    return (
        time.kind is TimingKind.DEATHCLOCK
        and terms.clock_out is ClockOut.PACKET
        and not (time.clock_out_loses or terms.scores_once_more)
    )


ENDS: Mapping[End, Callable[[GameRules], Iterator[str]]] = {
    End.SCENARIO: _scenario_words,
    End.ASSASSINATION: _assassination_words,
    End.NO_MODELS: _no_models_words,
    End.BATTLEGROUP: _battlegroup_words,
    End.CONCESSION: _concession_words,
    End.AGREEMENT: _agreement_words,
    End.CLOCK_OUT: _clock_out,
    End.EXPECTED_END: _expected_end_words,
    End.STOPPED_CLOCK: _stopped_words,
    End.LAST_TURN: _last_turn_words,
    End.DICE_DOWN: _dice_down,
    End.CASTERS_FALL: _casters_words,
    End.OVER: _over_words,
    End.ASKED: _asked_words,
}


def dice_down_words() -> Iterator[str]:
    """Yield sentences on what players still do at dice down. They are the same in every packet that
    has dice down.
    """
    yield say(
        "At dice down, finish the move or the single roll. An attack that hits directly still rolls"
        " its damage."
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
            return say("Whoever’s clock runs out loses.")
        case ClockOut.PACKET if terms.scores_once_more:
            return say(
                "If your clock runs out in your own turn, your opponent scores the elements they"
                " control: if they are ahead then, they win by scenario, else by assassination. If"
                " it runs out in their turn, they finish it and win by scenario with the lead for"
                " that, else by assassination."
            )
        case ClockOut.PACKET if terms.time.clock_out_loses:
            return say("Whoever’s clock runs out loses.")
        case ClockOut.PACKET:
            return say(
                "If your clock runs out, you lose, unless it is your own turn and scoring it now"
                " wins by scenario."
            )
        case _:
            assert_never(terms.clock_out)


def _name_tiebreaks(order: Sequence[Tiebreak]) -> str:
    return ", ".join(TIEBREAKS[tiebreak] for tiebreak in order)
