"""Faults of a clock's line, which strike by chance or once, and a line that produces them."""

from collections.abc import Mapping
from enum import Enum
from random import Random

from msgspec import Struct, field

from app.emulators.device import DeviceSide, EmulatedDevice, Truth


class LineFault(Enum):
    """A kind of fault. The kinds from FLIP to DISCONNECT affect the bytes of any device."""

    FLIP = "flip"  # a bit of a byte flips; the chance is for each byte
    INSERT = "insert"
    DELETE = "delete"
    CUT = "cut"  # the second half of a packet comes 0.2 to 2 s late
    GARBAGE = "garbage"  # random bytes before a packet
    FREEZE = "freeze"  # the port is open but no bytes pass
    DISCONNECT = "disconnect"  # in the middle of a packet

    DROP_ACK = "drop_ack"
    DELAY_ACK = "delay_ack"
    DUPLICATE_ACK = "duplicate_ack"
    SWAP_ACK = "swap_ack"  # the next time message overtakes the answer
    NACK_20 = "nack_20"  # DGT's unexplained refusal
    NACK_40 = "nack_40"  # "not in this mode"; ER 5 busy and rej from clocks of lines
    NULL_MESSAGE = "null_message"  # an all-zero time message after a command
    ACK_FOR_UPDATE = "ack_for_update"  # the answer again in the place of a time message
    EEPROM_DUMP = "eeprom_dump"
    BOARD_BURST = "board_burst"  # board dumps and field updates in between
    TIME_UP = "time_up"  # a single reading that is an hour too high
    PRESS_TWICE = "press_twice"  # the other side answers too fast for anybody to look
    RESET = "reset"  # the device restarts during a game
    BAD_CHECKSUM = "bad_checksum"
    DUPLICATE_LINE = "duplicate_line"
    DROP_LINE = "drop_line"
    BOOT_GARBAGE = "boot_garbage"
    NO_HI = "no_hi"  # a device that does not say that it started

    __hash__ = object.__hash__  # faults are looked up at every byte; an enum's own hash is slow


class Once(Struct, frozen=True):
    """A fault that strikes once, at the first occasion from ``at_ms`` on."""

    fault: LineFault
    at_ms: int = 0


class LineFaults(Struct, frozen=True):
    """The chance of each fault at each occasion (0 to 1), and the faults that strike once."""

    chances: Mapping[LineFault, float] = field(default_factory=dict)
    once: tuple[Once, ...] = ()
    delay_ms: int = 1500  # of a late answer
    freeze_ms: int = 5000

    @staticmethod
    def of(*once: Once, **chances: float) -> "LineFaults":
        """Return faults given by name, such as ``LineFaults.of(drop_ack=0.1)``. Raise ValueError
        for an unknown name.
        """
        return LineFaults({LineFault(name): chance for name, chance in chances.items()}, once)


class Mischief:
    """A source of faults, which decides at each occasion whether a fault strikes."""

    def __init__(self, faults: LineFaults, dice: Random) -> None:
        self.faults = faults
        self.dice = dice
        self._once = list(faults.once)

    def order(self, fault: LineFault, at_ms: int = 0) -> None:
        """Make a fault strike once, at the next occasion from ``at_ms`` on."""
        self._once.append(Once(fault, at_ms))

    def may(self, fault: LineFault) -> bool:
        """Tell whether ``fault`` can strike at all."""
        return self.faults.chances.get(fault, 0.0) > 0 or any(
            once.fault is fault for once in self._once
        )

    @property
    def has_orders(self) -> bool:
        """Tell whether a fault that was ordered to strike once has not struck yet."""
        return bool(self._once)

    def strikes(self, fault: LineFault, now_ms: int) -> bool:
        for once in self._once:
            if once.fault is fault and once.at_ms <= now_ms:
                self._once.remove(once)
                return True
        chance = self.faults.chances.get(fault, 0.0)
        return chance > 0 and self.dice.random() < chance


def quiet() -> Mischief:
    """Return a `Mischief` without any faults."""
    return Mischief(LineFaults(), Random(0))


class FaultyLine:
    """A device behind a bad cable; the line is itself a device. Its cable can be pulled.

    Faults of bytes and packets affect the bytes that one call of ``send`` takes from the device. If
    the cable ``powers`` the device, pulling the cable cuts the device's power.
    """

    def __init__(
        self, device: EmulatedDevice, mischief: Mischief | None = None, *, powers: bool = False
    ) -> None:
        self.device = device
        self.mischief = mischief or quiet()
        self.connected = True
        self.openings = 0  # how often a program opened its port
        self._powers = powers
        self._late: list[tuple[int, bytes]] = []  # in order of time
        self.frozen_ms: int | None = None
        """The instant at which the device last froze."""
        self._frozen_until_ms: int | None = None
        self._pulled = False  # the last bytes are on their way to the other end

    def pull(self, now_ms: int) -> None:
        """Unplug the cable. Bytes on their way are lost."""
        self.connected = False
        if self._powers:
            self.device.power_cycle(now_ms)

    def plug_in(self, now_ms: int) -> None:
        """Plug the cable in again. Bytes that the device sent meanwhile are lost."""
        self.device.send(now_ms)
        self._late.clear()
        self.connected, self._pulled = True, False
        if self._powers:
            self.device.power_cycle(now_ms)

    def thaw(self, now_ms: int) -> None:
        """End a freeze. Bytes that the device sent during the freeze are lost."""
        if self._frozen(now_ms):
            self.device.send(now_ms)
            self._frozen_until_ms = None

    def opened(self, now_ms: int) -> None:
        self.openings += 1
        self.device.opened(now_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        if self.connected and not self._frozen(now_ms):
            self.device.receive(data, now_ms)

    def send(self, now_ms: int) -> bytes:
        """Return the bytes that have arrived at the program; none while ``connected`` is False."""
        fresh = self.device.send(now_ms)
        if self._pulled and self.connected:
            self.pull(now_ms)
        if not self.connected:
            return b""
        if fresh and not self._frozen(now_ms):
            self._spoil(fresh, now_ms)
        return self._arrived(now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        due = self.device.next_ms(now_ms)
        if self._pulled and self.connected:
            return now_ms
        if not self._late:
            return due
        late_ms = max(self._late[0][0], now_ms)
        return late_ms if due is None else min(due, late_ms)

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self.device.press(side, now_ms)

    def start_stop(self, now_ms: int) -> None:
        self.device.start_stop(now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self.device.edit_time(side, left_ms, now_ms)

    def power_cycle(self, now_ms: int) -> None:
        self.device.power_cycle(now_ms)

    def lever(self, now_ms: int) -> DeviceSide | None:
        return self.device.lever(now_ms)

    def truth(self, now_ms: int) -> Truth:
        return self.device.truth(now_ms)

    def _frozen(self, now_ms: int) -> bool:
        return self._frozen_until_ms is not None and now_ms < self._frozen_until_ms

    def _spoil(self, data: bytes, now_ms: int) -> None:
        strikes, dice = self.mischief.strikes, self.mischief.dice
        if strikes(LineFault.FREEZE, now_ms):
            self.frozen_ms = now_ms
            self._frozen_until_ms = now_ms + self.mischief.faults.freeze_ms
            return
        if strikes(LineFault.DISCONNECT, now_ms):
            self._queue(data[: len(data) // 2], now_ms)
            self._pulled = True
            return
        data = self._spoil_bytes(data, now_ms)
        if strikes(LineFault.GARBAGE, now_ms):
            data = dice.randbytes(dice.randint(1, 40)) + data
        if strikes(LineFault.CUT, now_ms):
            half = len(data) // 2
            self._queue(data[:half], now_ms)
            self._queue(data[half:], now_ms + dice.randint(200, 2000))
        else:
            self._queue(data, now_ms)

    def _spoil_bytes(self, data: bytes, now_ms: int) -> bytes:
        strikes, dice = self.mischief.strikes, self.mischief.dice
        inserts, deletes, flips = map(
            self.mischief.may, (LineFault.INSERT, LineFault.DELETE, LineFault.FLIP)
        )
        if not (inserts or deletes or flips):
            return data
        if not (inserts or deletes) and not self.mischief.has_orders:
            chance = self.mischief.faults.chances[LineFault.FLIP]
            return bytes(
                byte ^ 1 << dice.randrange(8) if dice.random() < chance else byte for byte in data
            )
        out = bytearray()
        for byte in data:
            if inserts and strikes(LineFault.INSERT, now_ms):
                out.append(dice.randrange(256))
            if deletes and strikes(LineFault.DELETE, now_ms):
                continue
            turned = 1 << dice.randrange(8) if flips and strikes(LineFault.FLIP, now_ms) else 0
            out.append(byte ^ turned)
        return bytes(out)

    def _queue(self, data: bytes, at_ms: int) -> None:
        if self._late:
            at_ms = max(at_ms, self._late[-1][0])
        self._late.append((at_ms, data))

    def _arrived(self, now_ms: int) -> bytes:
        out = b""
        while self._late and self._late[0][0] <= now_ms:
            out += self._late.pop(0)[1]
        return out
