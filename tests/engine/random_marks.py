"""Marks at random, sensible or not, for tests of what must hold after any of them."""

from collections.abc import Callable
from itertools import accumulate
from random import Random

from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    ChangeLosses,
    Claim,
    Claimed,
    ClockPaused,
    ClockStarted,
    CountLosses,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Holding,
    Interrupt,
    Mark,
    PauseCause,
    Question,
    ReopenGame,
    ResumeClock,
    Ruled,
    ScoreTurn,
    TakeBackTurn,
    TurnEnded,
    WithdrawResult,
)
from app.engine.armies.army import Loss
from app.engine.armies.losses import LossChange
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from tests.engine.event import settings, under_way

TERMS = {one: under_way(2, settings(0, clock_out=one)).game().terms for one in ClockOut}
KEYS = ("zone-1", "zone-2", "zone-3", "flag-1", "flag-2", "nowhere")


def _side(dice: Random) -> Side:
    return dice.choice((Side.RED, Side.BLUE))


def _loss_change(dice: Random) -> LossChange:
    before, after = (Loss(dice.randint(0, 2), out=dice.random() < 0.5) for _ in range(2))
    return LossChange(dice.randint(0, 3), before, after)


def random_score(dice: Random, at_ms: int) -> ScoreTurn:
    held = [Holding(key, dice.choice((Side.RED, Side.BLUE))) for key in KEYS if dice.random() < 0.4]
    by = dice.choice((Side.RED, Side.BLUE, None))
    return ScoreTurn(1, by, dice.randint(3, 19), tuple(held), dice.random() < 0.2, at_ms=at_ms)


GAPS_MS = (1, 40, 1_000, 20_000, 90_000)

KINDS: tuple[tuple[Callable[[Random, int], Mark], int], ...] = (
    (lambda d, t: TurnEnded(1, t, _side(d)), 12),
    (lambda d, t: ClockStarted(1, t, _side(d)), 2),
    (lambda d, t: Interrupt(1, at_ms=t), 3),
    (lambda d, t: HandBack(1, at_ms=t), 3),
    (lambda d, t: ClockPaused(1, t, d.choice((PauseCause.EO, PauseCause.GAP)), "", 500), 2),
    (lambda d, t: ResumeClock(1, at_ms=t), 3),
    (lambda d, t: AdjustClock(1, _side(d), d.randint(-200_000, 200_000), "", at_ms=t), 2),
    (lambda d, t: FlagFell(1, t, _side(d)), 3),
    (random_score, 4),
    (lambda d, t: Claimed(1, t, _side(d), d.choice(list(Claim)), _side(d)), 1),
    (lambda d, t: Answer(1, _side(d), d.choice(list(Question)), d.random() < 0.6, at_ms=t), 6),
    (lambda d, t: CallJudge(1, _side(d), at_ms=t), 1),
    (lambda d, t: DismissJudge(1, at_ms=t), 1),
    (
        lambda d, t: EnterTally(
            1, _side(d), Pair(1, 2), None, d.choice((None, Pair(3, 3))), at_ms=t
        ),
        1,
    ),
    (lambda d, t: CountLosses(1, None, _side(d), (Loss(d.randint(0, 3)),), at_ms=t), 1),
    (lambda d, t: ChangeLosses(1, None, _side(d), (_loss_change(d),), at_ms=t), 1),
    (lambda d, t: Ruled(1, t, _side(d), How.ASSASSINATION, ""), 1),
    (lambda d, t: ReopenGame(1, "", at_ms=t), 3),
    (lambda d, t: WithdrawResult(1, "", at_ms=t), 1),
    (lambda d, t: TakeBackTurn(1, t - d.choice(GAPS_MS), at_ms=t), 3),
)
MAKE = [make for make, _ in KINDS]
OFTEN = list(accumulate(often for _, often in KINDS))


def random_mark(dice: Random, at_ms: int) -> Mark:
    """One mark of any kind; those that move a game on come up more often."""
    return dice.choices(MAKE, cum_weights=OFTEN)[0](dice, at_ms)


def random_marks(dice: Random, count: int) -> list[Mark]:
    """In order of time, no two at the same instant."""
    at_ms, marks = 0, []
    for _ in range(count):
        at_ms += dice.choice(GAPS_MS)
        marks.append(random_mark(dice, at_ms))
    return marks
