import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.__main__ import HEADLESS, OF_THE_SOURCE, WINDOWS, main
from tools.simulation.__main__ import main as main_of_source

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]


def flagfall(
    *arguments: str, module: str = "app", **variables: str
) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, without a display unless ``variables`` bring one."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**kept, **variables},
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )


def test_the_reported_version_matches_the_installed_distribution(
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Flagfall {project['version']}\n"


@pytest.mark.parametrize("command", ["", *HEADLESS, *WINDOWS])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    assert "usage: flagfall" in capsys.readouterr().out


COLLECTED = """
import gc
from app.__main__ import main

main(["verify", "--help"])
print(gc.isenabled(), gc.get_freeze_count() > len(gc.get_objects()))
"""


def test_modules_a_command_imports_are_excluded_from_garbage_collection() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COLLECTED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "True True"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_without_a_display_the_window_is_refused_in_one_sentence() -> None:
    done = flagfall()
    assert done.returncode == 2
    assert "There is no display" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", OF_THE_SOURCE)
def test_a_source_only_command_says_how_to_run_it(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == 2
    assert f"python3 dev.py run {command}" in capsys.readouterr().err
    assert main_of_source([command, "--help"]) == 0
    assert f"usage: flagfall {command}" in capsys.readouterr().out


def test_the_self_test_plays_checks_and_opens() -> None:
    done = flagfall("--self-test", QT_QPA_PLATFORM="offscreen")
    assert "are in order." in done.stdout, done.stderr
    assert done.returncode == 0


SIMULATED = ("simulate", "--players", "40", "--rounds", "1")
IN_ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


def test_a_letter_the_terminal_cannot_show_is_replaced_by_a_similar_one() -> None:
    done = flagfall(*SIMULATED, module="tools.simulation", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\\" not in done.stdout


def test_output_to_a_file_or_another_program_is_utf_8() -> None:
    """Also where the system's letters are others, as Windows' are."""
    done = flagfall(*SIMULATED, module="tools.simulation", **IN_ASCII)
    assert done.returncode == 0, done.stderr
    assert not done.stdout.isascii()
    assert "\\" not in done.stdout


def test_a_reader_that_closes_the_pipe_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tools.simulation", "simulate", "--players", "8", "--echo"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "1\n"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_the_sample_run_without_a_display_writes_pictures_of_everything(tmp_path: Path) -> None:
    done = flagfall("sample", "--headless", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    pages = ("event", "players", "round", "standings", "history")
    expected = {
        f"{event}-{page}-{theme}.png"
        for event in ("live", "finished")
        for page in pages
        for theme in ("light", "dark")
    }
    expected |= {"live-table-light.png", "live-table-dark.png", "standings.txt"}
    assert expected <= {path.name for path in tmp_path.iterdir()}
    assert {Path(line).name for line in done.stdout.splitlines()} >= expected
