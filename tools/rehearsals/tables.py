"""Plays a full room through a bad network for ten minutes, and compares the log with the presses.

python -m tools.rehearsals.tables [tables [minutes [seed]]]
"""

import asyncio
import multiprocessing
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path

from tests.web.bad_day import QuickTimeline, bad_day, begin
from tests.web.bad_day_judged import judged
from tests.web.bad_network import BadNetwork, Weather
from tests.web.venue import Venue

SHARE = (0.34, 0.44)  # of the whole time, for each player


def serve(folder: str, tables: int, seed: int, minutes: float, pipe: Connection) -> None:
    """Run the organizer's computer, in a second process, until ``pipe`` says that the rehearsal is
    over.
    """
    venue = Venue(Path(folder), tables=tables)
    venue.register(2 * tables)
    venue.start()
    venue.serve()
    venue.restart(QuickTimeline(1.0))
    begin(venue, tables, seed, (SHARE[0] * minutes, SHARE[1] * minutes))
    pipe.send((venue.base, venue.secrets, venue.path))
    pipe.recv()
    venue.close()


def main() -> int:
    tables, minutes, seed = [*map(int, sys.argv[1:]), *(64, 10, 5)[len(sys.argv) - 1 :]]
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = multiprocessing.Pipe()
        other = spawn.Process(target=serve, args=(folder, tables, seed, minutes, theirs))
        other.start()
        base, secrets, path = mine.recv()
        network = BadNetwork(base, Weather(), seed)
        devices = asyncio.run(bad_day(network, secrets, 1.0, seed, minutes * 60 * 0.95))
        mine.send("end")
        other.join()
        verdict = judged(path, devices)
    seen = ", ".join(f"{what} {count}" for what, count in sorted(network.seen.items()))
    print(f"{tables} tables for {minutes} min, {sum(each.joins for each in devices)} joins: {seen}")
    print(
        f"{verdict.presses} presses, {verdict.flags} right flags, {verdict.too_early} taken back;"
        f" furthest from the finger {verdict.furthest_ms} ms; faults: {len(verdict.faults)}"
    )
    print("\n".join(verdict.faults))
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
