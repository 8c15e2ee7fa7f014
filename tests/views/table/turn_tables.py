"""Tables of Steamroller 2026 in a turn, one turn of them scored."""

from collections.abc import Sequence

from app.engine.acts.table import Counted, Holding, ScoreTurn, StartClock, Tap
from app.engine.packet.scenario import Held
from app.engine.side import Side
from tests.engine.event import MINUTE, PACKETS, Desk, under_way

R, B = Side.RED, Side.BLUE
SR2026 = PACKETS["sr2026"]
FIRST_SCORED = 7
"""The Defender's second turn, the first that is scored."""


def held(*holds: tuple[str, Side]) -> tuple[Holding, ...]:
    return tuple(Holding(key, side, Held.CONTROLLED) for key, side in holds)


def table(
    scenario: str,
    step: int = FIRST_SCORED + 1,
    holds: Sequence[tuple[str, Side]] = (),
    counted: Sequence[Counted] = (),
    first: Side = R,
) -> Desk:
    """A table in ``step``; the turn before was scored."""
    number = next(one.number for one in SR2026.scenarios if one.name == scenario)
    desk = under_way(2, scenario=number, packet=SR2026)
    desk.do(StartClock(1, first))
    for ended in range(step):
        desk.do(Tap(1, first if ended % 2 == 0 else first.other), (ended + 1) * MINUTE)
        if ended == step - 1 and ended >= FIRST_SCORED:
            score = ScoreTurn(1, None, ended, held(*holds), counted=tuple(counted))
            desk.do(score, (ended + 1) * MINUTE + 1_000)
    desk.now_ms = (step + 1) * MINUTE
    return desk
