"""The house decision behind a result is told beside it."""

import pytest

from app.engine.acts.results import How
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.views.table.house_decision import ending_notes
from tests.engine.event import PACKETS


@pytest.mark.parametrize(
    ("key", "timing", "how", "told"),
    [
        ("sr2017", "", How.CONCESSION, "Half of the opponent's list as played"),
        ("sr2015", "", How.CONCESSION, ""),
        ("sr2015", "", How.GAME_LOSS, "scores like a concession"),
        ("sr2017", "", How.DISQUALIFICATION, "scores like a concession. House decision: Half of"),
        ("sr2012", "", How.NO_SHOW, "scores as for a bye"),
        ("sr2017", "", How.CLOCK_OUT, "assassination win in Assassin Scoring too"),
        ("sr2014", "death-clock", How.CLOCK_OUT, "assassination win in Assassin Scoring too"),
        ("sr2012", "death-clock", How.CLOCK_OUT, ""),
        ("sr2014", "death-clock", How.TIME, "exactly five minutes left"),
        ("sr2014", "", How.TIME, ""),
        ("sr2017", "", How.ASSASSINATION, ""),
    ],
)
def test_an_ending_tells_the_house_decision_it_is_scored_by(
    key: str, timing: str, how: How, told: str
) -> None:
    packet = PACKETS[key]
    rules = terms_for(packet, Settings("Open", key, 50, 1, timing=timing), 1)
    words = ending_notes(packet, rules, how)
    assert told in words
    assert bool(words) is bool(told)
