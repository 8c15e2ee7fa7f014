"""The page on the packets' sections has a line for each, and every line leads somewhere."""

import re
from collections import Counter

import pytest

from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.keywords import Artifice
from app.store.packets.files import packets
from app.views.table.briefing import scenario_briefing
from tests.tools.test_docs import FILE, ROOT

PAGE = ROOT / "docs" / "rules-coverage.md"
HOW = {"Applied", "Offered", "Told", "Left out"}
# The packets' own headings, shortened; of SR2015, whose headings are lost, the subjects.
SECTIONS = {
    "Steamroller 2012": """
        Logistics
        Army Lists
        Modeling and Painting
        Model Conversions
        Sportsmanship
        Schedule
        Number of Rounds
        First Round Pairings
        Subsequent Pairings
        Byes & Odd Number of Players
        Game Timing
        Adjustments to Rounds Using Reinforcements
        Turn Timing
        Turn Extension
        Scenario Selection
        Deployment
        Terrain
        Artifices
        Kill Box
        Reinforcements
        Interactive Objectives
        Starting the Game
        Final Standings
        Starting number
        Own
        Control
        Contest
        Zone
        Flag
        Objective
        Assassination Victory
        Scenario Victory
        1st Tiebreaker
        2nd Tiebreaker
        3rd Tiebreaker
        4th Tiebreaker
        Scenario Scoring - Exceptions
        Lesser Warlocks
        Light Warjacks/Warbeasts without a PC
        Solos without a PC
        Kallus’ Feat (Incubi)
        Feralgeist
        Machine Wraith
        Multiple model solos that do not begin in play
        Using Variants
        X List(s) Required
        Characters Restricted
        Modern Warfare
        Unrestricted Characters
        Theme Forces: Tier X Required
        Divide and Conquer
        Basic Painting Required
        Hardcore Painting Required
        X-Round Event
        No Time Limits
        Relaxed Time Limits
        Casual Time Limits
        Hardcore Time Limits
        Frenzy Time Limits
        No Extensions
        Chess Clocks
        Death Clock
        Scenarios
        No Kill Box
        No Reinforcements
        Non-Interactive Objectives
        Warcaster/Warlock Reinforcements
        Artifice: Kill Box
        Artifice: Reinforcements
        No Caster Kill
        No Tiebreakers
        Large Event Scoring
        Control Point Scoring
        Assassin Scoring
        Destruction Scoring
        Finals Tables
        Sample Combinations
        Tournament Requirements
    """,
    "Steamroller 2014": """
        Logistics
        Army Lists
        Modeling and Painting
        Model Conversions
        Sportsmanship
        Event Organizer Responsibilities
        Number of Rounds
        First-Round Pairings
        Subsequent Pairings
        Byes and Odd Number of Players
        Game Timing
        Turn Timing
        Turn Extension
        Scenario Selection
        Terrain
        Kill Box
        Starting the Game
        Game Results
        Final Standings
        Deployment
        Scenario Elements
        Starting Number
        Own
        Contest
        Control
        Dominate
        Zone
        Flag
        Objective
        Warcaster/Warlock Units
        Assassination Victory
        Scenario Victory
        1st Tiebreaker
        2nd Tiebreaker
        3rd Tiebreaker
        4th Tiebreaker
    """,
    "Steamroller 2014, appendix": """
        Using Variants
        Baselines
        X List(s) Required
        Battlegroup Only
        Characters Unrestricted
        Commander’s Crucible (X)
        Divide and Conquer (X)
        Specialists
        Theme Forces: Tier X Required
        Basic Painting Required
        Hardcore Painting Required
        X-Round Event
        Casual Time Limits
        Death Clock
        Frenzy Time Limits
        Hardcore Time Limits
        No Extensions
        No Time Limits
        Relaxed Time Limits
        Kill Box: YES
        Reinforcements
        Scenarios
        Mangled Metal
        No Assassination Victory
        No Tiebreakers
        Assassin Scoring
        Control Point Scoring
        Destruction Scoring
        Finals Tables
        Large Event Scoring
    """,
    "Steamroller 2015": """
        Player Responsibilities
        Army Lists
        Modeling and Painting
        Model Conversions
        Sportsmanship
        Event Organizer Responsibilities
        Number of Rounds
        First-Round Pairings
        Subsequent Pairings
        Byes and Odd Number of Players
        Game Timing
        Turn Timing
        Turn Extension
        Scenario Selection
        Terrain
        Kill Box
        Starting the Game
        Game Results
        Final Standings
        Deployment
        Scenario Elements
        Contest
        Control
        Dominate
        Objectives
        Assassination Victory
        Scenario Victory
        Tiebreakers
        Scenarios
        X List(s) Required
        Battlegroup Only
        Divide and Conquer (X)
        Specialists
        Theme Forces: Tier X Required
        Basic Painting Required
        Advanced Painting Required
        X-Round Event
        Relaxed Time Limits
        Casual Time Limits
        Hardcore Time Limits
        Frenzy Time Limits
        Death Clock
        No Extensions
        No Time Limits
        Battlegroup Destroyed
        No Assassination Victory
        No Tiebreakers
        Assassin Scoring
        Control Point Scoring
        Destruction Scoring
        Large Event Scoring
        Finals Tables
    """,
    "Steamroller 2017": """
        Player Responsibilities
        Army Lists
        Modeling and Painting
        Model Conversions
        Sportsmanship
        Event Organizer Responsibilities
        Number of Rounds
        First-Round Pairings
        Subsequent Pairings
        Byes and Odd Number of Players
        Tournament Timing: The Deathclock
        Scenario Selection
        Terrain
        Starting the Game
        Recording Game Results
        Final Standings
        Prizes
        Deployment
        Scenario Elements
        Starting Number
        Own
        Contesting
        Objective
        Kill Box
        Assassination Victory
        Scenario Victory
        1st Tiebreaker: Warcasters/Warlocks Remaining
        2nd Tiebreaker: Control Points
        3rd Tiebreaker: Army Points Destroyed
        4th Tiebreaker: Scenario Presence
        Armory
        Fuel Cache
        Stockpile
        Scenarios
        Battlegroup Only
        Character Restrictions
        Specialists
        Rumble
        Basic Painting Required
        Advanced Painting Required
        X-Round Event
        Cut to Top X
        Classic Turn Timing
        Classic Casual Time Limits
        Classic Frenzy Time Limits
        Classic Hardcore Time Limits
        Classic Relaxed Time Limits
        Classic No Extensions
        No Time Limits
        No Assassination Victory
        No Tiebreakers
        Assassin Scoring
        Control Point Scoring
        Destruction Scoring
        Finals Tables
        Record Sheet
    """,
    "Steamroller 2017 Rumble": """
        Game size
        Terrain
        Special Rules
        Rumble Deployment
        Victory Conditions
        No Time Limits
        Patrol
        Killing Field
        Target of Opportunity
    """,
    "Steamroller 2026": """
        Player Responsibilities
        Army Lists
        Modeling and Painting
        Sportsmanship
        Number of Rounds
        First-Round Pairings
        Subsequent Pairings
        Byes
        The Deathclock
        Interrupts
        Fixed Game Length
        Scenario Selection
        Terrain
        Starting the Game
        Table Markers
        Recording Game Results
        Deployment
        Final Standings
        Prizes
        Concession
        Kill Box
        Objectives
        Flags
        Caches
        Moved Elements
        Assassination Victory
        Scenario Victory
        1st Tiebreaker
        2nd Tiebreaker
        Cut to Top
        Fault Line
        High Stakes
        Payload
        Pressure Point
        Trench Warfare
        Two Fronts
        Wolves at Our Heels
    """,
}
FOLDERS = {
    "Steamroller 2012": "sr2012",
    "Steamroller 2014": "sr2014",
    "Steamroller 2014, appendix": "sr2014",
    "Steamroller 2015": "sr2015",
    "Steamroller 2017": "sr2017",
    "Steamroller 2017 Rumble": "sr2017",
    "Steamroller 2026": "sr2026",
}
"""The cases of each packet."""
KEYS = FOLDERS | {"Steamroller 2017 Rumble": "sr2017-rumble"}
PACKETS = {
    "sr2012": "Steamroller 2012",
    "sr2014": "Steamroller 2014, appendix",
    "sr2015": "Steamroller 2015",
    "sr2017": "Steamroller 2017",
}


def parts(text: str) -> dict[str, list[tuple[str, str, str, str]]]:
    """The lines of each packet's table: section, how and where."""
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, table = part.partition("\n")
        lines = [
            line.strip().strip("|").split(" | ")
            for line in table.splitlines()
            if line.startswith("| ")
        ]
        found[title] = [(line[0].strip(), line[1], line[2], line[3].strip()) for line in lines[1:]]
    return found


TABLES = parts(PAGE.read_text("utf-8"))


def headings(packet: str) -> list[str]:
    return [line.strip() for line in SECTIONS[packet].splitlines() if line.strip()]


def test_the_page_covers_every_packet_and_no_others() -> None:
    assert list(TABLES) == list(SECTIONS)


@pytest.mark.parametrize("packet", SECTIONS)
def test_each_section_of_a_packet_has_one_line(packet: str) -> None:
    assert [section for section, _, _, _ in TABLES[packet]] == headings(packet)


@pytest.mark.parametrize("packet", SECTIONS)
def test_each_line_gives_its_status_and_a_file_or_a_reason(packet: str) -> None:
    for section, how, where, _ in TABLES[packet]:
        assert how in HOW, section
        assert where.endswith("."), section
        files = FILE.findall(where)
        assert "``" not in where, section
        assert bool(files) is (how != "Left out"), section
        assert all((ROOT / file).is_file() for file in files), section


@pytest.mark.parametrize(("key", "title"), PACKETS.items())
def test_each_keyword_of_a_packet_has_its_line(key: str, title: str) -> None:
    names = {variant.name.replace("{X}", "X") for variant in packets()[key].variants}
    lines = set(headings(title)) | {"Scenarios"}
    assert names <= lines


def cases(packet: str) -> set[str]:
    """The first lines of a packet's cases."""
    folder = ROOT / "tests" / "engine" / "rules"
    files = [*(folder / packet).glob("*.txt"), folder / f"{packet}.txt"]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    return {line[2:].strip() for line in lines if line.startswith("# ")}


def read_lines(key: str) -> set[str]:
    """Every line of every briefing of a packet, after its heading: in each timing, with what its
    scenarios have and with what may be added to them.
    """
    packet = packets()[key]
    plain = Settings("Open", key, packet.sizes[-1], 1)
    chosen = [
        replace(plain, timing=timing.key, artifices=artifices)
        for timing in packet.timings
        for artifices in ((), (*Artifice,))
    ]
    return {
        f"{part.title}: {line}"
        for settings in chosen
        for scenario in packet.scenarios
        for part in scenario_briefing(terms_for(packet, settings, scenario.number)).parts
        for line in part.lines
    }


EDITIONS = {
    "Steamroller 2012": "SR2012",
    "Steamroller 2014": "SR2014",
    "Steamroller 2014, appendix": "SR2014",
    "Steamroller 2015": "SR2015",
    "Steamroller 2017": "SR2017",
    "Steamroller 2017 Rumble": "SR2017",
    "Steamroller 2026": "SR2026",
}
SCENARIO_GROUPS = {"Scenarios"}
"""Sections whose cases are headed by the scenarios' own names."""
PROOFS = [
    (packet, section, how, proof)
    for packet, lines in TABLES.items()
    for section, how, _, proof in lines
    if how in {"Applied", "Told"}
]


def proofs(proof: str) -> list[tuple[str, str]]:
    """The kind and the words of each proof of a line."""
    return re.findall(r"(case|read|keyword|test) [“`]([^”`]*)[”`](?:; |$)", proof)


ANOTHER_HEADING = {
    ("Steamroller 2014", "Scenario Elements"): "scenario scoring",
    ("Steamroller 2015", "Scenario Elements"): "scenario scoring",
    ("Steamroller 2026", "1st Tiebreaker"): "Assassination Victory",
    ("Steamroller 2012", "Scenario Scoring - Exceptions"): "Solos without a PC",
    ("Steamroller 2012", "Artifice: Kill Box"): "Artifice(s)",
    ("Steamroller 2012", "Artifice: Reinforcements"): "Artifice(s)",
    ("Steamroller 2017", "Scenario Victory"): "Victory Conditions",
    ("Steamroller 2017", "2nd Tiebreaker: Control Points"): "Assassination Victory",
    ("Steamroller 2017 Rumble", "Game size"): "Rumble",
    ("Steamroller 2017 Rumble", "Victory Conditions"): "Rumble Patrol",
}
"""Sections whose case stands under another heading of the packet, each read against its text."""


def significant(heading: str) -> set[str]:
    """The words of a heading by which it is known, without an ending."""
    words = re.findall(r"[a-z0-9]{3,}", heading.lower().replace("’", ""))
    return {word.rstrip("s") for word in words} - {"the", "and", "with", "without", "own"}


def test_each_case_belongs_to_the_section_it_proves() -> None:
    """By more than half of its heading, or as the table above says."""
    for packet, section, _, proof in PROOFS:
        for kind, words in proofs(proof):
            if kind != "case":
                continue
            edition, _, rest = words.partition(", ")
            heading = rest.partition(":")[0]
            assert edition == EDITIONS[packet], (packet, section, words)
            if ANOTHER_HEADING.get((packet, section)) != heading:
                ours, theirs = significant(section), significant(heading)
                alike = 2 * len(ours & theirs) > min(len(ours), len(theirs))
                assert alike or section in SCENARIO_GROUPS, (packet, section, words)


def test_every_line_that_is_applied_or_reported_has_a_proof() -> None:
    kinds = Counter((how, kind) for _, _, how, proof in PROOFS for kind, _ in proofs(proof))
    print(f"{len(PROOFS)} lines, {sum(kinds.values())} proofs: {dict(kinds)}")
    assert {*kinds} <= {
        ("Applied", "case"), ("Applied", "test"), ("Applied", "read"), ("Told", "read"),
        ("Told", "keyword"),
    }  # fmt: skip
    assert len(PROOFS) > 260
    for packet, section, how, proof in PROOFS:
        found = {kind for kind, _ in proofs(proof)}
        assert how == "Told" or found & {"case", "test"}, (packet, section)


@pytest.mark.parametrize("packet", SECTIONS)
def test_every_named_proof_exists(packet: str) -> None:
    known, read = cases(FOLDERS[packet]), read_lines(KEYS[packet])
    names = {variant.name for variant in packets()[KEYS[packet]].variants}
    of_packet = [(section, proof) for title, section, _, proof in PROOFS if title == packet]
    for section, kind, words in (
        (section, *one) for section, proof in of_packet for one in proofs(proof)
    ):
        if kind == "case":
            assert words in known, section
        elif kind == "read":
            assert any(line.startswith(words) for line in read), (section, words)
        elif kind == "keyword":
            assert words in names, section
        else:
            file, _, test = words.partition("::")
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), section
