"""What a packet may say at each limit, and what is said of it one beyond."""

from decimal import Decimal

import pytest

from app.engine.frozen import replace
from app.engine.packet.packet import Packet, RoundsFor
from app.engine.packet.scenario import Area, Element, ElementKind, Held, Need, Scenario, Seat, Way
from app.engine.packet.terrain_rules import Count, Method, SetupRules, Sizes
from app.engine.packet.timing import TimeRow, Timing, TimingKind
from app.store.packets.checks import complaints
from app.store.packets.files import packets
from tests.engine.event import SR2017

POINT = Element("one", "One", ElementKind.FLAG, control=1)


def faults(packet: Packet) -> list[str]:
    return list(complaints(replace(packet, notes=()), packet.key, {}))


def terrain(count: Count, *setups: SetupRules, least_blockers: int = 0) -> list[str]:
    assert SR2017.terrain
    rules = replace(
        SR2017.terrain, count=count, setups=setups, least_blockers=least_blockers, blockers=()
    )
    return [fault.removeprefix("terrain.") for fault in faults(replace(SR2017, terrain=rules))]


COUNT = "count.least must be 1 or more, and not more than terrain.count.most"
ADVISED = "count.advised must lie between least and most"


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (Count(1, 1), []),
        (Count(1, 2), []),
        (Count(0, 1), [COUNT]),
        (Count(2, 1), [COUNT]),
        (Count(3, 5, 3), []),
        (Count(3, 5, 5), []),
        (Count(3, 5, 2), [ADVISED]),
        (Count(3, 5, 6), [ADVISED]),
    ],
)
def test_the_number_of_terrain_pieces_has_limits(count: Count, said: list[str]) -> None:
    assert terrain(count) == said


WITHIN = "setup[0].least and most must lie within terrain.count"
CORE = "setup[0].core must be 1 or more, and not more than its least"


@pytest.mark.parametrize(
    ("method", "least", "most", "core", "said"),
    [
        (Method.QUADRANT, 4, 6, 0, []),
        (Method.QUADRANT, 5, 5, 0, []),
        (Method.QUADRANT, 3, 6, 0, [WITHIN]),
        (Method.QUADRANT, 4, 7, 0, [WITHIN]),
        (Method.QUADRANT, 6, 5, 0, [WITHIN]),
        (Method.CLUSTER, 4, 6, 1, []),
        (Method.CLUSTER, 4, 6, 4, []),
        (Method.CLUSTER, 4, 6, 0, [CORE]),
        (Method.CLUSTER, 4, 6, 5, [CORE]),
        (Method.SCATTER, 4, 6, 9, []),
    ],
)
def test_the_number_of_pieces_a_setup_method_places_has_limits(
    method: Method, least: int, most: int, core: int, said: list[str]
) -> None:
    blockers = "setup[0] starts with a blocker: terrain.blockers must not be empty"
    if method is not Method.QUADRANT:
        said = [*said, blockers]
    assert terrain(Count(4, 6), SetupRules(method, least, most, 5, core)) == said


@pytest.mark.parametrize(("blockers", "fits"), [(0, True), (4, True), (5, False)])
def test_no_more_blockers_are_required_than_the_fewest_pieces(blockers: int, fits: bool) -> None:
    said = ["blockers must not be empty where some are needed"] * (blockers > 0)
    if not fits:
        said += ["least_blockers must not be more than terrain.count.least"]
    assert terrain(Count(4, 6), least_blockers=blockers) == said


@pytest.mark.parametrize(
    ("least", "most", "fits"),
    [("0.5", "0.5", True), ("0.4", "3", False), ("3", "3", True), ("3.1", "3", False)],
)
def test_the_size_of_a_terrain_piece_has_limits(least: str, most: str, fits: bool) -> None:
    assert SR2017.terrain
    rules = replace(SR2017.terrain, size=Sizes(Decimal(least), Decimal(most)))
    assert (faults(replace(SR2017, terrain=rules)) == []) is fits


@pytest.mark.parametrize(
    ("last_turn", "from_turn", "fits"), [(2, 2, True), (2, 3, False), (1, 1, True), (0, 9, True)]
)
def test_scoring_may_not_start_after_the_last_turn(
    last_turn: int, from_turn: int, fits: bool
) -> None:
    victory = replace(SR2017.victory, last_turn=last_turn, scoring_from_turn=from_turn)
    late = ["victory.scoring_from_turn must not come after victory.last_turn"]
    assert faults(replace(SR2017, victory=victory)) == ([] if fits else late)


@pytest.mark.parametrize(("points", "fits"), [(1, True), (0, False)])
def test_a_win_takes_points(points: int, fits: bool) -> None:
    win = replace(SR2017.victory.win, points=points)
    packet = replace(SR2017, victory=replace(SR2017.victory, win=win))
    assert faults(packet) == ["victory.win.points must be 1 or more"] * (not fits)


@pytest.mark.parametrize(
    ("players", "rounds", "said"),
    [
        (9, 4, []),
        (8, 4, ["rounds[1].players must be more than in the line before"]),
        (9, 3, ["rounds[1].rounds must be more than in the line before"]),
    ],
)
def test_more_players_must_play_more_rounds(players: int, rounds: int, said: list[str]) -> None:
    packet = replace(SR2017, rounds=(RoundsFor(8, 3), RoundsFor(players, rounds)))
    assert faults(packet) == said


SHORT = "timing[0].row[0].turn must not be longer than the round of 30 minutes"
ROLLED = "timing[0].row[0].round must be more than the 30 minutes a roll can take away"
STEPS = "timing[0].row[0].extension must be 1 or more where a secret roll goes in its steps"
NO_ROUND = "timing[0].row[0].round must be 1 or more where dice down is called"


@pytest.mark.parametrize(
    ("row", "variable", "minutes", "said"),
    [
        (TimeRow(75, turn=30, round=30), False, 0, []),
        (TimeRow(75, turn=31, round=30), False, 0, [SHORT]),
        (TimeRow(75, turn=1, round=31), True, 10, []),
        (TimeRow(75, turn=1, round=30), True, 10, [ROLLED]),
        (TimeRow(75, turn=1, round=31, extension=10), True, 0, []),
        (TimeRow(75, turn=1, round=30, extension=10), True, 0, [ROLLED]),
        (TimeRow(75, turn=1, round=30, extension=10), False, 10, []),
        (TimeRow(75, turn=1, round=30), True, 0, [STEPS]),
        (TimeRow(75, turn=1), True, 10, [NO_ROUND]),
    ],
)
def test_the_length_of_a_round_has_limits(
    row: TimeRow, variable: bool, minutes: int, said: list[str]
) -> None:
    timing = Timing(
        "timed", "Timed", TimingKind.TURNS, (row,), True, variable, variable_minutes=minutes
    )
    packet = replace(SR2017, sizes=(75,), timings=(timing,), limits=(), variants=(), presets=())
    packet = replace(packet, briefing=replace(packet.briefing, timed=()))
    assert faults(packet) == said


def with_elements(*elements: Element, ways: tuple[Way, ...] = ()) -> list[str]:
    scenario = Scenario(1, "One", False, elements, ways=ways, table=48)
    packet = replace(SR2017, scenarios=(scenario,), variants=(), presets=())
    return [fault.removeprefix("scenario[0].") for fault in faults(packet)]


def area(x: str, y: str, width: str = "0", height: str = "0", *, circle: bool = False) -> Area:
    return Area(Decimal(x), Decimal(y), Decimal(width), Decimal(height), circle)


@pytest.mark.parametrize(
    ("place", "fits"),
    [
        (area("0", "0", "48", "48"), True),
        (area("0.5", "0", "48", "48"), False),
        (area("0", "0.5", "48", "48"), False),
        (area("-0.5", "0", "5", "5"), False),
        (area("0", "-0.5", "5", "5"), False),
        (area("24", "24", "48", circle=True), True),
        (area("23.5", "24", "48", circle=True), False),
        (area("24", "23.5", "48", circle=True), False),
        (area("24.5", "24", "48", circle=True), False),
        (area("24", "24.5", "48", circle=True), False),
    ],
)
def test_a_zone_lies_on_the_table(place: Area, fits: bool) -> None:
    zone = replace(POINT, kind=ElementKind.ZONE, area=place)
    beyond = "element[0].area reaches beyond the table of 48 inches"
    assert with_elements(zone) == [beyond] * (not fits)


@pytest.mark.parametrize("kind", ElementKind)
def test_only_a_zone_must_have_a_size(kind: ElementKind) -> None:
    zone = kind is ElementKind.ZONE
    flat, high = "area.width must be more than 0 for a zone", "area.height must be more than 0"
    point = with_elements(replace(POINT, kind=kind, area=area("0", "48")))
    assert point == [f"element[0].{flat}"] * zone
    line = with_elements(replace(POINT, kind=kind, area=area("1", "1", "2")))
    assert line == [f"element[0].{high} for a rectangle"]


@pytest.mark.parametrize("key", ["own_control", "own_dominate", "own_dominate_takes"])
def test_an_element_without_an_owner_may_give_no_points_to_its_owner(key: str) -> None:
    sentences = [f"element[0].{key} must be 0 where nobody owns the element"]
    assert with_elements(replace(POINT, **{key: 1})) == sentences
    assert with_elements(replace(POINT, owner=Seat.FIRST, **{key: 1})) == []


@pytest.mark.parametrize(
    "key", ["control", "dominate", "own_control", "own_dominate", "destroyed", "own_dominate_takes"]
)
def test_a_single_scoring_value_is_enough_for_a_scenario(key: str) -> None:
    element = Element("one", "One", ElementKind.OBJECTIVE, Seat.FIRST)
    nothing = "scenario[0] scores nothing: give an element points, or add a way"
    worthless = key == "own_dominate_takes"
    assert with_elements(replace(element, **{key: 1})) == [nothing] * worthless
    way = Way(Seat.FIRST, 1, (Need(Held.CONTROLLED, "one"),))
    assert with_elements(element, ways=(way,)) == []


def test_a_timing_with_limits_may_add_sizes_above_the_largest_but_not_between_two() -> None:
    limited = packets()["sr2014"]
    of_limits = {limit.timing for limit in limited.limits}
    at = next(i for i, timing in enumerate(limited.timings) if {"", timing.key} & of_limits)
    timings, rows = [*limited.timings], limited.timings[at].rows
    for size, fits in ((max(limited.sizes) + 1, True), (min(limited.sizes) + 1, False)):
        assert size not in limited.sizes
        more = (*rows, replace(rows[0], size=size))
        timings[at] = replace(limited.timings[at], rows=more)
        said = f"timing[{at}].row[{len(rows)}].size is not one of the sizes: {size}"
        assert (said not in faults(replace(limited, timings=tuple(timings)))) is fits
