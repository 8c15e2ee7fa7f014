"""What the history tells of prizes and votes."""

import pytest

from app.engine.acts.awards import (
    CastBallot,
    CloseVote,
    GiveAward,
    TieBroken,
    VoteOpened,
)
from app.engine.acts.events import Event, Record
from app.engine.evolve import evolve
from app.engine.standings.awards import (
    BEST_SPORT,
)
from app.engine.state import State
from app.views.history.rows import describe
from app.views.history.words import act_words
from tests.engine.event import registered

EVENTS: list[tuple[Event, str, str]] = [
    (
        TieBroken(1, (2, 1), "dice"),
        "Tie broken: Ben and Anna, in this order: dice",
        "order of tied players",
    ),
    (
        GiveAward(BEST_SPORT, 2),
        "Best Sport: Ben, by the organizer’s choice",
        "award of Best Sport",
    ),
    (GiveAward(BEST_SPORT, None), "Best Sport: taken back", "award of Best Sport"),
    (VoteOpened("Hat", 1, ()), "Hat: ballot 1 opened", "opening the vote on Hat"),
    (
        VoteOpened("Hat", 2, (1, 2)),
        "Hat: ballot 2 opened between Anna and Ben",
        "opening the vote on Hat",
    ),
    (CastBallot("Hat", 1, 2), "Hat: Anna voted", "ballot for Hat"),
    (CloseVote("Hat"), "Hat: vote closed", "closing the vote on Hat"),
]


@pytest.mark.parametrize(("event", "history", "menu"), EVENTS)
def test_the_history_describes_award_acts_without_revealing_ballots(
    event: Event, history: str, menu: str
) -> None:
    state = registered(2).state
    assert describe(Record(9, 9, 0, "", "EO", event), state) == history
    assert act_words(state, event) == menu


def test_ballots_in_a_vote_the_log_does_not_know_change_nothing() -> None:
    for event in (CastBallot("Hat", 1, 2), CloseVote("Hat")):
        assert evolve(State(), Record(1, 1, 0, "", "", event)).votes == {}
