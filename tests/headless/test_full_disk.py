"""Commands that write on a full disk: a sentence, and nothing left behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.headless.simulation.simulate import SimulationPlan, simulate
from tools.simulation.__main__ import main

PARTS = 60


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("events") / "event.flagfall"
    simulate(SimulationPlan(players=16, rounds=4), path=file)
    return file


def exported(event: Path) -> list[str]:
    return ["export", str(event), "-o"]


def simulated(_event: Path) -> list[str]:
    return ["simulate", "--players", "16", "-o"]


def replayed(event: Path) -> list[str]:
    games = event.with_name("games.csv")
    rows = ["round,player1,player2,winner,cp1,cp2,ap1,ap2,condition"]
    rows += [f"1,{'A' * PARTS}{n},{'B' * PARTS}{n},1,5,3,2,1,Scenario" for n in range(200)]
    games.write_text("\n".join(rows), "utf-8")
    return ["replay", str(games), "-o"]


@pytest.mark.parametrize("command", [exported, simulated, replayed])
def test_a_full_disk_is_reported_and_nothing_is_left_behind(
    command: Callable[[Path], list[str]],
    event: Path,
    tiny_disk: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tiny_disk / "film").write_bytes(b"x" * 160_000)
    assert main([*command(event), str(tiny_disk / "new.flagfall")]) == 2
    assert "The disk is full, so nothing was written to " in capsys.readouterr().err
    assert [file.name for file in tiny_disk.iterdir()] == ["film"]


def test_an_event_that_is_made_on_a_full_disk_leaves_no_file(
    tiny_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny_disk / "film").write_bytes(b"x" * 150_000)
    folder = tiny_disk / "events"
    assert main(["generate", "--events", "2", "--fewest", "60", "-o", str(folder)]) == 2
    assert "The disk is full, so nothing was written to " in capsys.readouterr().err
    assert [*folder.iterdir()] == []
