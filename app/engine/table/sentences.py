"""Sentences about a game and its result, in the players' words."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from app.engine import wording
from app.engine.acts.results import How, Result
from app.engine.acts.table import PauseCause
from app.engine.language import Text, TextTable, say, template, within
from app.engine.remarks import reason_words
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Ending, Game
from app.engine.table.verdict import BY_TIEBREAK, final_result, verdict

NameOf = Callable[[Side], str]

HOW_WORDS = TextTable(
    {
        How.SCENARIO: say("Scenario"),
        How.ASSASSINATION: say("Assassination"),
        How.CLOCK_OUT: say("Clock-out"),
        How.BATTLEGROUP: wording.HOW_BATTLEGROUP_DESTROYED,
        How.NO_MODELS: wording.HOW_NO_MODELS_LEFT,
        How.CASTERS: template("Casters remaining"),
        How.CONTROL_POINTS: wording.HOW_CONTROL_POINTS,
        How.AREA: say("Points in the area"),
        How.ARMY_LEFT: wording.HOW_ARMY_POINTS_LEFT,
        How.ARMY_POINTS_DESTROYED: wording.HOW_ARMY_POINTS_DESTROYED,
        How.PRESENCE: say("Scenario presence"),
        How.CONCESSION: say("Concession"),
        How.DISQUALIFICATION: say("Disqualification"),
        How.GAME_LOSS: wording.HOW_GAME_LOSS,
        How.NO_SHOW: say("No-show"),
        How.AGREEMENT: wording.HOW_AGREEMENT,
        How.TIME: say("Time called"),
        How.TIE: say("Tie"),
        How.UNRECORDED: say("Not recorded"),
    }
)

_WIN_BY = TextTable(
    {
        How.SCENARIO: wording.WON_BY_SCENARIO,
        How.ASSASSINATION: wording.WON_BY_ASSASSINATION,
        How.CLOCK_OUT: wording.WON_BY_CLOCK_OUT,
        How.BATTLEGROUP: wording.WON_BY_BATTLEGROUP,
        How.NO_MODELS: wording.WON_WITH_NO_ENEMY_MODELS,
        How.CASTERS: wording.WON_BY_CASTERS,
        How.CONTROL_POINTS: wording.WON_BY_CONTROL_POINTS,
        How.AREA: wording.WON_BY_AREA,
        How.ARMY_LEFT: wording.WON_BY_ARMY_LEFT,
        How.ARMY_POINTS_DESTROYED: wording.WON_BY_ARMY_POINTS_DESTROYED,
        How.PRESENCE: wording.WON_BY_PRESENCE,
        How.CONCESSION: wording.WON_BY_CONCESSION,
        How.DISQUALIFICATION: wording.WON_BY_DISQUALIFICATION,
        How.GAME_LOSS: wording.WON_BY_GAME_LOSS,
        How.NO_SHOW: wording.WON_WITHOUT_A_GAME,
        How.AGREEMENT: wording.WON_BY_AGREEMENT,
        How.UNRECORDED: "",
    }
)


class PauseWords(Struct, frozen=True):
    """The words of a pause. ``{gap}`` stands for the length of a gap in time, and ``{reason}`` for
    a colon and the reason, if there is one.
    """

    shown: Text
    """The words on the clock."""
    organizer: Text
    """The words for the organizer: who paused the clock and what comes next."""
    refusal: Text = wording.CLOCK_WAITS
    """The reason why a press does not count."""


PAUSES = {
    PauseCause.EO: PauseWords(
        wording.PAUSED_BY_ORGANIZER,
        say("You paused this clock{reason}."),
        wording.ORGANIZER_HAS_PAUSED,
    ),
    PauseCause.CLOCK: PauseWords(
        wording.STOPPED_AT_CLOCK,
        say("Somebody stopped the clock on the table. The game goes on when the clock runs again."),
    ),
    PauseCause.TABLE: PauseWords(
        wording.PAUSED_AT_TABLE, say("Somebody at the table paused this clock{reason}.")
    ),
    PauseCause.PROGRAM: PauseWords(
        wording.PAUSED_BY_PROGRAM, say("The program paused this clock{reason}.")
    ),
    PauseCause.GAP: PauseWords(
        wording.CLOCK_WAS_AWAY,
        say("Nobody kept the time for {gap}. Does it count as played?"),
        wording.TIME_WAS_LOST,
    ),
}


GAP_BY_THE_CLOCK = say(
    "Nobody kept the time. By this computer’s clock it was {gap}, but that clock may have been set."
    " Ask the players. Then count that, ignore it, or adjust the times."
)
GAP_UNKNOWN = say(
    "Nobody kept the time, and this computer’s clock was set back: it is not known for how long."
    " Ask the players. Then adjust the times, or ignore the gap."
)


def gap_question(gap_ms: int, gap: str, *, known: bool) -> str:
    """Return the question to the organizer about a gap in time; ``gap`` is ``gap_ms`` in words."""
    if known:
        return PAUSES[PauseCause.GAP].organizer.format(gap=gap)
    return GAP_BY_THE_CLOCK.format(gap=gap) if gap_ms else GAP_UNKNOWN


def colour(side: Side) -> str:
    """Return the name of a side as it is used at the table."""
    return side.colour


def win_words(winner: Side | None, how: How, name: NameOf = colour) -> str:
    """Return the outcome in words: "Blue wins by scenario", "Tie"."""
    if winner is None:
        return wording.TIE_TIME_WAS_CALLED if how is How.TIME else say("Tie")
    return wording.WON.format(winner=name(winner), how=_WIN_BY.get(how, "")).rstrip()


def _way(winner: Side | None, how: How) -> str:
    """Return how a game was won, such as "by scenario"; empty for a plain tie."""
    if winner is None:
        return str(wording.TIME_WAS_CALLED) if how is How.TIME else ""
    return _WIN_BY.get(how, "")


def why(game: Game, name: NameOf = colour) -> str:
    """Return the table's decision and its reason in one sentence; empty while the game goes on.

    "Blue wins by assassination: Red's clock ran out in Blue's turn 4"
    """
    return _decision(game, partial(win_words, name=name), name)


def _decision(game: Game, said: Callable[[Side | None, How], str], name: NameOf) -> str:
    """Return the table's decision and its reason. ``said`` puts the winner and the way of winning
    into words.
    """
    ending, decided = game.play.ending, verdict(game)
    if ending is None or decided is None:
        return ""
    if decided.needs is not None:
        return (
            wording.OVER_COUNT_TO_SEE_WHO_WINS
            if game.armies
            else wording.OVER_ENTER_POINTS_TO_SEE_WHO_WINS
        )
    killed = decided.how is How.CLOCK_OUT and game.terms.time.clock_out_kills
    scored_as = How.ASSASSINATION if killed else decided.how
    words = f"{said(decided.winner, scored_as)}{_ordinal(game, decided.how)}".strip()
    reason = _reason(game, ending, decided.winner, decided.how, name)
    return ": ".join(filter(None, (words, reason)))


def _ordinal(game: Game, how: How) -> str:
    """Return which of the packet's tiebreaks ``how`` is, such as " (3rd tiebreak)"; empty if it is
    none.
    """
    ways = [BY_TIEBREAK[tiebreak] for tiebreak in game.terms.victory.unfinished]
    return (
        wording.WHICH_TIEBREAK.format(ordinal=wording.ORDINALS[ways.index(how)])
        if how in ways and game.armies
        else ""
    )


def step_words(game: Game, step: int, name: NameOf = colour) -> str:
    """Return a step in words: "Red's turn 4", "Blue's advance deployment"."""
    owner = turns.owner(game.play.first, step)
    return say("{name}’s {step}", name=name(owner), step=within(turns.step_name(step)))


def result_words(result: Result, name: NameOf = colour, *, armies: bool = True) -> str:
    """Return a reported result with its numbers: "Blue wins by scenario, CP 2–7, AP 31–40". Without
    ``armies`` it is "Blue wins by points, 2–7".
    """
    return _with_numbers(win_words(result.winner, result.how, name), result, armies=armies)


def _with_numbers(words: str, result: Result, *, armies: bool) -> str:
    if not armies:
        points = result.cp
        return wording.OUTCOME_WITH_POINTS.format(
            outcome=words, red_cp=points.red, blue_cp=points.blue
        )
    return wording.OUTCOME_WITH_NUMBERS.format(
        outcome=words,
        red_cp=result.cp.red,
        blue_cp=result.cp.blue,
        red_ap=result.apd.red,
        blue_ap=result.apd.blue,
    )


def _reason(game: Game, ending: Ending, winner: Side | None, how: How, name: NameOf) -> str:
    if ending.ruled:
        return wording.BECAUSE_RULED.format(reason=reason_words(ending.reason))
    points, where = game.points, step_words(game, ending.step, name)
    loser = name(winner.other) if winner else ""
    match how:
        case How.CLOCK_OUT:
            dispute = wording.BECAUSE_DISAGREED if ending.disagreed else ""
            return wording.BECAUSE_CLOCK_RAN_OUT.format(loser=loser, turn=where, dispute=dispute)
        case How.ASSASSINATION:
            return wording.BECAUSE_CASTER_FELL.format(loser=loser, turn=where)
        case How.BATTLEGROUP:
            return wording.BECAUSE_BATTLEGROUP_FELL.format(loser=loser, turn=where)
        case How.NO_MODELS:
            return wording.BECAUSE_NO_MODELS.format(loser=loser, turn=where)
        case How.SCENARIO if winner is not None and ending.scores_on:
            more, fewer = points.of(winner), points.of(winner.other)
            return wording.BECAUSE_SCORED_AFTER_CLOCK_OUT.format(
                loser=loser, points=more, fewer=fewer, turn=where
            )
        case How.SCENARIO if winner is not None:
            more, fewer = points.of(winner), points.of(winner.other)
            return wording.BECAUSE_SCENARIO.format(points=more, fewer=fewer, turn=where)
        case How.CONCESSION:
            return wording.BECAUSE_CONCEDED.format(loser=loser, turn=where)
        case _ if how in BY_TIEBREAK.values():
            return _compare_totals(game, how)
        case _:
            return ""


def _compare_totals(game: Game, how: How) -> str:
    tally = game.play.tally
    on_table = tally.presence if tally else None
    values = {
        How.CASTERS: tally.casters if tally else None,
        How.CONTROL_POINTS: game.points,
        How.ARMY_POINTS_DESTROYED: tally.apd if tally else None,
    }.get(how, on_table)
    return say("{most} to {least}", most=max(*values), least=min(*values)) if values else ""


def standing_result(game: Game, name: NameOf = colour) -> str:
    """Return the result that counts in words: with its numbers, or with the reason if the table
    decided the game.
    """
    result = final_result(game)
    if result is None:
        return ""
    if game.reported is None:
        return why(game, name)
    return result_words(result, name, armies=game.armies)


def result_without_winner(game: Game, name: NameOf = colour) -> str:
    """Return what decided the game, without naming the winner: "by assassination: Red's clock ran
    out in Blue's turn 4". A reported result has its numbers.
    """
    result = game.reported
    if result is None:
        return _decision(game, _way, name)
    words = _with_numbers(_way(result.winner, result.how), result, armies=game.armies)
    return words.removeprefix(", ")


def phoned_words(game: Game, name: NameOf = colour) -> str:
    """Return the players' reports by phone in words, as long as these do not count; empty without
    reports.
    """
    said = {side: result for side in Side if (result := game.phoned.of(side)) is not None}
    if not said or game.reported is not None:
        return ""
    reported = partial(result_words, name=name, armies=game.armies)
    words = "; ".join(
        say("{name} reported: {words}", name=name(side), words=reported(result))
        for side, result in said.items()
    )
    if game.contradicted:
        return say("The reports by phone differ. {words}", words=words)
    (side,) = said
    return say("{words}; {opponent} has to confirm it", words=words, opponent=name(side.other))
