"""A DGT e-board with an XL or a 3000 plugged in, in single-board and in bus mode.

The board reads its clock at every poll and reports the times of the last poll, so its reports are
as late as those of real boards. It never sends the vendor's trademark text.
"""

from enum import Enum

from app.emulators.agenda import Agenda, Wire, soonest
from app.emulators.device import DeviceSide, Truth
from app.emulators.dgt.bus import BusSide
from app.emulators.dgt.clock import GOOD, DgtKnobs, EmulatedDgtClock
from app.emulators.dgt.frames import (
    NULL_TIME,
    Bus,
    ClockAnswer,
    Single,
    answer_frame,
    button_answer,
    time_frame,
)
from app.emulators.dgt.input import BoardInput, ForClock, OnBus, Plain
from app.emulators.dgt.replies import board_burst, plain_reply
from app.emulators.faults import LineFault, Mischief, quiet

NO_CLOCK = bytes([0, 0, 0, 0, 0, 0, 0x20])


class Mode(Enum):
    """The mode of a board, which decides what the board sends unasked."""

    BUS = "bus"
    IDLE = "idle"
    UPDATE = "update"
    UPDATE_BRD = "update_brd"
    UPDATE_NICE = "update_nice"


MODES = {
    Single.RESET: Mode.IDLE,
    Single.UPDATE: Mode.UPDATE,
    Single.UPDATE_BRD: Mode.UPDATE_BRD,
    Single.UPDATE_NICE: Mode.UPDATE_NICE,
    Single.TO_BUSMODE: Mode.BUS,
}
TALKING = {Mode.UPDATE, Mode.UPDATE_NICE}  # of the clock and its answers


class EmulatedDgtBoard:
    """A board on the line; its ``clock`` is plugged into it."""

    def __init__(
        self, now_ms: int = 0, knobs: DgtKnobs | None = None, mischief: Mischief | None = None
    ) -> None:
        self.knobs = knobs or DgtKnobs()
        self.mischief = mischief or quiet()
        self.clock = EmulatedDgtClock(self.knobs, now_ms)
        self.plugged = True
        self.mode = Mode.BUS
        self.dead = False  # stuck in the boot loader
        self.harm: list[int] = []  # commands no program may send: EEPROM writes, the boot loader
        self.input = BoardInput(self.knobs.input_bytes, self.knobs.busy_ms)
        self._agenda = Agenda()
        self._wire = Wire(self.knobs.baud)
        self._bus = BusSide(self.knobs, self._wire, self._agenda, self.mischief.dice)
        self._reported = self._sample()
        self._sent: bytes | None = None
        self._sent_ms = now_ms
        self._last_answer = (now_ms, b"")
        self._held: list[bytes] = []  # answers that let a time message go first
        self._wish: ForClock | None = None  # the command that the clock takes at the next poll
        self._poll_due_ms = now_ms + self.knobs.poll_ms
        self._agenda.at(self._poll_due_ms, self._poll)

    def opened(self, now_ms: int) -> None:
        """Do nothing: a board does not notice that its port is opened."""

    def receive(self, data: bytes, now_ms: int) -> None:
        self._run_to(now_ms)
        if self.dead:
            return
        self.input.put(data, now_ms)
        self._serve(now_ms)

    def send(self, now_ms: int) -> bytes:
        self._run_to(now_ms)
        return self._wire.take(now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        return soonest(now_ms, self._wire.next_ms, *self._inside())

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self._run_to(now_ms)
        if self.clock.press(side) and self.mischief.strikes(LineFault.PRESS_TWICE, now_ms):
            back_ms = max(self._poll_due_ms - 1, now_ms)
            self._agenda.at(back_ms, lambda _: self._press_back(side.other))

    def start_stop(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self.clock.start_stop()

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self.clock.hands.edit(side, left_ms)

    def set_option(self, option: int, now_ms: int) -> None:
        """Switch the clock to another of its options."""
        self._run_to(now_ms)
        self.clock.set_option(option)
        if self.knobs.announces_option:
            self._speak(ClockAnswer(GOOD, 0x8A, 0, option), now_ms)

    def unplug_clock(self, now_ms: int) -> None:
        """Unplug the clock, which keeps running by itself."""
        self._run_to(now_ms)
        self.plugged, self._wish = False, None

    def plug_clock(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self.plugged = True
        self._speak(ClockAnswer(GOOD, 0x81), now_ms)

    def battery(self, low: bool, now_ms: int) -> None:
        self._run_to(now_ms)
        self.clock.battery_low = low

    def button(self, first: str, now_ms: int, second: str | None = None) -> None:
        """Press one of the clock's buttons (back, plus, run, minus, ok), or press ``second`` while
        ``first`` is held.
        """
        self._run_to(now_ms)
        self._speak(button_answer(first, second), now_ms)

    def power_cycle(self, now_ms: int) -> None:
        """Restart the board in bus mode. The clock keeps running on its own battery."""
        self._run_to(now_ms)
        self._start_anew(now_ms)

    def lever(self, now_ms: int) -> DeviceSide | None:
        self._run_to(now_ms)
        return self.clock.lever

    def truth(self, now_ms: int) -> Truth:
        self._run_to(now_ms)
        return self.clock.hands.truth(now_ms)

    def _run_to(self, now_ms: int) -> None:
        while (due := soonest(0, *self._inside())) is not None and due <= now_ms:
            self.clock.move_to(due)
            self._agenda.run_to(due)
            self._serve(due)
        self.clock.move_to(now_ms)

    def _inside(self) -> tuple[int | None, ...]:
        return self._agenda.next_ms, self.input.waits_until_ms

    def _press_back(self, side: DeviceSide) -> None:
        self.clock.press(side)

    def _start_anew(self, now_ms: int) -> None:
        self.mode, self.dead = Mode.BUS, False
        self.input.restart()
        self._wire.clear()
        self._held.clear()
        self._bus.restart()
        self._sent = self._wish = None

    def _serve(self, now_ms: int) -> None:
        while (command := self.input.take(now_ms)) is not None:
            if self.dead:
                continue
            match command:
                case Plain(code):
                    self._plain(code, now_ms)
                case ForClock():
                    self._leave_bus()
                    self._for_clock(command, now_ms)
                case OnBus(code, address):
                    self._on_bus(code, address, now_ms)

    def _on_bus(self, code: int, address: int, now_ms: int) -> None:
        if self.mode is not Mode.BUS:
            return
        if self._bus.is_called(address) and code == Bus.END_BUSMODE:
            self.mode, self.input.bus = Mode.IDLE, False
        self._bus.answer(code, address, self._reported, now_ms)

    def _leave_bus(self) -> None:
        if self.mode is Mode.BUS:
            self.mode = Mode.IDLE

    def _plain(self, code: int, now_ms: int) -> None:
        self._leave_bus()
        if code in {Single.BOOTLOADER, 0x51, 0x53, 0x54}:
            self.harm.append(code)
            self.dead = code == Single.BOOTLOADER
        elif code in MODES:
            self.mode = MODES[Single(code)]
            self._sent, self._sent_ms = None, now_ms
            if self.mode in TALKING and self.knobs.speaks_at_update:
                self._send_time(now_ms)
        elif code == Single.SEND_CLK:
            self._send_time(now_ms)
        else:
            self._wire.put(plain_reply(code, self.knobs), now_ms)

    def _for_clock(self, wish: ForClock, now_ms: int) -> None:
        if not self.plugged:
            return
        answer = self._judged(wish, now_ms)
        if answer.ack0 == GOOD:
            if self._wish is not None:
                self.clock.obey(self._wish.command, self._wish.data)
            self._wish = wish
        elif answer.ack0 == 0x40 and self.knobs.announces_option:
            self._agenda.at(now_ms + self.knobs.ack_to_ms, self._say_wrong_option)
        if not self._silent_text(wish) and not self.mischief.strikes(LineFault.DROP_ACK, now_ms):
            self._answer_later(answer, now_ms)
        if self.mischief.strikes(LineFault.NULL_MESSAGE, now_ms) and self.mode in TALKING:
            self._wire.put(time_frame(NULL_TIME), now_ms)

    def _judged(self, wish: ForClock, now_ms: int) -> ClockAnswer:
        if self.mischief.strikes(LineFault.NACK_20, now_ms):
            return ClockAnswer(0x20, 0)
        if self.mischief.strikes(LineFault.NACK_40, now_ms):
            return ClockAnswer(0x40, wish.command)
        return self.clock.takes(wish.command, wish.data)

    def _silent_text(self, wish: ForClock) -> bool:
        text = wish.command.name.startswith("ASCII")
        return text and self.knobs.kind == "xl" and not self.knobs.answers_text_on_xl

    def _say_wrong_option(self, at_ms: int) -> None:
        self._speak(ClockAnswer(GOOD, 0x90), at_ms)

    def _answer_later(self, answer: ClockAnswer, now_ms: int) -> None:
        due_ms = now_ms + self.mischief.dice.randint(self.knobs.ack_from_ms, self.knobs.ack_to_ms)
        if self.mischief.strikes(LineFault.DELAY_ACK, now_ms):
            due_ms += self.mischief.faults.delay_ms
        self._agenda.at(due_ms, lambda at_ms: self._answer(answer, at_ms))

    def _answer(self, answer: ClockAnswer, at_ms: int) -> None:
        if self.mode not in TALKING or not self.plugged:
            return
        frame = answer_frame(answer, self._answer_status())
        self._last_answer = (at_ms, frame)
        if self.mischief.strikes(LineFault.SWAP_ACK, at_ms):
            self._held.append(frame)
            return
        self._wire.put(frame, at_ms)
        if self.mischief.strikes(LineFault.DUPLICATE_ACK, at_ms):
            self._wire.put(frame, at_ms)

    def _speak(self, answer: ClockAnswer, now_ms: int) -> None:
        """Send a message of the clock that no command asked for."""
        if self.mode in TALKING and self.plugged and not self.dead:
            self._wire.put(answer_frame(answer, self._answer_status()), now_ms)

    def _answer_status(self) -> int:
        return self.clock.status() if self.knobs.status_in_answers else 0

    def _sample(self) -> bytes:
        return self.clock.seven() if self.plugged else NO_CLOCK

    def _poll(self, at_ms: int) -> None:
        self._poll_due_ms = at_ms + self.knobs.poll_ms
        self._agenda.at(self._poll_due_ms, self._poll)
        if self._wish is not None:
            self.clock.obey(self._wish.command, self._wish.data)
            self._wish = None
        seen, lag_ms = self._sample(), self.knobs.report_lag_ms
        if lag_ms:
            self._agenda.at(at_ms + lag_ms, lambda later_ms: self._report(seen, later_ms))
        else:
            self._report(seen, at_ms)

    def _report(self, seen: bytes, at_ms: int) -> None:
        self._bus.saw(self._reported, seen)
        self._reported = seen
        if self.dead:
            return
        if self.mischief.strikes(LineFault.RESET, at_ms):
            self._start_anew(at_ms)
        if self.mode not in TALKING:
            return
        if self.mischief.strikes(LineFault.EEPROM_DUMP, at_ms):
            self._wire.put(plain_reply(Single.EE_MOVES, self.knobs), at_ms)
        if self.mischief.strikes(LineFault.BOARD_BURST, at_ms):
            self._wire.put(board_burst(self.knobs), at_ms)
        stale = self.mode is Mode.UPDATE and at_ms - self._sent_ms >= 1000
        if seen != self._sent or stale or self._held:
            self._send_time(at_ms)

    def _send_time(self, now_ms: int) -> None:
        frame = time_frame(self._reported)
        at_ms, answer = self._last_answer
        fresh = bool(answer) and now_ms - at_ms <= 1000
        if fresh and self.mischief.strikes(LineFault.ACK_FOR_UPDATE, now_ms):
            frame = answer
        if self.plugged and self.mischief.strikes(LineFault.TIME_UP, now_ms):
            frame = time_frame(self.clock.an_hour_up()[:6] + self._reported[6:])
        self._wire.put(frame, now_ms)
        self._sent, self._sent_ms = self._reported, now_ms
        for held in self._held:
            self._wire.put(held, now_ms)
        self._held.clear()
