"""Progress at a terminal: a line that goes again, and nothing where no terminal is."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from app.__main__ import INTERRUPTED, main
from app.headless.cli import command_line, terminal
from app.headless.cli.terminal import progress
from app.headless.simulation.simulate import Plan, simulate


class Terminal(StringIO):
    """Takes what is written, as a terminal."""

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Everything is shown there at once. pytest sets a stream of its own when a test begins."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 0)
    monkeypatch.setattr(terminal, "SHOWN_EVERY_SECONDS", 0)
    return screen


def test_a_terminal_shows_how_far_it_is_and_the_line_goes_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = terminal_of(monkeypatch)
    with progress("Checking a file") as tell:
        tell(0.25)
        assert shown.getvalue().startswith("\rChecking a file: 25%, 0 seconds left")
    assert shown.getvalue().endswith("\r\x1b[K")


def test_what_is_done_soon_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal_of(monkeypatch)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 1_000)
    with progress("Checking a file") as tell:
        tell(0.5)
    assert shown.getvalue() == ""


@pytest.mark.parametrize("stream", [StringIO(), None])
def test_where_no_terminal_is_nothing_is_shown(
    stream: StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "SHOWN_AFTER_SECONDS", 0)
    with progress("Checking a file") as tell:
        tell(0.5)
    assert stream is None or stream.getvalue() == ""


def test_a_check_that_is_given_up_leaves_an_empty_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = terminal_of(monkeypatch)
    path = tmp_path / "Cup.flagfall"
    simulate(Plan(players=4, rounds=1), path=path)

    def given_up(file: Path, tell: object) -> None:
        assert callable(tell)
        tell(0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "verify", given_up)
    assert main(["verify", str(path)]) == INTERRUPTED
    assert "Checking Cup.flagfall: 50%" in shown.getvalue()
    assert shown.getvalue().endswith("\r\x1b[K")
