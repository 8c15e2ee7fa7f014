"""Rows of the history about match-ups: they never name a choice."""

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.players import Entry
from app.engine.acts.rounds import Seating
from app.engine.acts.teams.match_up import ChosenInMatchUp, MatchUpTyped, TakenBackInMatchUp
from app.engine.side import Pair, Side
from app.engine.state import Player, State
from app.views.history.rows import describe
from app.views.history.words import act_words

STATE = State(players={n: Player(n, Entry(name)) for n, name in enumerate(("Ann", "Bo"), start=1)})
GAME = Seating(1, 5, Pair(1, 2))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ChosenInMatchUp(1, 5, Side.RED, 0, (2,), 1), "Match-up at table 5: Ann chose"),
        (ChosenInMatchUp(1, 5, Side.RED, 0, (2,), 0), "Match-up at table 5: the desk chose"),
        (
            ChosenInMatchUp(1, 5, Side.RED, 0, (2,), 1, (GAME,)),
            "Match-up at table 5: Ann chose. Ann against Bo",
        ),
        (MatchUpTyped(1, 5, (GAME,)), "Match-up at table 5, by the desk: Ann against Bo"),
        (TakenBackInMatchUp(1, 5, ()), "Match-up at table 5: latest choice taken back"),
    ],
)
def test_the_history_describes_each_match_up_act(event: Event, words: str) -> None:
    assert describe(Record(5, 5, 1, "desk", "EO", event), STATE) == words
    assert act_words(STATE, event) == "match-up at table 5"
