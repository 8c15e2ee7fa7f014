"""Simulated events of teams settle their match-ups by every procedure."""

import sqlite3
from pathlib import Path

from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate


def test_match_ups_of_a_simulated_event_are_settled_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    played = simulate(SimulationPlan(players=18, rounds=3, seed=3, seats=3), path=path)
    connection = sqlite3.connect(path)
    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM log")}
    connection.close()
    assert kinds >= {"match_up_chosen", "match_up_typed", "match_up_taken_back"}
    assert all(
        made.complete for round_ in played.state.rounds for made in round_.match_ups.values()
    )
    assert verify(path).faults == ()
