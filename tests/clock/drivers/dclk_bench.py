"""A clock that speaks DCLK/1, small and obedient, for the driver to talk to."""

import functools
import operator

from app.clock.drivers.dclk.driver import DclkClock, Known
from app.clock.drivers.driver import Failed, Hand, OrderDone
from tests.clock.drivers.line import START_MS, Line, only

OTHER = {"L": "R", "R": "L"}


def sealed(payload: str) -> bytes:
    return f"{payload}*{functools.reduce(operator.xor, payload.encode(), 0):02X}\n".encode()


class Clock:
    """``ppm``: how fast it runs; ``errors``: what it answers to a verb, one after the other."""

    def __init__(self, start_t: int = 0, ppm: int = 0) -> None:
        self.uid, self.boot, self.caps = "5A3F01C2", 41, "run,set,txt"
        self.ppm = ppm
        self.zero_ms = START_MS
        self.start_t = start_t
        self.run, self.times, self.lever, self.fallen = "N", {"L": 0, "R": 0}, "-", "-"
        self.since = 0
        self.s = 0
        self.log: list[bytes] = []
        self.mode = "D"
        self.mute = False
        self.hides_hi = False
        self.errors: dict[str, list[str]] = {}
        self.commands: list[str] = []

    def t(self, now_ms: int) -> int:
        gone = now_ms - self.zero_ms
        return self.start_t + gone + gone * self.ppm // 1_000_000

    def settle(self, now_ms: int) -> None:
        t = self.t(now_ms)
        if self.run in OTHER:
            self.times[self.run] -= t - self.since
        self.since = t

    def state(self, now_ms: int, more: str = "") -> bytes:
        self.settle(now_ms)
        mode = " mode=B" if self.mode == "B" else ""
        return sealed(
            f"ST s={self.s} t={self.t(now_ms) % 2**32} run={self.run} l={self.times['L']} "
            f"r={self.times['R']} lev={self.lever} f={self.fallen} bat=-1{mode}{more}"
        )

    def event(self, kind: str, now_ms: int, by: str = "", run: str = "") -> bytes:
        self.settle(now_ms)
        self.s = (self.s + 1) % 65536
        self.run = run or self.run
        side = f" by={by}" if by else ""
        line = sealed(
            f"EV s={self.s} t={self.t(now_ms) % 2**32} k={kind}{side} run={self.run} "
            f"l={self.times['L']} r={self.times['R']}"
        )
        self.log = [*self.log, line][-16:]
        return line

    def press(self, by: str, now_ms: int) -> bytes:
        return self.event("PRESS", now_ms, by, OTHER[by])

    def hi(self) -> bytes:
        return sealed(
            f"HI dclk=1 uid={self.uid} boot={self.boot} fw=0.3.0 name=T07 caps={self.caps} osc=xtal"
        )

    def restart(self, now_ms: int) -> bytes:
        self.boot += 1
        self.zero_ms, self.start_t, self.since = now_ms, 0, 0
        self.run, self.times, self.s, self.log = "N", {"L": 0, "R": 0}, 0, []
        return b"\n" + self.hi() + self.state(now_ms)

    def __call__(self, sent: bytes, now_ms: int) -> bytes:
        if self.mute:
            return b""
        return b"".join(self.one(line, now_ms) for line in sent.decode().split("\n") if line)

    def one(self, line: str, now_ms: int) -> bytes:
        payload = line[:-3]
        assert sealed(payload).decode().strip() == line
        number, verb, *words = payload[1:].split(" ")
        self.commands.append(" ".join([verb, *words]))
        if self.errors.get(verb):
            return sealed(f"ER {number} {self.errors[verb].pop(0)}")
        t = self.t(now_ms) % 2**32
        good = sealed(f"OK {number} s={self.s} t={t}")
        if verb == "HELLO":
            return good + (b"" if self.hides_hi else self.hi() + self.state(now_ms))
        if verb == "PING":
            return sealed(f"PO {number} {words[0]} t={t}")
        if verb == "LOG":
            first = int(words[0])
            kept = [one for one in self.log if (number_of(one) - first) % 65536 < 32768]
            return good + b"".join(kept) + self.state(now_ms)
        self.settle(now_ms)
        self.do(verb, words)
        return good + self.state(now_ms)

    def do(self, verb: str, words: list[str]) -> None:
        if verb == "SET":
            self.times = {"L": int(words[0]), "R": int(words[1])}
        elif verb == "RUN":
            self.run = words[0]
        elif verb == "PAUSE" and self.run != "N":
            self.run = "P"
        elif verb == "MODE":
            self.mode, self.run = words[0], "N"


def number_of(line: bytes) -> int:
    return int(line.split(b"s=")[1].split(b" ")[0])


def met(clock: Clock, known: Known | None = None) -> Line:
    """A line whose handshake is over, with nothing heard yet."""
    line = Line(DclkClock(known), clock)
    line.hear(b"boot chatter\n" + clock.hi() + clock.state(line.now_ms))
    line.wait(300)
    return line


def running(clock: Clock, left_ms: int = 3_600_000, right_ms: int = 3_600_000) -> Line:
    """A game in which left runs."""
    line = met(clock)
    line.driver.set_times(left_ms, right_ms, line.now_ms)
    line.wait(300)
    line.driver.run(Hand.LEFT, line.now_ms)
    line.wait(300)
    line.heard.clear()
    return line


def watch(line: Line, clock: Clock, seconds: int) -> None:
    """The clock says its state every second."""
    for _ in range(seconds):
        line.wait(1000)
        line.hear(clock.state(line.now_ms))


def asked(line: Line, kind: type[OrderDone] | type[Failed]) -> list[str]:
    return [message.request for message in only(line.heard, kind)]
