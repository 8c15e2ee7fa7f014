"""The winner of a game and the reason, from its ending and the numbers that are counted
afterwards.
"""

from typing import assert_never

from msgspec import Struct

from app.engine.acts.results import How, Result
from app.engine.frozen import memoized_latest
from app.engine.packet.packet import Tiebreak, Victory
from app.engine.side import Pair, Side
from app.engine.table import scoring
from app.engine.table.game import GIVEN_UP, Ending, Game

BY_TIEBREAK = {
    Tiebreak.CASTERS: How.CASTERS,
    Tiebreak.CONTROL_POINTS: How.CONTROL_POINTS,
    Tiebreak.AREA: How.AREA,
    Tiebreak.ARMY_LEFT: How.ARMY_LEFT,
    Tiebreak.ARMY_POINTS_DESTROYED: How.ARMY_POINTS_DESTROYED,
    Tiebreak.PRESENCE: How.PRESENCE,
}


class Verdict(Struct, frozen=True):
    """The winner of a game, and how it was won."""

    winner: Side | None
    how: How
    needs: Tiebreak | None = None
    """The comparison for which the table has to be counted next; None if nothing has to be
    counted.
    """


def verdict(game: Game) -> Verdict | None:
    """Return the table's decision; None while the game goes on."""
    ending = game.play.ending
    if ending is None:
        return None
    if ending.scores_on and ending.winner is not None:
        return Verdict(ending.winner, _after_clock_out(game, ending, ending.winner))
    if ending.how is not None:
        return Verdict(ending.winner, ending.how)
    leader = _leader_at_length(game, ending)
    return Verdict(leader, How.SCENARIO) if leader else _by_tiebreaks(game, ending)


def _leader_at_length(game: Game, ending: Ending) -> Side | None:
    """Return the side that wins by scenario by the scoring of the last turn, which is entered after
    the game has ended; None if neither does.
    """
    terms, play = game.terms, game.play
    if not (ending.length and terms.victory.on_opponents_turn):
        return None
    leader = scoring.leader(terms, play.first, play.scores, ending.step + 1)
    return leader[0] if leader else None


def list_tiebreaks(victory: Victory, *, length: bool) -> tuple[Tiebreak, ...]:
    """Return the comparisons, in order, for a game that stopped without a winner. ``length`` is
    true if it was played to its full length.
    """
    return victory.at_length if length else victory.unfinished


def missing(game: Game) -> Tiebreak | None:
    """Return the comparison for which the players still have to count before the result can be
    confirmed; None if nothing is missing.
    """
    decided = verdict(game)
    if decided is None or decided.how is How.TIME:
        return None
    if not game.armies:
        return _missing_points(game)
    if game.play.tally is None:
        return Tiebreak.ARMY_POINTS_DESTROYED
    return decided.needs


def _missing_points(game: Game) -> Tiebreak | None:
    """Return the comparison of control points if they are entered after the game and have not been
    entered yet; None otherwise.
    """
    ending = game.play.ending
    entered = ending is None or ending.step in game.play.scores
    late = game.terms.victory.points_at_end and not entered
    return Tiebreak.CONTROL_POINTS if late else None


def table_result(game: Game) -> Result | None:
    """Return the result of a table whose counting is complete, confirmed or not; None before
    that.
    """
    decided = verdict(game)
    if decided is None or missing(game) is not None:
        return None
    tally = game.play.tally
    apd = tally.apd if tally else Pair(0, 0)
    return _make_result(game, decided, apd)


@memoized_latest
def final_result(game: Game) -> Result | None:
    """Return the result that counts: the organizer's report, a ruling, or the result that both
    players confirmed; None without a result.
    """
    if game.reported is not None:
        return game.reported
    ending = game.play.ending
    time_called = ending is not None and ending.how is How.TIME
    return table_result(game) if time_called or game.play.confirmed else None


def decided_otherwise(game: Game, winner: Side | None) -> bool:
    """Tell whether the game ended at the table with another winner than ``winner``."""
    decided = verdict(game)
    return decided is not None and decided.needs is None and decided.winner is not winner


def scenario_in_doubt(game: Game) -> bool:
    """Tell whether the scoring was changed after a scenario win, so that it no longer gives the
    win.
    """
    ending = game.play.ending
    if ending is None or ending.how is not How.SCENARIO or ending.ruled:
        return False
    leader = scoring.leader(game.terms, game.play.first, game.play.scores, ending.step + 1)
    return leader is None or leader[0] is not ending.winner


def no_show(game: Game, winner: Side) -> Result:
    """Return the result of a no-show: the player who came is scored as for a bye. No packet says
    how, so this is our decision.
    """
    cp = Pair(0, 0).put(winner, game.terms.bye_cp)
    apd = Pair(0, 0).put(winner, game.terms.bye_apd)
    return Result(winner, How.NO_SHOW, cp, apd)


def score_concession(
    game: Game, winner: Side, cp: Pair[int], apd: Pair[int], army_points: int = 0
) -> tuple[Pair[int], Pair[int]]:
    """Return CP and APD after a concession: the packet's award, or the winner's own points if they
    are more and the packet counts them. The loser gets nothing.

    In a packet without an award of army points, the table is counted, as after an assassination.
    ``army_points`` is the worth of the loser's list (SR2017, concession); if it is 0, the army size
    counts.
    """
    terms = game.terms
    given_cp, given_apd = terms.concession_cp, terms.concession_apd
    if terms.concession.of_list and army_points:
        given_apd = terms.concession.apd(army_points)
    if terms.concession.or_more:
        given_cp = max(given_cp, cp.of(winner))
    if terms.concession.or_more or not terms.concession.apd_percent:
        given_apd = max(given_apd, apd.of(winner))
    return Pair(0, 0).put(winner, given_cp), Pair(0, 0).put(winner, given_apd)


def _make_result(game: Game, decided: Verdict, apd: Pair[int]) -> Result:
    cp = cap_points(game)
    if decided.how in GIVEN_UP and decided.winner is not None:
        ending = game.play.ending
        points = ending.army_points if ending else 0
        cp, apd = score_concession(game, decided.winner, cp, apd, points)
    return Result(decided.winner, decided.how, cp, apd)


def cap_points(game: Game) -> Pair[int]:
    """Return the control points for the record. In some packets, they are no more than a win
    needs.
    """
    most = scoring.winning(game.terms).points
    return (
        Pair(*(min(points, most) for points in game.points))
        if game.terms.victory.capped
        else game.points
    )


def _after_clock_out(game: Game, ending: Ending, winner: Side) -> How:
    """Return how ``winner`` won after the opponent ran out of time. If that was in the opponent's
    turn, any lead is a scenario win; in the winner's own turn, the packet's win is needed (SR2026,
    tournament timing).
    """
    mine, other = game.points.of(winner), game.points.of(winner.other)
    in_own_turn = game.play.owner_of(ending.step) is winner
    wins = scoring.winning(game.terms).reached(mine, other) and game.terms.scenario.wins
    ahead = wins if in_own_turn else mine > other
    return How.SCENARIO if ahead else How.CLOCK_OUT


def _by_tiebreaks(game: Game, ending: Ending) -> Verdict:
    """Return the verdict of the packet's comparisons, in order. The first difference decides;
    without any it is a tie.
    """
    victory = game.terms.victory
    needs = _missing_points(game)
    if needs is not None:
        return Verdict(None, How.TIE, needs)
    for tiebreak in list_tiebreaks(victory, length=ending.length):
        values = _values(game, ending, tiebreak)
        if values is None:
            return Verdict(None, How.TIE, tiebreak)
        if abs(values.red - values.blue) >= _least_lead(game):
            winner = Side.RED if values.red > values.blue else Side.BLUE
            leading = ending.length and tiebreak is Tiebreak.CONTROL_POINTS
            by_scenario = leading and victory.leading_is_scenario and victory.armies
            return Verdict(winner, How.SCENARIO if by_scenario else BY_TIEBREAK[tiebreak])
    return Verdict(None, How.TIE)


def _least_lead(game: Game) -> int:
    """Return the difference that decides a comparison: 1, or in a packet that wins by a lead, that
    lead.
    """
    return 1 if game.armies else max(game.terms.victory.win.lead, 1)


def _values(game: Game, ending: Ending, tiebreak: Tiebreak) -> Pair[int] | None:
    """Return each side's number in a comparison; more is better. Return None if it was not counted.

    Losing fewer army points is the same as destroying more.
    """
    tally = game.play.tally
    match tiebreak:
        case Tiebreak.CASTERS:
            one_each = Pair(1, 1)
            return one_each if ending.casters_gone or tally is None else tally.casters or one_each
        case Tiebreak.CONTROL_POINTS:
            return game.points
        case Tiebreak.ARMY_POINTS_DESTROYED:
            return tally.apd if tally else None
        case Tiebreak.AREA | Tiebreak.ARMY_LEFT | Tiebreak.PRESENCE:
            return tally.presence if tally else None
        case _:
            assert_never(tiebreak)
