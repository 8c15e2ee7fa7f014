"""The house decision behind a result, if the packet's own text does not say how it is scored."""

from app.engine.acts.results import How
from app.engine.formats.notes import CLOCK_OUT, notes_about
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
"""The notes that an ending touches, whatever the timing."""
CLOCKED = {
    How.CLOCK_OUT: CLOCK_OUT,
    How.TIME: ("play_on_below_minutes",),
}
"""The keys of a timing whose notes an ending touches."""


def ending_notes(packet: Packet, rules: GameRules, how: How) -> str:
    """Notes on the way a game ended."""
    return notes_about(packet, *GIVEN_UP.get(how, ()), *_of_clocks(packet, rules, how))


def _of_clocks(packet: Packet, rules: GameRules, how: How) -> tuple[str, ...]:
    if rules.time.kind is not TimingKind.DEATHCLOCK:
        return ()
    clocks = [i for i, timing in enumerate(packet.timings) if timing.kind is TimingKind.DEATHCLOCK]
    return tuple(f"timing[{i}].{key}" for i in clocks for key in CLOCKED.get(how, ()))
