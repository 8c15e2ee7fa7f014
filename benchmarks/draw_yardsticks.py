"""A whole late round drawn by chess engines for the same event, compared with our draw including
its reasons and alternatives.

uv fetches py4swiss on demand; its start is not timed. Another engine runs if FLAGFALL_ENGINE has
its command, such as "bbpPairings --dutch {trf} -p {out}" or "java -jar javafo.jar {trf} -p {out}";
its start is timed. These engines pair chess players by other rules; only the size of the event is
the same.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.draw_round import RUNS, Games, explained, history, timed

SIZES = {32: 4, 128: 6, 512: 8}
PY4SWISS = "py4swiss==0.3.1"
LONGEST_S = 300
TARGETS = {128: 0.12, 512: 0.08}
WHOLE_ROUND = """
import sys, time
from pathlib import Path
from statistics import median
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
trf = TrfParser.parse(Path(sys.argv[1]))
taken = []
for _ in range(int(sys.argv[2])):
    began = time.perf_counter()
    DutchEngine.generate_pairings(trf)
    taken.append(1000 * (time.perf_counter() - began))
print(median(taken))
"""


def trf(past: list[Games]) -> str:
    """Return the event as a report file of the chess federation, in which a tie counts half a
    point.
    """
    numbers = sorted(n for white, other, _ in past[0] for n in (white, other))
    whites = dict.fromkeys(numbers, 0)
    last = dict.fromkeys(numbers, "")
    points = dict.fromkeys(numbers, 0)
    results: dict[int, list[str]] = {number: [] for number in numbers}
    for games in past:
        for first, other, winner in games:
            white = min(first, other, key=lambda n: (whites[n], last[n] == "w", n))
            for player, rival in ((first, other), (other, first)):
                colour = "w" if player == white else "b"
                whites[player] += 1 if colour == "w" else -1
                last[player] = colour
                won = "=" if not winner else "1" if winner == player else "0"
                points[player] += {"=": 5, "1": 10, "0": 0}[won]
                results[player].append(f"{rival:4} {colour} {won}")
    lines = ["012 Benchmark", f"XXR {len(past) + 2}", "XXC white1"]
    for number in numbers:
        head = f"001 {number:4} m    {f'Player {number}':33} {3000 - number:4} XXX"
        head = f"{head} {number:11} 2000/01/01 {points[number] / 10:4.1f} {number:4}"
        lines.append(f"{head}  {'  '.join(results[number])}")
    return "\n".join(lines) + "\n"


def py4swiss_ms(file: Path, runs: int) -> float | None:
    """Return py4swiss's median time for a draw of ``file``, in milliseconds. Return None if
    py4swiss cannot be installed here or takes too long.
    """
    command = [sys.executable, "-m", "uv", "run", "-q", "--isolated", "--no-project", "--python"]
    command += [sys.executable, "--with", PY4SWISS, "python", "-c", WHOLE_ROUND]
    try:
        made = subprocess.run(
            [*command, file, str(runs)],
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        output = getattr(error, "stderr", "") or str(error)
        print(f"    py4swiss: {str(output).strip().splitlines()[-1]}")
        return None
    return float(made.stdout)


def engine_ms(given: str, file: Path, runs: int) -> float:
    """Run the command ``given`` on ``file`` ``runs`` times. Return the median time from the start
    of the process to its end, in milliseconds.
    """
    taken = []
    with tempfile.NamedTemporaryFile() as out:
        parts = [part.format(trf=file, out=out.name) for part in shlex.split(given)]
        for _ in range(runs):
            began = perf_counter()
            subprocess.run(parts, capture_output=True, timeout=LONGEST_S, check=True)
            taken.append(1000 * (perf_counter() - began))
    return median(taken)


def main() -> None:
    engine = os.environ.get("FLAGFALL_ENGINE", "")
    slow = False
    for players, rounds in SIZES.items():
        past = history(players, rounds, seed=1)
        ours, _ = timed(lambda: explained(past), RUNS[players])  # noqa: B023
        print(f"{players} players, round {rounds + 1}: {ours:.1f} ms", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "event.trf"
            file.write_text(trf(past))
            runs = 3 if players <= 128 else 1
            theirs = None if slow else py4swiss_ms(file, runs)
            slow = theirs is None
            if theirs is not None:
                target = f" (target: {TARGETS[players]})" if players in TARGETS else ""
                print(f"    py4swiss {theirs:.0f} ms: we take {ours / theirs:.3f} of it{target}")
            if engine:
                other = engine_ms(engine, file, runs)
                print(f"    {shlex.split(engine)[0]} {other:.0f} ms: we take {ours / other:.3f}")


if __name__ == "__main__":
    main()
