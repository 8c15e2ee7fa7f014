"""What dev.py decides and says; that it sets up a clone is for a fresh machine to show."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from tools import environment

on_posix = pytest.mark.skipif(os.name == "nt", reason="stands in for tools with shell scripts")


@pytest.mark.parametrize("version", [(2, 7), (3, 8), (3, 10)])
def test_an_old_python_is_named_in_one_sentence(version: tuple[int, int]) -> None:
    here = f"{version[0]}.{version[1]}"

    said = environment.python_complaint(version)
    assert said == f"Flagfall needs Python 3.11 or newer; this is {here}."


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_recent_enough_python_is_accepted(version: tuple[int, int]) -> None:
    assert environment.python_complaint(version) is None


@pytest.mark.parametrize("file", ["dev.py", "tools/environment.py"])
def test_an_old_python_can_parse_the_files_that_report_it(file: str) -> None:
    ast.parse((environment.ROOT / file).read_text("utf-8"), feature_version=(3, 8))


def test_everything_that_dev_imports_runs_on_a_bare_python() -> None:
    """Python's own library alone is there before the first command has made the environment."""
    root = environment.ROOT
    text = (root / "dev.py").read_text("utf-8")
    modules = {"dev", *re.findall(r"^ *from (tools[\w.]*) import", text, re.MULTILINE)}
    assert "tools.windows.setup" in modules
    code = f"import sys; sys.path.insert(0, {str(root)!r}); import {', '.join(sorted(modules))}"
    bare = (sys.executable, "-I", "-S", "-c", code)
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_packages_neither_installed_nor_provided_are_missing() -> None:
    listing = "\n".join(
        [
            "libgl1\tinstalled\tlibgl1-mesa-glx",
            "libglib2.0-0t64\tinstalled\tlibglib2.0-0 (= 2.84.3-1), gio",
            "libegl1\tconfig-files\t",
        ]
    )

    wanted = ["libglib2.0-0", "libegl1", "libgl1", "gio", "xvfb"]

    assert environment.missing_packages(wanted, listing) == ["libegl1", "xvfb"]


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_a_window_can_open_where_there_is_a_display(
    platform: str, variables: dict[str, str], expected: bool
) -> None:
    assert environment.has_display(platform, variables) is expected


def test_run_without_arguments_opens_the_sample_event() -> None:
    assert dev.run_arguments([], display=True) == ["sample"]


def test_run_writes_the_sample_event_to_out_if_there_is_no_display() -> None:
    assert dev.run_arguments([], display=False) == ["sample", "--headless", "--out", "out"]


def test_run_empty_starts_the_window_without_an_event() -> None:
    assert dev.run_arguments(["--empty"], display=True) == []


def test_the_command_in_the_environment_runs_this_folder() -> None:
    environment.install_command()
    name = "Scripts/flagfall.bat" if os.name == "nt" else "bin/flagfall"
    said = environment.quietly(environment.VENV / name, "--version").stdout
    assert said.startswith("Flagfall ")


@pytest.mark.parametrize("display", [True, False])
def test_run_passes_on_its_arguments(display: bool) -> None:
    assert dev.run_arguments(["--self-test"], display) == ["--self-test"]


def test_qt_draws_into_memory_only_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)

    assert environment.environment(display=False)["QT_QPA_PLATFORM"] == "offscreen"
    assert "QT_QPA_PLATFORM" not in environment.environment(display=True)


def test_a_chosen_qt_platform_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")

    assert environment.environment(display=False)["QT_QPA_PLATFORM"] == "xcb"


def test_an_unoptimized_python_gives_way_to_the_systems_python(tmp_path: Path) -> None:
    system, options = tmp_path / "python3.11", "'--enable-shared'"
    assert environment.choose_python("mine", options, system) == "mine"
    system.touch()
    assert environment.choose_python("mine", options, system) == str(system)
    options += " '--enable-optimizations'"
    assert environment.choose_python("mine", options, system) == "mine"


def test_uv_is_installed_in_the_locked_version() -> None:
    lock = '[[package]]\nname = "idna"\nversion = "3"\n[[package]]\nname = "uv"\nversion = "1.2"\n'

    assert environment.locked_version(lock, "uv") == "1.2"


def test_the_lock_file_contains_only_public_addresses() -> None:
    lock = environment.LOCK.read_text("utf-8")
    addresses = {word.split("/")[2] for word in lock.split('"') if "://" in word}

    assert addresses == {"pypi.org", "files.pythonhosted.org"}


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("ERROR: [Errno 28] No space left on device\nWARNING: more", "the disk is full"),
        ("Failed ... [Errno -3] Temporary failure in name resolution", "there is no network"),
        ("ERROR: No matching distribution found for uv==1", "the package index lacks a package"),
        ("building\nsomething else broke.\n", "something else broke"),
        ("", "it does not say why"),
    ],
)
def test_a_failed_tool_is_reported_in_plain_words(output: str, expected: str) -> None:
    assert environment.cause(output).startswith(expected)


def test_a_failure_ends_in_one_sentence_and_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full_disk(_: object) -> int:
        broken = "import sys; sys.exit('OSError: [Errno 28] No space left on device')"
        environment.must("The libraries cannot be installed", sys.executable, "-c", broken)
        return 0

    monkeypatch.setitem(dev.COMMANDS, "setup", full_disk)

    assert dev.main(["setup"]) == 2
    told = capsys.readouterr().err
    assert told == "The libraries cannot be installed: the disk is full.\n"


def test_failures_are_reported_last_with_the_names_of_their_tests() -> None:
    printed = """
E       assert 1 == 2
=========================== short test summary info ============================
FAILED tests/engine/test_a.py::test_one[red - blue] - assert 1 == 2
  Full diff
ERROR tests/engine/test_a.py::test_two
2 failed, 3 passed in 0.1s
"""
    told = dev.failures("engine", printed, 1)

    one, two = "test_one[red - blue]", "tests/engine/test_a.py::test_two"
    assert told == f"engine: tests/engine/test_a.py::{one}, {two}"


def test_a_crashed_part_is_reported_with_its_exit_and_last_output() -> None:
    died = dev.failures("hour of clocks", "Table 3 is fine.\nTable 4 differs.\n", -9)
    assert died == "hour of clocks: ended with -9, saying 'Table 4 differs.'"
    assert dev.failures("hour of clocks", "", -11).endswith("ended with -11, saying 'nothing'")


def test_a_failed_part_also_reports_its_computing_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        dev.part("sums", "-c", "raise SystemExit('wrong')") == "sums: ended with 1, saying 'wrong'"
    )
    said = capsys.readouterr().out
    assert re.match(r"sums: FAILED, \d+ s of computing\nwrong\n", said)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says whose a program was")
def test_processes_that_outlive_a_part_are_counted_towards_its_time() -> None:
    """As a browser's helpers do, whom nobody waits for."""
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    leaves = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {busy!r}])"
    quick, quick_s = environment.measured(sys.executable, "-c", "raise SystemExit(3)")
    done, computed_s = environment.measured(sys.executable, "-c", leaves)
    assert (quick.returncode, done.returncode) == (3, 0)
    assert quick_s < 0.5 <= computed_s


def test_an_unknown_command_is_answered_with_the_list_of_commands() -> None:
    command = [sys.executable, str(environment.ROOT / "dev.py"), "tests"]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert all(f"  {name}" in done.stdout for name in ("setup", "run", "test", "bench"))


def stand_in(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no package installed, whose apt-get works once its lists are fetched."""
    stand_in(tmp_path, "dpkg-query", "true")
    stand_in(
        tmp_path,
        "apt-get",
        f'cd "{tmp_path}"; echo "$1" >> asked; '
        '[ "$1" = update ] && touch lists; [ -e lists ] || { echo "E: no lists."; exit 100; }',
    )
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path


@on_posix
def test_package_lists_are_updated_when_an_install_fails(
    debian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "administrator", list)

    environment.install_system_packages()

    assert (debian / "asked").read_text().split() == ["install", "update", "install"]


@on_posix
def test_unavailable_packages_are_reported_but_not_fatal(
    debian: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "administrator", list)
    stand_in(debian, "apt-get", 'echo "Temporary failure resolving deb.example"; exit 100')

    environment.install_system_packages()

    assert capsys.readouterr().out.endswith("could not be installed: there is no network.\n")


@on_posix
def test_packages_unknown_to_this_system_do_not_block_the_others(
    debian: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "administrator", list)
    stand_in(
        debian,
        "apt-get",
        'case "$*" in *chromium*) echo "E: Unable to locate package chromium"; exit 100;; esac; '
        'case "$*" in *xvfb*) echo "E: Package \'xvfb\' has no installation candidate"; exit 100;; '
        f'esac; echo "$@" >> "{debian}/asked"',
    )

    environment.install_system_packages("chromium xdotool xvfb")

    assert (debian / "asked").read_text().splitlines()[-1].split()[-1] == "xdotool"
    assert capsys.readouterr().out.endswith("This system has no package chromium, xvfb.\n")


@on_posix
def test_a_user_who_may_not_install_is_given_the_command_to_run(
    debian: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "administrator", lambda: None)

    environment.install_system_packages()

    told = capsys.readouterr().out
    assert "sudo apt-get install --yes --no-install-recommends libglib2.0-0" in told
    assert not (debian / "asked").exists()


def test_each_browser_engine_is_installed_and_plays_a_whole_event() -> None:
    installed = dev.packages().split()
    assert {"chromium-headless-shell", "firefox-esr", "webkit2gtk-driver"} <= {*installed}
    for name, option in dev.ENGINES.items():
        arguments = dev.parts()[name]
        assert option in arguments
        for test in dev.WHOLE_EVENT:
            file, function = test.split("::")
            assert f"def {function}(" in (dev.ROOT / file).read_text("utf-8")
            assert test in arguments


def test_the_longest_part_starts_first() -> None:
    seconds = [dev.SECONDS[name] for name in dev.parts()]
    assert seconds == sorted(seconds, reverse=True)
    assert next(iter(dev.timed())) == "held to seconds, test_side_by_side"


def test_timed_tests_form_one_computing_part_and_one_part_for_each_other_file() -> None:
    held = dev.timed()
    computing = held.pop("held to seconds, computing")
    assert len([file for file in computing if file.endswith(".py")]) > 1
    assert [files for *_, before, files in held.values() if before.endswith(".py")] == []
    windows = held["held to seconds, test_blocked_window"]
    assert "no:pytest-qt" in computing
    assert "no:pytest-qt" not in windows


def test_durations_are_listed_only_for_parts_that_exist() -> None:
    assert set(dev.SECONDS) <= {*dev.parts(), *dev.timed()}


def test_every_page_test_file_is_in_one_of_the_page_parts() -> None:
    parts = dev.parts()
    left = [option[9:] for option in parts[dev.IN_BROWSER] if option.startswith("--ignore=")]
    apart = [option for name in dev.PAGES_APART for option in parts[name] if option[-3:] == ".py"]
    assert sorted(left) == sorted(apart)
    assert len(set(left)) == len(left)
    assert all((dev.ROOT / file).is_file() for file in left)


def test_long_tests_are_collected_only_in_files_that_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    for name, text in (
        ("tests/store/test_a.py", "@pytest.mark.long"),
        ("tests/store/test_b.py", "from hypothesis import given"),
        ("tests/store/test_c.py", "assert True"),
        ("tests/firmware/test_d.py", "assert True"),
        ("tests/ui/test_e.py", "@pytest.mark.long"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    assert dev.long_files(["tests/store"]) == ["tests/store/test_a.py", "tests/store/test_b.py"]
    assert dev.long_files(["--ignore=tests/store"]) == [
        "tests/firmware/test_d.py",
        "tests/ui/test_e.py",
    ]
