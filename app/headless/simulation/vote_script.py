"""The blind vote of a simulated event: it is opened while a round is played, and most players have
cast their ballot when the round is over.
"""

from collections.abc import Sequence

from app.engine.acts.awards import CastBallot, OpenVote
from app.headless.simulation.dice import Dice
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import SECOND

VOTERS_PERCENT = 80
FAVOURITES_PERCENT = 60
FAVOURITES = 4


def vote(award: str, players: Sequence[int], seed: int) -> Script:
    """A few armies have most of the votes."""
    dice = Dice(f"vote|{seed}")
    favourites = [dice.pick(players) for _ in range(FAVOURITES)]
    yield Ask(dice.between(60, 300) * SECOND, OpenVote(award))
    for voter in players:
        if not dice.chance(VOTERS_PERCENT):
            continue
        choice = dice.pick(favourites if dice.chance(FAVOURITES_PERCENT) else players)
        if choice != voter:
            yield Ask(dice.between(20, 120) * SECOND, CastBallot(award, voter, choice))
