"""The Hourglass, a public death clock on an Arduino: one line a second, for one side at a time.

program -> clock   <name1>~<name2>%<minutes1> <minutes2> <mode>   |  (toggle pause)
clock -> program   <0|1> <MM:SS> <points>   ~ (paused)   $ (reset)   dc (double click)
                   each with CR LF; a | follows that of dc
"""

import re

from msgspec import Struct

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault, Mischief, quiet
from app.emulators.movement import MILLION, Movement, seconds_up
from app.emulators.serial_clock import SerialClock

PARSE_MS = 1000  # the firmware waits this long for one more digit
PAIR_MS = 20
PAUSED = b"~\r\n"
CONFIG = re.compile(rb"([^~%]{0,8})~([^~%]{0,8})%(\d+) (\d+) ([012])")


class HourglassKnobs(Struct, frozen=True):
    """The behaviour of the clock's loop. Ticks that come late make the whole clock slow."""

    drift_ppm: int = 0
    late_ms: int = 0  # added to every tick; 3 make 10.8 s an hour
    char_ms: int = 3  # the time to read one character
    boot_ms: int = 0
    resets_on_open: bool = False
    swaps_players: bool = False  # a build whose two numbers are stored the other way round
    baud: int = 9600

    @property
    def rate_ppm(self) -> int:
        slow = MILLION * 1000 // (1000 + self.late_ms) - MILLION
        return self.drift_ppm + slow


class EmulatedHourglass(SerialClock):
    """An emulated Hourglass. The left side is the program's player 1. The position of the switch
    decides which side counts down.
    """

    def __init__(
        self, now_ms: int = 0, knobs: HourglassKnobs | None = None, mischief: Mischief | None = None
    ) -> None:
        self.knobs = knobs or HourglassKnobs()
        self._connect(self.knobs, mischief or quiet())
        self._awake_ms = self._heard_ms = now_ms
        self._start(now_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        self._run_to(now_ms)
        if now_ms < self._awake_ms:
            return
        self._heard_ms = max(self._heard_ms, now_ms)
        for byte in data:
            self._heard_ms += self.knobs.char_ms
            char = bytes([byte])
            if char == b"|":
                self._parse(self._heard_ms)
                self._agenda.at(self._heard_ms, self._toggle_at)
            else:
                self._text += char
        self._agenda.at(self._heard_ms + PARSE_MS, self._parse_if_quiet)

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self._run_to(now_ms)
        changed = self.active is side
        self._switch(side.other)
        if changed and self.mischief.strikes(LineFault.PRESS_TWICE, now_ms):
            self._agenda.at(now_ms + PAIR_MS, lambda _: self._switch(side))

    def start_stop(self, now_ms: int) -> None:
        """Press the pause button. The clock reports when it pauses, but not when it continues."""
        self._run_to(now_ms)
        if self.configured and self._toggle():
            self._wire.put(PAUSED, now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        """Set one side's time, for tests of jumps. On a real clock only a new configuration can do
        that.
        """
        self._run_to(now_ms)
        self.hands.edit(side, left_ms)

    def set_points(self, side: DeviceSide, points: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self.points[side] = max(0, min(points, 5))

    def long_press(self, now_ms: int) -> None:
        """Hold the button down: a running clock pauses. On release the clock returns to the
        configured times, still paused.
        """
        self._run_to(now_ms)
        self._wire.put(b"$\r\n" if self.paused else PAUSED + b"$\r\n", now_ms)
        self._arm()

    def double_click(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self._wire.put(b"dc\r\n|", now_ms)

    def lever(self, now_ms: int) -> DeviceSide | None:
        self._run_to(now_ms)
        return self.active.other

    def _start(self, now_ms: int) -> None:
        self.hands = Movement(0, 0, now_ms, self.knobs.rate_ppm)
        self.active = DeviceSide.LEFT
        self.paused = True
        self.configured = False
        self.mode = 0
        self.names = ("", "")
        self.points = {DeviceSide.LEFT: 0, DeviceSide.RIGHT: 0}
        self._minutes = (0, 0)
        self._text = b""
        self._awake_ms = self._heard_ms = now_ms + self.knobs.boot_ms
        self._agenda.at(self._awake_ms, self._wake)

    @property
    def _hands(self) -> Movement:
        return self.hands

    def _flag_due_ms(self) -> int | None:
        return None

    def _flag_fell(self, side: DeviceSide, at_ms: int) -> None:
        """Do nothing: the clock does not report a fallen flag, but shows 0:00 at its next tick."""

    def _wake(self, at_ms: int) -> None:
        self._garbage(at_ms)
        self._next_tick(at_ms)

    def _next_tick(self, at_ms: int) -> None:
        due_ms = self.hands.instant_of(self.hands.local_ms(at_ms) + 1000)
        self._agenda.at(due_ms, self._tick)

    def _tick(self, at_ms: int) -> None:
        if self.mischief.strikes(LineFault.RESET, at_ms):
            self.power_cycle(at_ms)
            return
        self._next_tick(at_ms)
        if self.paused or self.mischief.strikes(LineFault.DROP_LINE, at_ms):
            return
        up_s = 3600 if self.mischief.strikes(LineFault.TIME_UP, at_ms) else 0
        shown_s = seconds_up(self.hands.of(self.active)) + up_s
        number = 0 if self.active is DeviceSide.LEFT else 1
        line = f"{number} {shown_s // 60:02d}:{shown_s % 60:02d} {self.points[self.active]}\r\n"
        twice = self.mischief.strikes(LineFault.DUPLICATE_LINE, at_ms)
        self._wire.put(line.encode("ascii") * (2 if twice else 1), at_ms)

    def _parse_if_quiet(self, at_ms: int) -> None:
        if at_ms >= self._heard_ms + PARSE_MS:
            self._parse(at_ms)

    def _parse(self, at_ms: int) -> None:
        match_ = CONFIG.search(self._text)
        self._text = b""
        if match_ is None:
            return
        red, blue, first, second, mode = match_.groups()
        self.names = (red.decode("ascii", "replace"), blue.decode("ascii", "replace"))
        self._minutes = (int(first), int(second))
        if self.knobs.swaps_players:
            self._minutes = (self._minutes[1], self._minutes[0])
        self.mode = int(mode)
        self.configured = True
        self._arm()

    def _arm(self) -> None:
        self.paused = True
        self.hands.put(self._minutes[0] * 60_000, self._minutes[1] * 60_000)
        self.points = {DeviceSide.LEFT: 0, DeviceSide.RIGHT: 0}
        self.hands.run(None)

    def _toggle(self) -> bool:
        """Toggle the clock between running and paused. Tell whether it is now paused."""
        if not self.configured:
            return False
        self.paused = not self.paused
        self._run()
        return self.paused

    def _toggle_at(self, at_ms: int) -> None:
        self._toggle()

    def _switch(self, active: DeviceSide) -> None:
        self.active = active
        self._run()

    def _run(self) -> None:
        counts = not self.paused and self.hands.of(self.active) > 0
        self.hands.run(self.active if counts else None)
