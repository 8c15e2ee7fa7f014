"""The names by which DGT clocks are known, and the sentences for a clock that refuses an order.

Points on which no real clock has been seen yet are switches here; the driver works with either
setting.
"""

from msgspec import Struct

from app.clock.drivers.dgt.bytes import MAX_MS, Times
from app.clock.drivers.driver import Abilities
from app.engine.language import say

XL, DGT_3000, OTHER, BOARD = "DGT XL", "DGT 3000", "DGT clock", "DGT board"
BEHIND_A_BOARD = (DGT_3000, XL, OTHER, BOARD)

NOT_A_BOARD = say("No DGT board answers here.")
GONE = say("The DGT board no longer answers.")
NO_ANSWER = say("The clock does not answer. Check its cable at the board, then try again.")
NOT_APPLIED = say("The clock agreed but does not show the times. Try again, or set it by hand.")
TOO_LONG = say("This clock shows at most 9:59:59. Choose shorter times.")
NO_TIMES = say("The clock has not reported its times yet. Set them first.")
BUSY = say("The clock is still busy with earlier orders. Wait a moment, then try again.")
NOT_SETTABLE = say("No clock that can be set is plugged into the board. Set it by hand.")
SILENT = say("The board answers but its clock reports nothing. Check its cable at the board.")
ODD_STATUS = say("The clock reports something that no DGT clock reports.")
ODD_FLAG = say("The clock shows a fallen flag although time is left.")
ODD_LEVER = say("The lever does not switch this clock. Choose another option on it.")


class Switches(Struct, frozen=True):
    """The points on which DGT clocks may differ."""

    lever_switches: bool = True
    """True if moving the lever hands over the turn on a clock that we have set. Otherwise we only
    listen to the clock.
    """
    end_after_set: bool = False
    """True if the clock needs END after it was set, before it shows its times again."""
    option_xl: int = 23
    option_3000: int = 25
    """The option that makes a DGT 3000 settable; ``option_xl`` is that of a DGT XL."""
    notice_refuses: bool = False
    """True if the unasked message "not in this mode" means that the clock refuses the command."""
    stands_with_run_bit: bool = False
    """True if the clock still reports that it runs after we have stopped it."""
    board_battery: bool = False
    """True if the board has a battery and reports its level."""


def product_of(version: int) -> str:
    """Return the name of the clock from its version byte. The high nibble is the main version: 1 is
    an XL and 2 is a DGT 3000. Other versions are unknown.
    """
    return {1: XL, 2: DGT_3000}.get(version >> 4, OTHER)


def abilities_of_board(product: str, switches: Switches) -> Abilities:
    settable = product != BOARD and switches.lever_switches
    return Abilities(
        holds_time=True,
        sets=settable,
        runs=settable,
        identifies=product != BOARD,
        lag_ms=1000,
        touched=True,
    )


def wrong_mode(product: str, switches: Switches) -> str:
    if product == OTHER:
        return say(
            "The clock cannot be set in its present option. Choose the option on it that takes"
            " times from a computer; its manual says which one that is."
        )
    option = switches.option_3000 if product == DGT_3000 else switches.option_xl
    return say(
        "The clock cannot be set in its present option. Choose option {option} on it first.",
        option=option,
    )


def oddity(times: Times) -> str:
    """Return a sentence about a contradiction within one time message; empty if there is none."""
    if times.odd:
        return ODD_STATUS
    if (times.left_flag and times.left_ms) or (times.right_flag and times.right_ms):
        return ODD_FLAG
    return ""


def too_long(left_ms: int, right_ms: int) -> bool:
    return not (0 <= left_ms <= MAX_MS and 0 <= right_ms <= MAX_MS)
