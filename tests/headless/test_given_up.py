"""What is given up, or ends in a fault, leaves nothing half-made under the name it was to have."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from app.engine.progress import Cancelled, Progress
from app.headless.cli.replay import replay_event
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.events import copy
from app.store.exports.event_export import export_event, import_event
from app.store.log.event_log import remove
from app.store.packets.files import packets
from app.store.rescue.repair import repair
from app.store.tables.games import read_games
from tests.disks import filled_up_to
from tests.patience import PATIENCE_S, until
from tools.simulation.__main__ import main
from tools.simulation.generate import write_events

GAMES = """round,player1,player2,winner,cp1,cp2,ap1,ap2,condition
1,Ann,Bo,1,5,3,20,10,Scenario
2,Ann,Bo,2,3,5,10,20,Scenario
3,Ann,Bo,1,5,3,20,10,Scenario
"""

Make = Callable[[Path, Progress], object]


def _simulate(file: Path, report_progress: Progress) -> None:
    simulate(SimulationPlan(players=4, rounds=1), path=file, report_progress=report_progress)


def _replay(file: Path, report_progress: Progress) -> None:
    games, packet = read_games(GAMES, "Duel")[0], packets()["sr2017"]
    replay_event(
        games, packet, 75, note=lambda _note: None, path=file, report_progress=report_progress
    )


def _import(file: Path, report_progress: Progress) -> None:
    export = _source().with_suffix(".event.json")
    export.write_text(export_event(_source()), "utf-8")
    import_event(export, file, report_progress)


def _copy(file: Path, report_progress: Progress) -> None:
    copy(_source(), file, report_progress)


def _repair(file: Path, report_progress: Progress) -> None:
    repair(_source(), file, (), report_progress)


@cache
def _source() -> Path:
    source = Path(mkdtemp(dir=os.environ["FLAGFALL_STATE"])) / "source.flagfall"
    simulate(SimulationPlan(players=4, rounds=1), path=source)
    return source


MAKERS: list[Make] = [_simulate, _replay, _import, _copy, _repair]


def stopped_at(number: int, kind: type[BaseException]) -> tuple[Progress, list[float]]:
    """Progress that ends the work when it is reported for the time ``number``, and its parts."""
    parts: list[float] = []

    def report(part: float) -> None:
        parts.append(part)
        if len(parts) == number:
            raise kind

    return report, parts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "events"
    folder.mkdir()
    return folder


@pytest.fixture
def ending(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal that programs started here heed, although this run may have been told not to."""
    number: signal.Signals = getattr(signal, request.param)
    before = signal.signal(number, signal.SIG_DFL)
    yield number
    signal.signal(number, before)


@pytest.mark.parametrize("kind", [Cancelled, KeyboardInterrupt])
@pytest.mark.parametrize("make", MAKERS)
def test_cancelling_a_new_file_at_any_point_leaves_nothing_behind(
    folder: Path, make: Make, kind: type[BaseException]
) -> None:
    report, parts = stopped_at(0, kind)
    make(folder / "whole.flagfall", report)
    (folder / "whole.flagfall").unlink()
    for number in sorted({1, len(parts) // 2, len(parts) - 1, len(parts)} - {0}):
        report, _ = stopped_at(number, kind)
        with pytest.raises(kind):
            make(folder / "given up.flagfall", report)
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("kind", [Cancelled, KeyboardInterrupt])
def test_cancelling_a_series_of_events_leaves_only_whole_files(
    folder: Path, kind: type[BaseException]
) -> None:
    for number in range(1, 12, 3):
        report, _ = stopped_at(number, kind)
        written: list[Path] = []
        with suppress(kind):
            for path in write_events(3, 11, folder, most=12, report_progress=report):
                written.append(path)
        assert sorted(folder.iterdir()) == written
        for path in written:
            path.unlink()


@pytest.mark.parametrize("before", [b"", b"something else\n"])
def test_an_existing_file_is_never_replaced(folder: Path, before: bytes) -> None:
    there = folder / "taken.flagfall"
    there.write_bytes(before)
    for make in MAKERS:
        with pytest.raises(StoreError, match="is already there"):
            make(there, lambda _part: None)
        assert there.read_bytes() == before


def refused(make: Make, file: Path) -> str:
    try:
        make(file, lambda _part: None)
    except StoreError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("make", MAKERS)
def test_a_full_disk_leaves_no_partial_file(tiny_disk: Path, make: Make) -> None:
    folder = tiny_disk / "events"
    folder.mkdir()
    file = folder / "new.flagfall"
    failures = 0
    for room in range(0, 200_000, 20_000):
        with filled_up_to(tiny_disk, room):
            if why := refused(make, file):
                failures += 1
                assert "disk is full" in why
                assert list(folder.iterdir()) == []
            else:
                assert not verify(file).faults  # with its journal, which there may be no room for
        remove(file)
    assert failures


def test_an_export_too_large_for_the_disk_leaves_no_file(
    tiny_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with filled_up_to(tiny_disk, 8_000):
        assert main(["export", str(_source()), "-o", str(tiny_disk / "cup.event.json")]) == 2
    assert "The disk is full, so nothing was written to cup.event.json" in capsys.readouterr().err
    assert list(tiny_disk.iterdir()) == []


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends its signals to consoles, not to programs"
)
@pytest.mark.parametrize(
    "command",
    [
        ("generate", "--events", "500", "--fewest", "60", "-o"),
        ("simulate", "--players", "64", "-o"),
    ],
)
@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM", "SIGHUP"], indirect=True)
def test_ctrl_c_or_a_closed_terminal_leaves_only_finished_files(
    folder: Path, command: tuple[str, ...], ending: signal.Signals
) -> None:
    to = folder if command[0] == "generate" else folder / "cup.flagfall"
    arguments = (sys.executable, "-m", "tools.simulation", *command, str(to))
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as program:
        until(lambda: any(folder.glob("*.flagfall-wal")))
        program.send_signal(ending)
        said, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130
    assert sorted(map(str, folder.iterdir())) == said.split()
