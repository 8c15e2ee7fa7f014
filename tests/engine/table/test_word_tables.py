"""The tables of what a table says of claims and pauses."""

from app.engine.acts.table import Claim, PauseCause
from app.engine.side import Pair, Side
from app.engine.table import deathclock
from app.engine.table.claims import CLAIMS, claim_question
from app.engine.table.game import OpenClaim
from app.engine.table.sentences import PAUSES


def test_every_claim_has_its_wording():
    assert set(CLAIMS) == set(Claim)


def test_every_cause_of_a_pause_has_its_wording():
    assert set(PAUSES) == set(PauseCause)


def test_the_opponent_of_a_claim_is_told_who_claims_what():
    clock = deathclock.start(Pair(60_000, 60_000), Side.RED, 0)
    claim = OpenClaim(Side.RED, Claim.CASTER, Side.BLUE, 1_000, clock)

    assert claim_question(claim) == "Red says: Blue’s last caster is destroyed."
