"""Progress at a terminal: a line that goes again, and nothing where no terminal is."""

import re
import sys
from io import StringIO
from pathlib import Path

import pytest

from app.__main__ import INTERRUPTED, main
from app.headless.cli import command_line, terminal
from app.headless.cli.terminal import progress, remark
from app.headless.simulation.simulate import SimulationPlan, simulate
from tests.patience import until


class Terminal(StringIO):
    """Takes what is written, as a terminal."""

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Everything is shown there at once. pytest sets a stream of its own when a test begins."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    for name in ("SHOWN_AFTER_SECONDS", "SHOWN_EVERY_SECONDS"):
        monkeypatch.setattr(terminal, name, 0)
    return screen


def is_cleared(screen: Terminal) -> bool:
    """Whether the last line was written over by blanks."""
    *_, blanks, rest = screen.getvalue().split("\r")
    return not blanks.strip() and not rest


def test_a_terminal_shows_progress_and_clears_the_line_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = terminal_of(monkeypatch)
    with progress("Checking a file") as tell:
        tell(0.25)
        assert "\rChecking a file: 25% " in shown.getvalue()
        assert "00:00 left" in shown.getvalue()
    assert is_cleared(shown)


def test_the_time_left_is_shown_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    monkeypatch.setattr(terminal, "TICK_SECONDS", 0.01)
    with progress("Making events") as tell:
        tell(0)
        until(lambda: shown.getvalue().count("\rMaking events: 0% ") > 2)
        assert "left" not in shown.getvalue()
        assert "?" not in shown.getvalue()
        tell(0.25)
        assert re.search(r"25% .* 00:0[0-9] left", shown.getvalue())
    assert "?" not in shown.getvalue()
    assert is_cleared(shown)


def test_a_quick_task_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 1_000)
    with progress("Checking a file") as tell:
        tell(0.5)
    assert "Checking" not in shown.getvalue()


def test_a_slow_task_is_shown_even_if_it_reports_no_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = terminal_of(monkeypatch)
    monkeypatch.setattr(terminal, "TICK_SECONDS", 0.01)
    with progress("Checking a file"):
        until(lambda: shown.getvalue().count("\rChecking a file: 0% ") > 2)
    assert is_cleared(shown)


def test_a_progress_line_shown_only_by_the_timer_is_cleared_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = terminal_of(monkeypatch)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 0.05)
    monkeypatch.setattr(terminal, "TICK_SECONDS", 0.01)
    with progress("Restoring a file"):
        until(lambda: "\rRestoring a file: 0% " in shown.getvalue())
    assert is_cleared(shown)


def test_a_remark_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    with progress("Playing a file") as tell:
        tell(0.5)
        remark("Round 3 is missing.")
        assert shown.getvalue().endswith(" \rRound 3 is missing.\n")


@pytest.mark.parametrize("stream", [StringIO(), None])
def test_without_a_terminal_no_progress_is_shown(
    stream: StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 0)
    with progress("Checking a file") as tell:
        tell(0.5)
    assert stream is None or stream.getvalue() == ""


def test_a_cancelled_check_leaves_a_sentence_in_place_of_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = terminal_of(monkeypatch)
    path = tmp_path / "Cup.flagfall"
    simulate(SimulationPlan(players=4, rounds=1), path=path)

    def given_up(file: Path, tell: object) -> None:
        assert callable(tell)
        tell(0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "verify", given_up)
    assert main(["verify", str(path)]) == INTERRUPTED
    *_, bar, blanks, sentence = re.split("\r+", shown.getvalue())
    assert bar.startswith("Checking Cup.flagfall: 50% ")
    assert not blanks.strip()
    assert sentence == "Stopped before the end. Run the command again to start over.\n"


def test_without_a_terminal_an_interrupted_command_still_prints_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = StringIO()
    monkeypatch.setattr(sys, "stderr", shown)

    def given_up(_file: Path, _tell: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "verify", given_up)
    assert main(["verify", "Cup.flagfall"]) == INTERRUPTED
    assert shown.getvalue() == "Stopped before the end. Run the command again to start over.\n"
