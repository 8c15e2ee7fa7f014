"""OpenChessClock: binary at 57600 8N1, no frame and no checksum; numbers are big-endian u32.

    C0 mode              the clock has started (mode 2); we answer  C1 mode
    C2 ms2               player 1's time runs, player 2 has ms2 left
    C3 ms1               player 2's time runs, player 1 has ms1 left
    C4 ms1 ms2           both times            C5 ms    stopped; the side that ran has ms left
    C6 / C7              player 1 / 2 has run out of time

The mode is a number, too. Firmware that sends it in one byte is answered in one. The clock is never
sent more than it asks for, because it stands still while it waits for the rest of an answer.

A number may look like a message. So after bytes that make no sense, reading begins again only after
200 ms of silence. Half a message is kept as long as nothing else comes, because the program may
only have read the rest late. The clock sends something only when it is pressed and answers nothing
during a game, so a frozen clock cannot be noticed. Its program counts 0.8 % too slowly; we measure
that and report it. Player 1 is our left.
"""

from msgspec import Struct

from app.clock.drivers.driver import (
    Abilities,
    Doubted,
    Drift,
    Hand,
    Identified,
    Message,
    Pressed,
    Reading,
    Restarted,
    Started,
)
from app.clock.drivers.plausibility import PlausibilityFilter, drifts, time_of
from app.engine.frozen import replace

HELLO, ANSWER, FIRST_RUNS, SECOND_RUNS, BOTH, PAUSE, FIRST_OUT, SECOND_OUT = range(0xC0, 0xC8)
SIZES = {
    HELLO: 4,
    ANSWER: 4,
    FIRST_RUNS: 4,
    SECOND_RUNS: 4,
    BOTH: 8,
    PAUSE: 4,
    FIRST_OUT: 0,
    SECOND_OUT: 0,
}
MODES = (HELLO, ANSWER)
SLAVE = 2
MOST_MODE = 3
SILENCE_MS = 200
MOST_MS = 24 * 3_600_000
SLACK_MS = 1000
SLOWEST = 50  # a clock may lose one second in this many
MEASURED_MS = 120_000
WARN_PPM = 200
MOST_LATE_MS = 10_000
"""The maximum delay in reading the first press for which its instant is taken from the next
message.
"""
ABLE = Abilities(holds_time=True, resolution_ms=1, lag_ms=50, rarely=True)


class Telegram(Struct, frozen=True):
    kind: int
    numbers: tuple[int, ...]
    short: bool = False
    at_ms: int = 0
    """The instant at which the first byte of the telegram came."""


class Telegrams:
    """Cuts the stream into telegrams. ``lost`` counts how often their boundaries were lost."""

    def __init__(self) -> None:
        self.lost = 0
        self._part = bytearray()
        self._deaf = False
        self._byte_ms = self._part_ms = 0

    def feed(self, data: bytes, now_ms: int) -> list[Telegram]:
        from_ms = now_ms
        if now_ms - self._byte_ms >= SILENCE_MS:
            fresh, data = data, self._after_silence(data)
            from_ms = now_ms if data is fresh else self._part_ms
        if data:
            self._byte_ms = now_ms
        telegrams = []
        for byte in data:
            if self._deaf:
                break
            if not self._part:
                self._part_ms, from_ms = from_ms, now_ms
            self._part.append(byte)
            size = SIZES.get(self._part[0])
            if size is None:
                self._get_lost()
            elif len(self._part) == size + 1 or _is_short(self._part):
                telegram = _telegram(self._part, self._part_ms)
                self._part.clear()
                if telegram is None:
                    self._get_lost()
                else:
                    telegrams.append(telegram)
        return telegrams

    def _after_silence(self, data: bytes) -> bytes:
        """Begin again after a silence, and return the bytes to read.

        An unfinished telegram from before the silence is dropped, unless ``data`` makes sense only
        as its rest. In that case the two are joined: the clock was not silent, but the program was
        suspended and reads the rest only now.
        """
        part, self._deaf = bytes(self._part), False
        self._part.clear()
        if part and not _is_whole(data) and _is_whole(part + data):
            return part + data
        self.lost += bool(part)
        return data

    def _get_lost(self) -> None:
        self.lost += 1
        self._part.clear()
        self._deaf = True


def _is_whole(data: bytes) -> bool:
    """Tell whether the bytes are complete telegrams and nothing else."""
    telegrams = Telegrams()
    cut = telegrams.feed(data, 0)
    return bool(cut) and not telegrams.lost and len(data) == sum(map(_length, cut))


def _length(telegram: Telegram) -> int:
    return 1 + (1 if telegram.short else SIZES[telegram.kind])


def _is_short(part: bytearray) -> bool:
    """Tell whether the mode is in one byte: in the long form the first byte is 0."""
    return len(part) == 2 and part[0] in MODES and part[1] > 0


def _telegram(part: bytearray, at_ms: int) -> Telegram | None:
    kind, rest = part[0], bytes(part[1:])
    if kind in MODES:
        mode = int.from_bytes(rest, "big")
        return Telegram(kind, (mode,), len(rest) == 1, at_ms) if mode <= MOST_MODE else None
    numbers = tuple(int.from_bytes(rest[at : at + 4], "big") for at in range(0, len(rest), 4))
    fit = all(number <= MOST_MS for number in numbers)
    return Telegram(kind, numbers, at_ms=at_ms) if fit else None


class OpenChessClock:
    """The driver of an OpenChessClock. It only listens, because the clock ignores commands during a
    game.
    """

    product = "OpenChessClock"
    baud = 57600

    def __init__(self) -> None:
        self.dead = ""
        self._belief = PlausibilityFilter(SLACK_MS, late_ms=50, careful=False)
        self._played = False  # since it last said that it started, on whatever line
        self._begin()

    def _begin(self) -> None:
        self._telegrams = Telegrams()
        self._introduced = False
        self._forget()
        self._out = b""

    def _forget(self) -> None:
        self._running: Hand | None = None
        self._times: dict[Hand, int] = {}
        self._since: tuple[Hand, int, int] | None = None  # who runs, since when, with how much
        self._used_ms = self._passed_ms = self._told_ms = 0
        self._warned = False
        self._undated = False  # the first press came, and nothing has shown when it was made

    def opened(self, now_ms: int) -> list[Message]:
        self._begin()
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        messages: list[Message] = []
        for telegram in self._telegrams.feed(data, now_ms):
            if not self._introduced:
                messages.append(Identified(self.product, "", "", ABLE))
            if telegram.kind == HELLO and (self._introduced or self._played):
                messages.append(Restarted(now_ms))
            self._introduced = True
            if telegram.kind == HELLO:
                self._forget()
                self._played = False
                self._belief = PlausibilityFilter(SLACK_MS, late_ms=50, careful=False)
                self._out = bytes([ANSWER]) + SLAVE.to_bytes(1 if telegram.short else 4, "big")
            elif telegram.kind != ANSWER:
                messages += self._game(telegram, self._made_ms(telegram))
        return messages

    def excuse(self, late_ms: int) -> None:
        """Do nothing: the clock only speaks when it is pressed, so its silence means nothing."""

    def tick(self, now_ms: int) -> list[Message]:
        return []

    def due_ms(self) -> int | None:
        return None

    def to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: the clock cannot be set."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Do nothing: the clock cannot be started from here."""

    def identify(self, now_ms: int) -> None:
        """Do nothing: the clock can neither blink nor beep."""

    def _made_ms(self, telegram: Telegram) -> int:
        """Return when a press was made. If the press was read late because the program was
        suspended, its instant follows from the time that the player who pressed has used.
        """
        now_ms, last, switches = telegram.at_ms, self._belief.last, (FIRST_RUNS, SECOND_RUNS)
        if last is None or last.running is None or telegram.kind not in switches:
            return now_ms
        made_ms = last.at_ms + time_of(last, last.running) - telegram.numbers[0]
        spent_ms, late_ms = made_ms - last.at_ms, now_ms - made_ms
        other = FIRST_RUNS if last.running is Hand.RIGHT else SECOND_RUNS
        read_late = telegram.kind == other and late_ms > SLACK_MS + max(spent_ms, 0) // SLOWEST
        return made_ms if read_late and spent_ms >= 0 else now_ms

    def _date_first_press(self, telegram: Telegram) -> None:
        """Move the first press back to the instant at which it was made, if it was read late. The
        instant follows from ``telegram``, which tells how much time the other side has used since.
        """
        last = self._belief.last
        if not self._undated or last is None or last.running is None:
            return
        right_runs = last.running is Hand.RIGHT
        begins, ends = (SECOND_RUNS, FIRST_RUNS) if right_runs else (FIRST_RUNS, SECOND_RUNS)
        if telegram.kind == begins:
            return  # the first press, repeated by the line
        self._undated = False
        if telegram.kind not in (ends, PAUSE):
            return
        had_ms = time_of(last, last.running)
        made_ms = telegram.at_ms - (had_ms - telegram.numbers[0])
        if 0 < last.at_ms - made_ms <= MOST_LATE_MS:
            self._belief.adopt(replace(last, at_ms=made_ms))
            self._since = (last.running, made_ms, had_ms)

    def _game(self, telegram: Telegram, now_ms: int) -> list[Message]:
        self._date_first_press(telegram)
        was, numbers, self._played = self._running, telegram.numbers, True
        before = dict(self._times)
        fallen: Hand | None = None
        match telegram.kind:
            case 0xC2:
                self._running, self._times[Hand.RIGHT] = Hand.LEFT, numbers[0]
            case 0xC3:
                self._running, self._times[Hand.LEFT] = Hand.RIGHT, numbers[0]
            case 0xC4:
                self._times = {Hand.LEFT: numbers[0], Hand.RIGHT: numbers[1]}
            case 0xC5:
                self._running = None
                if was is not None:
                    self._times[was] = numbers[0]
            case _:
                fallen = Hand.LEFT if telegram.kind == FIRST_OUT else Hand.RIGHT
                self._running, self._times[fallen] = None, 0
        if len(self._times) < 2:
            return self._begun(was, before, now_ms)
        times = self._times[Hand.LEFT], self._times[Hand.RIGHT]
        if self._belief.last is None and was is not None:
            self._belief.adopt(Reading(now_ms, *times, was))
            self._undated = True
        return [
            *self._belief.hear(Reading(now_ms, *times, self._running, fallen)),
            *self._measured(now_ms),
        ]

    def _begun(self, was: Hand | None, before: dict[Hand, int], now_ms: int) -> list[Message]:
        """Return what is known while the clock has reported the time of one side only. If that side
        has used time and the other one still runs, the first press was lost on the line.
        """
        running = self._running
        if running is None:
            return []
        if was is None:
            return [Started(now_ms, running)]
        other, told_ms = running.other, self._times.get(running.other)
        if was is not running or told_ms is None or before.get(other, told_ms) <= told_ms:
            return []
        used_ms = before[other] - told_ms
        lost = Pressed(now_ms - used_ms, running, inferred=True, late_ms=SLACK_MS)
        return [lost, Pressed(now_ms, other, late_ms=50)]

    def _measured(self, now_ms: int) -> list[Message]:
        """Return the drift of the clock against our time, over all the time that has run."""
        if self._since is not None:
            hand, from_ms, had_ms = self._since
            if self._running is hand:
                return []
            self._passed_ms += now_ms - from_ms
            self._used_ms += had_ms - self._times[hand]
        running = self._running
        self._since = None if running is None else (running, now_ms, self._times[running])
        if self._passed_ms - self._told_ms < MEASURED_MS:
            return []
        self._told_ms = self._passed_ms
        ppm = (self._used_ms - self._passed_ms) * 1_000_000 // self._passed_ms
        messages: list[Message] = [Drift(now_ms, ppm)]
        if abs(ppm) > WARN_PPM and not self._warned:
            self._warned = True
            messages.append(Doubted(now_ms, drifts(ppm)))
        return messages
