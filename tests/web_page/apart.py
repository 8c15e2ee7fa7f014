"""A desk in a program of its own, whose clocks and disk a test has in its hands."""

import mmap
import os
import queue
import signal
import struct
import subprocess
import sys
import threading
from pathlib import Path

from tests.web_page.fake_server import ROOT

NUMBERS = ("real", "steady", "boot", "stall", "errno")
HANDS = """(() => {
    const [now, date] = [performance.now.bind(performance), Date.now];
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    window.hands = { steady: 0, wall: 0 };
    performance.now = () => now() + hands.steady;
    Date.now = () => date() + hands.wall;
    Object.defineProperty(Event.prototype, "timeStamp", {
        get() { return get.call(this) + hands.steady; },
    });
})()"""
"""Gives a page clocks that a test moves."""


def built_shim(folder: Path) -> Path:
    """Return the library that is preloaded, made in ``folder``."""
    made = folder / "time_apart.so"
    source = Path(__file__).with_name("time_apart.c")
    command = ["gcc", "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", made, source, "-ldl"]
    subprocess.run(command, check=True)
    return made


class FarDesk:
    """The program and what it tells the organizer, over any number of starts."""

    def __init__(
        self,
        folder: Path,
        shim: Path,
        event: Path,
        port: int,
        *,
        inside: tuple[str, ...] = (),
        host: str = "127.0.0.1",
    ) -> None:
        """``inside``: what comes before the command, as in a network of its own."""
        self._inside, self._host = inside, host
        self._event, self._port, self._shim = event, port, shim
        self._numbers, self.boot = folder / "numbers", folder / "boot_id"
        self._numbers.write_bytes(bytes(8 * len(NUMBERS)))
        self.boot.write_text("first\n")
        with self._numbers.open("r+b") as file:
            self._told = mmap.mmap(file.fileno(), 0)
        self.said: list[str] = []
        self.start()

    def start(self) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        self.program = subprocess.Popen(
            [
                *self._inside,
                *(sys.executable, "-m", "tests.web_page.far_desk"),
                *(self._event, str(self._port), self._host),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={
                **os.environ,
                "LD_PRELOAD": str(self._shim),
                "TIME_APART": str(self._numbers),
                "TIME_APART_FILE": self._event.name,
                "TIME_APART_BOOT_ID": str(self.boot),
            },
        )
        told = (self.program, self._lines)
        self._reader = threading.Thread(target=self._read, args=told, daemon=True)
        self._reader.start()
        assert self._lines.get(timeout=60).startswith("http")

    def _read(self, program: "subprocess.Popen[str]", lines: "queue.Queue[str]") -> None:
        assert program.stdout is not None
        for line in program.stdout:
            if line.startswith("told "):
                self.said.append(line[5:].strip())
            else:
                lines.put(line.strip())

    def ask(self, what: str) -> str:
        assert self.program.stdin is not None
        self.program.stdin.write(what + "\n")
        self.program.stdin.flush()
        return self._lines.get(timeout=60)

    def set(self, **numbers: float) -> None:
        for name, number in numbers.items():
            struct.pack_into("q", self._told, 8 * NUMBERS.index(name), int(number))

    def kill(self) -> None:
        """End it as a power cut would, but for the disk."""
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()
        self._reader.join()
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.close()
        self.program.stdout.close()

    def close(self) -> None:
        self.kill()
        self._told.close()
