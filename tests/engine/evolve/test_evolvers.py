"""Each event has its row and changes no more than it should."""

from random import Random

import pytest

from app.engine.acts.draw import PairingsChanged
from app.engine.acts.events import Event, Record
from app.engine.acts.players import Entry, PlayersAdded
from app.engine.acts.rounds import RoundDrawn, Seating
from app.engine.evolve import evolve, pressed_games
from app.engine.evolve.running_fold import RunningFold
from app.engine.frozen import replace
from app.engine.side import Pair
from app.engine.state import State
from app.engine.subjects.every import RECORDS
from tests.engine.act_tables import acts_of
from tests.engine.evolve.test_running_fold import commands, random_event


def test_every_event_has_an_evolver_and_nothing_else_has():
    assert set(RECORDS) == acts_of(Event)


def numbers_after(state: State, event: Event) -> tuple[int, int]:
    """Of the next game and the next player."""
    after = evolve(state, Record(1, 1, 0, "desk", "EO", event))
    return after.next_game, after.next_player


@pytest.mark.parametrize("given", [(), (3,), (5, 3), (3, 5)])
def test_no_number_is_given_twice(given: tuple[int, ...]) -> None:
    following = max(given, default=0) + 1
    seatings = tuple(Seating(game, game, Pair(1, 2)) for game in given)
    added = PlayersAdded(tuple((number, Entry("Ana")) for number in given))
    drawn = RoundDrawn(1, 1, 1, seatings, None, (), (), 1)
    changed = PairingsChanged(1, (), seatings, None, (), (), (), "")
    for before in (1, 4, 9):
        state = replace(State(), next_game=before, next_player=before)
        most = max(following, before)
        assert numbers_after(state, added) == (before, most)
        assert numbers_after(state, drawn) == (most, before)
        assert numbers_after(state, changed) == (most, before)


def without_games_and_acts(state: State) -> State:
    return replace(state, games={}, done=(), undone=(), table_acts=State().table_acts)


@pytest.mark.parametrize("seed", range(4))
def test_marks_change_only_their_own_games(seed: int) -> None:
    desk, folded = random_event(Random(seed), 60), RunningFold()
    marks = 0
    for act in commands(desk.records):
        before, after = folded.state, folded.add(act)
        games = pressed_games(act)
        if games is None:
            continue
        marks += 1
        assert without_games_and_acts(after) == without_games_and_acts(before)
        assert {**before.games, **{game: after.games[game] for game in games}} == after.games
    assert 0 < marks < len(commands(desk.records))
