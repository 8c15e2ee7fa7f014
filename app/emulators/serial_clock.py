"""The common part of emulated clocks with one movement and one line."""

from typing import Protocol

from app.emulators.agenda import Agenda, Wire, soonest
from app.emulators.device import DeviceSide, EmulatedDevice, Truth
from app.emulators.faults import LineFault, Mischief
from app.emulators.movement import Movement


class LineKnobs(Protocol):
    """The settings of a clock's connection."""

    @property
    def baud(self) -> int: ...
    @property
    def resets_on_open(self) -> bool: ...


class SerialClock(EmulatedDevice, Protocol):
    """An emulated clock on a serial line. ``_start`` resets the clock completely, as a loss of
    power does.
    """

    mischief: Mischief
    _knobs: LineKnobs
    _agenda: Agenda
    _wire: Wire

    @property
    def _hands(self) -> Movement: ...

    def _start(self, now_ms: int) -> None: ...

    def _flag_fell(self, side: DeviceSide, at_ms: int) -> None: ...

    def _connect(self, knobs: LineKnobs, mischief: Mischief) -> None:
        self.mischief = mischief
        self._knobs = knobs
        self._agenda = Agenda()
        self._wire = Wire(knobs.baud)

    def opened(self, now_ms: int) -> None:
        if self._knobs.resets_on_open:
            self.power_cycle(now_ms)

    def send(self, now_ms: int) -> bytes:
        self._run_to(now_ms)
        return self._wire.take(now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        return soonest(now_ms, self._agenda.next_ms, self._wire.next_ms, self._flag_due_ms())

    def power_cycle(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self._wire.clear()
        self._agenda.clear()
        self._start(now_ms)

    def lever(self, now_ms: int) -> DeviceSide | None:
        return None

    def truth(self, now_ms: int) -> Truth:
        self._run_to(now_ms)
        return self._hands.truth(now_ms)

    def _flag_due_ms(self) -> int | None:
        return self._hands.flag_due_ms()

    def _garbage(self, at_ms: int, length: int = 20) -> None:
        """Send random bytes, such as a line may carry while the clock starts."""
        if self.mischief.strikes(LineFault.BOOT_GARBAGE, at_ms):
            self._wire.put(self.mischief.dice.randbytes(length), at_ms)

    def _run_to(self, now_ms: int) -> None:
        while True:
            due = soonest(0, self._flag_due_ms(), self._agenda.next_ms)
            if due is None or due > now_ms:
                break
            self._count_to(due)
            self._agenda.run_to(due)
        self._count_to(now_ms)

    def _count_to(self, at_ms: int) -> None:
        fallen = self._hands.move_to(at_ms)
        if fallen is not None:
            self._flag_fell(fallen, at_ms)
