"""Matches of teams, added up apart from the engine."""

from pathlib import Path
from typing import Any

import pytest

from app.engine.evolve import fold
from app.engine.formats.settings import LevelMatch, Settings
from app.engine.frozen import replace
from app.engine.standings.teams import team_standings
from app.engine.state import State
from app.headless.recheck.past_teams import teams_then
from app.headless.recheck.teams import find_differences, team_faults
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.log.event_log import open_log
from tools.simulation.__main__ import main

pytestmark = pytest.mark.long


def with_settings(state: State, **changes: Any) -> State:
    assert state.settings
    return replace(state, settings=replace(state.settings, **changes))


def test_team_match_totals_agree_in_simulated_events_and_a_wrong_one_is_reported(
    tmp_path: Path,
) -> None:
    for seed, seats in ((1, 2), (2, 3)):
        path = tmp_path / f"{seed}.flagfall"
        state = simulate(SimulationPlan(7 * seats, seed=seed, seats=seats), path=path).state
        with open_log(path, read_only=True) as log:
            records = log.records()
        assert len({player.entry.team for player in state.players.values()} - {""}) == 7
        for changes in (
            {},
            {"drawn_match_half": True},
            {"level_match": LevelMatch.POINTS},
        ):
            assert [*team_faults(with_settings(state, **changes), records)] == []
    first, *others = team_standings(state)
    for wrong in (
        replace(first, wins=first.wins + 1),
        replace(first, tp=first.tp + 1),
        replace(first, sos=first.sos + 1),
    ):
        (told,) = find_differences(state, (wrong, *others), teams_then(records))
        sums = f"matches won, games won and SoS are {wrong.wins}, {wrong.tp}, "
        assert told.startswith(f"{first.team}: {sums}")
    assert [*team_faults(with_settings(state, team_seats=0), records)] == []


def test_a_team_event_is_simulated_verified_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "teams.flagfall"
    assert main(["simulate", "--teams", "6", "--seats", "2", "-o", str(path)]) == 0
    assert "Place  Team" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert "draws derived again" in out
    assert "0 discrepancies" in out
    with open_log(path, read_only=True) as log:
        state = fold(log.records())
    assert isinstance(state.settings, Settings)
    assert state.settings.team_seats == 2
    assert len(state.players) > 12
    assert state.teams
    assert main(["simulate", "--teams", "1"]) == 2
    assert capsys.readouterr().err.startswith("An event of teams has 2 teams or more")
