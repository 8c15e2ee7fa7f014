"""Kill -9 at any moment: what was acknowledged is in the file, and the file is whole.

Each program is a process of its own, forked where that can be from one that has loaded the modules:
a hundred of them would mostly load modules.
"""

import gc
import io
import multiprocessing
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

import pytest

from app.headless.recheck.verify import verify
from app.store.log.event_log import open_log
from app.ui.shell.opening.event_opener import AFTERWARDS, FOR_WINDOW
from tests.end_to_end import busy_tables, random_room
from tools.simulation.__main__ import main

pytestmark = pytest.mark.long

LOADED = (
    "app.headless.cli.command_line",
    "app.ui.shell.event_window",
    *FOR_WINDOW,
    *AFTERWARDS,
)
FORKS = "forkserver" in multiprocessing.get_all_start_methods()
PROGRAMS = multiprocessing.get_context("forkserver" if FORKS else "spawn")
if FORKS:
    PROGRAMS.set_forkserver_preload([__name__, *LOADED])
KILLS, TRIES = 50, 20
ENDED, KILLED = 0, -getattr(signal, "SIGKILL", signal.SIGTERM)
ALONE = Lock()
"""Whoever starts a process looks for the ends of all others. Two threads that read how one ended
share its eight bytes: the second finds none and takes that for the end of the fork server.
"""
PARTS = 10  # so that each stays far from the limit of a test
in_parts = pytest.mark.parametrize(
    "kills",
    [range(first, KILLS, PARTS) for first in range(PARTS)],
    ids=lambda kills: f"from {kills[0]}",
)


class Told(io.TextIOBase):
    """Stands in for the terminal: a line is on its way as soon as it is written."""

    def __init__(self, reader: Connection) -> None:
        self._reader = reader

    def write(self, text: str) -> int:
        if text.strip():
            self._reader.send(int(text))
        return len(text)


def run(
    program: Callable[[Sequence[str]], int], arguments: Sequence[str], told: Connection
) -> None:
    gc.freeze()  # as the program does
    sys.stdout = Told(told)
    program(arguments)


def killed(
    program: Callable[[Sequence[str]], int],
    arguments: Sequence[str],
    after_rows: int,
    then_seconds: float,
) -> list[int]:
    """Rows acknowledged by a program that is killed so long after so many of them; none when it
    had ended before we came to it.
    """
    reader, writer = PROGRAMS.Pipe(duplex=False)
    process = PROGRAMS.Process(target=run, args=(program, arguments, writer))
    with ALONE:
        process.start()
    writer.close()
    rows = list(islice(heard(reader), after_rows))
    time.sleep(then_seconds)
    process.kill()
    rows += heard(reader)
    with ALONE:
        process.join()
        exit_code = process.exitcode
        process.close()
    reader.close()
    assert exit_code in {ENDED, KILLED}, "it was to be killed, and had failed by itself"
    return rows if exit_code == KILLED else []


def killed_in_time(
    program: Callable[[Sequence[str]], int],
    arguments: Sequence[str],
    file: Path,
    after_rows: int,
    then_seconds: float,
) -> list[int]:
    """The same; on a machine that let it end, once more from the start."""
    for _ in range(TRIES):
        rows = killed(program, arguments, after_rows, then_seconds)
        if rows:
            return rows
        for one in file.parent.glob(f"{file.stem}.*"):
            one.unlink()
    raise AssertionError(f"it was to be killed, and had ended by itself {TRIES} times")


def heard(reader: Connection) -> Iterator[int]:
    """To the last whole word of a program that was killed."""
    while True:
        try:
            yield reader.recv()
        except (EOFError, OSError):
            return


def check(path: Path, acknowledged: Sequence[int], what: str) -> None:
    """The file opens, holds every acknowledged row, and is in order."""
    with open_log(path) as log:
        rows = [record.seq for record in log.records()]
    assert rows == list(range(1, len(rows) + 1)), what
    assert list(acknowledged) == sorted(set(acknowledged)), what
    assert set(acknowledged) <= set(rows), what
    assert verify(path).faults == (), what


def each_of(kills: Sequence[int], kill: Callable[[int], None]) -> None:
    """``kill`` for every number, two at a time: most of it is waiting for a program to start."""
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(kill, number) for number in kills]:
            done.result()


@in_parts
def test_a_simulated_event_survives_being_killed(tmp_path: Path, kills: Sequence[int]) -> None:
    def kill(number: int) -> None:
        moments = random.Random(number)
        after, wait = moments.randrange(1, 250), moments.uniform(0, 0.02)
        what = f"kill {number}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{number}.flagfall"
        command = ["simulate", "--players", "16", "--rounds", "4", "--echo"]
        seen = killed_in_time(
            main, [*command, "--seed", str(number), "-o", str(path)], path, after, wait
        )
        assert len(seen) >= after, what
        check(path, seen, what)

    each_of(kills, kill)


@in_parts
def test_an_event_in_the_window_survives_being_killed(tmp_path: Path, kills: Sequence[int]) -> None:
    def kill(number: int) -> None:
        moments = random.Random(100 + number)
        after, wait = moments.randrange(1, 150), moments.uniform(0, 0.05)
        what = f"kill {number}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{number}.flagfall"
        seen = killed_in_time(random_room.main, [str(path), str(number)], path, after, wait)
        assert len(seen) >= after, what
        check(path, seen, what)

    each_of(kills, kill)


@in_parts
def test_presses_at_the_same_instant_survive_being_killed(
    tmp_path: Path, kills: Sequence[int]
) -> None:
    """They are written together, and whoever was answered is in the file."""

    def kill(number: int) -> None:
        moments = random.Random(200 + number)
        after, wait = moments.randrange(20, 600), moments.uniform(0, 0.02)
        what = f"kill {number}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{number}.flagfall"
        seen = killed_in_time(busy_tables.main, [str(path), str(number)], path, after, wait)
        assert len(seen) >= after, what
        check(path, sorted(seen), what)  # the answers come in several threads

    each_of(kills, kill)
