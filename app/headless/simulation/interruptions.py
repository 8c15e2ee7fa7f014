"""Interruptions of a simulated turn: the opponent's dice, the organizer, a call for the judge, a
concession.
"""

from collections.abc import Callable

from app.engine.acts.players import DisqualifyPlayer, WarnPlayer
from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    DismissJudge,
    HandBack,
    Interrupt,
    MakeClaim,
    PauseClock,
    Question,
    ReopenGame,
    ResumeClock,
    Rule,
    Tap,
)
from app.engine.table.verdict import final_result
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import ENDED_BY, MINUTE, Table

PAUSES = ("Rules question", "Measuring dispute", "A player is unwell", "The lights went out")
WARNINGS = ("Slow play", "Sloppy measuring", "Touched the opponent’s models")


def interruption(table: Table) -> Script:
    """Interrupt the turn at most once; most turns are not interrupted."""
    roll = table.dice.below(1000)
    for share, happens in INTERRUPTIONS:
        if roll < share:
            yield from happens(table)
            return
        roll -= share


def _interrupt(table: Table) -> Script:
    """Let the opponent roll or decide on their own time, then hand the clock back."""
    dice, number, owner = table.dice, table.number, table.game.play.owner
    yield table.by(owner, table.soon(1, 5), Interrupt(number))
    if not table.game.play.interrupted:
        return
    back = Tap(number, owner.other) if dice.chance(50) else HandBack(number)
    yield table.by(owner.other, table.soon(4, 90), back)


def _pause(table: Table) -> Script:
    dice, number = table.dice, table.number
    yield Ask(table.soon(1, 30), PauseClock(number, dice.pick(PAUSES)))
    if table.game.play.pause is None:
        return
    if dice.chance(40):
        side = table.game.play.owner
        given = AdjustClock(number, side, MINUTE, "Given back after a ruling")
        yield Ask(table.soon(10, 60), given)
    yield Ask(dice.between(1, 6) * MINUTE, ResumeClock(number))


def _adjust(table: Table) -> Script:
    dice, side = table.dice, table.game.play.owner
    delta_ms = dice.pick((-120_000, -30_000, 30_000, 90_000))
    reason = "The clock ran for the wrong player"
    yield Ask(table.soon(1, 30), AdjustClock(table.number, side, delta_ms, reason))


def _judge(table: Table) -> Script:
    dice, owner = table.dice, table.game.play.owner
    caller = owner if dice.chance(50) else owner.other
    yield table.by(caller, table.soon(1, 20), CallJudge(table.number, caller))
    if dice.chance(25):
        warned = table.game.players.of(caller.other)
        yield Ask(table.soon(60, 200), WarnPlayer(warned, dice.pick(WARNINGS)))
    yield Ask(table.soon(10, 120), DismissJudge(table.number))


def _false_claim(table: Table) -> Script:
    """Make a claim that would end the game, although it is not true. The opponent disagrees, and
    the judge comes.
    """
    number, owner = table.number, table.game.play.owner
    claim = MakeClaim(number, owner, table.last_blow, owner.other)
    yield table.by(owner, table.soon(1, 20), claim)
    no = Answer(number, owner.other, Question.CLAIM, False)
    yield table.by(owner.other, table.soon(3, 40), no)
    yield Ask(table.soon(60, 240), DismissJudge(number))


def _concede(table: Table) -> Script:
    number, owner = table.number, table.game.play.owner
    yield table.by(owner, table.soon(1, 60), MakeClaim(number, owner, Claim.CONCESSION, owner))
    yes = Answer(number, owner.other, Question.CLAIM, True)
    yield table.by(owner.other, table.soon(3, 40), yes)


def _ruling(table: Table) -> Script:
    """Let the organizer end a game, and sometimes reopen it because it should not have ended."""
    dice, number, owner = table.dice, table.number, table.game.play.owner
    slain = ENDED_BY[table.last_blow]
    how = dice.pick((slain, How.SCENARIO, How.DISQUALIFICATION, How.GAME_LOSS))
    yield Ask(table.soon(60, 240), Rule(number, owner, how, "Seen by the judge"))
    if dice.chance(40) and final_result(table.game) is None:
        yield Ask(table.soon(20, 90), ReopenGame(number, "The attack had been out of range"))
        yield Ask(table.soon(20, 90), ResumeClock(number))


def _time_called(table: Table) -> Script:
    yield Ask(MINUTE, Rule(table.number, None, How.TIME, "The hall closes"), insist=True)


def _disqualify(table: Table) -> Script:
    out = table.game.players.of(table.game.play.owner)
    yield Ask(MINUTE, DisqualifyPlayer(out, "Loaded dice"), insist=True)


INTERRUPTIONS: tuple[tuple[int, Callable[[Table], Script]], ...] = (
    (220, _interrupt),
    (25, _pause),
    (10, _adjust),
    (30, _judge),
    (12, _false_claim),
    (12, _concede),
    (6, _ruling),
    (1, _time_called),
    (1, _disqualify),
)
"""The interruptions, each with the number of turns in a thousand that have it."""
