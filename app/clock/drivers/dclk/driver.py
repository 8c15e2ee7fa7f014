"""A clock that speaks DCLK/1 (docs/dclk.md): handshake, commands with ids, PINGs and drift.

`game` says what the lines mean for the game, and `lines` how they are written.
"""

from app.clock.drivers.dclk.commands import DclkCommand, DclkOrders
from app.clock.drivers.dclk.game import KEPT_EVENTS, MOST_KEPT, DclkGame, When
from app.clock.drivers.dclk.lines import (
    ClockState,
    DclkLines,
    Er,
    Event,
    Hi,
    Ignored,
    Known,
    Ok,
    Po,
    Said,
)
from app.clock.drivers.dclk.time_sync import DeviceTime
from app.clock.drivers.driver import (
    Abilities,
    Cleared,
    Doubted,
    Drift,
    Failed,
    Hand,
    Identified,
    Message,
    OrderDone,
    Restarted,
)
from app.clock.drivers.plausibility import drifts
from app.engine.language import say

NOBODY = say("No DCLK clock answers here.")
GONE = say("The clock no longer answers.")
NEWER = say("The clock speaks a newer DCLK than this program. Update the program.")
BUSY = say("The clock is still busy with earlier orders. Wait a moment, then try again.")
TOO_LONG = say("This clock shows at most 99:59:59. Choose shorter times.")
NO_TIME = say("This clock keeps no time; it only has buttons.")
LEFT_IN_B = say(
    "This clock was left in mode B: its plungers count, and the program keeps the time. To let it"
    " keep the time, take its power away for a moment."
)
RESTARTED = say("The clock restarted meanwhile.")
REFUSALS = {
    3: say("The clock cannot do that now. Check whether it is running or a side has no time left."),
    4: say("This clock cannot do that."),
    5: say("Somebody is in the clock’s own menu. Leave it, then try again."),
}
NOT_UNDERSTOOD = say("The clock did not understand. Its program may be too old.")
BUTTONS_ONLY = say("It may no longer keep the time; its plungers still count.")


def abilities_of(caps: frozenset[str], keeps_time: bool) -> Abilities:
    keeps = keeps_time and "run" in caps
    return Abilities(
        holds_time=keeps,
        sets=keeps and "set" in caps,
        runs=keeps,
        identifies=True,
        resolution_ms=1,
        lag_ms=20,
        touched=keeps,
    )


HELLO_MS = 3000
TICK_MS = 200
PING_MS, FIRST_PINGS_MS, FIRST_PINGS = 5000, 1000, 3
SILENT_MS, GONE_MS = 1100, 2500  # it speaks every second
LOG_MS, LOG_TRIES, MOST_VAIN = 1000, 6, 3
MOST_MS = 359_999_999
DRIFT_STEP_PPM, WARN_PPM, REFUSE_PPM = 10, 200, 1500
BUSY_MS, BUSY_TRIES = 1000, 5


class DclkClock:
    """The driver of a DCLK/1 clock. ``known`` is the clock as it was last seen, which shows whether
    it has lost power since. ``most_vain`` is the number of questions in a row that the clock may
    leave unanswered while it still sends lines.
    """

    product = "DCLK"
    baud = 115200

    def __init__(self, known: Known | None = None, most_vain: int = MOST_VAIN) -> None:
        self._known, self._most_vain = known, most_vain
        self._game, self._time = DclkGame(), DeviceTime()
        self._open = self._refused = self._warned = False
        self._drift_ppm: int | None = None
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self.dead = ""
        self._lines, self._orders = DclkLines(), DclkOrders()
        self._hi: Hi | None = None
        self.met = False  # a whole line was received
        self._now_ms = self._alive_ms = now_ms
        self._hello_ms = now_ms + HELLO_MS
        self._hellos = self._vain = self._logs = 0
        self._log_first = -1
        self._ping_ms = self._log_ms = now_ms
        self._out = bytearray()
        self._queued: list[Message] = []
        self._agreed_to_run = False  # and has not reported since whether it runs

    def opened(self, now_ms: int) -> list[Message]:
        self._begin(now_ms)
        self._game.set_done = self._game.free  # a SET without an answer may have been done
        self._open = True
        self._out += b"\n"
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        if not self._open or self.dead:
            return []
        messages: list[Message] = []
        for parsed in self._lines.feed(data):
            self._alive_ms, self.met = now_ms, True
            messages += self._take(parsed, now_ms)
        return messages + self.tick(now_ms)

    def excuse(self, late_ms: int) -> None:
        self._alive_ms += late_ms
        self._hello_ms += late_ms
        self._orders.excuse(late_ms)

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        if not self._open or self.dead:
            return []
        if self._hi is None:
            self._greet(now_ms)
        else:
            self._watch(now_ms)
        code, given_up = self._orders.step(now_ms)
        self._out += code
        if given_up is not None:
            self._in_vain(given_up, now_ms)
        messages, self._queued = self._queued, []
        return messages

    def due_ms(self) -> int | None:
        if not self._open or self.dead:
            return None
        if self._queued:
            return self._now_ms
        own_ms, order_ms = self._now_ms + TICK_MS, self._orders.due_ms
        return own_ms if order_ms is None else min(own_ms, order_ms)

    def to_send(self) -> bytes:
        out, self._out = bytes(self._out), bytearray()
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set the times in milliseconds. A running clock is paused first. The answer is named
        "set".
        """
        if not (0 <= left_ms <= MOST_MS and 0 <= right_ms <= MOST_MS):
            self._queued.append(Failed(now_ms, "set", TOO_LONG))
        elif self._refused or self._game.mode_b:
            self._queued.append(Failed(now_ms, "set", NO_TIME))
        else:
            times = DclkCommand(f"SET {left_ms} {right_ms}", "set")
            runs = self._agreed_to_run or self._game.running is not None
            overtaken = self._orders.set_anew(times, runs=runs)
            self._queued += [OrderDone(now_ms, order) for order in overtaken]
            self._game.free = True

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Run or stop the clock. The answer is named "run" or "stop"."""
        if hand is None:
            self._order(DclkCommand("PAUSE", "stop"), now_ms)
        else:
            self._order(DclkCommand(f"RUN {'L' if hand is Hand.LEFT else 'R'}", "run"), now_ms)

    def identify(self, now_ms: int) -> None:
        """Make the clock show itself. The answer is named "identify"."""
        self._orders.add(DclkCommand("IDENT", "identify"))

    def _order(self, command: DclkCommand, now_ms: int) -> None:
        if self._refused or self._game.mode_b:
            self._queued.append(Failed(now_ms, command.request, NO_TIME))
        elif not self._orders.add(command):
            self._queued.append(Failed(now_ms, command.request, BUSY))

    def _greet(self, now_ms: int) -> None:
        if now_ms < self._hello_ms or self._orders.busy:
            return
        if self._hellos >= 3:
            self.dead = NOBODY
            return
        self._hello(now_ms)

    def _in_vain(self, command: DclkCommand, now_ms: int) -> None:
        """Note a command that was sent four times without an answer. A clock that still sends lines
        is not given up at once, because a bad line may lose a PING or two.
        """
        self._vain += 1
        awake = self._hi is not None and now_ms - self._alive_ms < SILENT_MS
        if awake and command.idle and self._vain < self._most_vain:
            return
        self.dead = NOBODY if self._hi is None else GONE
        if command.request:
            self._queued.append(Failed(now_ms, command.request, GONE))
        self._fail_all(GONE, now_ms)

    def _fail_all(self, sentence: str, now_ms: int) -> None:
        dropped = self._orders.drop()
        self._queued += [
            Failed(now_ms, command.request, sentence) for command in dropped if command.request
        ]

    def _hello(self, now_ms: int) -> None:
        self._hellos += 1
        self._hello_ms = now_ms + HELLO_MS
        self._orders.add(DclkCommand("HELLO"))

    def _watch(self, now_ms: int) -> None:
        silent_ms = now_ms - self._alive_ms
        if silent_ms >= GONE_MS:
            self.dead = GONE
            self._fail_all(GONE, now_ms)
            return
        if self._game.log_from is None:
            self._logs = 0
        if self._orders.busy:
            return
        if self._game.puzzled and now_ms >= self._hello_ms:
            self._hello(now_ms)
        elif (missing := self._game.log_from) is not None and self._is_log_due(now_ms):
            self._ask_log(missing, now_ms)
        elif now_ms >= self._ping_ms or silent_ms >= SILENT_MS:
            pause_ms = FIRST_PINGS_MS if self._time.count < FIRST_PINGS else PING_MS
            self._ping_ms = now_ms + pause_ms
            self._orders.add(DclkCommand(f"PING {now_ms}"))

    def _is_log_due(self, now_ms: int) -> bool:
        """Tell whether to ask the clock's log for missing events. Events from before this program
        knew the clock are requested only once they can be dated.
        """
        return now_ms >= self._log_ms and (self._time.count > 0 or not self._game.hands_over)

    def _ask_log(self, first: int, now_ms: int) -> None:
        if first != self._log_first:  # the log is long, and goes on
            self._log_first, self._logs = first, 0
        if self._logs >= LOG_TRIES:
            self._logs = 0
            self._queued += self._game.give_up(now_ms)
            return
        self._logs += 1
        self._log_ms = now_ms + LOG_MS
        self._orders.add(DclkCommand(f"LOG {first}"))

    def _take(self, message: Said, now_ms: int) -> list[Message]:
        match message:
            case Hi():
                return self._introduced(message, now_ms)
            case Event() | ClockState() if self._hi is not None:
                return self._played(message, now_ms)
            case Ignored():
                return self._game.ignore(message.first, message.last, now_ms)
            case ClockState() if self._hellos == 0:
                self._hello(now_ms)  # it is awake and will not say HI by itself
            case Ok() | Po() | Er():
                return self._answered(message, now_ms)
            case _:
                pass
        return []

    def _introduced(self, hi: Hi, now_ms: int) -> list[Message]:
        if hi.version != 1:
            self.dead = NEWER
            return [Doubted(now_ms, NEWER)]
        first, self._hi = self._hi is None, hi
        before, self._known = self._known, Known(hi.uid, hi.boot)
        messages: list[Message] = []
        if before is None or before.uid != hi.uid:
            self._refused = self._warned = False
            self._drift_ppm = None
            self._forget(now_ms)
            if hi.game_from is not None:
                self._game.take_over(hi.game_from)
        elif before.boot != hi.boot and self._is_kept(hi):
            self._carry_over(now_ms)
        elif before.boot != hi.boot:
            was_b = self._game.mode_b
            self._forget(now_ms)
            messages += [*(self._other_mode(now_ms) if was_b else []), Restarted(now_ms)]
        elif self._game.puzzled:
            self._game.trust_count()
        self._game.kept = KEPT_EVENTS if hi.game_from is None else MOST_KEPT
        if first:
            messages.insert(0, self._identity(hi))
            if self._hellos == 0:
                self._hello(now_ms)
        return messages

    def _is_kept(self, hi: Hi) -> bool:
        """Tell whether a restarted clock still has the game that this program knows."""
        keeps_time = not self._refused and not self._game.mode_b
        return hi.game_from is not None and keeps_time

    def _carry_over(self, now_ms: int) -> None:
        """Continue the game of a clock that kept the game while it had no power. The clock is
        stopped, and its log says so. Its counter has started again from the beginning.
        """
        self._game.carry_over()
        self._time, self._ping_ms = DeviceTime(), now_ms
        self._fail_all(RESTARTED, now_ms)

    def _forget(self, now_ms: int) -> None:
        """Forget everything about the clock, because it is another clock or was restarted."""
        self._game, self._time = DclkGame(), DeviceTime()
        self._ping_ms = now_ms
        self._fail_all(RESTARTED, now_ms)
        if self._refused:
            self._game.refused = True
            self._orders.add(DclkCommand("MODE B"))

    def _identity(self, hi: Hi) -> Identified:
        able = abilities_of(hi.caps, keeps_time=not (self._refused or self._game.mode_b))
        return Identified(f"{self.product} {hi.name}".strip(), hi.uid, hi.firmware, able)

    def _played(self, line: Event | ClockState, now_ms: int) -> list[Message]:
        if isinstance(line, ClockState) and self._time.behind(line.t):
            self._game.puzzled = True
            return []
        self._agreed_to_run = False
        at_ms, late_ms = self._time.dated(line.t, now_ms)
        when = When(at_ms, late_ms, self._time.unwrapped(line.t))
        if isinstance(line, Event):
            return self._game.event(line, when)
        was, messages = self._game.mode_b, self._game.state(line, when)
        return messages if self._game.mode_b is was else [*self._other_mode(now_ms), *messages]

    def _other_mode(self, now_ms: int) -> list[Message]:
        """Handle a change of mode. Either somebody else has set the clock to mode B, in which it
        only reports its buttons, or the clock keeps the time again.
        """
        if self._hi is None or self._refused:
            return []
        left = Doubted(now_ms, LEFT_IN_B, lasting=True)
        change = left if self._game.mode_b else Cleared(now_ms, LEFT_IN_B)
        return [self._identity(self._hi), change]

    def _answered(self, answer: Ok | Po | Er, now_ms: int) -> list[Message]:
        flight = self._orders.answered(answer.id)
        if flight is None:
            return []
        self._vain = 0
        command = flight.command
        if isinstance(answer, Er):
            return self._refusal(command, answer.code, now_ms)
        if isinstance(answer, Po):
            same = command.text == f"PING {answer.number}" and not self._time.behind(answer.t)
            if flight.sends == 1 and same:
                self._time.ping(flight.sent_ms, now_ms, answer.t)
            return self._drift(now_ms)
        if command.request == "run":
            self._agreed_to_run = True
        if command.request == "set":
            self._game.free, self._game.set_done = True, not self._orders.sets
        return [OrderDone(now_ms, command.request)] if command.request else []

    def _refusal(self, command: DclkCommand, code: int, now_ms: int) -> list[Message]:
        if code == 5 and command.tries < BUSY_TRIES:
            self._orders.again(command, now_ms + BUSY_MS)
            return []
        if command.request == "set":
            self._game.free = self._orders.sets
        why = REFUSALS.get(code, NOT_UNDERSTOOD)
        return [Failed(now_ms, command.request, why)] if command.request else []

    def _drift(self, now_ms: int) -> list[Message]:
        ppm = self._time.ppm()
        if ppm is None or self._hi is None:
            return []
        messages: list[Message] = []
        if self._drift_ppm is None or abs(ppm - self._drift_ppm) >= DRIFT_STEP_PPM:
            self._drift_ppm = ppm
            messages.append(Drift(now_ms, ppm))
        wrong = drifts(ppm)
        if abs(ppm) > REFUSE_PPM and not self._refused:
            self._refused = self._warned = self._game.refused = True
            self._orders.add(DclkCommand("PAUSE"))
            self._orders.add(DclkCommand("MODE B"))
            doubted = Doubted(now_ms, f"{wrong} {BUTTONS_ONLY}")
            messages += [doubted, self._identity(self._hi)]
        elif abs(ppm) > WARN_PPM and not self._warned:
            self._warned = True
            messages.append(Doubted(now_ms, wrong))
        return messages
