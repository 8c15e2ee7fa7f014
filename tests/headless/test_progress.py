"""Commands that take their time say how far they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.evolve import fold
from app.engine.progress import Cancelled, Progress
from app.headless.cli.replay import replay_event
from app.headless.recheck.check import check_event
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.events import copy, open_log
from app.store.exports.event_export import export_event, import_event
from app.store.packets.files import packets
from app.store.rescue.repair import repair
from app.store.tables.games import read_games
from app.views.event.facts import every_table
from tools.simulation.generate import write_events
from tools.simulation.random_games import Series, play_series

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
    simulate(SimulationPlan(players=8, rounds=4), path=file, report_progress=parts.append)
    return file, parts


def test_simulating_an_event_reports_progress_after_each_game(
    played: tuple[Path, list[float]],
) -> None:
    """Four games a round."""
    assert {*played[1]} == {game / 16 for game in range(17)}
    assert played[1] == sorted(played[1])


def test_replaying_an_event_reports_progress_after_each_round() -> None:
    parts: list[float] = []
    games = read_games(GAMES, "Duel")[0]
    replay_event(
        games, packets()["sr2017"], 75, note=lambda _note: None, report_progress=parts.append
    )
    assert {*parts} == {0, 0.25, 0.5, 0.75}


def test_playing_a_series_reports_progress_after_each_game() -> None:
    parts: list[float] = []
    packet = packets()["sr2017"]
    play_series(Series(packet, packet.scenarios[0], 75, 4, 1), parts.append)
    assert parts == [0, 0.25, 0.5, 0.75]


def cancelled(_part: float) -> None:
    raise Cancelled


def test_an_event_that_is_given_up_half_way_leaves_no_file(tmp_path: Path) -> None:
    file, games = tmp_path / "half.flagfall", read_games(GAMES, "Duel")[0]
    with pytest.raises(Cancelled):
        simulate(SimulationPlan(players=8, rounds=4), path=file, report_progress=cancelled)
    with pytest.raises(Cancelled):
        replay_event(
            games,
            packets()["sr2017"],
            75,
            note=lambda _n: None,
            path=file,
            report_progress=cancelled,
        )
    assert not [*tmp_path.iterdir()]


def repaired(damaged: Path, to: Path, report_progress: Progress) -> None:
    repair(damaged, to, (), report_progress)


@pytest.mark.parametrize("make", [import_event, copy, repaired])
def test_converting_a_file_reports_progress_and_can_be_cancelled(
    played: tuple[Path, list[float]], tmp_path: Path, make: Callable[[Path, Path, Progress], object]
) -> None:
    source = played[0]
    if make is import_event:
        source = tmp_path / "played.event.json"
        source.write_text(export_event(played[0]), "utf-8")
    made = tmp_path / "made.flagfall"
    with pytest.raises(Cancelled):
        make(source, made, cancelled)
    assert not made.exists()
    parts: list[float] = []
    make(source, made, parts.append)
    assert made.exists()
    assert_sound(parts)


def test_reading_a_whole_event_reports_progress(played: tuple[Path, list[float]]) -> None:
    parts: list[float] = []
    export_event(played[0], parts.append)
    assert_sound(parts)
    with open_log(played[0], read_only=True) as log:
        records = log.records()
    parts.clear()
    state = fold(records, parts.append)
    assert parts[-1] == 1
    parts.clear()
    tables = {table.key: [*table.rows] for table in every_table(state, records, parts.append)}
    assert len(tables["history"]) == len(records)
    assert_sound(parts)


def assert_sound(parts: list[float]) -> None:
    assert parts == sorted(parts)
    assert len(parts) > 0
    assert 0 <= parts[0] <= parts[-1] <= 1


def test_generating_events_reports_progress_after_each_round(tmp_path: Path) -> None:
    parts: list[float] = []
    assert len([*write_events(3, 11, tmp_path, most=12, report_progress=parts.append)]) == 3
    assert parts == sorted(parts)
    assert {0, 1 / 3, 2 / 3} < {*parts}


@pytest.mark.parametrize("look", [check_event, verify])
def test_checking_an_event_reports_progress(
    played: tuple[Path, list[float]], look: Callable[[Path, Progress], object]
) -> None:
    parts: list[float] = []
    look(played[0], parts.append)
    assert parts == pytest.approx(sorted(parts))
    assert len(parts) > 2
    assert 0 <= parts[0] < parts[-1] <= 1


def test_a_long_check_can_be_interrupted(played: tuple[Path, list[float]]) -> None:
    def enough(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_event(played[0], enough)
