"""Removes one guard of the clocks after another, in a copy of the program, and runs rehearsals
there. The rehearsals must fail without their guard.

    python -m tools.trials.guards [WORDS OF A GUARD]
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
HALL, SUPERVISOR = "app/clock/hall/hall.py", "app/clock/ports/supervisor.py"
HANDSHAKE, HALF = "app/clock/ports/handshake.py", "app/ui/table/clock_half.py"
WINDOW, PADS, KEYPADS = (
    "app/ui/table/window.py",
    "app/clock/links/pads.py",
    "app/clock/links/keypads.py",
)
LATE, SILENT = "tests/clock/ports/test_late_looks.py", "tests/clock/ports/test_silent_clocks.py"
LISTED = "tests/clock/ports/test_changed_listings.py"
STOPPED, BUSY = "tests/clock/hall/test_stopped_desk.py", "tests/clock/hall/test_busy_desk.py"
TURNS = "app/engine/table/turn_back.py"


class Guard(Struct, frozen=True):
    """A piece of code that guards the clocks against a mistake. ``out`` has, for each file, the
    guard's text and the text that replaces it.
    """

    name: str
    rehearsals: tuple[str, ...]
    out: tuple[tuple[str, str, str], ...]


GUARDS = (
    Guard(
        "a time in which nobody listened is no silence",
        (LATE,),
        ((HANDSHAKE, "if late_ms < LATE_MS:\n            return", "if True:\n            return"),),
    ),
    Guard(
        "the line of a clock that fell silent stays open",
        (SILENT, STOPPED),
        (
            (SUPERVISOR, ", holds=not isinstance(driver, SharedLine))", ")"),
            (SUPERVISOR, "SILENT, holds=bool(socket.port.product))", "SILENT)"),
        ),
    ),
    Guard(
        "drivers have a thread of their own",
        (BUSY,),
        (
            (HALL, "self._loop.call_soon_threadsafe(call)", "self.desk.call(call)"),
            (HALL, "self._timeline.call_at(self._loop,", "self.desk.call_at("),
            (
                HALL,
                "self._drivers = DriverThread(desk.timeline)",
                "self._drivers = DriverThread(desk.timeline)\n        self._drivers.desk = desk",
            ),
            (
                HALL,
                "self.call(self._loop.stop)",
                "self._loop.call_soon_threadsafe(self._loop.stop)",
            ),
        ),
    ),
    Guard(
        "a line that is held keeps its place in a listing",
        (LISTED,),
        ((SUPERVISOR, "[held.get(info.name, info) for info in attached]", "list(attached)"),),
    ),
    Guard(
        "a line that is held is not gone because no listing has it",
        (LISTED,),
        ((SUPERVISOR, "not (lasting or socket.holds) and", "not lasting and"),),
    ),
    Guard(
        "each finger counts where it came down",
        ("tests/ui/table/test_touches.py",),
        (
            (HALF, "def event(self", "def mouse_only(self"),
            (HALF, "AcceptTouchEvents)", "AcceptTouchEvents, False)"),
        ),
    ),
    Guard(
        "a press in a window has the system's instant",
        ("tests/ui/table/test_press_time.py",),
        ((WINDOW, "self._act(side, press, late.by_ms)", "self._act(side, press, 0)"),),
    ),
    Guard(
        "a press on a gamepad has SDL's instant",
        ("tests/clock/links/test_pads.py",),
        ((PADS, '{"ago": ago_ms,', '{"ago": 0,'),),
    ),
    Guard(
        "a press on a number pad has the kernel's instant",
        ("tests/clock/links/test_keypads.py",),
        ((KEYPADS, '"ago": ago_ms,', '"ago": 0,'),),
    ),
    Guard(
        "a tap straight back is asked about",
        ("tests/views/history/test_turn_back_words.py",),
        ((TURNS, "    if not soon or play.step", "    if soon or not soon or play.step"),),
    ),
    Guard(
        "the time since a turn taken back is its player's",
        ("tests/engine/table/test_turn_back.py",),
        (
            (
                TURNS,
                "put(side, banked.used_ms.of(side) + moved_ms)",
                "put(side, banked.used_ms.of(side))",
            ),
        ),
    ),
)


def without(guard: Guard, folder: Path) -> None:
    """Copy the program's present files into ``folder``, with the code of ``guard`` replaced."""
    names = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(names, cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    for name, text, instead in guard.out:
        whole = (folder / name).read_text("utf-8")
        if whole.count(text) != 1:
            raise SystemExit(f"{name} has {text!r} {whole.count(text)} times: {guard.name}")
        (folder / name).write_text(whole.replace(text, instead), "utf-8")


def rehearse(rehearsal: str, folder: Path) -> tuple[int, int]:
    """Return how many of a rehearsal's tests pass, and how many tests it has."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", rehearsal]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", done.stdout[-200:])}
    passed = counts.get("passed", 0)
    return passed, passed + counts.get("failed", 0) + counts.get("error", 0)


def main() -> int:
    wanted = " ".join(sys.argv[1:])
    is_guarded = True
    print("| guard | rehearsal | with it | without it |\n|---|---|---|---|")
    for guard in [guard for guard in GUARDS if wanted in guard.name]:
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            without(guard, Path(folder))
            for rehearsal in guard.rehearsals:
                passed, of = rehearse(rehearsal, ROOT)
                left, _ = rehearse(rehearsal, Path(folder))
                is_guarded &= left < passed == of
                row = (
                    f"| {guard.name} | {Path(rehearsal).stem} | {passed} of {of} | {left} of {of} |"
                )
                print(row, flush=True)
    return 0 if is_guarded else 1


if __name__ == "__main__":
    sys.exit(main())
