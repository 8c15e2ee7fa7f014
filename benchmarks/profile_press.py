"""What a press costs on its way through the desk: calls and time by module and by function, for
presses one after the other and for presses of all tables at the same instant.

The room is that of `tablets`. The times are processor time of the desk's thread alone, so a busy
machine hardly changes them. The profiler makes every call dearer: they are for comparing modules;
`tablets` measures the press itself.
"""

import asyncio
import cProfile
import multiprocessing
import pstats
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import aiohttp  # noqa: E402

from app.web.server.http import TablesServer, read_pages  # noqa: E402
from app.web.server.secrets import Keys, keys_file  # noqa: E402
from benchmarks.tablets import TABLES, Tablet, begun, spaced  # noqa: E402

ROUNDS = 6
ONE_BY_ONE, AT_ONCE = "one by one", "at the same instant"
MODULES, FUNCTIONS = 25, 30


def serve(folder: str, pipe: Connection) -> None:
    """The other process: the desk, profiled whenever it is told to."""
    path = Path(folder) / "event.flagfall"
    desk = begun(path)
    keys = Keys(keys_file(path))
    secrets = keys.issue(range(1, TABLES + 1))
    server = TablesServer(
        desk, keys, read_pages(ROOT / "resources" / "web"), host="127.0.0.1", port=0
    )
    pipe.send((server.start().result()[0], secrets))
    profiles = {name: cProfile.Profile(time.thread_time) for name in (ONE_BY_ONE, AT_ONCE)}

    async def turn(name: str, *, on: bool) -> None:
        (profiles[name].enable if on else profiles[name].disable)()

    while (order := pipe.recv()) is not None:
        pipe.send(desk.run(turn(order[0], on=order[1])).result())
    desk.stop()
    for name, profile in profiles.items():
        report(name, profile)


def report(name: str, profile: cProfile.Profile) -> None:
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    presses = ROUNDS * TABLES
    calls, seconds = Counter[str](), Counter[str]()
    for (file, _, _), (_, count, own, _, _) in stats.items():
        calls[module(file)] += count
        seconds[module(file)] += own
    whole = sum(seconds.values()) / presses
    print(f"\n{name}: {sum(calls.values()) / presses:.0f} calls a press in {len(calls)} modules,"
          f" {whole * 1e6:.0f} microseconds of it under the profiler")  # fmt: skip
    for place, own in seconds.most_common(MODULES):
        print(f"  {own / presses * 1e6:7.1f} us {calls[place] / presses:7.1f} calls  {place}")
    print("  the dearest functions, with what they call:")
    dearest = sorted(stats.items(), key=lambda item: -item[1][3])[:FUNCTIONS]
    for (file, line, function), (_, count, own, inside, _) in dearest:
        print(f"  {inside / presses * 1e6:7.1f} us, own {own / presses * 1e6:6.1f},"
              f" {count / presses:6.1f} calls  {module(file)}:{line} {function}")  # fmt: skip


def module(file: str) -> str:
    """As a short path: ours from the root, others' from their package."""
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return str(path.relative_to(ROOT))
    return "built in" if file == "~" else "/".join(path.parts[-2:])


async def press(base: str, secrets: dict[int, str], pipe: Connection) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tablets = [Tablet(table, secret) for table, secret in secrets.items()]
        for tablet in tablets:
            await tablet.join(session, base)
        await spaced(tablets, 0.005, bare=False)
        for _ in range(ROUNDS):
            for name in (ONE_BY_ONE, AT_ONCE):
                for tablet in tablets:
                    await tablet.ping()
                await asyncio.sleep(0.2)
                pipe.send((name, True))
                pipe.recv()
                if name == AT_ONCE:
                    await spaced(tablets, 0, bare=False)
                else:
                    for tablet in tablets:
                        await tablet.press()
                pipe.send((name, False))
                pipe.recv()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        mine, theirs = multiprocessing.Pipe()
        other = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, theirs))
        other.start()
        base, secrets = mine.recv()
        asyncio.run(press(base, secrets, mine))
        mine.send(None)
        other.join()


if __name__ == "__main__":
    main()
