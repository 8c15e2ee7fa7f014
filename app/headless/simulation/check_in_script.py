"""The check-in desk of a simulated event: who has paid, what players bring, and whose army lists
are entered.
"""

from collections.abc import Sequence

from app.engine.acts.players import EnterArmy, TickOff
from app.engine.formats.settings import CheckInItem
from app.engine.state import Player
from app.headless.simulation.dice import Dice
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.table import SECOND

AT_ONCE = 8
"""So many stand at the desk together."""
TYPED = 6
"""So many players' lists are typed in; those of the others stay on paper."""


def check_in(players: Sequence[Player], seed: int) -> Script:
    """The check-in: one player still owes the fee and another an objective; the rest are ready."""
    dice = Dice(f"check-in|{seed}")
    with_lists = [player for player in players if player.entry.faction in LISTS][:TYPED]
    on_paper = [player for player in players if player not in with_lists]
    for army_list in with_lists:
        lists = LISTS[army_list.entry.faction]
        yield Ask(dice.between(20, 60) * SECOND, EnterArmy(army_list.number, lists))
    owing = {dice.pick(on_paper).number: item for item in (CheckInItem.PAID, CheckInItem.OBJECTIVE)}
    for item, who in (
        (CheckInItem.PAID, players),
        (CheckInItem.PAINTED, players),
        (CheckInItem.LISTS, on_paper),
        (CheckInItem.OBJECTIVE, on_paper),
    ):
        numbers = [player.number for player in who if owing.get(player.number) is not item]
        for begin in range(0, len(numbers), AT_ONCE):
            group = tuple(numbers[begin : begin + AT_ONCE])
            yield Ask(dice.between(5, 40) * SECOND, TickOff(group, item))
