"""Every case in `rules` goes as it is told; each begins with its packet and section."""

import re
from pathlib import Path

import pytest

from app.store.packets.files import packets
from tests.engine.event_script import EventScript
from tests.engine.script import Script

RULES = Path(__file__).parents[1] / "rules"
PACKETS = ("sr2012", "sr2014", "sr2015", "sr2017", "sr2026")


def _packet(path: Path) -> str:
    return path.stem if path.parent == RULES else path.parent.name


def _cases(path: Path) -> list[tuple[str, str]]:
    texts = path.read_text(encoding="utf-8").split("\n\n")
    return [(_packet(path), case.strip()) for case in texts]


FILES = sorted(RULES.rglob("*.txt"))
CASES = [case for path in FILES for case in _cases(path)]


MANY = {"army-points", "lists", "scoring", "standings", "endings"}
"""Of these there are so many cases that coverage does not measure them; others reach as much."""


def _name(case: tuple[str, str]) -> str:
    return case[1].splitlines()[0].lstrip("# ")


PARAMETERS = [
    pytest.param(*case, id=_name(case), marks=[pytest.mark.long] if path.stem in MANY else [])
    for path in FILES
    for case in _cases(path)
]


@pytest.mark.parametrize(("stem", "case"), PARAMETERS)
def test_every_rule_holds_in_its_test_case(stem: str, case: str) -> None:
    assert re.match(rf"# {stem.upper()}, [^:]+: \S|# {stem.upper()}, the EO", case)
    of_a_game = re.search(r"^\d+:\d\d ", case, re.MULTILINE)
    (Script(case) if of_a_game else EventScript(case)).play()


@pytest.mark.parametrize("packet", PACKETS)
def test_each_packet_has_at_least_40_cases_from_its_text_alone(packet: str) -> None:
    """Those in its folder were written without the program's code."""
    folder = RULES / packet
    cases = [path.read_text(encoding="utf-8").count("\n\n") + 1 for path in folder.glob("*.txt")]
    assert sum(cases) >= 40


def test_no_two_test_cases_have_the_same_name() -> None:
    names = [_name(case) for case in CASES]
    assert len(set(names)) == len(names)


def test_every_scenario_of_every_packet_is_scored_in_a_case() -> None:
    told = {
        (re.search(r"^packet (.*)$", case, re.M), re.search(r"^scenario (.*)$", case, re.M))
        for _, case in CASES
    }
    names = {
        (packet[1] if packet else "sr2017", scenario[1]) for packet, scenario in told if scenario
    }
    every = {
        (key, scenario.name) for key, packet in packets().items() for scenario in packet.scenarios
    }
    assert every <= names
