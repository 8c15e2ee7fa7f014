"""The "upd" clock of a ROS project: lines in milliseconds. The left side is white.

program -> clock   rst <base> <inc>   set w <ms|-> b <ms|->   pause   resume      (each with LF)
clock -> program   ack   rej Argument error
                   upd w <ms> b <ms> t white|black p true|false a true|false
                   btn w true|false b true|false
"""

from msgspec import Struct

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault, Mischief, quiet
from app.emulators.movement import Movement
from app.emulators.serial_clock import SerialClock

PERIOD_MS = 1000
PAIR_MS = 20
HOUR_MS = 3_600_000
ORDERS = {"rst", "set", "pause", "resume"}
DIGITS = 7  # one more overruns the firmware's buffer
LONGEST = 128  # the same for a line


class UpdKnobs(Struct, frozen=True):
    """The behaviour of the clock's firmware, and the drift of its crystal."""

    drift_ppm: int = 0
    switch_ms: int = 100  # neither reads nor sends after each change of side
    boot_ms: int = 0
    resets_on_open: bool = False
    paused_after_rst: bool = True
    paused_at_boot: bool = False
    switches_paused: bool = True  # a plunger counts while the clock is paused
    needs_rst: bool = True  # only rst makes it say "a true", at boot and after a flag
    crashes: bool = True  # on lines that are too long; otherwise they are cut off
    baud: int = 9600


class EmulatedUpdClock(SerialClock):
    """An emulated "upd" clock. It sends its state on each change and every second."""

    def __init__(
        self, now_ms: int = 0, knobs: UpdKnobs | None = None, mischief: Mischief | None = None
    ) -> None:
        self.knobs = knobs or UpdKnobs()
        self._connect(self.knobs, mischief or quiet())
        self.crashed = 0
        self._start(now_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take in bytes from the program. While the clock is busy with its lever, the bytes stay in
        the serial buffer.
        """
        self._run_to(now_ms)
        if now_ms < self._awake_ms:
            return
        if now_ms < self._busy_ms:
            self._agenda.at(self._busy_ms, lambda at_ms: self._take(data, at_ms))
        else:
            self._take(data, now_ms)

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self._run_to(now_ms)
        if now_ms < self._awake_ms:
            return
        self._buttons(side, now_ms)
        counts = not self.paused or self.knobs.switches_paused
        if self.hands.flagged is not None or not counts or self.turn is not side:
            return
        self._switch(side, now_ms)
        if self.mischief.strikes(LineFault.PRESS_TWICE, now_ms):
            self._agenda.at(now_ms + PAIR_MS, lambda at_ms: self._switch(side.other, at_ms))

    def start_stop(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self._pause(not self.paused)
        self._send_update(now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self.hands.edit(side, left_ms)
        self._send_update(now_ms)

    def _start(self, now_ms: int) -> None:
        self.hands = Movement(0, 0, now_ms, self.knobs.drift_ppm)
        self.turn = DeviceSide.LEFT
        self.paused = self.knobs.paused_at_boot
        self.alive = not self.knobs.needs_rst
        self.increment_ms = 0
        self._input = b""
        self._awake_ms = now_ms + self.knobs.boot_ms
        self._busy_ms = self._awake_ms
        self._agenda.at(self._awake_ms, self._wake)

    @property
    def _hands(self) -> Movement:
        return self.hands

    def _flag_fell(self, side: DeviceSide, at_ms: int) -> None:
        self.alive = False
        self._send_update(at_ms)

    def _wake(self, at_ms: int) -> None:
        self._garbage(at_ms)
        self._beat(at_ms)

    def _beat(self, at_ms: int) -> None:
        if self.mischief.strikes(LineFault.RESET, at_ms):
            self.power_cycle(at_ms)
            return
        due_ms = self.hands.instant_of(self.hands.local_ms(at_ms) + PERIOD_MS)
        self._agenda.at(due_ms, self._beat)
        self._send_update(at_ms)
        self._buttons(None, at_ms)

    def _switch(self, pressed: DeviceSide, now_ms: int) -> None:
        self.hands.edit(pressed, self.hands.of(pressed) + self.increment_ms)
        self.turn = pressed.other
        self._run()
        self._busy_ms = now_ms + self.knobs.switch_ms
        self._agenda.at(self._busy_ms, self._send_update)

    def _take(self, data: bytes, now_ms: int) -> None:
        *lines, self._input = (self._input + data).split(b"\n")
        if max(len(text) for text in (*lines, self._input)) > LONGEST:
            self._overrun(now_ms)
            return
        for line in lines:
            self._hear(line.strip().decode("ascii", "replace").split(" "), now_ms)

    def _hear(self, words: list[str], now_ms: int) -> None:
        if words[0] in ORDERS and self.mischief.strikes(LineFault.NACK_40, now_ms):
            self._answer(b"rej Argument error\n", now_ms)
            return
        match words:
            case ["rst", base, increment] if base.isdecimal() and increment.isdecimal():
                self._reset(int(base), int(increment))
            case ["set", "w", white, "b", black] if self._is_time(white) and self._is_time(black):
                if max(len(white), len(black)) > DIGITS and self.knobs.crashes:
                    self._overrun(now_ms)
                    return
                self._set(white, black)
            case ["rst" | "set", *_]:
                self._answer(b"rej Argument error\n", now_ms)
                return
            case ["pause"] | ["resume"]:
                self._pause(words == ["pause"])
            case _:
                return  # it does not answer unknown commands
        self._answer(b"ack\n", now_ms)
        self._send_update(now_ms)

    @staticmethod
    def _is_time(word: str) -> bool:
        return word == "-" or word.isdecimal()

    def _reset(self, base_ms: int, increment_ms: int) -> None:
        self.hands.put(base_ms, base_ms)
        self.increment_ms = increment_ms
        self.turn = DeviceSide.LEFT
        self.alive = True
        self._pause(self.knobs.paused_after_rst)

    def _set(self, white: str, black: str) -> None:
        left_ms = self.hands.left_ms if white == "-" else int(white[:DIGITS])
        right_ms = self.hands.right_ms if black == "-" else int(black[:DIGITS])
        self.hands.put(left_ms, right_ms)
        self.alive = self.alive or not self.knobs.needs_rst
        self._run()

    def _overrun(self, now_ms: int) -> None:
        self._input = b""
        if self.knobs.crashes:
            self.crashed += 1
            self.power_cycle(now_ms)

    def _pause(self, paused: bool) -> None:
        self.paused = paused
        self._run()

    def _run(self) -> None:
        counts = not self.paused and self.hands.flagged is None and self.hands.of(self.turn) > 0
        self.hands.run(self.turn if counts else None)

    def _answer(self, answer: bytes, now_ms: int) -> None:
        strikes = self.mischief.strikes
        if strikes(LineFault.DROP_ACK, now_ms):
            return
        late_ms = self.mischief.faults.delay_ms if strikes(LineFault.DELAY_ACK, now_ms) else 0
        answer *= 2 if strikes(LineFault.DUPLICATE_ACK, now_ms) else 1
        if late_ms:
            self._agenda.at(now_ms + late_ms, lambda at_ms: self._wire.put(answer, at_ms))
        else:
            self._wire.put(answer, now_ms)

    def _send_update(self, at_ms: int) -> None:
        up_ms = HOUR_MS if self.mischief.strikes(LineFault.TIME_UP, at_ms) else 0
        turn = "white" if self.turn is DeviceSide.LEFT else "black"
        is_alive = self.alive and self.hands.flagged is None
        self._say(
            f"upd w {self.hands.left_ms + up_ms} b {self.hands.right_ms} t {turn}"
            f" p {spell_bool(self.paused)} a {spell_bool(is_alive)}\n",
            at_ms,
        )

    def _buttons(self, down: DeviceSide | None, at_ms: int) -> None:
        self._say(
            f"btn w {spell_bool(down is DeviceSide.LEFT)}"
            f" b {spell_bool(down is DeviceSide.RIGHT)}\n",
            at_ms,
        )

    def _say(self, text: str, at_ms: int) -> None:
        if not self.mischief.strikes(LineFault.DROP_LINE, at_ms):
            twice = self.mischief.strikes(LineFault.DUPLICATE_LINE, at_ms)
            self._wire.put(text.encode("ascii") * (2 if twice else 1), at_ms)


def spell_bool(holds: bool) -> str:
    return "true" if holds else "false"
