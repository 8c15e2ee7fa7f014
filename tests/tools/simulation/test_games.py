"""The checker of played games finds what was tampered with, and nothing in games that were not."""

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import (
    BringReinforcements,
    ChooseObjective,
    ClockStarted,
    ScoreTurn,
    SwapSpecialists,
    TakeExtension,
)
from app.engine.frozen import replace
from app.engine.side import Pair
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.headless.recheck.armies import army_faults
from app.store.packets.files import packets
from tools.simulation.__main__ import main
from tools.simulation.games import game_faults
from tools.simulation.random_games import Series, every_series, play_event

PACKETS = packets()
SR2017, SR2014 = PACKETS["sr2017"], PACKETS["sr2014"]


def played(how: How, series: Series, *, scored: bool = False) -> State:
    """A seeded game that ended so at its table."""
    for number in range(1, 200):
        state = play_event(series, number)
        game, result = state.games[1], final_result(state.games[1])
        plain = game.reported is None and game.play.ending and not game.play.ending.ruled
        if plain and result and result.how is how and (not scored or any(game.points)):
            return state
    raise AssertionError(how)


def faults(game: Game) -> str:
    return " ".join(game_faults(PACKETS[game.terms.packet], game, final_result(game)))


def series_of(packet: str, scenario: int = 0) -> Series:
    rules = PACKETS[packet]
    return Series(rules, rules.scenarios[scenario], 50, 1, seed=3, cards=True)


@pytest.mark.parametrize("packet", ["sr2012", "sr2014", "sr2015", "sr2017"])
def test_points_and_scenario_wins_are_recomputed(packet: str) -> None:
    game = played(How.SCENARIO, series_of(packet, 2), scored=True).games[1]
    assert faults(game) == ""
    scores = {
        step: replace(score, holdings=(), kill_box=False)
        for step, score in game.play.scores.items()
    }
    without = replace(game, play=replace(game.play, scores=scores))
    assert "the table shows 0–0, its turns come to" in faults(without)
    marks = tuple(mark for mark in game.marks if not isinstance(mark, ScoreTurn))
    assert "by the points it is nobody" in faults(replace(game, marks=marks))


def test_a_winner_by_tiebreak_must_have_more_of_that_tiebreak() -> None:
    game = played(How.CONTROL_POINTS, series_of("sr2012", 6)).games[1]
    assert faults(game) == ""
    result = final_result(game)
    assert result is not None
    assert result.winner is not None
    other = replace(result, winner=result.winner.other)
    notices = [*game_faults(PACKETS["sr2012"], game, other)]
    assert any("wins by control_points, but" in fault for fault in notices)
    area = replace(result, how=How.AREA)
    notices = [*game_faults(PACKETS["sr2012"], game, area)]
    assert notices == ["area decided, but control_points comes before it and differs"]
    presence = replace(result, how=How.PRESENCE)
    assert "presence is no tiebreak here" in [*game_faults(PACKETS["sr2012"], game, presence)]


def test_objectives_must_come_from_the_packet_and_be_chosen_in_time() -> None:
    scenarios = [scenario.objective for scenario in SR2017.scenarios]
    for scenario in range(len(scenarios)):
        game = played(How.ASSASSINATION, series_of("sr2017", scenario)).games[1]
        chosen = [mark for mark in game.marks if isinstance(mark, ChooseObjective)]
        if chosen:
            break
    assert faults(game) == ""
    late = replace(chosen[0], at_ms=game.marks[-1].at_ms)
    assert "after the clock was started" in faults(replace(game, marks=(*game.marks, late)))
    strange = replace(chosen[0], name="Bunker of another packet")
    assert "of another packet" in faults(replace(game, marks=(*game.marks, strange)))
    bare = replace(game.terms, scenario=replace(game.terms.scenario, elements=()))
    assert "without any" in faults(replace(game, terms=bare))


def test_only_the_organizer_enters_an_objective_during_a_game() -> None:
    names = [scenario.name for scenario in SR2017.scenarios]
    series = series_of("sr2017", names.index("The Pit II"))
    for number in range(1, 50):
        game = play_event(series, number).games[1]
        started = [mark.at_ms for mark in game.marks if isinstance(mark, ClockStarted)]
        late = [
            mark
            for mark in game.marks
            if isinstance(mark, ChooseObjective) and started and mark.at_ms > started[0]
        ]
        if late:
            break
    assert (late[0].by, faults(game)) == (None, "")
    at, own = game.marks.index(late[0]), replace(late[0], by=late[0].side)
    by_player = replace(game, marks=(*game.marks[:at], own, *game.marks[at + 1 :]))
    assert faults(by_player) == f"{own.side.colour} chose an objective after the clock was started"


def test_extensions_are_limited_in_the_game_and_in_each_turn() -> None:
    series = replace(series_of("sr2012"), timing="turns")
    for number in range(1, 50):
        game = play_event(series, number).games[1]
        taken = [mark for mark in game.marks if isinstance(mark, TakeExtension)]
        if taken:
            break
    assert faults(game) == ""
    at, mine = game.marks.index(taken[0]), [mark for mark in taken if mark.side is taken[0].side]
    twice = replace(game, marks=(*game.marks[:at], taken[0], *game.marks[at:]))
    side, allowed = taken[0].side.colour, game.terms.time.extensions
    assert f"{side} took two extensions in one turn" in faults(twice)
    late = replace(taken[0], at_ms=game.marks[-1].at_ms)
    later = replace(game, marks=(*game.marks, *[late] * (allowed + 1 - len(mine))))
    assert f"{side} took {allowed + 1} extensions of {allowed}" in faults(later)


def test_swaps_and_reinforcements_that_do_not_fit_the_army_or_the_rules_are_reported() -> None:
    series = series_of("sr2014")
    for number in range(1, 50):
        state = play_event(series, number)
        game = state.games[1]
        swaps = [mark for mark in game.marks if isinstance(mark, SwapSpecialists) and mark.out]
        came = [mark for mark in game.marks if isinstance(mark, BringReinforcements)]
        if swaps and came:
            break
    assert [*army_faults(state)] == []

    def told(changed: Game) -> str:
        return " ".join(army_faults(replace(state, games={1: changed})))

    bare = replace(game.play, swaps=Pair(None, None), reinforcements=Pair((), ()))
    assert "is another than its cards come to" in told(replace(game, play=bare))
    dear = replace(swaps[0], added=(replace(swaps[0].added[0], points=60),))
    assert "points are played" in told(replace(game, marks=(*game.marks, dear)))
    assert "not on the list" in told(replace(game, marks=(*game.marks, dear)))
    late = replace(swaps[0], at_ms=game.marks[-1].at_ms)
    assert "after the clock was started" in told(replace(game, marks=(*game.marks, late)))
    early = replace(game.play, reinforced=game.play.reinforced.put(came[0].side, 4))
    assert "reinforcements came in step 4" in told(replace(game, play=early))
    strange = replace(came[0], rows=(replace(came[0].rows[0], name="Stranger"),))
    assert "reinforcements came that are not on the list" in told(
        replace(game, marks=(*game.marks, strange))
    )


@pytest.mark.long
def test_a_sample_of_every_packet_scenario_and_timing_keeps_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    series = [*every_series(PACKETS.values(), 1, 1)]
    cases = {(each.packet.key, each.scenario.number, each.timing) for each in series}
    assert len(cases) == len(series)
    assert cases == {
        (packet.key, scenario.number, timing.key)
        for packet in PACKETS.values()
        for scenario in packet.scenarios
        for timing in packet.timings
    }
    assert main(["simulate", "--all", "--games", "1", "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(series) + 1
    assert lines[-1].startswith(f"{len(series)} games, no breach; ")


def test_a_long_run_played_in_parts_gives_the_same_results(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["simulate", "--all", "--games", "2", "--seed", "3"]
    assert main([*command, "--series", "5-6"]) == 0
    together = capsys.readouterr().out.splitlines()
    assert [line.partition(" of ")[0] for line in together[:-1]] == ["5", "6"]
    assert together[-1].startswith("4 games, no breach; ")
    assert main([*command, "--series", "6"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == together[1]


@pytest.mark.parametrize("words", ["0-3", "7-5", "x", "900"])
def test_series_that_do_not_exist_are_refused(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--all", "--games", "1", "--series", words]) == 2
    assert "such as 1-80" in capsys.readouterr().err
