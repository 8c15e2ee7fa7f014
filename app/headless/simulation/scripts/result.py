"""The result of a simulated game: counted, confirmed, disputed, or entered at the desk."""

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import Answer, DismissJudge, EnterTally, Question, WithdrawResult
from app.engine.acts.undo import Undo
from app.engine.packet.packet import Tiebreak
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result, missing, score_concession, table_result, verdict
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import ENDED_BY, Table

PATIENCE = 8
"""The number of attempts to agree, after which the organizer enters the result."""


def finish(table: Table) -> Script:
    """Play from the end of the game to a result that counts."""
    dice = table.dice
    at_the_desk = table.game.play.ending is None or dice.chance(8)
    for _ in range(PATIENCE):
        if at_the_desk or final_result(table.game) is not None:
            break
        if missing(table.game) is not None:
            yield from _count(table)
        else:
            yield from _confirm(table)
    if final_result(table.game) is None:
        yield from _report(table)
    elif dice.chance(3) and table.game.play.confirmed and table.game.reported is None:
        yield Ask(table.soon(30, 200), WithdrawResult(table.number, "Counted wrong"))
        yield from _confirm(table)
        if final_result(table.game) is None:
            yield from _report(table)


def _count(table: Table) -> Script:
    dice, side = table.dice, table.dice.pick(tuple(Side))
    decided = verdict(table.game)
    need = missing(table.game)
    apd = _army_points(table, decided.winner if decided else None)
    casters = presence = None
    if need is Tiebreak.CASTERS or dice.chance(10):
        casters = Pair(dice.below(2), dice.below(2))
    if (need is not None and need.on_table) or dice.chance(10):
        presence = Pair(dice.between(0, 30), dice.between(0, 30))
    tally = EnterTally(table.number, side, apd, casters, presence)
    yield table.by(side, table.soon(20, 180), tally)


def _army_points(table: Table, winner: Side | None) -> Pair[int]:
    """Return the army points that each side destroyed; usually the winner destroyed more."""
    dice = table.dice
    size = max(table.game.terms.concession_apd * 2, 10)
    more, less = dice.between(size // 5, size), dice.between(0, size * 3 // 4)
    return Pair(less, more) if winner is Side.BLUE else Pair(more, less)


def _confirm(table: Table) -> Script:
    """Let both players confirm the result. If one refuses, the judge comes and they count again."""
    dice, number = table.dice, table.number
    for side in Side:
        agrees = dice.chance(97)
        yield table.by(side, table.soon(3, 60), Answer(number, side, Question.RESULT, agrees))
        if not agrees:
            yield Ask(table.soon(60, 300), DismissJudge(number))
            apd = _army_points(table, side)
            yield Ask(table.soon(10, 60), EnterTally(number, None, apd))
            return


def _report(table: Table) -> Script:
    """Report the result from a slip at the results desk. Sometimes it is wrong, taken back and
    corrected.
    """
    dice, number = table.dice, table.number
    result = table_result(table.game) or _invented_result(table)
    if dice.chance(25) and result.winner is not None:
        swapped = Result(result.winner.other, How.UNRECORDED, result.cp, result.apd)
        yield Ask(table.soon(60, 400), ReportResult(number, swapped), insist=True)
        if _latest_act_is(table, swapped) and dice.chance(80):
            yield Ask(0, Undo())
    yield Ask(table.soon(60, 400), ReportResult(number, result), insist=True)


def _latest_act_is(table: Table, result: Result) -> bool:
    """Tell whether undo would take back this report and nothing else."""
    done = table.state().done
    return bool(done) and done[-1].event == ReportResult(table.number, result)


def _invented_result(table: Table) -> Result:
    dice, game = table.dice, table.game
    winner = dice.pick(tuple(Side))
    slain = ENDED_BY[table.last_blow]
    how = dice.pick((How.SCENARIO, slain, How.CONCESSION, How.UNRECORDED))
    apd = _army_points(table, winner)
    cp = Pair(0, 0).put(winner, dice.between(3, 9)).put(winner.other, dice.below(4))
    if how is How.CONCESSION:
        cp, apd = score_concession(game, winner, cp, apd)
    return Result(winner, how, cp, apd)
