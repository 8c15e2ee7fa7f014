"""Every case in `rules` goes as it is told; each begins with its packet and section."""

import re
from pathlib import Path

import pytest

from app.store.packets.files import packets
from tests.engine.script import Script

FILES = sorted((Path(__file__).parents[1] / "rules").glob("*.txt"))
CASES = [
    (path.stem, case.strip())
    for path in FILES
    for case in path.read_text(encoding="utf-8").split("\n\n")
]


def _name(case: tuple[str, str]) -> str:
    return case[1].splitlines()[0].lstrip("# ")


@pytest.mark.parametrize(("stem", "case"), CASES, ids=map(_name, CASES))
def test_the_rule_holds(stem: str, case: str) -> None:
    assert re.match(rf"# {stem.upper()}, [^:]+: \S|# {stem.upper()}, the EO", case)
    Script(case).play()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_packet_has_at_least_25_cases(path: Path) -> None:
    assert sum(stem == path.stem for stem, _ in CASES) >= 25


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
