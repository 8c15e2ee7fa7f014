"""The game as a DCLK clock tells it: its state, its events in order, and those that were lost."""

from dataclasses import dataclass

from app.clock.devices.dclk_line import MOST_S, Event, State
from app.clock.devices.driver import (
    Doubted,
    Fact,
    Fallen,
    Hand,
    Message,
    Noted,
    PauseAsked,
    Pressed,
    Reading,
    Started,
    Stopped,
    Touched,
)
from app.clock.devices.readings import dropped_ms, jump

KEPT_EVENTS = 16
SLACK_MS = 20
HEALED_MS = 2000  # a wrong line that was believed may be off by so much; more is asked about
LOW_PERCENT, STEP_PERCENT = 15, 5
LOST = "Some presses on the clock were not heard. Compare its times with what the table shows."


@dataclass(frozen=True, slots=True)
class When:
    """The moment of a line: on the timeline, how far off that may be, and on the clock itself."""

    at_ms: int
    late_ms: int
    t_ms: int


class DclkGame:
    """Since the clock's last start. ``puzzled``: it counts backwards; it may have restarted."""

    def __init__(self) -> None:
        self.running: Hand | None = None
        self.mode_b = False
        self.puzzled = False
        self.refused = False  # its times are not wanted
        self.free = False  # the times may change: we are setting them, or somebody did at the clock
        self.set_done = False  # the next state shows the times that we set
        self._s: int | None = None
        self._missing: set[int] = set()
        self._before_gap: Hand | None = None
        self._after_gap: Hand | None = None
        self._fallen: Hand | None = None
        self._shown: Reading | None = None  # believed; dated by the clock's own counter
        self._odd: Reading | None = None
        self._doubted = False
        self._battery = -1

    @property
    def log_from(self) -> int | None:
        """The number of the oldest event that is missing."""
        if not self._missing or self._s is None:
            return None
        newest = self._s
        return max(self._missing, key=lambda s: (newest - s) & MOST_S)

    def trust_count(self) -> None:
        """The clock has not restarted: believe the number that it says next."""
        self._s, self.puzzled = None, False
        self._missing.clear()

    def event(self, said: Event, when: When) -> list[Message]:
        if self._s is not None and not 1 <= (said.s - self._s) & MOST_S <= MOST_S // 2:
            return self._history(said, when)
        ran = said.hand if said.kind == "PRESS" else said.running
        found = self._count(said.s, when, ran, unseen=False)
        found += self._happened(said, when)
        self.running = said.running
        return found + self._show(said, self._fallen, when)

    def state(self, said: State, when: When) -> list[Message]:
        if self._s is not None and (said.s - self._s) & MOST_S > MOST_S // 2:
            self.puzzled = True
            return []
        found = self._count(said.s, when, said.running, unseen=True)
        self.mode_b = said.mode_b or self.refused
        if not self._missing:
            found += self._moved(said, when)
        self.running = said.running
        found += self._percent(said.battery, when)
        found += self._show(said, said.fallen, when)
        if self.set_done:
            self.free = self.set_done = False
        return found

    def give_up(self, at_ms: int) -> list[Message]:
        """The clock cannot say any more what was missed: conclude what can be."""
        self._missing.clear()
        found: list[Message] = [Doubted(at_ms, LOST)]
        was, now = self._before_gap, self._after_gap
        if was is not None and now is was.other:
            found.append(Pressed(at_ms, was, inferred=True, late_ms=0))
        elif was is not None and now is None and self._fallen is None:
            found.append(Stopped(at_ms))
        elif was is None and now is not None:
            found.append(Started(at_ms, now))
        return found

    def _count(self, s: int, when: When, ran: Hand | None, unseen: bool) -> list[Message]:
        """Note what is missing up to event ``s``; ``unseen``: that one, too. ``ran``: whose time
        counted when all that had happened.
        """
        last, self._s = self._s, s
        lost = 0 if last is None else ((s - last) & MOST_S) - (0 if unseen else 1)
        if lost <= 0:
            return []
        if not self._missing:
            self._before_gap = self.running
        self._after_gap = ran
        newest = s if unseen else s - 1
        self._missing |= {(newest - back) & MOST_S for back in range(min(lost, KEPT_EVENTS))}
        self._missing = {one for one in self._missing if (s - one) & MOST_S <= KEPT_EVENTS}
        return [Doubted(when.at_ms, LOST)] if lost > KEPT_EVENTS else []

    def _history(self, said: Event, when: When) -> list[Message]:
        """An event from the log fills its gap and says nothing about now."""
        if said.s not in self._missing:
            return []
        self._missing.remove(said.s)
        return self._happened(said, when)

    def _happened(self, said: Event, when: When) -> list[Message]:
        match said.kind, said.hand:
            case "PRESS", Hand() as hand:
                return [Pressed(when.at_ms, hand, late_ms=when.late_ms)]
            case "FLAG", Hand() as hand if self._fallen is not hand:
                self._fallen = hand
                return [Fallen(when.at_ms, hand)]
            case "PAUSE", _:
                return [Stopped(when.at_ms)]
            case "RESUME", _ if said.running is not None:
                return [Started(when.at_ms, said.running)]
            case "BTN", _ if self.mode_b and said.by == "0":
                return [PauseAsked(when.at_ms)]
            case "IGN", Hand() as hand if said.running is None:
                return [Touched(when.at_ms, hand)]
            case "LOWBAT", _:
                return [Noted(when.at_ms, Fact.BATTERY_LOW)]
            case "ADJ", _:
                self.free = self.set_done = True
            case _:
                pass
        return []

    def _moved(self, said: State, when: When) -> list[Message]:
        """What only the state shows: the effect of our own commands, or of an event long gone."""
        found: list[Message] = []
        known = self._shown is not None
        if known and said.running is not None and said.running is not self.running:
            found.append(Started(when.at_ms, said.running))
        if known and said.fallen is not None and said.fallen is not self._fallen:
            found.append(Fallen(when.at_ms, said.fallen))
        self._fallen = said.fallen
        return found

    def _percent(self, battery: int, when: When) -> list[Message]:
        if battery < 0 or (self._battery >= 0 and abs(battery - self._battery) < STEP_PERCENT):
            return []
        self._battery = battery
        fact = Fact.BATTERY_LOW if battery < LOW_PERCENT else Fact.BATTERY_FINE
        return [Noted(when.at_ms, fact, f"{battery} %")]

    def _show(self, said: State | Event, fallen: Hand | None, when: When) -> list[Message]:
        """The times, unless they cannot be right."""
        if self.mode_b:
            self._shown = None
            return [Reading(when.at_ms, None, None, None)]
        new = Reading(when.t_ms, said.left_ms, said.right_ms, said.running, fallen)
        if self._shown is not None and not self.free:
            doubt = jump(self._shown, new, SLACK_MS)
            if doubt and not self._repeated(new):
                return self._question(doubt, when)
        self._shown, self._odd, self._doubted = new, None, False
        return [Reading(when.at_ms, said.left_ms, said.right_ms, said.running, fallen)]

    def _repeated(self, new: Reading) -> bool:
        """Said twice, it is what the clock shows, and was questioned; or, after a small step, what
        was believed before was the mistake. While events are missing they may explain more.
        """
        odd, self._odd = self._odd, new
        if odd is None or self._shown is None or jump(odd, new, SLACK_MS):
            return False
        if not self._missing:
            return new.at_ms > odd.at_ms
        shown, elapsed_ms = self._shown, new.at_ms - self._shown.at_ms
        drops = [dropped_ms(shown, new, hand) for hand in Hand]
        return all(-HEALED_MS <= drop_ms <= elapsed_ms + HEALED_MS for drop_ms in drops)

    def _question(self, doubt: str, when: When) -> list[Message]:
        if self._doubted or self._missing:  # what is missing may explain it
            return []
        self._doubted = True
        return [Doubted(when.at_ms, doubt)]
