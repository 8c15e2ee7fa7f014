from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.packet import Criterion, ElementKind, Seat, Tiebreak
from app.store.errors import StoreError
from app.store.packet_files import load_packet, packets
from app.store.resources import resources_folder

SHIPPED = resources_folder() / "packets" / "sr2017.toml"

Broken = Callable[[str, str], str]


@pytest.fixture
def complaint(tmp_path: Path) -> Broken:
    """What is said of the shipped file once ``old`` is replaced by ``new`` in one place."""

    def load(old: str, new: str) -> str:
        text = SHIPPED.read_text("utf-8")
        assert old in text
        (tmp_path / "sr2017.toml").write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(StoreError) as refused:
            load_packet(tmp_path / "sr2017.toml")
        return str(refused.value)

    return load


def test_every_packet_is_found_by_its_key() -> None:
    assert packets()["sr2017"] == load_packet(SHIPPED)


def test_steamroller_2017_has_its_minutes_for_every_size() -> None:
    packet = load_packet(SHIPPED)

    assert {size: packet.clock_ms(size) // 60_000 for size in packet.sizes} == {
        0: 20,
        25: 30,
        50: 42,
        75: 60,
        100: 75,
        150: 120,
        200: 150,
    }
    assert packet.timing.minimum_turn_seconds == 15
    assert packet.timing.play_on_below_minutes == 5


def test_steamroller_2017_has_its_rounds_for_every_field() -> None:
    packet = load_packet(SHIPPED)

    rounds = {players: packet.rounds_for(players) for players in (2, 8, 9, 16, 32, 64, 128, 129)}

    assert rounds == {2: 3, 8: 3, 9: 4, 16: 4, 32: 5, 64: 6, 128: 7, 129: 8}


def test_steamroller_2017_ranks_and_breaks_ties_in_its_order() -> None:
    packet = load_packet(SHIPPED)

    assert packet.standings == (Criterion.TP, Criterion.SOS, Criterion.CP, Criterion.APD)
    assert packet.victory.unfinished == tuple(Tiebreak)
    assert packet.victory.at_length == tuple(Tiebreak)[1:]


def test_steamroller_2017_gives_3_cp_and_half_the_army_for_byes_and_concessions() -> None:
    packet = load_packet(SHIPPED)

    assert packet.bye == packet.concession
    assert (packet.bye.cp, packet.bye.apd(75), packet.bye.apd(100)) == (3, 38, 50)


def test_steamroller_2017_wins_6_ahead_and_ends_after_the_seventh_turn() -> None:
    victory = load_packet(SHIPPED).victory

    assert (victory.lead, victory.scoring_from_turn, victory.last_turn) == (6, 2, 7)


def test_the_kill_box_of_steamroller_2017_gives_2_points_within_12_inches() -> None:
    packet = load_packet(SHIPPED)

    assert (packet.kill_box.from_turn, packet.kill_box.points, packet.kill_box.inches) == (2, 2, 12)
    assert all(scenario.kill_box for scenario in packet.scenarios)


@pytest.mark.parametrize(
    ("number", "name", "zones", "flags", "objectives"),
    [
        (1, "The Pit II", 3, 0, 2),
        (2, "Standoff", 4, 0, 2),
        (3, "Spread the Net", 3, 2, 0),
        (4, "Breakdown", 3, 0, 0),
        (5, "Outlast", 2, 2, 0),
        (6, "Recon II", 2, 2, 2),
    ],
)
def test_the_scenarios_of_steamroller_2017_have_their_elements(
    number: int, name: str, zones: int, flags: int, objectives: int
) -> None:
    scenario = load_packet(SHIPPED).scenario(number)
    assert scenario is not None
    kinds = [element.kind for element in scenario.elements]

    assert scenario.name == name
    assert kinds.count(ElementKind.ZONE) == zones
    assert kinds.count(ElementKind.FLAG) == flags
    assert kinds.count(ElementKind.OBJECTIVE) == objectives


def test_every_element_scores_1_and_only_objectives_have_an_owner_and_score_once() -> None:
    for scenario in load_packet(SHIPPED).scenarios:
        for element in scenario.elements:
            objective = element.kind is ElementKind.OBJECTIVE
            assert element.points == 1
            assert element.once is objective
            assert (element.owner is Seat.NEUTRAL) is not objective


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'name = "Circle", kind = "zone", points = 1',
            'name = "Circle", kind = "zone", points = "one"',
            "sr2017.toml: scenario[0].element[2].points must be a whole number, not 'one'.",
        ),
        ("lead = 6", "lead = 6.5", "sr2017.toml: victory.lead must be a whole number, not 6.5."),
        ("lead = 6", "lead = true", "sr2017.toml: victory.lead must be a whole number, not true."),
        ("lead = 6", "lead = 0", "sr2017.toml: victory.lead must be 1 or more, not 0."),
        ("lead = 6", "", "sr2017.toml: victory.lead is missing."),
        ("cp = 3", "cp = -1", "sr2017.toml: bye.cp must be 0 or more, not -1."),
        ('name = "The Pit II"', "", "sr2017.toml: scenario[0].name is missing."),
        (
            'name = "The Pit II"',
            'name = " "',
            "sr2017.toml: scenario[0].name must be a text with something in it, not ' '.",
        ),
        (
            'name = "The Pit II"',
            'name = ["The Pit II"]',
            "sr2017.toml: scenario[0].name must be a text, not a list.",
        ),
        (
            "kill_box = true",
            'kill_box = "yes"',
            "sr2017.toml: scenario[0].kill_box must be true or false, not 'yes'.",
        ),
        (
            'kind = "zone"',
            'kind = "hill"',
            "sr2017.toml: scenario[0].element[0].kind must be one of zone, flag, objective,"
            " not 'hill'.",
        ),
        (
            'kind = "zone"',
            "kind = {}",
            "sr2017.toml: scenario[0].element[0].kind must be one of zone, flag, objective,"
            " not a table.",
        ),
        ("sizes = [0,", 'sizes = ["none",', "sr2017.toml: sizes[0] must be a whole number"),
        ("sizes = [0, 25, 50, 75, 100, 150, 200]", "sizes = 75", "sizes must be a list, not 75."),
        (
            "[bye]\ncp = 3\napd_percent = 50",
            "[other]",
            "sr2017.toml: other is not a known key; known here: key, name, sizes,",
        ),
        ("[bye]\ncp = 3\napd_percent = 50", "bye = 3", "sr2017.toml: bye must be a table, not 3."),
        (
            'points = 1, owner = "first"',
            'points = 1, colour = "red"',
            "sr2017.toml: scenario[0].element[3].colour is not a known key; known here:"
            " key, name, kind, points, owner, once.",
        ),
        ("number = 2", "number = 1", "sr2017.toml: scenario[1].number is there twice: 1."),
        (
            'key = "zone-2"',
            'key = "zone-1"',
            "sr2017.toml: scenario[0].element[1].key is there twice: 'zone-1'.",
        ),
        ("150, 200]", "150, 150]", "sr2017.toml: sizes[6] is there twice: 150."),
        ('"cp", "apd"]', '"cp", "cp"]', "sr2017.toml: standings[3] is there twice: 'cp'."),
        (
            "    { size = 75, minutes = 60 },\n",
            "",
            "sr2017.toml: timing.clock has no line for size 75.",
        ),
        (
            "{ size = 75, minutes = 60 }",
            "{ size = 76, minutes = 60 }",
            "sr2017.toml: timing.clock has no line for size 75.",
        ),
        (
            "100, 150, 200]",
            "100, 150]",
            "sr2017.toml: timing.clock[6].size is not one of the sizes: 200.",
        ),
        (
            "{ size = 25,",
            "{ size = 0,",
            "sr2017.toml: timing.clock[1].size is there twice: 0.",
        ),
        (
            "players = 16",
            "players = 8",
            "sr2017.toml: rounds[1].players must be more than in the line before.",
        ),
        (
            "rounds = 5",
            "rounds = 3",
            "sr2017.toml: rounds[2].rounds must be more than in the line before.",
        ),
        ("last_turn = 7", "last_turn = 1", "victory.scoring_from_turn must not come after"),
        ('owner = "first", ', "", "scenario[0].element[3].owner must be first or second"),
        (', owner = "first", once = true', ', owner = "first"', "element[3].once must be true"),
        (
            'kind = "zone", points = 1',
            'kind = "zone", points = 0',
            "scenario[0].element[0].points must be 1 or more",
        ),
        ('key = "sr2017"', 'key = "sr2016"', "key must be the file's own name, 'sr2017'"),
        ('standings = ["tp", "sos", "cp", "apd"]', "standings = []", "standings must not be empty"),
        ('key = "sr2017"', 'key = "sr2017', "sr2017.toml is not correct TOML:"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(
    complaint: Broken, old: str, new: str, said: str
) -> None:
    assert said in complaint(old, new)


def test_a_scenario_needs_elements(tmp_path: Path) -> None:
    head, _, _ = SHIPPED.read_text("utf-8").partition("[[scenario]]")
    scenario = '[[scenario]]\nnumber = 1\nname = "Plain"\nkill_box = true\nelement = []\n'
    (tmp_path / "sr2017.toml").write_text(head + scenario, "utf-8")

    with pytest.raises(StoreError, match=r"scenario\[0\]\.element must not be empty"):
        load_packet(tmp_path / "sr2017.toml")


def test_a_file_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"sr2031\.toml cannot be read: No such file"):
        load_packet(tmp_path / "sr2031.toml")


def test_a_file_that_is_no_text_is_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "sr2017.toml").write_bytes(b"\xff\xfe\x00\xd8")

    with pytest.raises(StoreError, match=r"sr2017\.toml is not a text in UTF-8"):
        load_packet(tmp_path / "sr2017.toml")
