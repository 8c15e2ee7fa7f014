"""Commands that take their time say how far they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.progress import Progress
from app.headless.cli.replay import replay
from app.headless.recheck.check import check
from app.headless.recheck.verify import verify
from app.headless.simulation.generate import write_events
from app.headless.simulation.simulate import Plan, simulate
from app.store.packets.files import packets
from app.store.tables.games import read_games

GAMES = """round,player1,player2,winner,cp1,cp2,ap1,ap2,condition
1,Ann,Bo,1,5,3,20,10,Scenario
2,Ann,Bo,2,3,5,10,20,Scenario
3,Ann,Bo,1,5,3,20,10,Scenario
4,Ann,Bo,1,5,3,20,10,Scenario
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[float]]:
    file = tmp_path_factory.mktemp("events") / "played.flagfall"
    parts: list[float] = []
    simulate(Plan(players=8, rounds=4), path=file, report_progress=parts.append)
    return file, parts


def test_a_simulated_event_tells_of_each_round(played: tuple[Path, list[float]]) -> None:
    assert played[1] == [0, 0.25, 0.5, 0.75]


def test_a_replayed_event_tells_of_each_round() -> None:
    parts: list[float] = []
    games = read_games(GAMES, "Duel")[0]
    replay(games, packets()["sr2017"], 75, note=lambda _note: None, report_progress=parts.append)
    assert parts == [0, 0.25, 0.5, 0.75]


def test_events_that_are_made_tell_of_each_round(tmp_path: Path) -> None:
    parts: list[float] = []
    assert len([*write_events(3, 11, tmp_path, most=12, report_progress=parts.append)]) == 3
    assert parts == sorted(parts)
    assert {0, 1 / 3, 2 / 3} < {*parts}


@pytest.mark.parametrize("look", [check, verify])
def test_who_looks_an_event_over_tells_how_far(
    played: tuple[Path, list[float]], look: Callable[[Path, Progress], object]
) -> None:
    parts: list[float] = []
    look(played[0], parts.append)
    assert parts == pytest.approx(sorted(parts))
    assert len(parts) > 2
    assert 0 <= parts[0] < parts[-1] <= 1


def test_what_takes_its_time_can_be_given_up(played: tuple[Path, list[float]]) -> None:
    def enough(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(played[0], enough)
