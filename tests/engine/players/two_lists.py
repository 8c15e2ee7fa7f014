"""Players of two lists, and rounds in which they choose."""

from app.engine.acts.players import ChooseList, EnterArmy
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.side import Side
from tests.engine.event import PACKETS, Desk, registered

SR2015, SR2012 = PACKETS["sr2015"], PACKETS["sr2012"]
LISTS = tuple(
    ArmyList((ArmyRow(name, Kind.CASTER, 6),), faction="Cygnar") for name in ("Haley", "Sloan")
)


def divided(players: int = 4, rounds: int = 4, packet: Packet = SR2015, least: int = 2) -> Desk:
    """Everybody has two lists, each to be played at least so often."""
    settings = Settings("Open", packet.key, 50, 1, rounds=rounds)
    numbers = (least,) if packet is SR2015 else ()
    settings = put_in_force(packet, settings, "divide-and-conquer", *numbers)
    if packet is SR2012:
        settings = put_in_force(packet, settings, "x-lists", 2)
    desk = registered(players, settings, packet)
    for number in desk.state.players:
        desk.do(EnterArmy(number, LISTS))
    return desk


def draw(desk: Desk, *chosen: tuple[int, int]) -> None:
    """A round in which the players choose these lists."""
    desk.do(DrawRound(7), insist=True)
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    number = desk.state.rounds[-1].number
    for player, one in chosen:
        desk.do(ChooseList(number, player, one))


def finish(desk: Desk) -> None:
    for table in range(1, len(desk.state.rounds[-1].games) + 1):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
