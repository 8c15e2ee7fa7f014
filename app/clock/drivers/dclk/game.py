"""The game as a DCLK clock reports it: its state, its events in order, and lost events."""

from msgspec import Struct

from app.clock.drivers.dclk.lines import MOST_S, ClockState, Event
from app.clock.drivers.dclk.time_sync import MIXED_MS
from app.clock.drivers.driver import (
    Doubted,
    Fact,
    Fallen,
    Hand,
    HandedOver,
    Kept,
    Message,
    Noted,
    PauseAsked,
    Pressed,
    Reading,
    Started,
    Stopped,
    Touched,
)
from app.clock.drivers.plausibility import dropped_ms, jump
from app.engine.language import say

KINDS = frozenset({"PRESS", "IGN", "FLAG", "PAUSE", "RESUME", "BTN", "ADJ", "LOWBAT"})
KEPT_EVENTS = 16
MOST_KEPT = 1000  # of a clock that says which events are of its game
SLACK_MS = 20
LOW_PERCENT, STEP_PERCENT = 15, 5
LOST = say("Some presses on the clock were missed. Compare its times with what the table shows.")


class When(Struct, frozen=True):
    """The moment of a line: its instant on the timeline, the milliseconds by which that instant may
    be off, and the reading of the clock's own counter.
    """

    at_ms: int
    late_ms: int
    t_ms: int


class DclkGame:
    """The game since the clock's last start. ``puzzled`` means that the clock's event numbers went
    backwards, so it may have restarted.

    While events are missing, nothing is reported and later events wait. So each press is reported
    once and in order, and none is guessed from the state.
    """

    def __init__(self) -> None:
        self.kept = KEPT_EVENTS
        self.running: Hand | None = None
        self.mode_b = False
        self.puzzled = False
        self.refused = False  # its times are not wanted
        self.free = False  # the times may change: we are setting them, or somebody did at the clock
        self.set_done = False  # the next state shows the times that we set
        self.hands_over = False  # the missing events are from before this program knew the clock
        self._s: int | None = None
        self._missing: set[int] = set()
        self._before_gap: Hand | None = None
        self._waiting: dict[int, tuple[Event, When]] = {}  # by number, while others are missing
        self._beyond = False  # some of them are lost for good
        self._newest: tuple[ClockState | Event, Hand | None, When] | None = None
        self._fallen: Hand | None = None
        self._shown: Reading | None = None  # believed; dated by the clock's own counter
        self._odd: Reading | None = None
        self._odd_event: Event | None = None
        self._floor_ms: int | None = None  # by the clock's counter; later lines are no older
        self._doubted = False
        self._battery = -1

    @property
    def log_from(self) -> int | None:
        """The number of the oldest missing event; None if no event is missing."""
        if not self._missing or self._s is None:
            return None
        newest = self._s
        return max(self._missing, key=lambda s: (newest - s) & MOST_S)

    def trust_count(self) -> None:
        """Accept whatever number the clock's next event has, because the clock has not
        restarted.
        """
        self._s, self.puzzled = None, False
        self._floor_ms = None
        self._missing.clear()
        self._waiting.clear()

    def take_over(self, first: int) -> None:
        """Regard all events of the game from ``first`` on as missing, because the clock is new to
        this program.
        """
        self._s, self.hands_over = (first - 1) & MOST_S, True

    def carry_over(self) -> None:
        """Go on with the game of a clock that lost its power but not its game. Its times cannot be
        compared with earlier ones, because its counter has begun again.
        """
        self._shown = self._odd = self._floor_ms = None
        self._doubted = self.puzzled = False

    def ignore(self, first: int, last: int, at_ms: int) -> list[Message]:
        """Regard the events from ``first`` to ``last`` as no longer missing, because they were only
        presses that the clock ignored.
        """
        count = (last - first) & MOST_S
        gone = {s for s in self._missing if (s - first) & MOST_S <= count}
        self._missing -= gone
        return self._caught_up(at_ms) if gone and not self._missing else []

    def event(self, line: Event, when: When) -> list[Message]:
        if self._is_spoilt(line, when):
            return []
        if not self._is_new(line):
            return self._history(line, when)
        messages = self._count(line.s, when, unseen=False)
        if self._missing:
            self._waiting[line.s] = line, when
        else:
            messages += self._happened(line, when)
        self.running = line.running
        return messages + self._show(line, self._fallen, when)

    def state(self, line: ClockState, when: When) -> list[Message]:
        if self._s is not None and (line.s - self._s) & MOST_S > MOST_S // 2:
            self.puzzled = True
            return []
        messages = self._count(line.s, when, unseen=True)
        self.mode_b = line.mode_b or self.refused
        if not self._missing:
            messages += self._moved(line, when)
        self.running = line.running
        messages += self._percent(line.battery, when)
        messages += self._show(line, line.fallen, when)
        if self.set_done:
            self.free = self.set_done = False
        return messages

    def give_up(self, at_ms: int) -> list[Message]:
        """Give up on the missing events, which the clock can no longer report, and infer what
        happened where possible. Infer nothing if they happened before this program knew the clock.
        """
        self._missing.clear()
        if self.hands_over:
            return self._caught_up(at_ms)
        self._beyond = True
        return [Doubted(at_ms, LOST), *self._caught_up(at_ms)]

    def _caught_up(self, at_ms: int) -> list[Message]:
        """Return what happened since the gap, in order. Lost events are inferred. If none was lost,
        a change that the events do not explain comes from our own commands.
        """
        beyond, self._beyond = self._beyond, False
        newest = self._s or 0
        order = sorted(self._waiting, key=lambda s: (newest - s) & MOST_S, reverse=True)
        running, messages = self._before_gap, list[Kept]()
        for line, when in [self._waiting[s] for s in order]:
            ran = line.hand if line.kind in {"PRESS", "FLAG"} else None
            if beyond and ran is not None and ran is not running:
                messages += self._between(running, ran, when.at_ms)
            messages += self._happened(line, when)
            running = line.running
        self._waiting.clear()
        if running is not self.running and beyond:
            switched_ms = at_ms if order else self._switched_ms(at_ms)
            messages += self._between(running, self.running, switched_ms)
        elif running is not self.running and self.running is not None:
            messages.append(Started(at_ms, self.running))
        told: list[Message] = [*messages]
        if self.hands_over:
            self.hands_over, told = False, [HandedOver(at_ms, tuple(messages))]
        if self._newest is not None:
            said_last, fallen, when = self._newest
            self._newest = None
            told += self._show(said_last, fallen or self._fallen, when)
        return told

    def _switched_ms(self, at_ms: int) -> int:
        """Return the instant at which the running side's time began to run, worked out from the
        time that it has used since; ``at_ms`` if that is not possible.
        """
        if self._shown is None or self._newest is None or self.running is None:
            return at_ms
        line, fallen, when = self._newest
        new = Reading(when.t_ms, line.left_ms, line.right_ms, line.running, fallen)
        used_ms = dropped_ms(self._shown, new, self.running)
        return when.at_ms - used_ms if 0 <= used_ms <= new.at_ms - self._shown.at_ms else at_ms

    def _is_new(self, line: Event) -> bool:
        """Tell whether an event comes after the latest one, and not from the clock's log."""
        return self._s is None or 1 <= (line.s - self._s) & MOST_S <= MOST_S // 2

    def _is_spoilt(self, line: Event, when: When) -> bool:
        """Tell whether an event lost bytes although its checksum is right, which happens if two
        equal bytes are lost. The event is then requested again by its number; if it comes twice in
        this form, it is correct.
        """
        is_older = self._floor_ms is not None and when.t_ms < self._floor_ms - MIXED_MS
        is_other = (
            self._is_new(line) and line.kind not in KINDS and line.running is not self.running
        )
        runs_on = (
            line.kind == "PRESS" and line.running is not None and line.hand in {line.running, None}
        )
        if not (is_older or is_other or runs_on) or line == self._odd_event:
            return False
        self._odd_event = line
        return True

    def _between(self, was: Hand | None, now: Hand | None, at_ms: int) -> list[Kept]:
        if was is not None and now is was.other:
            return [Pressed(at_ms, was, inferred=True, late_ms=0)]
        if was is not None and now is None and self._fallen is None:
            return [Stopped(at_ms)]
        return [] if now is None else [Started(at_ms, now)]

    def _count(self, s: int, when: When, unseen: bool) -> list[Message]:
        """Note which events are missing before event ``s``. With ``unseen``, event ``s`` itself is
        missing as well.
        """
        last, self._s = self._s, s
        lost = 0 if last is None else ((s - last) & MOST_S) - (0 if unseen else 1)
        if lost <= 0:
            self.hands_over = self.hands_over and bool(self._missing)
            return []
        if not self._missing:
            self._before_gap = self.running
        newest = s if unseen else s - 1
        fresh = {(newest - back) & MOST_S for back in range(min(lost, self.kept + 1))}
        known = self._missing | fresh
        self._missing = {number for number in known if (s - number) & MOST_S < self.kept}
        is_doubted = self._beyond
        self._beyond |= len(known) > len(self._missing) and not self.hands_over
        return [Doubted(when.at_ms, LOST)] if self._beyond and not is_doubted else []

    def _history(self, line: Event, when: When) -> list[Message]:
        """Take in an event from the log. The event fills its gap but says nothing about the
        present.
        """
        if line.s not in self._missing:
            return []
        self._missing.remove(line.s)
        self._waiting[line.s] = line, when
        return [] if self._missing else self._caught_up(when.at_ms)

    def _happened(self, line: Event, when: When) -> list[Kept]:
        match line.kind, line.hand:
            case "PRESS", Hand() as hand:
                return [Pressed(when.at_ms, hand, late_ms=when.late_ms)]
            case "FLAG", Hand() as hand if self._fallen is not hand:
                self._fallen = hand
                return [Fallen(when.at_ms, hand)]
            case "PAUSE", _:
                return [Stopped(when.at_ms)]
            case "RESUME", _ if line.running is not None:
                return [Started(when.at_ms, line.running)]
            case "BTN", _ if self.mode_b and line.by == "0":
                return [PauseAsked(when.at_ms)]
            case "IGN", Hand() as hand if line.running is None:
                return [Touched(when.at_ms, hand)]
            case "LOWBAT", _:
                return [Noted(when.at_ms, Fact.BATTERY_LOW)]
            case "ADJ", _:
                self.free = self.set_done = True
            case _:
                pass
        return []

    def _moved(self, line: ClockState, when: When) -> list[Message]:
        """Return what only the state shows: the effect of our own commands, or of an event long
        ago.
        """
        messages: list[Message] = []
        known = self._shown is not None
        if known and line.running is not None and line.running is not self.running:
            messages.append(Started(when.at_ms, line.running))
        if known and line.fallen is not None and line.fallen is not self._fallen:
            messages.append(Fallen(when.at_ms, line.fallen))
        self._fallen = line.fallen
        return messages

    def _percent(self, battery: int, when: When) -> list[Message]:
        if battery < 0 or (self._battery >= 0 and abs(battery - self._battery) < STEP_PERCENT):
            return []
        self._battery = battery
        fact = Fact.BATTERY_LOW if battery < LOW_PERCENT else Fact.BATTERY_FINE
        return [Noted(when.at_ms, fact, f"{battery} %")]

    def _show(self, line: ClockState | Event, fallen: Hand | None, when: When) -> list[Message]:
        """Return the times as a reading, or a doubt if the times cannot be right. Return nothing
        while events are missing.
        """
        if self._missing:
            self._newest = line, fallen, when
            return []
        self._floor_ms = when.t_ms
        if self.mode_b:
            self._shown = None
            return [Reading(when.at_ms, None, None, None)]
        new = Reading(when.t_ms, line.left_ms, line.right_ms, line.running, fallen)
        if self._shown is not None and not self.free:
            doubt = jump(self._shown, new, SLACK_MS)
            if doubt and not self._repeated(new):
                return self._question(doubt, when)
        self._shown, self._odd, self._doubted = new, None, False
        return [Reading(when.at_ms, line.left_ms, line.right_ms, line.running, fallen)]

    def _repeated(self, new: Reading) -> bool:
        """Tell whether the clock has now sent implausible times twice in a row that agree, so that
        they are no transmission error.
        """
        odd, self._odd = self._odd, new
        return odd is not None and new.at_ms > odd.at_ms and not jump(odd, new, SLACK_MS)

    def _question(self, doubt: str, when: When) -> list[Message]:
        if self._doubted:
            return []
        self._doubted = True
        return [Doubted(when.at_ms, doubt)]
