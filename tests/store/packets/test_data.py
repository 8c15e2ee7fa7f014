"""The shipped packets against their tables, typed a second time from the rules."""

import pytest

from app.engine.packet.packet import Packet, Source, Tiebreak
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.scenario import ElementKind, Seat, Win
from app.engine.packet.timing import TimingKind, round_length, row_for_size, table_time
from app.store.packets.files import packets

PACKETS = {key: packet for key, packet in packets().items() if packet.armies}
MINUTE = 60_000
OLD = ("sr2012", "sr2014", "sr2015")
OLD_SIZES = (15, 25, 35, 50, 75, 100, 150, 200)

TURNS = {
    "sr2012": "30/3/1 50/5/2 70/7/3 100/10/5 120/12/6 150/15/7 200/20/10 250/25/12",
    "sr2014": "30/3/0 50/5/0 70/7/5 100/10/5 120/12/5 150/15/5 200/20/5 250/25/5",
    "sr2015": "30/3/0 50/5/0 70/7/5 100/10/5 120/12/5 150/15/5 200/20/5 250/25/5",
    "sr2017": "30/3/0 50/5/0 70/7/5 100/10/5 120/12/5 150/15/5 200/20/5",
}
CLOCKS = {
    ("sr2012", "chess-clocks"): "16 27 38 53 64 80 106 133",
    ("sr2012", "death-clock"): "16 27 38 53 64 80 106 133",
    ("sr2014", "death-clock"): "20 30 42 60 70 90 120 150",
    ("sr2015", "death-clock"): "20 30 42 60 70 90 120 150",
    ("sr2017", "deathclock"): "20 30 42 60 75 120 150",
    ("sr2017-rumble", "deathclock"): "20 30 42",
}
REINFORCED = "23 35 50 65 81 105 140 175"

# Elements that stand somewhere: kind (z, f, o), x, y, size.
PLACES = {
    ("sr2014", "Destruction"): "z18,21,12x6 o30,27 o18,21",
    ("sr2014", "Supply and Demand"): "z24,24,12 o30,30 o18,18",
    ("sr2014", "Balance of Power"): "z18,21,12x6 f18,33 f30,15",
    ("sr2014", "Process of Elimination"): "z14,18,6x12 z28,18,6x12 o17,24 o31,24",
    ("sr2014", "Close Quarters"): "f18,27 f30,21",
    ("sr2014", "Two Fronts"): "z12,16,6x12 z30,20,6x12 o24,30 o24,18",
    ("sr2014", "Incoming"): "z8,22,12x6 z28,20,12x6 o24,32 o24,16",
    ("sr2014", "Rally Point"): "z14,22,12 z34,26,12 o24,32 o24,16",
    ("sr2014", "Incursion"): "f9,24 f24,24 f39,24",
    ("sr2014", "Outflank"): "z14,24,12 z34,24,12",
    ("sr2014", "Into the Breach"): "z16,24,12 f32,24 o24,30 o24,18",
    ("sr2014", "Fire Support"): "f16,24 f32,24 o32,29 o16,19",
    ("sr2012", "Close Quarters"): "z20,28,8 z28,20,8",
    ("sr2012", "Gauntlet"): "z20,26,8x6 z20,16,8x6",
    ("sr2012", "Overrun"): "z6,20,36x8",
    ("sr2012", "Guidons"): "z14,22,8 z34,26,8 o24,16 o24,32",
    ("sr2012", "Supply and Demand"): "z18,30,12 z30,18,12 o18,30 o30,18",
    ("sr2012", "Destruction"): "o16,32 o32,32 o32,16 o16,16",
    ("sr2012", "Incursion"): "f12,24 f24,24 f36,24",
    ("sr2012", "Process of Elimination"): "z16,17,6x14 z26,17,6x14",
    ("sr2012", "Outflank, Outfight, Outlast"): "z14,24,12 z34,24,12",
    ("sr2012", "A Flag Too Far"): "f16,24 f32,24 f36,36 f12,12",
    ("sr2012", "Bunkers"): "z13,22,8 z35,26,8",
    ("sr2012", "Envelopment"): "z9,25,14x6 z25,17,14x6",
    ("sr2012", "Demolition"): "z16,28,8 z32,20,8 o24,24",
    ("sr2012", "Incoming"): "z28,26,14x6 z6,16,14x6 o19,29 o29,19",
    ("sr2012", "Restoration"): "z17,21,14x6 o24,31 o24,17",
    ("sr2012", "Command and Control"): "z24,24,12 f8,24 f40,24 f24,8 f24,40",
    ("sr2012", "Diversion"): "z16,32,8 z32,16,8 f32,32 f16,16",
    ("sr2012", "Sacrifice"): "z16,16,12 f32,32",
}
GROUPS = {
    "Center": "Close Quarters, Gauntlet, Overrun",
    "Distant": "Guidons, Supply and Demand, Destruction",
    "Dual": "Incursion, Process of Elimination, Outflank, Outfight, Outlast",
    "Flank": "A Flag Too Far, Bunkers, Envelopment",
    "Objective": "Demolition, Incoming, Restoration",
    "Radial": "Command and Control, Diversion, Sacrifice",
}


def places(packet: Packet, name: str) -> str:
    scenario = next(scenario for scenario in packet.scenarios if scenario.name == name)
    sentences = []
    for element in scenario.elements:
        area = element.area
        assert area is not None
        size = f",{area.width}x{area.height}" if area.height else f",{area.width}"
        sentences.append(f"{element.kind.value[0]}{area.x},{area.y}{size if area.width else ''}")
    return " ".join(sentences)


@pytest.mark.parametrize(("key", "told"), TURNS.items())
def test_turns_and_rounds_have_the_minutes_in_the_packets_table(key: str, told: str) -> None:
    timing = next(timing for timing in PACKETS[key].timings if timing.kind is TimingKind.TURNS)
    rows = [f"{row.round}/{row.turn}/{row.extension}" for row in timing.rows]
    assert " ".join(rows) == told
    assert timing.dice_down
    assert timing.variable is (key != "sr2017")
    assert timing.variable_minutes == {"sr2014": 5, "sr2015": 5}.get(key, 0)


@pytest.mark.parametrize(("where", "told"), CLOCKS.items())
def test_player_clocks_have_the_minutes_in_the_packets_table(
    where: tuple[str, str], told: str
) -> None:
    timing = PACKETS[where[0]].timing(where[1])
    assert timing.key == where[1]
    assert " ".join(str(row.clock) for row in timing.rows) == told
    assert timing.dice_down is (where[1] == "chess-clocks")
    assert timing.minimum_turn_seconds == (0 if where[0] in {"sr2012", "sr2014"} else 15)
    assert timing.play_on_below_minutes == (0 if where[0] == "sr2012" else 5)


def test_reinforcements_give_more_time() -> None:
    rows = PACKETS["sr2014"].timing("death-clock").rows
    assert " ".join(str(row.reinforced_clock) for row in rows) == REINFORCED
    timing = PACKETS["sr2012"].timing("turns")
    rolls = [(3, 1), (2, 1), (1, 1), (1, 6), (2, 6), (3, 6)]
    lengths = [round_length(timing, 50, None, reinforced=True, roll=roll) for roll in rolls]
    assert [(length // MINUTE - 100) // 5 for length in lengths] == [-1, 0, 1, 3, 3, 3]
    assert table_time(timing, 50, None, extensions=True, reinforced=True).extensions == 2
    assert table_time(timing, 25, None, extensions=True, reinforced=True).extensions == 2
    assert table_time(timing, 15, None, extensions=True, reinforced=True).extensions == 1


def test_a_rumble_size_without_its_own_times_uses_those_of_the_next_larger() -> None:
    packet = PACKETS["sr2017-rumble"]
    assert set(range(15, 36)) <= set(packet.sizes)
    clocks = {size: row_for_size(packet.timing(""), size, None).clock for size in packet.sizes}
    assert {clocks[size] for size in range(15, 26)} == {30}
    assert {clocks[size] for size in range(26, 36)} == {42}
    classic = packet.timing("classic")
    assert row_for_size(classic, 30, packet.limits_called("casual")).turn == 10
    assert row_for_size(classic, 101, None).turn == 0


@pytest.mark.parametrize("key", sorted(PACKETS.keys() - {"sr2026"}))
def test_each_time_limit_shifts_the_size_as_the_packet_says(key: str) -> None:
    limits = {limit.key: limit for limit in PACKETS[key].limits}
    assert {name: one.shift for name, one in limits.items()} == {
        "relaxed": 2,
        "casual": 1,
        "hardcore": -1,
        "frenzy": -2,
    }
    words = {name: one.extensions.value for name, one in limits.items()}
    usual = ("always", "always", "never", "never") if key == "sr2015" else ("table",) * 4
    assert tuple(words.values()) == usual
    only = {limit.timing for limit in limits.values()}
    turns = {"sr2012": "", "sr2014": "turns", "sr2015": "turns"}.get(key, "classic")
    assert only == {turns}


@pytest.mark.parametrize("key", PACKETS)
def test_each_packet_has_its_sizes_rounds_and_standings(key: str) -> None:
    packet = PACKETS[key]
    newer = {
        "sr2017": (0, 25, 50, 75, 100, 150, 200),
        "sr2017-rumble": (0, *range(15, 36), 50),
        "sr2026": (30, 50, 75, 100),
    }
    assert packet.sizes == newer.get(key, OLD_SIZES)
    fields = (2, 8, 9, 16, 17, 32, 64, 128, 129, 257)
    assert [packet.rounds_for(n) for n in fields] == [3, 3, 4, 4, 5, 5, 6, 7, 8, 9]
    assert packet.standings == (
        RankingColumn.TP,
        RankingColumn.SOS,
        RankingColumn.CP,
        RankingColumn.APD,
    )


def test_each_packet_has_its_wins_kill_boxes_and_tiebreaks() -> None:
    told = {
        key: (
            one.victory.win,
            one.victory.last_turn,
            one.victory.capped,
            (
                one.kill_box.inches,
                one.kill_box.points,
                one.kill_box.own_edge,
                one.kill_box.destroys,
            ),
            one.victory.unfinished[2:],
        )
        for key, one in PACKETS.items()
    }
    apd, left = Tiebreak.ARMY_POINTS_DESTROYED, Tiebreak.ARMY_LEFT
    newer = (Win(6, 6), 7, False, (12, 2, True, False), (apd, Tiebreak.PRESENCE))
    older = (Win(5, 1), 0, True, (14, 2, False, False), (left, apd))
    oldest = (Win(3, 1), 0, False, (10, 0, False, True), (Tiebreak.AREA, apd))
    assert told == {
        "sr2012": oldest,
        "sr2014": older,
        "sr2015": older,
        "sr2017": newer,
        "sr2017-rumble": newer,
        "sr2026": (Win(3, 3), 7, False, (12, 2, True, False), ()),
    }
    for key, packet in PACKETS.items():
        first = (Tiebreak.CASTERS, Tiebreak.CONTROL_POINTS)
        alone = (Tiebreak.CONTROL_POINTS, Tiebreak.PRESENCE)
        assert packet.victory.unfinished[:2] == (alone if key == "sr2026" else first)
        assert (packet.victory.scoring_from_turn, packet.kill_box.from_turn) == (2, 2)


def test_each_packet_has_its_byes_and_concessions() -> None:
    for key in OLD:
        packet = PACKETS[key]
        assert [packet.bye.control_points(Win(points, 1)) for points in (5, 3, 2)] == [3, 2, 1]
        assert packet.bye.apd(75) == 38
        assert packet.concession.control_points(Win(5, 1)) == 3
        assert (packet.concession.apd(75), packet.concession.or_more) == (0, False)
    newer = PACKETS["sr2017"]
    assert (newer.bye.control_points(Win(6, 6)), newer.bye.apd(75)) == (3, 38)
    assert (newer.concession.apd(75), newer.concession.or_more) == (38, True)


@pytest.mark.parametrize(("where", "told"), PLACES.items())
def test_scenario_elements_stand_where_the_packet_puts_them(
    where: tuple[str, str], told: str
) -> None:
    assert places(PACKETS[where[0]], where[1]) == told


def test_the_packets_before_2026_have_their_scenarios() -> None:
    names = {
        key: [scenario.name for scenario in packet.scenarios] for key, packet in PACKETS.items()
    }
    assert len(names["sr2012"]) == 18
    assert names["sr2014"] == [name for key, name in PLACES if key == "sr2014"]
    assert names["sr2015"] == [
        "Destruction",
        "Two Fronts",
        "Close Quarters",
        "Fire Support",
        "Incoming",
        "Incursion",
        "Outflank",
        "Recon",
    ]
    assert names["sr2017"] == [
        "The Pit II",
        "Standoff",
        "Spread the Net",
        "Breakdown",
        "Outlast",
        "Recon II",
    ]
    assert names["sr2017-rumble"] == ["Patrol", "Killing Field", "Target of Opportunity"]
    groups: dict[str, list[str]] = {}
    for scenario in PACKETS["sr2012"].scenarios:
        groups.setdefault(scenario.group, []).append(scenario.name)
    assert {key: ", ".join(said) for key, said in groups.items()} == GROUPS


def test_an_element_whose_place_is_unknown_has_none() -> None:
    for key in ("sr2017", "sr2017-rumble"):
        for scenario in PACKETS[key].scenarios:
            assert all(element.area is None for element in scenario.elements)


def test_values_not_from_the_packet_itself_are_marked() -> None:
    sources = [PACKETS["sr2015"].note(f"scenario[{i}]") for i in range(8)]
    assert [source and source.source for source in sources] == [
        None,
        *[Source.INFERRED] * 6,
        Source.OURS,
    ]
    inferred = [note.about for note in PACKETS["sr2014"].notes if note.source is Source.INFERRED]
    assert inferred == ["variant[18]"]


def test_only_certain_objectives_belong_to_neither_side() -> None:
    neutral = [
        (key, scenario.name)
        for key, packet in PACKETS.items()
        for scenario in packet.scenarios
        for element in scenario.elements
        if element.kind is ElementKind.OBJECTIVE and element.owner is Seat.NEUTRAL
    ]
    assert set(neutral) == {
        ("sr2014", "Process of Elimination"),
        ("sr2012", "Demolition"),
        ("sr2026", "Pressure Point"),
        ("sr2026", "High Stakes"),
    }


def test_no_scenario_group_is_rolled_twice_before_all_were_used() -> None:
    packet = PACKETS["sr2012"]
    left = packet.scenarios_left([1, 4, 7, 10, 13])
    assert {one.group for one in left} == {"Radial"}
    assert {one.group for one in packet.scenarios_left([1, 4, 7, 10, 13, 16])} == set(GROUPS)
    assert len(packet.scenarios_left([1, 4, 7, 10, 13, 16])) == 12
    assert len(packet.scenarios_left([1, 2, 4, 7, 10, 13, 16])) == 10
    every = [scenario.number for scenario in packet.scenarios]
    assert len(packet.scenarios_left(every)) == 18
    assert len(PACKETS["sr2017"].scenarios_left([1, 2])) == 4
