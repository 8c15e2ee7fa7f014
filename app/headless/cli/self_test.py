"""Plays and checks a small event, to test whether an installation is complete."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

from app.engine.draw.matching import WIDEST_BITS, solve
from app.engine.language import say
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate


def play_and_check(folder: Path) -> tuple[str, ...]:
    """Play an event in ``folder`` and return the faults that its checks find; none if all is
    well.
    """
    path = folder / "played.flagfall"
    simulate(SimulationPlan(players=6, rounds=2), path=path)
    if solve(2, [(0, 1, 0)], WIDEST_BITS + 1) != [
        (0, 1)
    ]:  # a library that small events do not need
        return (say("The library that draws large events does not work."),)
    if getattr(sys, "frozen", False):  # only the installed program must have every optional library
        return (*server_faults(), *verify(path).faults)
    return verify(path).faults


def server_faults() -> tuple[str, ...]:
    """Return the faults of the libraries for events on a server. These libraries find their own
    files by name, so a build may lack some.
    """
    try:
        from app.store.server.server import engine, open_line

        engine(lambda: open_line("")).dispose()
    except Exception as error:
        return (say("The library for events on a server does not work ({error}).", error=error),)
    if not entry_points(group="keyring.backends"):
        return (say("The library for passwords finds no system keyring."),)
    return ()
