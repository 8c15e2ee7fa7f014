"""The rows of a clock check in words: each clock, and each table without one."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, IntEnum

from msgspec import Struct

from app.clock.hall.clock import Clock
from app.clock.hall.clock_check import (
    PRESSES,
    CheckFault,
    CheckSnapshot,
    ClockCheck,
    PressCount,
    find_check_faults,
)
from app.clock.hall.hall import ClocksSnapshot
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import clock_words
from app.ui.widgets.list_column import Ink, ListColumn


class CheckVerdict(Enum):
    FINE = "fine"
    PRESS = "press"
    FAULTY = "faulty"
    NONE = "none"


class CheckRow(Struct, frozen=True):
    """A clock, or a table without a clock."""

    name: str
    """The name of the clock; empty if there is none."""
    table: int | None
    product: str
    left: str
    right: str
    delay: str
    drift: str
    battery: str
    restarted: str
    verdict: CheckVerdict
    sentence: str

    @property
    def place(self) -> str:
        return "–" if self.table is None else str(self.table)


class CheckColumn(IntEnum):
    TABLE = 0
    CLOCK = 1
    LEFT = 2
    RIGHT = 3
    DELAY = 4
    DRIFT = 5
    BATTERY = 6
    RESTARTED = 7
    VERDICT = 8


MARKS = {
    CheckVerdict.FINE: "✓",
    CheckVerdict.PRESS: "○",
    CheckVerdict.FAULTY: "!",
    CheckVerdict.NONE: "–",
}
INKS = {
    CheckVerdict.FINE: Ink.GOOD,
    CheckVerdict.PRESS: None,
    CheckVerdict.FAULTY: Ink.DANGER,
    CheckVerdict.NONE: Ink.MUTED,
}
FINE = say("Fine")
NO_CLOCK = say("No chess clock: a tablet or its window keeps the time.")

CHECK_COLUMNS: Mapping[CheckColumn, ListColumn[CheckRow]] = {
    CheckColumn.TABLE: ListColumn(say("Table"), lambda row: row.place, 64, figures=True),
    CheckColumn.CLOCK: ListColumn(say("Clock"), lambda row: row.product, 132),
    CheckColumn.LEFT: ListColumn(
        say("Left side"), lambda row: row.left, 84, figures=True, about=say("Presses heard")
    ),
    CheckColumn.RIGHT: ListColumn(
        say("Right side"), lambda row: row.right, 92, figures=True, about=say("Presses heard")
    ),
    CheckColumn.DELAY: ListColumn(
        say("Delay"),
        lambda row: row.delay,
        76,
        figures=True,
        about=say("From a press until the desk has it"),
    ),
    CheckColumn.DRIFT: ListColumn(say("Drift"), lambda row: row.drift, 84, figures=True),
    CheckColumn.BATTERY: ListColumn(say("Battery"), lambda row: row.battery, 76, figures=True),
    CheckColumn.RESTARTED: ListColumn(
        say("Last reset"), lambda row: row.restarted, 100, figures=True
    ),
    CheckColumn.VERDICT: ListColumn(
        say("Result"),
        lambda row: f"{MARKS[row.verdict]} {row.sentence}",
        tip=lambda row: row.sentence,
        ink=lambda row: INKS[row.verdict],
    ),
}


def check_rows(picture: ClocksSnapshot, state: State, now_ms: int) -> tuple[CheckRow, ...]:
    """Return the rows in order of tables, and then those of clocks without a table. Return nothing
    before a check.
    """
    check = picture.check
    if check is None:
        return ()
    rows = [_clock_row(clock, check, now_ms) for clock in picture.clocks if _is_checked(clock)]
    taken = {row.table for row in rows}
    rows += [_without_clock(table) for table in _tables(state) if table not in taken]
    return tuple(sorted(rows, key=lambda row: (row.table is None, row.table or 0, row.product)))


def check_summary(rows: tuple[CheckRow, ...]) -> str:
    """Return a summary such as "5 of 8 clocks are fine · 1 needs a look"."""
    clocks = [row for row in rows if row.verdict is not CheckVerdict.NONE]
    fine = sum(row.verdict is CheckVerdict.FINE for row in clocks)
    faulty = sum(row.verdict is CheckVerdict.FAULTY for row in clocks)
    words = plural(
        len(clocks),
        "{fine} of {count} clock is fine",
        "{fine} of {count} clocks are fine",
        fine=fine,
    )
    more = plural(faulty, "{count} needs a look", "{count} need a look") if faulty else ""
    return " · ".join(filter(None, (words, more)))


def _is_checked(clock: Clock) -> bool:
    """Tell whether a clock takes part in the check. A gamepad does so only if it serves as a
    table's plungers.
    """
    return not clock.abilities.buttons and bool(clock.seat or clock.online)


def _tables(state: State) -> Iterator[int]:
    latest = state.latest
    for game in state.games_of(latest) if latest is not None else ():
        yield game.table


def _clock_row(clock: Clock, snapshot: CheckSnapshot, now_ms: int) -> CheckRow:
    check = snapshot.of(clock.name)
    faults = find_check_faults(clock, check, snapshot.begun_ms)
    if faults:
        verdict, sentence = CheckVerdict.FAULTY, " ".join(_fault_words(faults, clock, check))
    elif check.is_complete:
        verdict, sentence = CheckVerdict.FINE, FINE
    else:
        verdict, sentence = CheckVerdict.PRESS, _press_words(check)
    return CheckRow(
        name=clock.name,
        table=clock.seat.table if clock.seat else None,
        product=clock.product or "–",
        left=_count_words(check.left),
        right=_count_words(check.right),
        delay=_delay_words(check),
        drift="" if clock.ppm is None else say("{ppm:+} ppm", ppm=clock.ppm),
        battery=clock.battery,
        restarted=_restarted_words(clock, now_ms),
        verdict=verdict,
        sentence=sentence,
    )


def _without_clock(table: int) -> CheckRow:
    return CheckRow("", table, "–", "", "", "", "", "", "", CheckVerdict.NONE, NO_CLOCK)


def _count_words(count: PressCount) -> str:
    return f"{min(count.presses, PRESSES)}/{PRESSES}"


def _delay_words(check: ClockCheck) -> str:
    """Return the delay such as "22 ms" or "0 ms ± 50"; empty if the delay is not known."""
    if check.delay_ms is None:
        return ""
    words = say("{ms} ms", ms=check.delay_ms)
    return f"{words} ± {check.unsure_ms}" if check.unsure_ms else words


def _press_words(check: ClockCheck) -> str:
    left, right = (max(PRESSES - side.presses, 0) for side in (check.left, check.right))
    if not right:
        return say("Press its left side {left} more times.", left=left)
    if not left:
        return say("Press its right side {right} more times.", right=right)
    return say("Press left {left} and right {right} more times.", left=left, right=right)


def _restarted_words(clock: Clock, now_ms: int) -> str:
    if clock.restarted_ms < 0:
        return ""
    return say("{minutes} min ago", minutes=max(now_ms - clock.restarted_ms, 0) // 60_000)


_Words = Callable[[Clock, ClockCheck], str]
_FAULT_WORDS: Mapping[CheckFault, _Words] = {
    CheckFault.AWAY: lambda _clock, _check: say("It does not answer. Check its cable and power."),
    CheckFault.UNPLUGGED: lambda _clock, _check: say(
        "No clock is plugged into the board. Check its cable."
    ),
    CheckFault.RESTARTED: lambda _clock, _check: say(
        "It lost power during the check. Check its cable and battery."
    ),
    CheckFault.WRONG: lambda clock, _check: say(
        "It is off by {seconds} an hour. Do not let it keep the time.",
        seconds=clock_words(abs(clock.ppm or 0) * 3_600_000 // 1_000_000),
    ),
    CheckFault.BATTERY_LOW: lambda _clock, _check: say("Its battery is low. Change it now."),
    CheckFault.BOUNCES: lambda _clock, check: plural(
        check.bounces,
        "{count} press arrived twice: the plunger bounces. Use another clock.",
        "{count} presses arrived twice: the plungers bounce. Use another clock.",
    ),
    CheckFault.SLOW: lambda _clock, check: say(
        "Its presses arrive {ms} ms late. Check its cable, or use another clock.",
        ms=check.delay_ms or 0,
    ),
    CheckFault.UNSURE: lambda _clock, check: say(
        "The time of a press may be off by {ms} ms. Use another clock.",
        ms=check.unsure_ms,
    ),
    CheckFault.DOUBTED: lambda clock, _check: clock.sentence,
}


def _fault_words(faults: tuple[CheckFault, ...], clock: Clock, check: ClockCheck) -> Iterator[str]:
    """Yield a sentence for each fault. If the clock is not connected, yield only the sentence that
    says so. Leave out the doubt from the clock's own row on the clocks page if there are other
    faults.
    """
    own = [fault for fault in faults if fault is not CheckFault.DOUBTED] or faults
    for fault in own[:1] if faults[0] is CheckFault.AWAY else own:
        yield _FAULT_WORDS[fault](clock, check)
