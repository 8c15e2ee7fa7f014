"""What an organizer reads when a DCLK clock does not obey or is not right, and what it can do."""

from app.clock.drivers.driver import Abilities

NOBODY = "No DCLK clock answers here."
GONE = "The clock does not answer any more."
NEWER = "The clock speaks a newer DCLK than this program. Update the program."
BUSY = "The clock is still busy with earlier orders. Wait a moment, then try again."
TOO_LONG = "This clock shows at most 99:59:59. Choose shorter times."
NO_TIME = "This clock keeps no time; it only has buttons."
LEFT_IN_B = (
    "This clock was left in mode B: its plungers count, and the program keeps the time. To let it"
    " keep the time, take its power away for a moment."
)
RESTARTED = "The clock restarted meanwhile."
REFUSALS = {
    3: "The clock cannot do that now. Look whether it runs or a side has no time left.",
    4: "This clock cannot do that.",
    5: "Somebody is in the clock's own menu. Leave it, then try again.",
}
NOT_UNDERSTOOD = "The clock did not understand. Its program may be too old."
BUTTONS_ONLY = "It may not keep the time any more; its plungers still count."


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
