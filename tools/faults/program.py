"""Runs the player as a separate program, on a disk and with clocks that we control."""

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from tools.faults.player import ACKNOWLEDGED, CLOCKS, DISK, EVENT

ROOT = Path(__file__).resolve().parents[2]
PLAYER = "tools.faults.player"
SOURCES = {"disk": "tools/faults/disk.c", "clocks": "tests/web_page/time_apart.c"}
LONGEST_S = 600


@cache
def libraries() -> dict[str, Path]:
    """Compile the libraries with which programs are started, once, and return them by name."""
    folder = Path(mkdtemp(prefix="flagfall-faults-"))
    made = {}
    for name, source in SOURCES.items():
        made[name] = folder / f"{name}.so"
        how = ("gcc", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", made[name])
        subprocess.run([*how, ROOT / source, "-ldl", "-lpthread"], check=True)
    return made


class Acknowledged(Struct, frozen=True):
    """Everything that a program acknowledged or told: the rows by number, each with its digest."""

    rows: dict[int, str]
    told: tuple[str, ...]
    met: tuple[str, ...]
    """The faults that were caused while the program ran."""
    seconds: tuple[float, ...]
    """The seconds from each fault to the next row."""
    wrong: tuple[str, ...]
    """Sentences about mistakes of its own that the program noticed."""
    ended: bool


def read_acknowledged(text: str) -> Acknowledged:
    """Read a program's note. Its last line may be incomplete."""
    rows: dict[int, str] = {}
    notices: list[str] = []
    met: list[str] = []
    seconds: list[float] = []
    wrong: list[str] = []
    lines = text.split("\n")[:-1]
    for line in lines:
        word, _, rest = line.partition(" ")
        match word:
            case "told":
                notices.append(rest)
            case "fault":
                met.append(rest)
            case "on":
                seconds.append(float(rest))
            case "wrong":
                wrong.append(rest)
            case "end" | "refused":
                pass
            case _:
                rows[int(word)] = rest
    ended = lines[-1:] == ["end"]
    return Acknowledged(rows, tuple(notices), tuple(met), tuple(seconds), tuple(wrong), ended)


def surroundings(
    folder: Path, *, record: bool = False, lies: bool = False, lacks: str = ""
) -> dict[str, str]:
    """Return the environment for a program whose event, with everything that it keeps outside the
    event, is in ``folder``. With ``record``, the program's requests to the disk are recorded,
    except for syncs if the disk ``lies``. ``lacks`` names what the event's disk does not have:
    "locks", "memory" that programs share, or the "exclusion" that locks promise.
    """
    made = libraries()
    (folder / "numbers").mkdir()
    for name, numbers in (("disk", DISK), ("clocks", CLOCKS)):
        (folder / "numbers" / name).write_bytes(bytes(8 * max(len(numbers), 8)))
    watched = {
        "LD_PRELOAD": f"{made['disk']}:{made['clocks']}",
        "FAULTY_DISK": str(folder / "numbers" / "disk"),
        "FAULTY_DISK_FOLDER": str(folder),
        "FAULTY_DISK_EVENT": str((folder / EVENT).parent),
        "TIME_APART": str(folder / "numbers" / "clocks"),
        "FLAGFALL_STATE": str(folder / "state"),
    }
    if lacks:
        watched["FAULTY_DISK_LACKS"] = lacks
    if lies:
        watched["FAULTY_DISK_LIES"] = "yes"
    if record:
        watched["FAULTY_DISK_RECORD"] = str(folder.with_name(f"{folder.name} record"))
    return {**os.environ, **watched}


def played(
    folder: Path,
    seed: int,
    players: int,
    rounds: int,
    faults: Sequence[str] = (),
    *,
    record: bool = False,
    lies: bool = False,
    lacks: str = "",
    player: str = PLAYER,
) -> Acknowledged:
    """Play an event to its end, or until the program fails."""
    folder.mkdir()
    command = [sys.executable, "-m", player, str(folder), str(seed), str(players), str(rounds)]
    done = subprocess.run(
        [*command, *faults],
        cwd=ROOT,
        env=surroundings(folder, record=record, lies=lies, lacks=lacks),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    note = folder / ACKNOWLEDGED
    found = read_acknowledged(note.read_text("utf-8") if note.exists() else "")
    if not found.ended:
        raise RuntimeError(f"The player failed with {done.returncode}: {done.stderr[-2000:]}")
    return found
