"""The texts of a fault report that depend on whether the program runs an event, a table's game or
an emulator.
"""

from typing import NamedTuple

from app.engine.language import say


class FaultWords(NamedTuple):
    """The sentences that say what is not lost, and what to do if the program no longer responds."""

    goes_on: str
    again: str


EVENT = FaultWords(
    say("The event goes on: everything you have entered so far is saved."),
    say("close Flagfall and open the event again"),
)
TABLE = FaultWords(
    say("The game goes on: every press so far is saved."),
    say("close this window and open it again with the same address"),
)
EMULATOR = FaultWords(
    say("No event is affected: this is an emulated clock."),
    say("close this window and open it again"),
)
