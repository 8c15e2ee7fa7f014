"""Runs one event on three laptops, each with a separate home and network, as docs/stations.md
describes: one runs the event server, and the others find the server and join by its codes, in three
presses each. Rounds are played. The server's laptop is killed in the middle of a round and comes
back.

    python -m tools.rehearsals.hall [--rounds N] [--router] [--out folder for pictures]

Needs Linux, root, iproute2 and a PostgreSQL. Without ``--router`` the hall has only a switch, and
no laptop has a way out.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from app.engine.evolve import fold
from app.headless.recheck.verify import verify
from app.store import events
from app.store.exports.digest import state_digest
from tests.events import Event

ROOT = Path(__file__).resolve().parents[2]
NET = "10.77.5"
BRIDGE = f"ffh{os.getpid()}"
EVENT = "Foundry Open"
PLAYERS = 8
SMALLEST = 2
"""The least number of rounds: one without a fault, and the one in which the server's
laptop dies.
"""
TABLES = PLAYERS // 2
CODE_FIELD = "K7QF-M2XD-9RTA"
RESULT = ("1", "1", "5", "3", "0", "0", "Return")
"""The first player won by scenario, 5 control points to 3, no army points."""


class Fault(Exception):
    """A laptop did not show what it had to show."""


class Hall:
    """A switch with the laptops' cables, in a separate network. Otherwise a browser on this
    computer would stop loading whenever a network appears or disappears.
    """

    def __init__(self) -> None:
        _ip("netns", "add", BRIDGE)
        _ip("-n", BRIDGE, "link", "add", BRIDGE, "type", "bridge")
        _ip("-n", BRIDGE, "link", "set", BRIDGE, "up")

    def plug_in(self, number: int, *, router: bool) -> str:
        """Connect a new network to the hall, give it an address there, and return the network's
        name.
        """
        space = outer = f"{BRIDGE}-{number}"
        _ip("netns", "add", space)
        ends = ("name", outer, "type", "veth", "peer", "name", "eth0", "netns", space)
        _ip("-n", BRIDGE, "link", "add", *ends)
        _ip("-n", BRIDGE, "link", "set", outer, "master", BRIDGE, "up")
        for words in (
            ("addr", "add", f"{NET}.{number}/24", "broadcast", "+", "dev", "eth0"),
            ("link", "set", "eth0", "up"),
            ("link", "set", "lo", "up"),
            *([("route", "add", "default", "via", f"{NET}.254")] if router else []),
        ):
            _ip("-n", space, *words)
        return space

    def cut(self, number: int) -> None:
        _ip("-n", BRIDGE, "link", "set", f"{BRIDGE}-{number}", "down")

    def mend(self, number: int) -> None:
        _ip("-n", BRIDGE, "link", "set", f"{BRIDGE}-{number}", "up")

    def remove(self) -> None:
        with suppress(subprocess.CalledProcessError):
            _ip("netns", "del", BRIDGE)


class Laptop:
    """A home, a network and the program's windows. ``presses`` is the number of presses so far."""

    def __init__(self, hall: Hall, name: str, number: int, folder: Path, *, router: bool) -> None:
        self.name, self.number, self.presses = name, number, 0
        self.home = folder / name
        self.home.mkdir(mode=0o755)
        self.space = hall.plug_in(number, router=router)
        self._program: subprocess.Popen[str] | None = None

    def start(self, *file: Path) -> None:
        self._faults = (self.home / "faults.log").open("a", encoding="utf-8")
        self._program = subprocess.Popen(
            [*self._inside, "-m", "tools.rehearsals.hall_laptop", *map(str, file)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._faults,
            text=True, cwd=ROOT, env=self._env,
        )  # fmt: skip

    def do(self, name: str, *given: object) -> Any:
        """Do something at the laptop's windows, and return the answer. Raises Fault if that is not
        possible.
        """
        assert self._program is not None
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self.presses += name in {"press", "choose"}
        with suppress(BrokenPipeError):
            self._program.stdin.write(json.dumps([name, *given]) + "\n")
            self._program.stdin.flush()
        line = self._program.stdout.readline()
        ended = f"its program ended: {None if line else self._program.wait()}"
        answer = json.loads(line) if line else {"fault": ended}
        if "fault" in answer:
            raise Fault(f"{self.name}, {name} {given}: {answer['fault']}")
        return answer["is"]

    def run(self, *arguments: str) -> str:
        """Run a command of the program at this laptop, and return the output."""
        command = [*self._inside, "-m", "app", *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=ROOT, env=self._env
        )
        return done.stdout

    def kill(self) -> int:
        """Kill every process of the laptop at once, and return their number."""
        processes = [*map(int, _ip("netns", "pids", self.space).split())]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        if self._program is not None:
            self._program.wait()
            self._program.communicate()
            self._faults.close()
            self._program = None
        return len(processes)

    def remove(self) -> None:
        self.kill()
        _ip("netns", "del", self.space)

    @property
    def _inside(self) -> list[str]:
        named = ("unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', self.name)
        return ["ip", "netns", "exec", self.space, *named, sys.executable]

    @property
    def _env(self) -> dict[str, str]:
        left = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        left.pop("FLAGFALL_STATE", None)
        return {
            **left,
            "HOME": str(self.home),
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }


class Rehearsal:
    """The steps of the rehearsal. Each is printed once it is done."""

    def __init__(self, folder: Path, hall: Hall, out: Path | None, *, router: bool) -> None:
        names = ("Anna", "Ben", "Cleo")
        self.laptops = [
            Laptop(hall, name, number, folder, router=router)
            for number, name in enumerate(names, 1)
        ]
        self._hall, self._out, self._began_s = hall, out, time.monotonic()
        self._round = 0

    def play(self, rounds: int) -> list[str]:
        """Play all steps, and return the faults."""
        anna, ben, cleo = self.laptops
        file = anna.home / f"{EVENT}.flagfall"
        made = Event(file, began_ms=time.time_ns() // 1_000_000)
        made.register(PLAYERS)
        made.close()
        anna.start(file)
        anna.do("digest")
        ben.start()
        cleo.start()
        codes = self._run_server(anna, "Start with this event")
        self._join(ben, codes["Organizers: everything"])
        self._join(cleo, codes["Scorekeeper: clocks and results"])
        found = [
            f"{laptop.name} needed {laptop.presses} presses."
            for laptop in self.laptops
            if laptop.presses > 3
        ]
        self._play_round(self._whole)
        self._play_round(self._killed)
        while self._round < rounds:
            self._play_round(self._whole)
        return [*found, *self._compare_all()]

    def _run_server(self, laptop: Laptop, words: str) -> dict[str, str]:
        """Run the server at this laptop and open the event. Return the code of each role."""
        laptop.do("choose", "File", "Several laptops")
        self._picture(laptop, "before")
        laptop.do("press", words)
        codes = {}
        for role in ("Scorekeeper: clocks and results", "Organizers: everything"):
            laptop.do("see", "Address: ")
            laptop.do("pick", "What the other laptop may do", role)
            codes[role] = laptop.do("code")
        where = laptop.do("see", "Address: ")
        laptop.do("see", "Open")
        self._picture(laptop, "runs")
        laptop.do("press", "Open")
        laptop.do("digest")
        self._say(f"{laptop.name} runs the server after {laptop.presses} presses. {where}")
        return codes

    def _join(self, laptop: Laptop, code: str) -> None:
        laptop.do("choose", "File", "Several laptops")
        where = laptop.do("see", f"({NET}.1)")
        laptop.do("type", CODE_FIELD, code)
        self._picture(laptop, "joins")
        laptop.do("press", "Join")
        laptop.do("press", "Open")
        laptop.do("digest")
        self._say(f"{laptop.name} found {where} and joined after {laptop.presses} presses.")

    def _play_round(self, report: Any) -> None:
        anna = self.laptops[0]
        self._round += 1
        anna.do("press", "Round")
        for words, stage in (("Draw", "DRAWN"), ("Publish", "PUBLISHED"), ("Start", "STARTED")):
            anna.do("press", f"{words} round {self._round}")
            anna.do("until", stage, 0)
        report()
        anna.do("press", "Round")  # an event that was opened anew begins with Now
        anna.do("press", f"Finish round {self._round}")
        for laptop in self.laptops:
            laptop.do("until", "FINISHED", TABLES)
        self._compare()
        self._say(f"Round {self._round} is over; one digest at three laptops.")

    def _whole(self) -> None:
        for table in range(1, TABLES + 1):
            self._report(self.laptops[table % len(self.laptops)], table)
        for laptop in self.laptops:
            laptop.do("until", "STARTED", TABLES)

    def _killed(self) -> None:
        """Report half of the results before the server's laptop dies, and the others before it
        comes back.
        """
        anna, ben, cleo = self.laptops
        self._report(ben, 1)
        self._report(anna, 2)
        for laptop in self.laptops:
            laptop.do("until", "STARTED", 2)
        self._hall.cut(anna.number)
        count = anna.kill()
        self._say(f"Anna's laptop is dead: its cable is out, {count} processes were killed.")
        for laptop, table in ((ben, 3), (cleo, 4)):
            laptop.do("see", "Server away")
            self._report(laptop, table)
            laptop.do("until", "STARTED", 3)
            self._say(f"{laptop.name} goes on alone: {laptop.do('see', 'unsent').splitlines()}")
        self._hall.mend(anna.number)
        anna.start()
        anna.presses = 0
        self._run_server(anna, "Start again")
        for laptop in self.laptops:
            laptop.do("until", "STARTED", TABLES)
        self._say("All four results are at all three laptops again.")

    def _report(self, laptop: Laptop, table: int) -> None:
        laptop.do("press", "Round")
        laptop.do("keys", "F2", str(table), "Return", *RESULT)

    def _compare(self) -> None:
        digest = self.laptops[0].do("digest")
        for laptop in self.laptops[1:]:
            laptop.do("until_digest", digest)

    def _compare_all(self) -> list[str]:
        """Save the event from the server, and compare it with the events that the laptops show."""
        anna = self.laptops[0]
        saved = anna.home / "saved.flagfall"
        anna.run("stations", "save", EVENT, str(saved))
        with events.open_log(saved, read_only=True) as log:
            digest = state_digest(fold(log.records()))
        others = {laptop.do("digest") for laptop in self.laptops} - {digest}
        faults = [*verify(saved).faults]
        self._say(f"The event was saved as a file: verified, {len(faults)} faults.")
        return [*faults, *(f"{other} is not {digest}, as it was saved." for other in others)]

    def _picture(self, laptop: Laptop, what: str) -> None:
        if self._out is not None:
            laptop.do("picture", str(self._out / f"{laptop.name} {what}.png"))

    def _say(self, step: str) -> None:
        print(f"{time.monotonic() - self._began_s:5.1f} s  {step}", flush=True)


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser("python -m tools.rehearsals.hall")
    parser.add_argument("--rounds", type=int, default=3, help=f"at least {SMALLEST}")
    parser.add_argument("--router", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="flagfall-hall-", dir="/tmp"))
        folder.chmod(0o755)  # PostgreSQL's own user looks into it where root runs all this
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        hall = Hall()
        stack.callback(hall.remove)
        rehearsal = Rehearsal(folder, hall, options.out, router=options.router)
        for laptop in rehearsal.laptops:
            stack.callback(laptop.remove)
        try:
            found = rehearsal.play(options.rounds)
        except Fault as fault:
            found = [str(fault)]
            for laptop in rehearsal.laptops:
                found.append((laptop.home / "faults.log").read_text("utf-8")[-2_000:])
    print("\n".join(found) or "Nothing was wrong.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
