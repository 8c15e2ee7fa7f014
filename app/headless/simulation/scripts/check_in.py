"""The check-in desk of a simulated event: who has paid, what players bring, their army lists."""

from collections.abc import Sequence

from app.engine.acts.players import EnterArmy, TickOff
from app.engine.formats.settings import CheckInItem
from app.engine.state import Player
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import SECOND

AT_ONCE = 8
"""The number of players who check in together."""


def check_in(players: Sequence[Player], seed: int) -> Script:
    """Let everybody hand in lists. One player still owes the fee, and another has an unpainted
    army.
    """
    dice = SimulationDice(f"check-in|{seed}")
    for player in players:
        lists = LISTS[player.entry.faction]
        yield Ask(dice.between(20, 60) * SECOND, EnterArmy(player.number, lists))
    owing = {dice.pick(players).number: item for item in (CheckInItem.PAID, CheckInItem.PAINTED)}
    for item in (CheckInItem.PAID, CheckInItem.PAINTED):
        numbers = [player.number for player in players if owing.get(player.number) is not item]
        for begin in range(0, len(numbers), AT_ONCE):
            group = tuple(numbers[begin : begin + AT_ONCE])
            yield Ask(dice.between(5, 40) * SECOND, TickOff(group, item))
