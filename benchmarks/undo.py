"""Undo, redo, a correction and a late message after about 56,000 rows, compared with the same acts
after the first 500 rows of the same event. All are durable, and the two take turns. Then many undos
in a row; the longest is compared with folding the whole file.

    python -m benchmarks.undo [the file that keeps the played event for the next run]
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.acts.undo import Redo, Undo
from app.engine.decide import decide
from app.engine.evolve.running_fold import RunningFold
from app.engine.side import Pair, Side
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.log.event_log import create, open_log

ROOT = Path(__file__).resolve().parents[1]

PLAYERS, ROUNDS = 512, 9
FIRST = 500
BEFORE_THE_END = 1000  # rows: games of the last round are under way there
BACK_MS = 300
TIMES = 40
TARGET = 1.5
IN_A_ROW = 100


def cut(path: Path, records: Sequence[Record]) -> None:
    """Write an event file that has only these rows."""
    with create(path) as log:
        for _, rows in groupby(records, lambda row: row.act):
            act = list(rows)
            log.append(
                [row.event for row in act],
                at_ms=act[0].at_ms,
                station=act[0].station,
                actor=act[0].actor,
            )


class Event:
    """An event in which commands are carried out as the desk does it, but without the desk's
    thread.
    """

    def __init__(self, path: Path) -> None:
        self.log = open_log(path)
        self.fold = RunningFold(self.log.records())
        self.game = next(n for n, game in self.fold.state.games.items() if game.play.ticking)
        self.now_ms = self.fold.records[-1].at_ms
        self.ask(WarnPlayer(1, "late"))

    def ask(self, command: Command, back_ms: int = 0) -> float:
        self.now_ms += 1000
        at_ms = self.now_ms - back_ms
        began = time.perf_counter()
        events = decide(self.fold.state, command, at_ms, insist=True)
        assert not isinstance(events, Refused), events.sentence
        self.fold.add(self.log.append(events, at_ms=self.now_ms, station="desk", actor="EO"))
        return time.perf_counter() - began


def main() -> None:
    won = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 0))
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        played = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "played.flagfall"
        if not played.exists():
            simulate(SimulationPlan(players=PLAYERS, rounds=ROUNDS, seed=1), path=played)
        with open_log(played, read_only=True) as log:
            records = log.records()
        short, whole = Path(folder) / "short.flagfall", Path(folder) / "long.flagfall"
        many = len(records) - BEFORE_THE_END
        cut(short, records[:FIRST])
        cut(whole, records[:many])
        events = (Event(short), Event(whole))
        acts: dict[str, Callable[[Event], float]] = {
            "undo": lambda event: event.ask(Undo()),
            "redo": lambda event: event.ask(Redo()),
            "correction": lambda event: event.ask(ReportResult(1, won)),
            "late press": lambda event: event.ask(CallJudge(event.game, Side.RED), BACK_MS),
        }
        taken: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in acts}
        for _ in range(TIMES):
            for name, act in acts.items():
                for event, times in zip(events, taken[name], strict=True):
                    times.append(act(event))
            for event in events:
                event.ask(DismissJudge(event.game))
        began = time.perf_counter()
        RunningFold(events[1].log.records())
        folded = time.perf_counter() - began
        longest = max(events[1].ask(Undo()) for _ in range(IN_A_ROW))
        for event in events:
            event.log.close()
    print(
        f"the longest of {IN_A_ROW} undos in a row: {longest * 1000:.0f} ms,"
        f" {longest / folded:.2f} of folding all {many} rows"
    )
    for name, (few, most) in taken.items():
        mine, least = median(most), median(few)
        print(
            f"{name}: {mine * 1000:.2f} ms after {many} rows against {least * 1000:.2f} ms after"
            f" {FIRST}, {mine / least:.2f} times (target {TARGET}), medians of {TIMES} by turns"
        )


if __name__ == "__main__":
    main()
