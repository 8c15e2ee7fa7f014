"""A desk in a program of its own, whose clocks and disk a test has in its hands."""

import json
import mmap
import os
import queue
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import TextIO

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


class FarDesks:
    """A program that has read all that a desk needs, which takes longer than to start one, and is
    forked for each.
    """

    def __init__(self, shim: Path, *, inside: tuple[str, ...] = ()) -> None:
        """``inside``: what comes before the command, as in a network of its own."""
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._program = subprocess.Popen(
            [*inside, sys.executable, "-m", "tests.web_page.far_desk", shim],
            stdin=theirs.fileno(),
            cwd=ROOT,
            env={**os.environ, "LD_PRELOAD": str(shim)},
        )
        theirs.close()

    def start(
        self, arguments: tuple[str, ...], variables: dict[str, str]
    ) -> tuple[int, TextIO, TextIO]:
        """Return the number of a new desk's process and the files of its orders and answers."""
        (hears, tells), (said, says) = os.pipe(), os.pipe()
        order = json.dumps({"arguments": arguments, "variables": variables})
        socket.send_fds(self._orders, [order.encode()], [hears, says])
        os.close(hears)
        os.close(says)
        return int(self._orders.recv(64)), open(tells, "w"), open(said)

    def close(self) -> None:
        self._orders.close()
        self._program.wait()


class FarDesk:
    """The program and what it tells the organizer, over any number of starts."""

    def __init__(
        self, folder: Path, desks: FarDesks, event: Path, port: int, *, host: str = "127.0.0.1"
    ) -> None:
        self._event, self._port, self._host, self._desks = event, port, host, desks
        self._numbers, self.boot = folder / "numbers", folder / "boot_id"
        self._numbers.write_bytes(bytes(8 * len(NUMBERS)))
        self.boot.write_text("first\n")
        with self._numbers.open("r+b") as file:
            self._told = mmap.mmap(file.fileno(), 0)
        self.said: list[str] = []
        self.start()

    def start(self) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        pid, self._tells, said = self._desks.start(
            (str(self._event), str(self._port), self._host),
            {
                "TIME_APART": str(self._numbers),
                "TIME_APART_FILE": self._event.name,
                "TIME_APART_BOOT_ID": str(self.boot),
            },
        )
        self._process = os.pidfd_open(pid)
        self._reader = threading.Thread(target=self._read, args=(said, self._lines), daemon=True)
        self._reader.start()
        assert self._lines.get(timeout=60).startswith("http")

    def _read(self, said: TextIO, lines: "queue.Queue[str]") -> None:
        with said:
            for line in said:
                if line.startswith("told "):
                    self.said.append(line[5:].strip())
                else:
                    lines.put(line.strip())

    def ask(self, what: str) -> str:
        self._tells.write(what + "\n")
        self._tells.flush()
        return self._lines.get(timeout=60)

    def set(self, **numbers: float) -> None:
        for name, number in numbers.items():
            struct.pack_into("q", self._told, 8 * NUMBERS.index(name), int(number))

    def send_signal(self, number: signal.Signals) -> None:
        signal.pidfd_send_signal(self._process, number)

    def kill(self) -> None:
        """End it as a power cut would, but for the disk."""
        self.send_signal(signal.SIGKILL)
        select.select([self._process], [], [])
        os.close(self._process)
        self._reader.join()
        self._tells.close()

    def close(self) -> None:
        self.kill()
        self._told.close()
