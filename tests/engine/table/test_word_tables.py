"""The tables of what a table says of claims and pauses."""

from app.engine.acts.table import Claim, PauseCause
from app.engine.table.claims import CLAIMS
from app.engine.table.sentences import PAUSES


def test_every_claim_has_its_row():
    assert set(CLAIMS) == set(Claim)


def test_every_pause_has_its_words():
    assert set(PAUSES) == set(PauseCause)
