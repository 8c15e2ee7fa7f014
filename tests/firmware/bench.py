"""The reference clock's core, compiled for this machine."""

import ctypes
import functools
import operator
from pathlib import Path

from tests.compiled import compiled

SKETCH = Path(__file__).parents[2] / "resources" / "firmware" / "dclk_clock"


WRAP = 1 << 32
LEFT, RIGHT, PAUSE, SPARE = range(4)


BRIDGE = r"""
#include <stdio.h>
#include <string.h>

#include <string>
#include <vector>

#include "dclk_core.h"
#include "dclk_journal.h"

struct Told : dclk::Board {
  bool able;
  int8_t percent = -1;
  char words[512] = "";
  uint32_t beeps = 0;
  explicit Told(bool can) : able(can) {}
  bool text(char where, const char *text) override { return tell("TXT %c %s", where, text); }
  bool beep(uint16_t ms) override { beeps++; return tell("BEEP %d", ms); }
  bool lamps(uint8_t mask) override { return tell("LED %d", mask); }
  bool identify() override { return tell("IDENT"); }
  int8_t battery() override { return percent; }
  template <typename... T> bool tell(const char *form, T... values) {
    if (able) snprintf(words, sizeof words, form, values...);
    return able;
  }
};

// What outlives a power cut. A byte takes as long to write as an EEPROM's, if it is slow.
struct Chip final : dclk::Memory {
  std::vector<uint8_t> bytes;
  uint32_t byte_us, writes = 0, since = 0;
  const uint8_t *from = nullptr;
  size_t at = 0;
  int left = 0;
  Chip(uint32_t slots, uint32_t us) : bytes(slots * dclk::SLOT_LENGTH, 0xFF), byte_us(us) {}
  uint16_t slots() const override { return bytes.size() / dclk::SLOT_LENGTH; }
  void read(uint16_t slot, uint8_t *into) override {
    memcpy(into, &bytes.at(slot * dclk::SLOT_LENGTH), dclk::SLOT_LENGTH);
  }
  void write(uint16_t slot, const uint8_t *words) override {
    writes++;
    from = words;
    at = slot * dclk::SLOT_LENGTH;
    left = dclk::SLOT_LENGTH;
    if (byte_us == 0) while (left > 0) step();
  }
  void step() { bytes.at(at++) = *from++; left--; }
  bool is_busy() override { return left > 0; }
  void pass(uint32_t ms) {
    for (since += ms * 1000; left > 0 && since >= byte_us; since -= byte_us) step();
    if (left == 0) since = 0;
  }
  void cut(uint8_t noise) { if (left > 0) bytes.at(at) = noise; left = 0; }
};

struct Whole {
  Told board;
  dclk::Clock clock;
  Chip *chip = nullptr;
  uint8_t lasting[dclk::SLOT_LENGTH] = {};
  dclk::Journal *journal = nullptr;
  bool down[dclk::BUTTONS] = {};
  std::string said, sent;
  Whole(const dclk::Identity &identity, bool able) : board(able), clock(identity, board) {}
  ~Whole() { delete journal; }
  void hear() { for (int byte; (byte = clock.take()) >= 0;) said += static_cast<char>(byte); }
};

extern "C" {
Whole *made(uint32_t boot, const char *name, bool able) {
  return new Whole({0x5A3F01C2, boot, "0.3.0", name, "run,set,txt,beep,led,pause", "xtal"}, able);
}
void unmade(Whole *it) { delete it; }
Chip *chip(uint32_t slots, uint32_t byte_us) { return new Chip(slots, byte_us); }
void no_chip(Chip *it) { delete it; }
void cut(Chip *it, uint8_t noise) { it->cut(noise); }
uint32_t writes(Chip *it) { return it->writes; }
void poke(Chip *it, uint32_t at, uint8_t byte) { it->bytes.at(at) = byte; }
void put_in(Whole *it, Chip *chip, const uint8_t *lasting, uint32_t now) {
  it->chip = chip;
  if (lasting) memcpy(it->lasting, lasting, sizeof it->lasting);
  it->journal = new dclk::Journal(*chip, lasting ? it->lasting : nullptr);
  it->journal->begin(it->clock, now);
}
const uint8_t *lasting(Whole *it) { return it->lasting; }
void begin(Whole *it, uint32_t now) { it->clock.begin(now); }
void receive(Whole *it, const uint8_t *bytes, uint32_t count, uint32_t now) {
  while (count-- > 0) it->clock.receive(static_cast<char>(*bytes++), now);
}
void contact(Whole *it, uint8_t button, bool closed, uint32_t now) {
  if (button < dclk::BUTTONS) it->down[button] = closed;
  it->clock.contact(button, closed, now);
}
void tick(Whole *it, uint32_t now) { it->clock.tick(now); }
void pass_time(Whole *it, uint32_t from, uint32_t ms, uint32_t step) {
  while (ms > 0) {
    const uint32_t gone = ms < step ? ms : step;
    from += gone;
    ms -= gone;
    for (uint8_t i = 0; i < dclk::BUTTONS; i++) it->clock.contact(i, it->down[i], from);
    it->clock.tick(from);
    if (it->journal) it->journal->tick(it->clock, from);
    if (it->chip) it->chip->pass(gone);
    it->hear();
  }
}
void hear(Whole *it) { it->hear(); }
const char *sent(Whole *it) {
  it->hear();
  it->sent.swap(it->said);
  it->said.clear();
  return it->sent.c_str();
}
int adjust(Whole *it, uint32_t left, uint32_t right, uint32_t now) {
  return it->clock.adjust(left, right, now);
}
void battery(Whole *it, int percent) { it->board.percent = static_cast<int8_t>(percent); }
void battery_low(Whole *it, uint32_t now) { it->clock.battery_low(now); }
uint32_t remaining(Whole *it, uint8_t side, uint32_t now) { return it->clock.remaining(side, now); }
int running(Whole *it) { return it->clock.running(); }
int fallen(Whole *it) { return it->clock.fallen(); }
int is_setting(Whole *it) { return it->clock.setting(); }
int bad_lines(Whole *it) { return it->clock.bad_lines(); }
int beeps(Whole *it) { return it->board.beeps; }
const char *told(Whole *it) { return it->board.words; }
}
"""


@functools.cache
def core(log_length: int = 1000) -> ctypes.CDLL:
    """The core with a bridge to it as a library; what C++ leaves undefined aborts."""
    library = compiled(
        "-std=c++11", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror",
        "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", f"-I{SKETCH}",
        f"-DDCLK_LOG_LENGTH={log_length}", "-D_GLIBCXX_ASSERTIONS", *SKETCH.glob("*.cpp"),
        source=BRIDGE,
    )  # fmt: skip
    loaded = ctypes.CDLL(str(library))
    loaded.made.restype = loaded.chip.restype = ctypes.c_void_p
    loaded.told.restype = loaded.sent.restype = ctypes.c_char_p
    loaded.lasting.restype = ctypes.POINTER(ctypes.c_uint8)
    loaded.remaining.restype = ctypes.c_uint32
    return loaded


def with_checksum(payload: str) -> str:
    return f"{payload}*{functools.reduce(operator.xor, payload.encode(), 0):02X}"


class Chip:
    """Memory that outlives a power cut: an EEPROM of 31 slots, or another."""

    def __init__(self, slots: int = 31, byte_us: int = 3400) -> None:
        self.core = core()
        self.at = ctypes.c_void_p(self.core.chip(slots, byte_us))

    def cut(self, noise: int = 0) -> None:
        """The power goes; of a byte that is being written anything may be left."""
        self.core.cut(self.at, noise)

    def close(self) -> None:
        self.core.no_chip(self.at)

    def poke(self, at: int, byte: int) -> None:
        self.core.poke(self.at, at, byte)

    @property
    def writes(self) -> int:
        return self.core.writes(self.at)


class Clock:
    """A clock on the bench. Time goes on by itself only in `wait`; lines come without checksum.

    ``lasting``: what a memory that survives a new start has kept; None for a clock without one.
    """

    def __init__(
        self,
        now: int = 0,
        *,
        boot: int = 41,
        name: str | bytes = "T07",
        able: bool = True,
        log_length: int = 1000,
        chip: Chip | None = None,
        lasting: bytes | None = None,
    ) -> None:
        self.core = core(log_length)
        self.name = name.encode() if isinstance(name, str) else name  # the core keeps no copy
        self.at = ctypes.c_void_p(self.core.made(boot, self.name, able))
        self.now = now
        self.id = 0
        self.down: set[int] = set()
        if chip is not None:
            self.core.put_in(self.at, chip.at, lasting, self.stamp)
        self.core.begin(self.at, self.stamp)

    @property
    def stamp(self) -> int:
        return self.now % WRAP

    @property
    def lasting(self) -> bytes:
        return bytes(self.core.lasting(self.at)[:32])

    def close(self) -> None:
        self.core.unmade(self.at)

    def raw(self, data: bytes) -> None:
        self.core.receive(self.at, data, len(data), self.stamp)

    def sent(self) -> str:
        """All that has left since the last look."""
        return self.core.sent(self.at).decode("ascii")

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
        if ms > 0:
            self.core.pass_time(self.at, self.stamp, ms, step)
            self.now += ms
        else:
            self.core.hear(self.at)

    def contact(self, button: int, closed: bool) -> None:
        """A contact that closes or opens; until then the clock saw it as it was."""
        if button in self.down:
            self.core.contact(self.at, button, True, self.stamp)
        self.core.contact(self.at, button, closed, self.stamp)
        (self.down.add if closed else self.down.discard)(button)

    def push(self, *buttons: int) -> None:
        """Buttons that go down at once, and stay down until the clock is sure of it."""
        for button in buttons:
            self.contact(button, True)
        self.wait(2, step=1)

    def let_go(self, button: int) -> None:
        self.contact(button, False)
        self.wait(40)

    def press(self, button: int) -> None:
        """A clean press, done before the next can be."""
        self.contact(button, True)
        self.wait(40, step=1)
        self.let_go(button)

    def events(self) -> list[str]:
        return [line for line in self.lines() if line.startswith("EV ")]

    def times(self) -> tuple[int, int]:
        return tuple(self.core.remaining(self.at, side, self.stamp) for side in (LEFT, RIGHT))

    @property
    def running(self) -> str:
        return chr(self.core.running(self.at))

    @property
    def is_setting(self) -> bool:
        return bool(self.core.is_setting(self.at))

    @property
    def beeps(self) -> int:
        return self.core.beeps(self.at)

    @property
    def fallen(self) -> str:
        return chr(self.core.fallen(self.at))


def started(clock: Clock, left: int, right: int, side: str = "L") -> Clock:
    clock.does(f"SET {left} {right}")
    clock.does(f"RUN {side}")
    clock.sent()
    return clock
