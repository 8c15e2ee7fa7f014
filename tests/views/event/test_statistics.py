"""What an event's games come to."""

from collections import Counter
from fractions import Fraction

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, ChooseList, EnterArmy, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import StartClock, Tap
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.engine.table.verdict import final_result
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.views.event.statistics import Balance, TimeUsed, Upset, has_results, statistics
from tests.engine.event import MINUTE, SR2017, Desk, settings

FACTIONS = ("Cygnar", "Khador", "Cygnar", "")


def caster(name: str) -> ArmyList:
    return ArmyList((ArmyRow(name, Kind.CASTER, 0),))


def event() -> Desk:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    desk.do(AddPlayers(tuple(Entry(f"P{i}", faction=f) for i, f in enumerate(FACTIONS, start=1))))
    desk.do(CheckIn((1, 2, 3, 4)))
    return desk


def play(desk: Desk, pairs: tuple[tuple[int, int], ...], scenario: int) -> None:
    desk.do(EnterPairings(pairs, None, scenario), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())


def test_nothing_is_counted_before_a_game_has_a_result() -> None:
    made = statistics(State())
    assert (made.games, made.endings, made.factions, made.upsets) == (0, (), (), ())
    assert made.first == Balance("first", 0, 0)
    assert made.first.rate == 0
    assert made.time is None
    assert not has_results(State())


def test_factions_casters_scenarios_and_upsets_are_counted() -> None:
    desk = event()
    desk.do(EnterArmy(1, (caster("Haley"), caster("Nemo"))), insist=True)
    desk.do(EnterArmy(2, (caster("Butcher"),)), insist=True)
    play(desk, ((1, 2), (3, 4)), 1)
    desk.report(1, Side.RED)
    desk.report(2, None, How.TIE)
    desk.do(FinishRound())
    play(desk, ((2, 1), (4, 3)), 2)
    desk.do(ChooseList(2, 1, 2), insist=True)
    desk.report(1, Side.RED, How.CLOCK_OUT)
    desk.report(2, Side.RED, How.NO_SHOW)
    made = statistics(desk.state)
    assert made.games == 3
    assert has_results(desk.state)
    assert made.endings == (("Clock-out", 1), ("Scenario", 1), ("Tie", 1))
    assert made.clock_outs == 1
    assert made.factions == (Balance("Cygnar", 3, 1, 1), Balance("Khador", 2, 1))
    assert made.factions[0].rate == Fraction(1, 3)
    assert made.casters == (Balance("Butcher", 2, 1), Balance("Nemo", 1, 0))
    first, second = SR2017.scenarios[:2]
    assert made.scenarios == ((first.name, 2, 1), (second.name, 1, 0))
    assert made.upsets == (Upset(2, 2, 1, 0, 1),)
    desk.do(FinishRound())
    play(desk, ((1, 3), (2, 4)), 3)
    desk.report(1, None, How.TIE)
    desk.report(2, Side.RED)
    assert statistics(desk.state).upsets == made.upsets
    gone = replace(desk.state, players={}, packet=None)
    assert statistics(gone).factions == ()
    assert statistics(gone).scenarios == ()


def test_time_and_first_turn_statistics_use_only_games_played_on_a_clock() -> None:
    desk = event()
    play(desk, ((1, 2), (3, 4)), 1)
    desk.do(StartClock(desk.game(1).number, Side.BLUE), 0)
    desk.report(1, Side.BLUE)
    desk.report(2, Side.RED)
    made = statistics(desk.state)
    assert made.first == Balance("first", 1, 1)
    assert (made.time, made.first_time, made.second_time, made.faction_times) == (None,) * 3 + ((),)


def test_a_game_reported_at_the_desk_uses_the_time_of_its_clock() -> None:
    desk = event()
    play(desk, ((1, 2), (3, 4)), 1)
    game = desk.game(1).number
    desk.do(StartClock(game, Side.BLUE), 0)
    desk.now_ms = 5 * MINUTE
    desk.do(Tap(game, Side.BLUE))
    desk.now_ms = 7 * MINUTE
    desk.do(Tap(game, Side.RED))
    desk.now_ms = 90 * MINUTE
    desk.report(1, Side.BLUE)
    made = statistics(desk.state)
    assert made.time == TimeUsed("", 1, 7 * MINUTE, 7 * MINUTE, 7 * MINUTE)
    assert made.first_time == TimeUsed("first", 1, 5 * MINUTE, 5 * MINUTE, 5 * MINUTE)
    assert made.second_time == TimeUsed("second", 1, 2 * MINUTE, 2 * MINUTE, 2 * MINUTE)
    assert [(row.name, row.mean_ms) for row in made.faction_times] == [
        ("Cygnar", 2 * MINUTE),
        ("Khador", 5 * MINUTE),
    ]
    other = desk.game(2).number  # where one player has no faction
    desk.do(StartClock(other, Side.RED))
    desk.do(Tap(other, Side.RED), 93 * MINUTE)
    desk.report(2, Side.RED)
    assert [row.games for row in statistics(desk.state).faction_times] == [2, 1]


def test_clock_outs_are_counted_by_faction_and_upsets_by_round() -> None:
    desk = event()
    play(desk, ((1, 2), (3, 4)), 1)
    desk.report(1, Side.RED, How.CLOCK_OUT)
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    play(desk, ((2, 1), (4, 3)), 2)
    desk.report(2, None, How.TIE)
    assert statistics(desk.state).upset_rounds == ()
    desk.report(1, Side.RED)
    made = statistics(desk.state)
    assert made.clocked_out == (("Cygnar", 4, 0), ("Khador", 2, 1))
    assert made.upset_rounds == ((2, 1, 1),)
    assert made.factions[0].losses == 1


@pytest.mark.long
def test_statistics_of_64_players_match_sums_computed_independently() -> None:
    state = simulate(SimulationPlan(64, rounds=3, seed=5, checked_in=True)).state
    made = statistics(state)
    games, wins, ways = Counter[str](), Counter[str](), Counter[str]()
    first, upsets, took = [0, 0], 0, list[int]()
    tp: Counter[int] = Counter()
    for round_ in state.rounds:
        before = dict(tp)
        for number in round_.games:
            game = state.games[number]
            result = final_result(game)
            assert result
            players = {Side.RED: game.players.red, Side.BLUE: game.players.blue}
            if result.winner:
                tp[players[result.winner]] += 1
            if result.how is How.NO_SHOW:
                continue
            ways[result.how.value] += 1
            for side, player in players.items():
                games[state.players[player].entry.faction] += 1
                wins[state.players[player].entry.faction] += result.winner is side
            if game.play.clock:
                first[0] += 1
                first[1] += result.winner is game.play.first
                if used := sum(game.play.clock.used_ms):
                    took.append(used)
            if result.winner and round_.number > 1:
                winner, loser = players[result.winner], players[result.winner.other]
                upsets += before.get(winner, 0) < before.get(loser, 0)
        for bye in round_.byes:
            tp[bye.player] += 1
    assert made.games == sum(ways.values()) > 80
    assert {row.name: (row.games, row.wins) for row in made.factions} == {
        faction: (games[faction], wins[faction]) for faction in games
    }
    assert sorted(count for _, count in made.endings) == sorted(ways.values())
    assert (made.first.games, made.first.wins) == (first[0], first[1])
    assert len(made.upsets) == upsets
    assert isinstance(made.time, TimeUsed)
    assert made.time.games == len(took) > 0
    assert made.time.longest_ms == max(took)
    assert made.time.mean_ms == sum(took) // len(took)
    assert sum(row.games for row in made.casters) > 0
