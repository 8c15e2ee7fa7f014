"""The machine is kept awake while a clock runs, and may sleep again when none does."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock.sleep.awake import Nothing, Program, Thread, awake
from tests.patience import until

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")

# As their manuals have it, both hold until the program that they start has ended.
STAND_IN = """#!/bin/sh
echo "$@" >> "{notes}"
for last; do :; done
"$last"
echo over >> "{notes}"
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    def put(name: str) -> Path:
        """A program of that name on the path; the file that it notes its arguments and end in."""
        notes = tmp_path / "notes"
        script = tmp_path / name
        script.write_text(STAND_IN.format(notes=notes), "utf-8")
        script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        return notes

    return put


def lines(notes: Path) -> list[str]:
    return notes.read_text("utf-8").splitlines() if notes.exists() else []


@posix
@pytest.mark.parametrize(
    ("platform", "name", "said"),
    [
        ("darwin", "caffeinate", "-d -i cat"),
        (
            "linux",
            "systemd-inhibit",
            "--what=sleep:idle --who=Flagfall --why=Clocks are running --mode=block cat",
        ),
    ],
)
def test_the_system_s_program_keeps_the_computer_awake_until_released(
    platform: str, name: str, said: str, stand_in: Callable[[str], Path]
) -> None:
    notes = stand_in(name)
    held = awake(platform)
    held.hold()
    held.hold()
    until(lambda: lines(notes) == [said])
    held.release()
    assert lines(notes) == [said, "over"]
    held.release()
    held.hold()
    until(lambda: lines(notes) == [said, "over", said])
    held.release()


@posix
def test_a_helper_program_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.clock.sleep.awake.PATIENCE_S", 0.05)
    held = Program(("sleep", "600"))
    held.hold()
    held.release()


def test_a_missing_helper_program_is_tolerated() -> None:
    held = Program(("no-such-program-here",))
    held.hold()
    held.release()


def test_windows_is_asked_to_stay_awake_and_told_when_that_ends() -> None:
    states: list[int] = []
    held = Thread(states.append)
    held.hold()
    held.release()
    assert states == [0x80000003, 0x80000000]


def test_an_unknown_system_is_left_alone() -> None:
    held = awake("plan9")
    assert isinstance(held, Nothing)
    held.hold()
    held.release()


def test_this_system_can_be_kept_awake() -> None:
    assert not isinstance(awake(), Nothing) or sys.platform not in ("linux", "darwin", "win32")
