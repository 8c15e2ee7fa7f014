"""The blind vote of a simulated event. It is opened during a round, and closed once most players
have cast their ballots.
"""

from collections.abc import Sequence

from app.engine.acts.awards import CastBallot, CloseVote, OpenVote
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import MINUTE, SECOND

VOTERS_PERCENT = 80
FAVOURITE_PERCENT = 60
OPEN_MINUTES = 45
"""The minutes for which the vote waits for late voters."""


def vote(award: str, players: Sequence[int], seed: int) -> Script:
    """Hold a vote in which one army gets more votes than any other."""
    dice = SimulationDice(f"vote|{seed}")
    favourite = dice.pick(players)
    yield Ask(dice.between(60, 300) * SECOND, OpenVote(award))
    for voter in players:
        if not dice.chance(VOTERS_PERCENT):
            continue
        choice = favourite if dice.chance(FAVOURITE_PERCENT) else dice.pick(players)
        if choice != voter:
            yield Ask(dice.between(20, 120) * SECOND, CastBallot(award, voter, choice))
    yield Ask(OPEN_MINUTES * MINUTE, CloseVote(award), insist=True)
