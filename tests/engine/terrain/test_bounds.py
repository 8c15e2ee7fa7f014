"""Every distance of every packet, half an inch to either side of it: what the program's check says
and what the checker written apart says are the same.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations_with_replacement

import pytest

from app.engine.frozen import replace
from app.engine.packet.scenario import Area, ElementKind, Scenario
from app.engine.packet.terrain_rules import Kind
from app.engine.terrain.check import check
from app.engine.terrain.layout import Layout, LayoutRule, Piece
from app.engine.terrain.propose import Body, Dice, Site, Table
from tests.engine.terrain_checker import faults
from tests.engine.terrain_runs import PACKETS, RULES

KEYS = sorted(RULES)
HALVES = [Decimal(number) / 2 for number in range(-6, 17)]


def piece(kind: Kind, x: Decimal, y: Decimal, across: int = 4) -> Piece:
    return Piece(kind, Area(x, y, Decimal(across), Decimal(across)))


def bare(key: str) -> Scenario:
    """A scenario without elements, so that nothing but the pieces themselves is in the way."""
    return replace(PACKETS[key].scenarios[0], elements=(), deployment="standard")


def own(key: str, scenario: Scenario, layout: Layout, *rules: LayoutRule) -> bool:
    return any(fault.rule in rules for fault in check(RULES[key], scenario, layout))


def said(key: str, scenario: Scenario, layout: Layout) -> Iterator[str]:
    """Of places and distances, not of sizes and numbers."""
    for fault in faults(key, scenario, layout):
        if " from " in fault or " in " in fault:
            yield fault


@pytest.mark.parametrize(("width", "height", "fits"), [(4, 4, True), (5, 4, False), (4, 5, False)])
def test_a_piece_that_exactly_fills_its_place_fits(width: int, height: int, fits: bool) -> None:
    rules = RULES["sr2017"]
    table = Table(Site(rules, bare("sr2017")), Dice(""), 100)
    body = Body(rules.kinds[0], width, height)
    assert table.place(body, (40, 42, 44, 46), lambda shape: True) is fits
    assert [(lies.area.x, lies.area.y) for lies in table.pieces] == [(20, 21)] * fits


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_pieces_closer_than_the_packets_gap_are_reported(key: str) -> None:
    scenario, middle = bare(key), Decimal(PACKETS[key].scenarios[0].table) / 2
    for one, other in combinations_with_replacement(RULES[key].kinds, 2):
        for apart in HALVES:
            first = piece(one, middle - 6, middle)
            second = piece(other, middle - 2 + apart, middle)
            layout = Layout((first, second))
            gaps = [fault for fault in said(key, scenario, layout) if "the edge" not in fault]
            assert own(key, scenario, layout, LayoutRule.GAP) is bool(gaps), (one, other, apart)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_pieces_too_close_to_edges_or_deployment_zones_are_reported(key: str) -> None:
    scenario = bare(key)
    side = scenario.table
    near = (LayoutRule.EDGE, LayoutRule.TABLE, LayoutRule.DEPLOYMENT)
    for kind in RULES[key].kinds:
        for at in (Decimal(number) / 2 for number in range(2 * side - 8)):
            for x, y in ((at, Decimal(side) / 2), (Decimal(side) / 2, at)):
                layout = Layout((piece(kind, x, y),))
                found = bool(list(said(key, scenario, layout)))
                assert own(key, scenario, layout, *near) is found, (kind, x, y)


@pytest.mark.long
@pytest.mark.parametrize("key", ["sr2012", "sr2014", "sr2015"])
def test_restricted_pieces_too_close_to_scoring_elements_are_reported(key: str) -> None:
    area = Area(Decimal(24), Decimal(24))
    zone = replace(area, width=Decimal(6), height=Decimal(6))
    every = [element for scenario in PACKETS[key].scenarios for element in scenario.elements]
    for kind in ElementKind:
        element = next((one for one in every if one.kind is kind), None)
        if element is None:
            continue
        where = zone if kind is ElementKind.ZONE else area
        scenario = replace(bare(key), elements=(replace(element, area=where),))
        for terrain in RULES[key].kinds:
            for apart in HALVES:
                layout = Layout((piece(terrain, 20 - apart, Decimal(22)),))
                found = bool(list(said(key, scenario, layout)))
                rules = (LayoutRule.ZONE, LayoutRule.FLAG, LayoutRule.OBJECTIVE)
                assert own(key, scenario, layout, *rules) is found, (kind, terrain, apart)
