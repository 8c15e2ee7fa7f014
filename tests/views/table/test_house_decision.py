"""The house decision behind a result is told beside it."""

import pytest

from app.engine.acts.results import How
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.packet.timing import TimingKind
from app.views.table.house_decision import ending_notes
from tests.engine.event import PACKETS


@pytest.mark.parametrize(
    ("key", "timing", "how", "told"),
    [
        ("sr2017", "", How.CONCESSION, "Half of the opponent’s list as played"),
        ("sr2015", "", How.CONCESSION, ""),
        ("sr2015", "", How.GAME_LOSS, "scores like a concession"),
        ("sr2017", "", How.DISQUALIFICATION, "scores like a concession. Half of"),
        ("sr2012", "", How.NO_SHOW, "scores as for a bye"),
        ("sr2017", "", How.CLOCK_OUT, ""),
        ("sr2014", "death-clock", How.CLOCK_OUT, ""),
        ("sr2012", "death-clock", How.CLOCK_OUT, ""),
        ("sr2014", "death-clock", How.TIME, "exactly five minutes left"),
        ("sr2014", "", How.TIME, ""),
        ("sr2017", "", How.ASSASSINATION, ""),
    ],
)
def test_an_ending_names_the_house_decision_it_is_scored_by(
    key: str, timing: str, how: How, told: str
) -> None:
    packet = PACKETS[key]
    settings = Settings("Open", key, 50, 1, timing=timing)
    words = ending_notes(packet, settings, terms_for(packet, settings, 1), how)
    assert told in words
    assert bool(words) is bool(told)


@pytest.mark.parametrize("key", ["sr2014", "sr2015", "sr2017", "sr2017-rumble"])
@pytest.mark.parametrize("how", [How.CLOCK_OUT, How.ASSASSINATION, How.TIME])
def test_a_clock_out_says_how_assassin_scoring_counts_it_if_that_is_in_force(
    key: str, how: How
) -> None:
    packet = PACKETS[key]
    timing = next(made.key for made in packet.timings if made.kind is TimingKind.DEATHCLOCK)
    plain = Settings("Open", key, 25, 1, timing=timing)
    for settings in (plain, put_in_force(packet, plain, "assassin")):
        words = ending_notes(packet, settings, terms_for(packet, settings, 1), how)
        told = how is How.CLOCK_OUT and settings != plain
        assert ("counts as an assassination win too" in words) is told
