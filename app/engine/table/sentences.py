"""What happened and why, in the players' words."""

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.acts.results import How, Result
from app.engine.acts.table import PauseCause
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Ending, Game
from app.engine.table.verdict import BY_TIEBREAK, final_result, verdict

NameOf = Callable[[Side], str]

HOW_WORDS = {
    How.SCENARIO: "Scenario",
    How.ASSASSINATION: "Assassination",
    How.CLOCK_OUT: "Clock out",
    How.BATTLEGROUP: "Battlegroup destroyed",
    How.NO_MODELS: "No models left",
    How.CASTERS: "Casters remaining",
    How.CONTROL_POINTS: "Control points",
    How.AREA: "Points in the area",
    How.ARMY_LEFT: "Army points left",
    How.ARMY_POINTS_DESTROYED: "Army points destroyed",
    How.PRESENCE: "Scenario presence",
    How.CONCESSION: "Concession",
    How.DISQUALIFICATION: "Disqualification",
    How.NO_SHOW: "No-show",
    How.TIME: "Time called",
    How.TIE: "Tie",
    How.UNRECORDED: "Not recorded",
}

_WIN_BY = {
    How.SCENARIO: "by scenario",
    How.ASSASSINATION: "by assassination",
    How.CLOCK_OUT: "on time",
    How.BATTLEGROUP: "by destroying the battlegroup",
    How.NO_MODELS: "with no enemy models left",
    How.CASTERS: "by casters remaining",
    How.CONTROL_POINTS: "by control points",
    How.AREA: "by army points in the area",
    How.ARMY_LEFT: "by army points left",
    How.ARMY_POINTS_DESTROYED: "by army points destroyed",
    How.PRESENCE: "by scenario presence",
    How.CONCESSION: "by concession",
    How.DISQUALIFICATION: "by disqualification",
    How.NO_SHOW: "without a game",
    How.UNRECORDED: "",
}


@dataclass(frozen=True, slots=True)
class PauseWords:
    """``{gap}`` is how long nobody kept the time, ``{reason}`` a colon and the reason, if any."""

    shown: str
    """On the clock."""
    organizer: str
    """For the organizer: who paused it and what comes next."""
    refusal: str = "This clock waits for the organizer"
    """Why a press does not count."""


PAUSES = {
    PauseCause.EO: PauseWords(
        "Paused by the organizer",
        "You paused this clock{reason}.",
        "The organizer has paused this clock",
    ),
    PauseCause.CLOCK: PauseWords(
        "Stopped at the clock",
        "Somebody stopped the clock on the table. It goes on when it runs again.",
    ),
    PauseCause.TABLE: PauseWords(
        "Paused at the table", "Somebody at the table paused this clock{reason}."
    ),
    PauseCause.PROGRAM: PauseWords(
        "Paused by the program", "The program paused this clock{reason}."
    ),
    PauseCause.GAP: PauseWords(
        "The clock was away for {gap}",
        "Nobody kept the time for {gap}. Does it count as played?",
        "Time was lost on the computer",
    ),
}


_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def colour(side: Side) -> str:
    """The name of a side at the table itself."""
    return side.colour


def outcome(winner: Side | None, how: How, name: NameOf = colour) -> str:
    """ "Blue wins by scenario", "Tie"."""
    if winner is None:
        return "Tie: time was called" if how is How.TIME else "Tie"
    return f"{name(winner)} wins {_WIN_BY.get(how, '')}".rstrip()


def why(game: Game, name: NameOf = colour) -> str:
    """The table's decision and its reason in one sentence; empty while the game goes on.

    "Blue wins by assassination: Red's clock ran out in Blue's turn 4"
    """
    ending, decided = game.play.ending, verdict(game)
    if ending is None or decided is None:
        return ""
    if decided.needs is not None:
        return "The game is over: count the table to see who wins"
    killed = decided.how is How.CLOCK_OUT and game.terms.time.clock_out_kills
    scored_as = How.ASSASSINATION if killed else decided.how
    words = f"{outcome(decided.winner, scored_as, name)}{_ordinal(game, decided.how)}"
    reason = _reason(game, ending, decided.winner, decided.how, name)
    return f"{words}: {reason}" if reason else words


def _ordinal(game: Game, how: How) -> str:
    """Which of the packet's tiebreaks ``how`` is: " (3rd tiebreak)"."""
    ways = [BY_TIEBREAK[tiebreak] for tiebreak in game.terms.victory.unfinished]
    return f" ({_ORDINALS[ways.index(how)]} tiebreak)" if how in ways else ""


def step_words(game: Game, step: int, name: NameOf = colour) -> str:
    """ "Red's turn 4", "Blue's advance deployment"."""
    owner = turns.owner(game.play.first, step)
    return f"{name(owner)}'s {turns.step_name(step).lower()}"


def result_words(result: Result, name: NameOf = colour) -> str:
    """A reported result with its numbers: "Blue wins by scenario, CP 2–7, AP 31–40"."""
    words = outcome(result.winner, result.how, name)
    return f"{words}, CP {result.cp.red}–{result.cp.blue}, AP {result.apd.red}–{result.apd.blue}"


def _reason(game: Game, ending: Ending, winner: Side | None, how: How, name: NameOf) -> str:
    if ending.ruled:
        return f"the organizer ruled ({ending.reason})"
    points, where = game.points, step_words(game, ending.step, name)
    loser = name(winner.other) if winner else ""
    match how:
        case How.CLOCK_OUT:
            dispute = "; the players did not agree on the scenario" if ending.disagreed else ""
            return f"{loser}'s clock ran out in {where}{dispute}"
        case How.ASSASSINATION:
            return f"{loser}'s last caster fell in {where}"
        case How.BATTLEGROUP:
            return f"{loser}'s last warjack or warbeast fell in {where}"
        case How.NO_MODELS:
            return f"{loser} lost the last model in {where}"
        case How.SCENARIO if winner is not None:
            score = f"{points.of(winner)} control points to {points.of(winner.other)}"
            return f"{score} after {where}"
        case How.CONCESSION:
            return f"{loser} conceded in {where}"
        case _ if how in BY_TIEBREAK.values():
            return _compared(game, how)
        case _:
            return ""


def _compared(game: Game, how: How) -> str:
    tally = game.play.tally
    on_table = tally.presence if tally else None
    values = {
        How.CASTERS: tally.casters if tally else None,
        How.CONTROL_POINTS: game.points,
        How.ARMY_POINTS_DESTROYED: tally.apd if tally else None,
    }.get(how, on_table)
    return f"{max(*values)} to {min(*values)}" if values else ""


def standing_result(game: Game, name: NameOf = colour) -> str:
    """The result that counts, with its numbers; the table's own reason where it has one."""
    result = final_result(game)
    if result is None:
        return ""
    if game.reported is None:
        return why(game, name)
    return result_words(result, name)
