"""Armies at random, what is tapped off them, and what the packets count of that."""

from collections.abc import Iterator
from random import Random
from typing import Any

from app.engine.armies.army import NO_LOSSES, ArmyRow, Kind, Losses
from app.engine.armies.losses import changes_between, with_loss_changes
from app.engine.frozen import replace
from app.engine.packet.packet import Tiebreak
from app.engine.side import Pair, Side
from app.views.table.losses import CONTROLS, list_count, loss_rows, next_controlled, tap_loss
from tests.engine.event import PACKETS
from tests.vectors.plain import plain

NAMES = ("Trenchers", "Feralgeist", "Machine Wraith", "Swamp Gobbers")


def loss_cases(dice: Random) -> Iterator[dict[str, Any]]:
    for number in range(120):
        armies = Pair(*(_army(dice) for _ in Side))
        counting = PACKETS[dice.choice(("sr2012", "sr2014", "sr2015", "sr2017"))].counting
        on_table = dice.choice((None, Tiebreak.AREA, Tiebreak.ARMY_LEFT, Tiebreak.PRESENCE))
        taps, losses = [], NO_LOSSES
        for _ in range(dice.randint(0, 25)):
            side = dice.choice(list(Side))
            if not armies.of(side):
                continue
            place = dice.randrange(len(armies.of(side)))
            what = dice.choice(
                ("lose", "lose", "lose", "back", "returned", "out", "inside", "controls")
            )
            if what == "controls":
                what += " " + dice.choice(("", *NAMES))
                if dice.random() < 0.7:
                    army, before = armies.of(side), losses.of(side)
                    what = CONTROLS + next_controlled(army, before, place, counting)
            taps.append([side.value, place, what])
            losses = losses.put(side, tap_loss(armies.of(side), losses.of(side), place, what))
        elsewhere = losses.map(lambda one: _others(dice, one))
        changes = Pair(*(changes_between((), losses.of(side)) for side in Side))
        both = (with_loss_changes(elsewhere.of(side), changes.of(side)) for side in Side)
        rows = (loss_rows(armies.of(side), losses.of(side), counting) for side in Side)
        yield {
            "name": f"losses at random {number}",
            "armies": plain(armies),
            "counting": plain(counting),
            "on_table": plain(on_table),
            "taps": taps,
            "losses": plain(losses),
            "elsewhere": plain(elsewhere),
            "changes": plain(changes),
            "together": plain(Pair(*both)),
            "rows": plain(Pair(*rows)),
            "count": plain(list_count(armies, losses, counting, on_table)),
        }


def _others(dice: Random, losses: Losses) -> Losses:
    """What another device may have counted meanwhile, of some of the entries."""
    some = losses[: dice.randint(0, len(losses))]
    return tuple(replace(one, gone=dice.randint(0, 3), out=dice.random() < 0.3) for one in some)


def _army(dice: Random) -> tuple[ArmyRow, ...]:
    rows = []
    for place in range(dice.choice((0, 4, 8))):
        kind = dice.choice(list(Kind)) if place else Kind.CASTER
        several = kind in {Kind.UNIT, Kind.SOLO, Kind.ATTACHMENT}
        models = dice.choice((1, 2, 5, 10)) if several else 1
        cost = dice.choice((None, 1, 5, 9, 14))
        rows.append(ArmyRow(dice.choice(NAMES), kind, cost, models))
    return tuple(rows)
