"""A small event played and checked, to see that an installation is whole."""

from pathlib import Path

from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import Plan, simulate


def play_and_check(folder: Path) -> tuple[str, ...]:
    """What is wrong with an event played into ``folder``; nothing, it is hoped."""
    path = folder / "played.flagfall"
    simulate(Plan(players=6, rounds=2), path=path)
    return verify(path).faults
