"""The house decision behind a result, if the packet's own text does not say how it is scored."""

from app.engine.acts.results import How
from app.engine.formats.notes import CLOCK_OUT, assassinations_counted, notes_about
from app.engine.formats.settings import Settings
from app.engine.packet.packet import GameRules, Packet
from app.engine.packet.timing import TimingKind

CONCESSION = "concession"
BY_LIST = "concession.of_list"
GIVEN_UP = {
    How.CONCESSION: (BY_LIST,),
    How.DISQUALIFICATION: (CONCESSION, BY_LIST),
    How.GAME_LOSS: (CONCESSION, BY_LIST),
    How.NO_SHOW: ("bye",),
}
"""The notes that concern an ending of a game under any timing, by ending."""
CLOCKED = {
    How.CLOCK_OUT: CLOCK_OUT,
    How.TIME: "play_on_below_minutes",
}
"""The timing rule whose note concerns an ending by the clock, by ending."""


def ending_notes(packet: Packet, settings: Settings, rules: GameRules, how: How) -> str:
    """Return the notes that matter at this event about the way in which a game ended."""
    clocked = rules.time.kind is TimingKind.DEATHCLOCK and how in CLOCKED
    return notes_about(
        packet,
        *GIVEN_UP.get(how, ()),
        *(_of_clocks(packet, how) if clocked else ()),
        *(assassinations_counted(packet, settings) if how is How.CLOCK_OUT and clocked else ()),
    )


def _of_clocks(packet: Packet, how: How) -> tuple[str, ...]:
    clocks = [i for i, timing in enumerate(packet.timings) if timing.kind is TimingKind.DEATHCLOCK]
    return tuple(f"timing[{i}].{CLOCKED[how]}" for i in clocks)
