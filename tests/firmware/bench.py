"""The reference clock's core, compiled for this machine."""

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

SKETCH = Path(__file__).parents[2] / "resources" / "firmware" / "dclk_clock"


WRAP = 1 << 32
LEFT, RIGHT, PAUSE, SPARE = range(4)


BRIDGE = r"""
#include <stdio.h>
#include "dclk_core.h"

struct Told : dclk::Board {
  bool able;
  int8_t percent = -1;
  char words[512] = "";
  explicit Told(bool can) : able(can) {}
  bool text(char where, const char *text) override { return tell("TXT %c %s", where, text); }
  bool beep(uint16_t ms) override { return tell("BEEP %d", ms); }
  bool lamps(uint8_t mask) override { return tell("LED %d", mask); }
  bool identify() override { return tell("IDENT"); }
  int8_t battery() override { return percent; }
  template <typename... T> bool tell(const char *form, T... values) {
    if (able) snprintf(words, sizeof words, form, values...);
    return able;
  }
};

struct Whole {
  Told board;
  dclk::Clock clock;
  Whole(const dclk::Identity &identity, bool able) : board(able), clock(identity, board) {}
};

extern "C" {
Whole *made(uint32_t boot, const char *name, bool able) {
  return new Whole({0x5A3F01C2, boot, "0.3.0", name, "run,set,txt,beep,led,pause", "xtal"}, able);
}
void unmade(Whole *it) { delete it; }
void begin(Whole *it, uint32_t now) { it->clock.begin(now); }
void receive(Whole *it, const uint8_t *bytes, uint32_t count, uint32_t now) {
  while (count-- > 0) it->clock.receive(static_cast<char>(*bytes++), now);
}
void contact(Whole *it, uint8_t button, bool closed, uint32_t now) {
  it->clock.contact(button, closed, now);
}
void tick(Whole *it, uint32_t now) { it->clock.tick(now); }
int take(Whole *it) { return it->clock.take(); }
int adjust(Whole *it, uint32_t left, uint32_t right, uint32_t now) {
  return it->clock.adjust(left, right, now);
}
void battery(Whole *it, int percent) { it->board.percent = static_cast<int8_t>(percent); }
void battery_low(Whole *it, uint32_t now) { it->clock.battery_low(now); }
uint32_t remaining(Whole *it, uint8_t side, uint32_t now) { return it->clock.remaining(side, now); }
int running(Whole *it) { return it->clock.running(); }
int fallen(Whole *it) { return it->clock.fallen(); }
int bad_lines(Whole *it) { return it->clock.bad_lines(); }
const char *told(Whole *it) { return it->board.words; }
}
"""


@functools.cache
def core() -> ctypes.CDLL:
    """The core with a bridge to it as a library; arithmetic that C++ leaves undefined aborts."""
    compiler = next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    if compiler is None:
        pytest.fail("no C++ compiler is there; on Debian: apt-get install g++", pytrace=False)
    folder = Path(tempfile.mkdtemp())
    (folder / "bridge.cpp").write_text(BRIDGE, "utf-8")
    library = folder / "core.so"
    done = subprocess.run(
        [compiler, "-std=c++11", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror",
         "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", f"-I{SKETCH}",
         folder / "bridge.cpp", *SKETCH.glob("*.cpp"), "-o", library],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    loaded = ctypes.CDLL(str(library))
    loaded.made.restype = ctypes.c_void_p
    loaded.told.restype = ctypes.c_char_p
    loaded.remaining.restype = ctypes.c_uint32
    if os.name != "nt":  # Windows keeps a loaded library's file
        shutil.rmtree(folder)
    return loaded


def with_checksum(payload: str) -> str:
    return f"{payload}*{functools.reduce(lambda sum, byte: sum ^ byte, payload.encode(), 0):02X}"


class Clock:
    """A clock on the bench. Time goes on by itself only in `wait`; lines come without checksum."""

    def __init__(self, now: int = 0, *, boot: int = 41, name: str = "T07", able: bool = True):
        self.core = core()
        self.name = name.encode()  # the core keeps no copy
        self.at = ctypes.c_void_p(self.core.made(boot, self.name, able))
        self.now = now
        self.id = 0
        self.heard = bytearray()
        self.core.begin(self.at, self.stamp)

    @property
    def stamp(self) -> ctypes.c_uint32:
        return ctypes.c_uint32(self.now % WRAP)

    def close(self) -> None:
        self.core.unmade(self.at)

    def raw(self, data: bytes) -> None:
        self.core.receive(self.at, data, len(data), self.stamp)

    def hear(self) -> None:
        while (byte := self.core.take(self.at)) >= 0:
            self.heard.append(byte)

    def sent(self) -> str:
        """All that has left since the last look."""
        self.hear()
        text = self.heard.decode("ascii")
        self.heard.clear()
        return text

    def lines(self) -> list[str]:
        """The payloads sent since the last look, their checksums looked at."""
        lines = self.sent().strip("\n").split("\n")
        assert all(line == with_checksum(line[:-3]) for line in lines if line), lines
        assert all(len(line) <= 120 for line in lines)
        return [line[:-3] for line in lines if line]

    def say(self, command: str, *, id: int | None = None) -> str:
        """The answer's payload to a command; what else the clock has to say is dropped."""
        self.sent()
        self.order(command, id=id)
        return self.lines()[0]

    def order(self, command: str, *, id: int | None = None) -> None:
        self.id = (self.id + 1) % 256 if id is None else id
        self.raw(with_checksum(f"@{self.id} {command}").encode() + b"\n")

    def does(self, command: str) -> None:
        assert self.say(command).startswith("OK "), command

    def wait(self, ms: int, step: int = 1000) -> None:
        until = self.now + ms
        while self.now < until:
            self.now = min(until, self.now + step)
            self.core.tick(self.at, self.stamp)
            self.hear()

    def contact(self, button: int, closed: bool) -> None:
        self.core.contact(self.at, button, closed, self.stamp)

    def press(self, button: int) -> None:
        """A clean press, done before the next can be."""
        self.contact(button, True)
        self.wait(40)
        self.contact(button, False)
        self.wait(40)

    def events(self) -> list[str]:
        return [line for line in self.lines() if line.startswith("EV ")]

    def times(self) -> tuple[int, int]:
        return tuple(self.core.remaining(self.at, side, self.stamp) for side in (LEFT, RIGHT))

    @property
    def running(self) -> str:
        return chr(self.core.running(self.at))

    @property
    def fallen(self) -> str:
        return chr(self.core.fallen(self.at))


def started(clock: Clock, left: int, right: int, side: str = "L") -> Clock:
    clock.does(f"SET {left} {right}")
    clock.does(f"RUN {side}")
    clock.sent()
    return clock
