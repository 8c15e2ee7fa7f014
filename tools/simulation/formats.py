"""The formats of random events: cuts, finals tables, late rounds, different points and ranking
orders.
"""

from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.packet.ranking import TEAMS, Points, RankingColumn, Schedule
from app.headless.simulation.dice import SimulationDice

POINTS = (Points(3, 1, 0, 3), Points(3, 1, 0, 2, 2, 3))
ORDERS = ((), (), TEAMS, (RankingColumn.TP, RankingColumn.CP, RankingColumn.SOS, RankingColumn.APD))


def event_format(
    dice: SimulationDice, packet: Packet, players: int, name: str
) -> tuple[Settings, Packet]:
    """Choose an event's settings and packet by dice. More than half of the formats are
    plain ones.
    """
    settings = Settings(name, packet.key, 75, 1)
    if dice.chance(55):
        return settings, packet
    if dice.chance(30):
        packet = replace(packet, points=dice.pick(POINTS))
    cut = dice.pick((4, 8)) if dice.chance(45) and players > 8 else 0
    chosen = replace(
        settings,
        tables=players // 3 if dice.chance(20) else 0,
        order=dice.pick(ORDERS),
        schedule=dice.pick((*Schedule,)),
        cut=cut,
        cut_by_seed=dice.chance(60),
        finals_tables=not cut and dice.chance(50),
        late=Late.BYES if dice.chance(40) else Late.LOSSES,
    )
    return chosen, packet
