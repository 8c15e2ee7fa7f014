"""Proposals for every packet, scenario and method in turn, each with a seed of its own."""

from collections.abc import Iterator
from itertools import count, islice

from app.engine.packet.scenario import Scenario
from app.engine.packet.terrain_rules import Method
from app.engine.terrain.check import check
from app.engine.terrain.propose import propose
from app.store.packets.files import packets
from tests.engine.terrain_checker import faults

PACKETS = packets()
RULES = {key: one.terrain for key, one in PACKETS.items() if one.terrain}

Case = tuple[str, Scenario, int, Method | None]


def cases(wanted: int, first_seed: int = 1) -> Iterator[Case]:
    """So many cases, spread evenly."""
    tables = [
        (key, scenario, method)
        for key, packet in PACKETS.items()
        if key in RULES
        for method in (None, *(setup.method for setup in RULES[key].setups))
        for scenario in packet.scenarios
    ]
    endless = (
        (key, scenario, 1000 * seed + place, method)
        for seed in count(first_seed)
        for place, (key, scenario, method) in enumerate(tables)
    )
    return islice(endless, wanted)


def verdict(key: str, scenario: Scenario, seed: int, method: Method | None) -> list[str]:
    """Every fault of the proposal, the engine's own check and the missing layout among them."""
    layout = propose(RULES[key], scenario, seed, method)
    if layout is None:
        return ["no layout"]
    own = [fault.words for fault in check(RULES[key], scenario, layout)]
    return own + list(faults(key, scenario, layout))
