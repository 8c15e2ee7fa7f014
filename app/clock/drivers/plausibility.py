"""Compares two readings of one clock: whether the new one is plausible, and what happened in
between.

If a line has no checksum, a reading that cannot follow from the last one must come twice before it
counts.
"""

from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Fallen,
    Hand,
    Message,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from app.engine.frozen import replace
from app.engine.language import say

MOST_ADDED_MS = 60_000
"""The maximum number of milliseconds that a press may add. Real increments are smaller."""

ADDS = say("The clock adds time at each press. Choose an option on it that adds none.")

ADDITIONS_TO_TELL = 2  # one may be an arbiter's
SHOWN_STEP_MS = 1000  # two sides, each shown in whole seconds, round once more than one side


def time_of(reading: Reading, hand: Hand) -> int:
    """Return the time of ``hand`` in milliseconds, 0 if the clock keeps none."""
    return (reading.left_ms if hand is Hand.LEFT else reading.right_ms) or 0


def dropped_ms(old: Reading, new: Reading, hand: Hand) -> int:
    return time_of(old, hand) - time_of(new, hand)


def as_clock(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def drifts(ppm: int) -> str:
    """Return a sentence about a clock that is ``ppm`` parts per million fast."""
    tenths = abs(ppm) * 36 // 1000
    way = say("fast") if ppm > 0 else say("slow")
    return say(
        "The clock is {tenths}.{tenth} seconds an hour too {way}.",
        tenths=tenths // 10,
        tenth=tenths % 10,
        way=way,
    )


def with_fall(old: Reading | None, new: Reading) -> Reading:
    """Return ``new`` with the running side's flag fallen if that side has no time left."""
    if new.fallen is not None or old is None:
        return new
    if old.fallen is not None and time_of(new, old.fallen) == 0:
        return replace(new, fallen=old.fallen)
    for hand in (new.running, old.running):
        if hand is not None and time_of(new, hand) == 0 and time_of(old, hand) > 0:
            return replace(new, fallen=hand)
    return new


def added_ms(old: Reading, new: Reading) -> int:
    """Return the milliseconds that a press added for its player; 0 without a press or an
    increment.
    """
    ran = old.running
    if ran is None or new.running is not ran.other:
        return 0
    rise_ms = -dropped_ms(old, new, ran)
    return rise_ms if 0 < rise_ms <= MOST_ADDED_MS else 0


def jump(old: Reading, new: Reading, slack_ms: int) -> str:
    """Return a sentence that says why ``new`` cannot follow from a running ``old``; empty if it
    can.
    """
    elapsed_ms, added = max(new.at_ms - old.at_ms, 0), added_ms(old, new)
    for hand in Hand:
        drop_ms = dropped_ms(old, new, hand) + (added if hand is old.running else 0)
        if not 0 <= drop_ms <= elapsed_ms + slack_ms:
            was, now = as_clock(time_of(old, hand)), as_clock(time_of(new, hand))
            return say(
                "The {hand} time on the clock jumped from {was} to {now}.",
                hand=say(hand.value),
                was=was,
                now=now,
            )
    if (
        sum(dropped_ms(old, new, hand) for hand in Hand) + added
        > elapsed_ms + slack_ms + SHOWN_STEP_MS
    ):
        return say("Both times on the clock fell at once.")
    return ""


def hidden_switch(old: Reading, new: Reading, ran: Hand) -> bool:
    """Tell whether the side that is not ``ran`` was running in between. It was if it has less time
    than before.
    """
    return dropped_ms(old, new, ran.other) > 0


def switched_ms(old: Reading, new: Reading, ran: Hand, late_ms: int) -> int:
    """Return when the side that is not ``ran`` began to run, if no message reported that. The
    instant is inferred from the time that this side has used.
    """
    used_ms = dropped_ms(old, new, ran.other)
    return new.at_ms if used_ms <= late_ms else max(new.at_ms - used_ms, old.at_ms)


def find_changes(old: Reading, new: Reading, late_ms: int, jumped: bool = False) -> list[Message]:
    """Return messages on what happened between ``old`` and ``new``. If the times ``jumped``,
    nothing is inferred from them.
    """
    messages: list[Message] = []
    was = old.running
    if jumped and new.running is None and all(dropped_ms(old, new, hand) < 0 for hand in Hand):
        return [Restarted(new.at_ms)]
    if was is not None:
        at_ms = new.at_ms if jumped else switched_ms(old, new, was, late_ms)
        off_ms = max(new.at_ms - old.at_ms, late_ms) if jumped else late_ms
        if new.running is was.other:
            messages.append(Pressed(at_ms, was, inferred=jumped, late_ms=off_ms))
        elif hidden_switch(old, new, was) and not jumped:
            messages.append(Pressed(at_ms, was, inferred=True, late_ms=late_ms))
            if new.running is was:
                messages.append(Pressed(new.at_ms, was.other, inferred=True, late_ms=late_ms))
    if new.fallen is not None and new.fallen is not old.fallen:
        messages.append(Fallen(new.at_ms, new.fallen))
    if was is None and new.running is not None:
        messages.append(Started(new.at_ms, new.running))
    if was is not None and new.running is None and new.fallen is None:
        messages.append(Stopped(new.at_ms))
    return messages


class PlausibilityFilter:
    """Takes every reading of a clock and returns those that may be believed.

    ``slack_ms`` is how far a drop may exceed the time that passed, and ``late_ms`` how late the
    clock reports things. ``proofs`` is how many readings in a row must agree before a jump is
    believed. ``careful`` means that the line has no checksum, so a rare change must be confirmed.
    ``steady`` means that the clock reports its times every second, so two presses between two
    readings must be confirmed.
    """

    def __init__(
        self, slack_ms: int, late_ms: int, careful: bool, proofs: int = 2, *, steady: bool = False
    ) -> None:
        self.last: Reading | None = None
        self._slack_ms = slack_ms
        self._late_ms = late_ms
        self._careful, self._proofs, self._steady = careful, proofs, steady
        # with the doubt and with what was odd about it
        self._held: tuple[Reading, str, str] | None = None
        self._times = 0  # how often the held reading has come
        self._doubted = False
        self._additions = 0
        self._tolerated = ""  # an oddity of the clock that came twice

    @property
    def asking(self) -> bool:
        """True if a reading waits for a second one that agrees."""
        return self._held is not None

    def adopt(self, reading: Reading) -> None:
        """Believe ``reading`` without question, for example after we or a person have set the clock
        to it.
        """
        self.last, self._held, self._doubted = reading, None, False

    def forget_question(self) -> None:
        self._held = None

    def hear(self, reading: Reading, odd: str = "") -> list[Message]:
        """Return the messages that follow from a reading. ``odd`` is a sentence about a
        contradiction within the reading.
        """
        if self._tolerated and not odd:
            cleared = Cleared(reading.at_ms, self._tolerated)
            self._tolerated = ""
            return [cleared, *self.hear(reading)]
        if self._held is not None:
            held, doubt, was_odd = self._held
            second = with_fall(held, reading)
            if odd == was_odd and self._question(held, second) is None:
                self._times += 1
                if doubt and self._times < self._proofs:
                    self._held = second, doubt, odd
                    return []
                self._tolerated = odd
                return [*self._believe(held, bool(doubt)), *self._believe(second)]
        new = with_fall(self.last, reading)
        question = self._question(self.last, new)
        if odd != self._tolerated and not question:
            question = odd or question
        if question is None:
            return self._believe(new)
        self._held, self._times = (new, question, odd), 1
        if not question or self._doubted:
            return []
        self._doubted = True
        return [Doubted(new.at_ms, question)]

    def _question(self, old: Reading | None, new: Reading) -> str | None:
        """Return the doubt about the reading ``new``: empty if ``new`` only needs a second look,
        None if it is plausible.
        """
        second_look = "" if self._careful else None
        if old is None:
            return second_look
        moved = any(dropped_ms(old, new, hand) for hand in Hand)
        if old.running is None:
            return second_look if moved or new.running is not None else None
        doubt = jump(old, new, self._slack_ms)
        if doubt:
            return doubt
        if added_ms(old, new):
            return ""
        fell, hidden = new.fallen is not old.fallen, hidden_switch(old, new, old.running)
        if self._steady and hidden and new.running is old.running:
            return ""
        rare = new.running is not old.running or fell or hidden
        return second_look if rare else None

    def _believe(self, new: Reading, jumped: bool = False) -> list[Message]:
        old, self.last = self.last, new
        self._held, self._doubted = None, False
        messages = [] if old is None else find_changes(old, new, self._late_ms, jumped)
        if old is not None and not jumped and added_ms(old, new):
            self._additions += 1
            if self._additions == ADDITIONS_TO_TELL:
                messages.append(Doubted(new.at_ms, ADDS, lasting=True))
        elif self._additions and any(isinstance(message, Pressed) for message in messages):
            messages += [Cleared(new.at_ms, ADDS)] if self._additions >= ADDITIONS_TO_TELL else []
            self._additions = 0
        return [*messages, new]
