"""Terrain: what a layout breaks, and proposals that break nothing."""

import hashlib
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.frozen import replace
from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.terrain_rules import Count, Kind, Method, Sizes, TerrainRules, Whom
from app.engine.terrain.check import check, grounds
from app.engine.terrain.edit import (
    another_piece,
    change_piece,
    moved_piece,
    shaped_piece,
    turned_piece,
)
from app.engine.terrain.layout import Breach, Layout, LayoutRule, Piece
from app.engine.terrain.propose import Body, Dice, Site, Table, propose
from app.engine.terrain.shapes import Shape, overlaps, point, quarters, shape, tenths_apart
from tests.engine.terrain_checker import faults
from tests.engine.terrain_runs import PACKETS, RULES, cases, verdict

OLD, NEW = RULES["sr2014"], RULES["sr2017"]
SUPPLY = PACKETS["sr2014"].scenarios[1]  # a circle on the middle, objectives at 18, 18 and 30, 30
PIT = PACKETS["sr2017"].scenarios[0]
# digests of the layouts of seeds 1 to 5
PROPOSED: dict[Method | None, str] = {
    None: "f6afac2cda214d45",
    Method.CLUSTER: "7abcd3d36bd1cf2f",
    Method.QUADRANT: "420b30ca7ef28347",
    Method.SCATTER: "38ac0e8b03d823a3",
}


def piece(kind: Kind, x: float, y: float, width: float = 4, height: float = 4) -> Piece:
    numbers = (Decimal(str(one)) for one in (x, y, width, height))
    return Piece(kind, Area(*numbers))


def disc(kind: Kind, x: float, y: float, width: float = 4) -> Piece:
    return Piece(kind, Area(*(Decimal(str(one)) for one in (x, y, width)), circle=True))


def found(
    *pieces: Piece,
    rules: TerrainRules = OLD,
    scenario: Scenario = SUPPLY,
    method: Method | None = None,
) -> list[Breach]:
    """Breaches other than of the number of pieces."""
    whole = {LayoutRule.COUNT, LayoutRule.BLOCKERS}
    layout = Layout(pieces, method)
    return [fault for fault in check(rules, scenario, layout) if fault.rule not in whole]


def rules_of(breaches: list[Breach]) -> list[tuple[LayoutRule, int, int]]:
    return [(breach.rule, breach.piece, breach.other) for breach in breaches]


@pytest.mark.long
def test_proposed_layouts_pass_an_independent_checker() -> None:
    assert [one for case in cases(185, 5000) if (one := verdict(*case))] == []


def test_the_independent_checker_detects_a_moved_piece() -> None:
    layout = propose(NEW, PIT, 3, Method.QUADRANT)
    assert layout is not None
    pieces = list(layout.pieces)
    pieces[0] = moved_piece(pieces[0], Decimal(3), Decimal(3), 48)
    assert list(faults("sr2017", PIT, replace(layout, pieces=tuple(pieces))))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(cases(74))), st.integers(0, 10**6), st.data())
def test_check_and_the_independent_checker_agree_on_disarranged_layouts(
    case: tuple[str, Scenario, int, Method | None], seed: int, data: st.DataObject
) -> None:
    key, scenario, _, method = case
    layout = propose(RULES[key], scenario, seed % 5, None)
    assert layout is not None
    pieces = list(layout.pieces)
    for number in range(len(pieces)):
        if data.draw(st.booleans()):
            place = (data.draw(st.integers(0, 2 * scenario.table)) for _ in "xy")
            x, y = (Decimal(one) / 2 for one in place)
            pieces[number] = moved_piece(pieces[number], x, y, scenario.table)
    moved = Layout(tuple(pieces), method)
    assert bool(check(RULES[key], scenario, moved)) == bool(list(faults(key, scenario, moved)))


def test_the_same_seed_gives_the_same_layout_and_another_another() -> None:
    one, again, other = (propose(NEW, PIT, seed, Method.SCATTER) for seed in (4, 4, 5))
    assert one == again != other


def test_nothing_is_proposed_without_room_or_with_an_unknown_method() -> None:
    crowded = replace(OLD, count=Count(5, 5), edge=Decimal(23))
    assert propose(crowded, SUPPLY, 1) is None
    assert propose(OLD, SUPPLY, 1, Method.CLUSTER) is None


@pytest.mark.parametrize("method", [None, *Method])
@pytest.mark.parametrize("edge", [20, 23])
def test_the_search_for_room_gives_up_after_a_limited_number_of_steps(
    method: Method | None, edge: int
) -> None:
    assert propose(replace(NEW, edge=Decimal(edge)), PIT, 1, method) is None


@given(st.integers(0, 11))
def test_pieces_closer_than_the_gap_are_reported_with_their_distance(halves: int) -> None:
    apart = Decimal(halves) / 2
    breaches = found(piece(Kind.HILL, 4, 20), piece(Kind.FOREST, float(8 + apart), 20), rules=OLD)
    wanted = [(LayoutRule.GAP, 1, 2)] if apart < 3 else []
    assert rules_of(breaches) == wanted
    assert [(breach.needed, breach.measured) for breach in breaches] == [(3, apart)] * len(wanted)


def test_overlapping_pieces_are_reported() -> None:
    (breach,) = found(piece(Kind.HILL, 4, 20), disc(Kind.FOREST, 8, 22))
    assert breach.words == "1 Hill lies over 2 Forest; 3 are needed."


def test_trenches_may_touch_but_not_overlap() -> None:
    trench = piece(Kind.TRENCH, 10, 20)
    assert not found(trench, piece(Kind.TRENCH, 14, 20), rules=NEW, scenario=PIT)
    (breach,) = found(trench, piece(Kind.TRENCH, 13.5, 20), rules=NEW, scenario=PIT)
    assert breach.words == "1 Trench lies over 2 Trench; they may only touch."


def test_restricted_pieces_must_be_further_apart() -> None:
    one = piece(Kind.HAZARD, 10, 20)
    lonely = piece(Kind.HILL, 38, 20), piece(Kind.HILL, 38, 30), piece(Kind.HILL, 30, 30)
    breaches = found(one, piece(Kind.OBSTRUCTION, 18.5, 20), *lonely, rules=NEW, scenario=PIT)
    assert [(b.rule, b.needed, b.measured) for b in breaches] == [
        (LayoutRule.GAP, 5, Decimal("4.5"))
    ]
    assert (breaches[0].piece, breaches[0].other) == (1, 2)


def test_a_layout_with_mostly_restricted_pieces_gets_advice() -> None:
    (breach,) = found(piece(Kind.HAZARD, 10, 20), rules=NEW, scenario=PIT)
    assert breach.advice
    assert breach.words == "1 of 1 piece restricted; most should be unrestricted."
    assert (breach.rule, breach.piece) == (LayoutRule.MOSTLY, 0)


@pytest.mark.parametrize(("x", "y"), [(5.5, 20), (20, 5.5), (38.5, 20), (20, 38.5)])
def test_the_minimum_distance_applies_to_every_table_edge(x: float, y: float) -> None:
    """The table is 48 inches across, the piece four."""
    (edge,) = found(piece(Kind.HILL, x, y), rules=NEW, scenario=PIT)
    assert (edge.rule, edge.measured) == (LayoutRule.EDGE, Decimal("5.5"))


def test_pieces_too_close_to_an_edge_or_beyond_it_are_reported() -> None:
    (edge,) = found(piece(Kind.HILL, 5.5, 20), rules=NEW, scenario=PIT)
    assert (edge.rule, edge.needed, edge.measured) == (LayoutRule.EDGE, 6, Decimal("5.5"))
    (off,) = found(piece(Kind.HILL, -0.01, 20), rules=OLD)
    assert off.words == "1 Hill reaches beyond the table."


@pytest.mark.parametrize(("y", "whose"), [(6.5, "first"), (34.5, "second")])
def test_terrain_in_a_deployment_zone_is_reported(y: float, whose: str) -> None:
    (breach,) = found(piece(Kind.HILL, 4, y))
    assert breach.words == f"1 Hill lies in the {whose} player’s deployment zone."
    assert not found(piece(Kind.HILL, 4, 7), piece(Kind.HILL, 14, 34))


def test_deployment_zones_reach_from_edge_to_edge_of_the_table() -> None:
    zones = [
        ground.shape for ground in grounds(OLD, SUPPLY) if ground.rule is LayoutRule.DEPLOYMENT
    ]
    assert zones == [Shape(0, 0, 192, 28), Shape(0, 152, 192, 192)]


def test_with_uncertain_deployment_all_four_sides_or_corners_are_kept_free() -> None:
    shapes = {}
    for number in (10, 16):
        scenario = PACKETS["sr2012"].scenario(number)
        assert scenario is not None
        places = grounds(RULES["sr2012"], scenario)
        shapes[number] = [place.shape for place in places if place.rule is LayoutRule.DEPLOYMENT]
    assert shapes[10] == [
        Shape(0, 0, 192, 40), Shape(0, 152, 192, 192), Shape(0, 0, 40, 192), Shape(152, 0, 192, 192)
    ]  # fmt: skip
    corners = [(0, 0), (0, 192), (192, 0), (192, 192)]
    assert shapes[16] == [Shape(x, y, x, y, 80) for x, y in corners]


def test_with_uncertain_deployment_a_breach_is_only_advice() -> None:
    flank, radial = (PACKETS["sr2012"].scenario(one) for one in (10, 16))
    assert flank is not None
    assert radial is not None
    for scenario, words in ((flank, "a flank"), (radial, "a corner")):
        one = piece(Kind.HILL, 1, 12)
        (breach,) = found(one, rules=RULES["sr2012"], scenario=scenario)
        assert breach.advice
        assert breach.words.endswith(f"it is too close to {words}.")


def test_restricted_pieces_on_zones_flags_or_objectives_are_reported() -> None:
    (zone,) = found(disc(Kind.OBSTRUCTION, 31, 22))
    assert zone.words == "1 Obstruction lies in a zone it must stay out of: Zone."
    assert not found(disc(Kind.FOREST, 31, 22))
    (objective,) = found(disc(Kind.IMPASSABLE, 12, 16))
    assert (objective.rule, objective.needed) == (LayoutRule.OBJECTIVE, 4)
    assert objective.measured == Decimal("3.3")
    flags = PACKETS["sr2014"].scenarios[4]
    (flag,) = found(disc(Kind.OBSTRUCTION, 12, 27), scenario=flags)
    assert (flag.rule, flag.measured) == (LayoutRule.FLAG, Decimal("3.2"))


def test_a_packet_may_let_terrain_lie_anywhere() -> None:
    anywhere = replace(
        OLD, out_of_deployment=Whom.NONE, out_of_zones=Whom.NONE, objectives=Decimal(0)
    )
    assert not grounds(anywhere, SUPPLY)
    assert not found(piece(Kind.IMPASSABLE, 18, 4), rules=anywhere)


def test_piece_sizes_are_only_advice_and_linear_obstacles_are_measured_by_length() -> None:
    (small,) = found(piece(Kind.HILL, 4, 20, 4, 3.5))
    assert small.advice
    assert small.words == "1 Hill measures 4 by 3.5; 4 to 7 inches each way are best."
    assert not found(piece(Kind.LINEAR_OBSTACLE, 4, 20, 4, 0.5))
    (long,) = found(piece(Kind.LINEAR_OBSTACLE, 4, 20, 8, 0.5))
    assert long.words.endswith("inches long are best.")


def test_kinds_of_terrain_unknown_to_the_packet_are_reported() -> None:
    (breach,) = found(piece(Kind.DENSE_FOG, 4, 20))
    assert breach.words == "1 Dense fog is not a kind of terrain in this packet."


def test_the_number_of_pieces_and_sight_blockers_is_checked_for_the_whole_table() -> None:
    few = check(NEW, PIT, Layout((piece(Kind.FOREST, 10, 20),)))
    assert [one.words for one in few] == [
        "1 piece on the table; the packet wants 6 to 8.",
        "1 piece blocks line of sight; at least 2 must.",
    ]
    assert rules_of([*few]) == [(LayoutRule.COUNT, 0, 0), (LayoutRule.BLOCKERS, 0, 0)]
    assert not any(one.advice for one in few)
    assert check(NEW, PIT, Layout())[1].words.startswith("0 pieces block line")


def test_a_layout_method_reports_pieces_too_far_away_or_too_close() -> None:
    for method in Method:
        for seed in range(3):
            layout = propose(NEW, PIT, seed, method)
            assert layout is not None
            for i, one in enumerate(layout.pieces):
                pieces = list(layout.pieces)
                pieces[i] = moved_piece(one, Decimal(41), Decimal(7 if i % 2 else 41), 48)
                moved = replace(layout, pieces=tuple(pieces))
                breaches = check(NEW, PIT, moved)
                assert bool(breaches) == bool(list(faults("sr2017", PIT, moved)))
                for breach in breaches:
                    if breach.rule is LayoutRule.METHOD and breach.piece:
                        assert breach.words.startswith(moved.name(breach.piece))
                        assert not breach.other or moved.name(breach.other) in breach.words


def test_the_first_piece_must_block_line_of_sight_in_the_middle() -> None:
    words = [
        one.words
        for one in found(piece(Kind.HILL, 10, 20), rules=NEW, scenario=PIT, method=Method.CLUSTER)
    ]
    assert "1 Hill does not block line of sight; the first piece must." in words
    assert "1 Hill is 10 inches from the middle of the table; it must touch it." in words
    assert "Quadrant is for 8 pieces; there are 0." in [
        fault.words for fault in check(NEW, PIT, Layout(method=Method.QUADRANT))
    ]
    assert check(NEW, PIT, Layout(method=Method.CLUSTER))


def test_each_quadrant_may_hold_only_one_piece() -> None:
    pieces = (piece(Kind.HILL, 19, 19), piece(Kind.HILL, 12, 19), piece(Kind.HILL, 22, 30))
    breaches = found(*pieces, rules=NEW, scenario=PIT, method=Method.QUADRANT)
    words = [(one.piece, one.words) for one in breaches]
    assert (2, "2 Hill is in a quarter that already has its piece.") in words
    assert (3, "3 Hill is not completely within a quarter of the table.") in words


def test_scattered_pieces_must_lie_near_quarter_centres_and_extras_near_the_first() -> None:
    first = piece(Kind.FOREST, 23, 23, 3, 3)
    near = [piece(Kind.HILL, x, y, 3, 3) for x, y in ((10, 10), (10, 35), (35, 10), (34, 34))]
    extra = piece(Kind.HILL, 30, 23, 3, 3)
    astray = piece(Kind.HILL, 23, 8, 3, 3)

    def words(*pieces: Piece) -> list[str]:
        breaches = found(*pieces, rules=NEW, scenario=PIT, method=Method.SCATTER)
        return [breach.words for breach in breaches if breach.rule is LayoutRule.METHOD]

    assert not words(first, *near, extra)
    for number in range(2, 6):
        moved = [first, *near, extra]
        moved[number - 1] = astray
        (said,) = words(*moved)
        assert said.startswith(f"{number} Hill is ")
        assert said.endswith(
            " from the middle of a quarter without a piece; at most 3 are allowed."
        )
    second = piece(Kind.HILL, 10, 14, 3, 3)  # in the first quarter too; the nearest free one counts
    assert words(first, near[0], second, *near[2:], extra) == [
        "3 Hill is 19 inches from the middle of a quarter without a piece; at most 3 are allowed."
    ]
    far = piece(Kind.HILL, 40, 23, 3, 3)
    assert words(first, *near, extra, far) == [
        "7 Hill is 14 inches from 1 Forest; at most 10 are allowed."
    ]
    assert words(first, *near, far)[0].startswith("6 Hill is 14 inches from 1 Forest")


def test_pieces_outside_a_cluster_must_lie_apart_from_it_and_near_each_other() -> None:
    core = [
        piece(Kind.FOREST, x, y, 3, 3)
        for x, y in ((23, 23), (18, 23), (18, 18), (23, 18), (28, 23))
    ]
    rest = [piece(Kind.HILL, 34, 23, 3, 3), piece(Kind.HILL, 10, 10, 3, 3)]
    words = [
        one.words for one in found(*core, *rest, rules=NEW, scenario=PIT, method=Method.CLUSTER)
    ]
    assert "6 Hill is 3 inches from 5 Forest; Cluster keeps them 8 apart." in words
    assert any(word.startswith("7 Hill is") and "from 6 Hill; at most 6" in word for word in words)


def test_the_third_piece_of_a_cluster_must_be_near_each_of_the_first_two() -> None:
    core = [piece(Kind.FOREST, x, y, 3, 3) for x, y in ((23, 23), (18, 23), (8, 36))]
    breaches = found(*core, rules=NEW, scenario=PIT, method=Method.CLUSTER)
    assert [(breach.piece, breach.other) for breach in breaches if breach.piece] == [(3, 2), (3, 1)]
    assert all(one.words.startswith("3 Forest is ") for one in breaches if one.piece)


def test_a_piece_moves_in_half_inches_and_turns_around_its_centre() -> None:
    wall = piece(Kind.HILL, 10, 10, 5, 4)
    assert (
        moved_piece(wall, Decimal("20.3"), Decimal(60), 48).area
        == piece(Kind.HILL, 18, 44, 5, 4).area
    )
    turned = turned_piece(wall, 48).area
    assert (turned.width, turned.height) == (4, 5)
    round_ = disc(Kind.HILL, 10, 10)
    assert turned_piece(round_, 48) is round_


def test_a_piece_keeps_its_centre_when_its_size_or_shape_changes() -> None:
    wall = piece(Kind.HILL, 10, 10, 4, 4)
    wider = shaped_piece(wall, Decimal(6), Decimal(3), 48)
    assert wider.area == piece(Kind.HILL, 9, 10.5, 6, 3).area
    round_ = shaped_piece(wall, Decimal(5), Decimal(3), 48, circle=True)
    assert round_.area == disc(Kind.HILL, 12, 12, 5).area
    assert (wider.size_words, round_.size_words) == ("6 × 3", "5 across")


def test_an_added_piece_is_placed_where_it_breaks_no_rule() -> None:
    layout = Layout()
    for _ in range(6):
        layout = change_piece(layout, len(layout.pieces) + 1, another_piece(NEW, PIT, layout))
    assert check(NEW, PIT, layout) == ()
    foreign = Layout((piece(Kind.WRECK, 22, 22),))
    assert another_piece(NEW, PIT, foreign) == piece(NEW.kinds[0], 22, 22, 3, 3)


def test_an_added_piece_goes_in_the_middle_if_no_place_is_free() -> None:
    full = Layout((piece(Kind.HILL, 0, 0, 48, 48),))
    assert another_piece(NEW, PIT, full) == piece(NEW.kinds[0], 22.5, 22.5, 3, 3)


def test_a_minimum_size_that_is_not_in_half_inches_is_rounded_up() -> None:
    odd = replace(NEW, size=replace(NEW.size, least=Decimal("2.75")))
    assert another_piece(odd, PIT, Layout()).area.width == 3
    for seed in range(20):
        layout = propose(odd, PIT, seed)
        assert layout is not None
        assert check(odd, PIT, layout) == ()


def test_a_piece_is_taken_away_by_its_number() -> None:
    one, two = piece(Kind.HILL, 10, 10), piece(Kind.FOREST, 20, 20)
    assert change_piece(Layout((one, two), seed=4), 1) == Layout((two,))


def test_lengths_and_distances_are_computed_exactly() -> None:
    assert quarters(Decimal("0.1")) == Fraction(2, 5)
    assert isinstance(quarters(Decimal("0.5")), int)
    assert shape(Area(Decimal(1), Decimal(1)), 40).radius == Fraction(800, 254)
    assert tenths_apart(point(0, 0), point(4, 4)) == 14


def test_the_second_four_pieces_of_a_quadrant_layout_also_need_separate_quarters() -> None:
    corners = ((19, 19), (29, 19), (19, 29), (29, 29))
    first = [piece(Kind.HILL, x, y, 3, 3) for x, y in corners]
    second = [piece(Kind.FOREST, x, y, 3, 3) for x, y in ((12, 12), (36, 12), (12, 36), (9, 15))]
    words = [
        breach.words
        for breach in found(*first, *second, rules=NEW, scenario=PIT, method=Method.QUADRANT)
    ]
    taken = "is in a quarter that already has its piece."
    assert [word for word in words if word.endswith(taken)] == [f"8 Forest {taken}"]


@pytest.mark.parametrize("method", [None, *Method])
def test_a_seed_proposes_what_it_always_proposed(method: Method | None) -> None:
    """A proposal is recorded with its seed, so that it can be shown again."""
    layouts = [propose(NEW, PIT, seed, method) for seed in range(1, 6)]
    if method is None:  # of five to seven pieces: an odd one lies by itself
        layouts += [propose(OLD, SUPPLY, seed) for seed in range(1, 6)]
    text = "\n".join(
        f"{item.kind.value} {item.area}" for layout in layouts if layout for item in layout.pieces
    )
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == PROPOSED[method]


def test_the_advised_number_of_pieces_is_reached_with_smaller_pieces_if_necessary() -> None:
    wide = replace(OLD, count=Count(1, 8, advised=8), size=Sizes(Decimal(3), Decimal(20)))
    for seed in range(8):
        layout = propose(wide, SUPPLY, seed)
        assert layout is not None
        assert len(layout.pieces) == 8


@pytest.mark.parametrize("over", [0, 1])
def test_a_round_piece_is_inside_only_with_its_whole_radius(over: int) -> None:
    around = point(10, 10, 3)
    assert around.inside(7 + over, 0, 20, 20) is (not over)
    assert around.inside(0, 7 + over, 20, 20) is (not over)
    assert around.inside(0, 0, 13 - over, 20) is (not over)
    assert around.inside(0, 0, 20, 13 - over) is (not over)


@pytest.mark.parametrize(("many", "fits"), [(5, False), (6, True), (8, True), (9, False)])
def test_too_few_or_too_many_pieces_on_a_table_are_reported(many: int, fits: bool) -> None:
    breaches = check(NEW, PIT, Layout((piece(Kind.FOREST, 10, 20),) * many))
    said = [breach.words for breach in breaches if breach.rule is LayoutRule.COUNT]
    assert said == ([] if fits else [f"{many} pieces on the table; the packet wants 6 to 8."])


@pytest.mark.parametrize(
    ("restricted", "others", "is_said"), [(1, 1, True), (2, 2, True), (1, 2, False), (0, 1, False)]
)
def test_restricting_half_of_the_pieces_is_too_many(
    restricted: int, others: int, is_said: bool
) -> None:
    pieces = (piece(Kind.HAZARD, 10, 20),) * restricted + (piece(Kind.HILL, 38, 20),) * others
    breaches = check(NEW, PIT, Layout(pieces))
    assert any(breach.rule is LayoutRule.MOSTLY for breach in breaches) is is_said


@pytest.mark.parametrize(("x", "y"), [(0, 20), (44, 20)])
def test_a_piece_may_touch_the_edge_if_the_packet_requires_no_distance(x: float, y: float) -> None:
    assert not found(piece(Kind.HILL, x, y))
    (edge,) = found(piece(Kind.HILL, x, y), rules=NEW, scenario=PIT)
    assert edge.words == "1 Hill is 0 inches from a table edge; 6 are needed."


@pytest.mark.parametrize(
    ("method", "many", "words"),
    [
        (Method.QUADRANT, 7, "Quadrant is for 8 pieces; there are 7."),
        (Method.QUADRANT, 8, ""),
        (Method.QUADRANT, 9, "Quadrant is for 8 pieces; there are 9."),
        (Method.CLUSTER, 5, "Cluster is for 6 to 8 pieces; there are 5."),
        (Method.CLUSTER, 6, ""),
        (Method.CLUSTER, 8, ""),
        (Method.CLUSTER, 9, "Cluster is for 6 to 8 pieces; there are 9."),
    ],
)
def test_each_layout_method_needs_its_number_of_pieces(
    method: Method, many: int, words: str
) -> None:
    breaches = check(NEW, PIT, Layout((piece(Kind.FOREST, 22, 22),) * many, method))
    said = [one.words for one in breaches if one.rule is LayoutRule.METHOD and not one.piece]
    assert said == ([words] if words else [])


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ("0", ["", ""]),
        (
            "0.05",
            [
                "3.1 inches from the middle of a quarter without a piece; at most 3 are allowed.",
                "10.1 inches from 1 Forest; at most 10 are allowed.",
            ],
        ),
    ],
)
def test_a_piece_barely_too_far_is_reported_as_a_tenth_of_an_inch_too_far(
    over: str, words: list[str]
) -> None:
    first = piece(Kind.FOREST, 23, 23, 3, 3)
    near = [piece(Kind.HILL, x, y, 3, 3) for x, y in ((10, 35), (35, 10), (34, 34))]
    beside = piece(Kind.HILL, 15 + float(over), 11, 3, 3)
    extra = piece(Kind.HILL, 36 + float(over), 23, 3, 3)
    breaches = found(first, beside, *near, extra, rules=NEW, scenario=PIT, method=Method.SCATTER)
    said = [breach.words for breach in breaches if breach.rule is LayoutRule.METHOD]
    assert said == [
        f"{name} is {far}" for name, far in zip(("2 Hill", "6 Hill"), words, strict=True) if far
    ]


@pytest.mark.parametrize(("x", "is_said"), [(10, False), (10.5, True)])
def test_pieces_outside_a_cluster_may_lie_exactly_at_the_minimum_distance(
    x: float, is_said: bool
) -> None:
    core = [piece(Kind.FOREST, 21, 21 + n, 3, 3) for n in range(5)]
    other = piece(Kind.HILL, x, 23, 3, 3)
    breaches = found(*core, other, rules=NEW, scenario=PIT, method=Method.CLUSTER)
    near = [one for one in breaches if "Cluster keeps them 8 apart" in one.words]
    assert [(one.piece, one.other) for one in near] == [
        (6, number) for number in range(1, 6) if is_said
    ]


@pytest.mark.parametrize(("steps", "left"), [(100, 20), (80, 0), (30, 0)])
def test_a_place_that_is_ruled_out_still_counts_as_a_search_step(steps: int, left: int) -> None:
    table = Table(Site(NEW, PIT), Dice("nowhere"), steps)
    assert not table.place(Body(Kind.FOREST, 8, 8), (0, 0, 96, 96), lambda _: False)
    assert table.steps == left


@pytest.mark.parametrize("swapped", [False, True])
def test_a_breach_is_reported_for_the_piece_that_causes_it(swapped: bool) -> None:
    pieces = [piece(Kind.HILL, 0, 22), piece(Kind.HILL, 12, 30), piece(Kind.HILL, 30, 5)]
    edge, within, zone = (3, 2, 1) if swapped else (1, 2, 3)
    rules = replace(OLD, edge=Decimal(1))
    breaches = found(*(pieces[::-1] if swapped else pieces), rules=rules)
    at = {breach.rule: breach.piece for breach in breaches}
    assert at == {LayoutRule.EDGE: edge, LayoutRule.DEPLOYMENT: zone}
    assert within not in at.values()


@pytest.mark.parametrize(("edge", "first"), [(0, 0), (1, 3), (6, 13)])
def test_a_piece_may_be_placed_as_close_to_the_edge_as_the_packet_allows(
    edge: int, first: int
) -> None:
    """In half inches, and a little further away than that."""
    site = Site(replace(NEW, edge=Decimal(edge)), PIT)
    puts = [Table(site, Dice(""), 1).put(Body(Kind.FOREST, 6, 6), left, 48) for left in range(20)]
    assert puts.index(True) == first


@pytest.mark.parametrize(
    ("other", "overlap"),
    [
        (Shape(8, 0, 16, 8), False),
        (Shape(0, 8, 8, 16), False),
        (Shape(8, 8, 16, 16), False),
        (Shape(7, 0, 16, 8), True),
        (Shape(0, 7, 8, 16), True),
        (Shape(7, 7, 16, 16), True),
    ],
)
def test_shapes_that_only_share_a_border_do_not_overlap(other: Shape, overlap: bool) -> None:
    assert overlaps(Shape(0, 0, 8, 8), other) is overlaps(other, Shape(0, 0, 8, 8)) is overlap
