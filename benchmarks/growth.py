"""The cost of the desk's acts as an event grows: played events of 8 to 1,024 tables, with up to a
quarter of a million rows. The curves are drawn into benchmarks/growth.svg.

    python -m benchmarks.growth [a folder that keeps the played events for the next run]

Times are processor time, except for those of an act at a table: these are real time and include the
commit. Each size is measured in a process of its own, so that its memory is its own. uv fetches
matplotlib, which draws the curves, when the benchmark runs.
"""

import gc
import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from app.engine.acts.players import WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.acts.undo import Undo
from app.engine.evolve.running_fold import RunningFold
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.log.event_log import EventLog, open_log
from benchmarks.draw_round import explained, history
from benchmarks.undo import BEFORE_THE_END, Event

PICTURE = Path(__file__).with_name("growth.svg")

SIZES = ((16, 5), (128, 7), (512, 9), (1024, 9), (2048, 9))
"""The numbers of players and rounds of each event."""
ACTS, LONG_WORKS = 60, 3
MATPLOTLIB = "matplotlib==3.10.7"
WON = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 0))
LOST = Result(Side.BLUE, How.SCENARIO, Pair(0, 5), Pair(0, 10))

Figures = dict[str, float]
"""The results at one size, by name, in milliseconds or megabytes."""

BY_TABLES = ("a judge's call, durable", "an undo, durable", "standings after a correction", "draw")
BY_ROWS = ("opening", "verify", "memory of the state, MB", "file, MB")


def milliseconds(work: Callable[[], object], clock: Callable[[], float], times: int) -> float:
    """Run ``work`` ``times`` times. Return its median duration on ``clock``, in milliseconds."""
    taken = []
    for _ in range(times):
        gc.collect()
        began = clock()
        left = work()
        taken.append(1000 * (clock() - began))
        if isinstance(left, EventLog):
            left.close()
    return median(taken)


def resident_mb() -> float:
    """Return the memory that this process has in use, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def cut_to_play(played: Path, short: Path) -> None:
    """Copy the event ``played`` to ``short``, but only up to the time at which its last games were
    under way.
    """
    shutil.copy(played, short)
    with closing(sqlite3.connect(short, isolation_level=None)) as raw:
        last = raw.execute("SELECT max(seq) FROM log").fetchone()[0]
        act = raw.execute(
            "SELECT act FROM log WHERE seq = ?", (last - min(BEFORE_THE_END, last // 10),)
        ).fetchone()[0]
        raw.execute("DELETE FROM log WHERE act >= ?", (act,))


def measure(path: str, players: int, rounds: int) -> Figures:
    """Measure one played event, and return the results."""
    figures = Figures()
    before_mb = resident_mb()
    with open_log(Path(path)) as log:
        fold = RunningFold(log.records())
        gc.collect()
        figures["memory of the state, MB"] = resident_mb() - before_mb
        figures["rows"] = log.last_seq
        del fold

    def open_event() -> EventLog:
        log = open_log(Path(path))
        RunningFold(log.records())
        return log

    figures["opening"] = milliseconds(open_event, time.process_time, LONG_WORKS)
    figures["verify"] = milliseconds(lambda: verify(Path(path)), time.process_time, 1)
    figures["file, MB"] = Path(path).stat().st_size / 1e6
    past = history(players, rounds - 1, seed=1)
    figures["draw"] = milliseconds(lambda: explained(past), time.process_time, LONG_WORKS)

    event = Event(Path(path))
    first = min(event.fold.state.games)
    calls, undos, sums = list[float](), list[float](), list[float]()
    for number in range(ACTS):
        calls.append(1000 * event.ask(CallJudge(event.game, Side.RED)))
        event.ask(DismissJudge(event.game))
        event.ask(WarnPlayer(1, "late"))
        undos.append(1000 * event.ask(Undo()))
        event.ask(ReportResult(first, LOST if number % 2 else WON))
        sums.append(milliseconds(lambda: standings(event.fold.state), time.process_time, 1))
    event.log.close()
    figures["a judge's call, durable"] = median(calls)
    figures["an undo, durable"] = median(undos)
    figures["standings after a correction"] = median(sums)
    return figures


DRAW_CURVES = """
import json, sys
import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot
matplotlib.rcParams.update({"svg.hashsalt": "growth", "font.size": 9, "axes.spines.top": False,
                            "axes.spines.right": False})
curves, picture = json.load(sys.stdin), sys.argv[1]
drawing, panels = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
for panel, (across, lines) in zip(panels, curves.items()):
    for (name, points), mark in zip(lines.items(), "os^D"):
        panel.plot(*zip(*points), marker=mark, markersize=5, label=name)
    panel.set(xscale="log", yscale="log", xlabel=across, ylabel="ms, or MB where it is named")
    ticks = sorted({x for points in lines.values() for x, _ in points})
    panel.set_xticks(ticks, [f"{x:,.0f}" for x in ticks], rotation=30)
    panel.minorticks_off()
    panel.grid(alpha=0.3)
    panel.legend(frameon=False)
drawing.savefig(picture, metadata={"Date": None, "Creator": None})
"""


def draw_curves(measured: dict[int, Figures]) -> None:
    """Draw the results into ``PICTURE``, with the number of tables along the axis."""
    curves = {
        "tables": {
            name: [(tables, figures[name]) for tables, figures in measured.items()]
            for name in BY_TABLES
        },
        "rows of the event": {
            name: [(figures["rows"], figures[name]) for figures in measured.values()]
            for name in BY_ROWS
        },
    }
    command = [sys.executable, "-m", "uv", "run", "-q", "--isolated", "--no-project", "--python"]
    command += [sys.executable, "--with", MATPLOTLIB, "python", "-c", DRAW_CURVES, str(PICTURE)]
    subprocess.run(command, input=json.dumps(curves), text=True, check=True)


def main() -> None:
    measured = dict[int, Figures]()
    with tempfile.TemporaryDirectory(prefix="flagfall-") as new:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(new)
        folder.mkdir(parents=True, exist_ok=True)
        for players, rounds in SIZES:
            played = folder / f"{players} players, {rounds} rounds.flagfall"
            if not played.exists():
                began = time.process_time()
                rows = simulate(SimulationPlan(players, rounds), path=played).rows
                print(f"simulate: {rows / (time.process_time() - began):.0f} rows a second")
            short = Path(new) / played.name
            cut_to_play(played, short)
            with get_context("spawn").Pool(1) as alone:
                figures = alone.apply(measure, (str(short), players, rounds))
            measured[players // 2] = figures
            words = ", ".join(f"{name} {value:,.2f}" for name, value in figures.items())
            print(f"growth: {players // 2} tables: {words}", flush=True)
    draw_curves(measured)


if __name__ == "__main__":
    main()
