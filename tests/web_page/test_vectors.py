"""The clock and the rules give the same in Python and in a browser's JavaScript."""

import json

import pytest

from tests.vectors import make
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer

pytestmark = pytest.mark.long

NAMES = ("clock", "games", "presses", "losses", "maps", "wall")


def test_the_stored_vectors_match_the_engine() -> None:
    for name, text in make.files().items():
        is_same = (make.HERE / name).read_text(encoding="utf-8") == text  # millions of letters
        assert is_same, f"{name} is old: python -m tests.vectors.make, and read the difference"


def test_there_are_hundreds_of_cases_with_names_of_their_own() -> None:
    for name in NAMES:
        cases = json.loads((make.HERE / f"{name}.json").read_text(encoding="utf-8"))["cases"]
        names = [case["name"] for case in cases]
        assert len(set(names)) == len(names)
        assert len(names) >= (300 if name == "games" else 20)


def test_every_rule_of_the_deathclock_has_a_case_that_an_organizer_can_read() -> None:
    cases = json.loads((make.HERE / "games.json").read_text(encoding="utf-8"))["cases"]
    notice = " ".join(case["name"] for case in cases)
    for rule in (
        "deployment", "minimum turn", "interrupts", "pause", "expected end", "adjust",
        "scenario win ends the turn", "clock out saved", "clock out disputed", "clock out lose",
        "clock out last turn", "clock out warn", "clock out in an interrupt", "late marks",
        "gap counted", "gap ignored", "time called", "kill box", "concession", "both casters",
    ):  # fmt: skip
        assert f"{rule}: table 1" in notice, rule


@pytest.mark.parametrize("name", NAMES)
def test_javascript_gives_the_same_results_as_the_vectors(
    browser: Browser, server: FakeServer, name: str
) -> None:
    where = "wall.html" if name == "wall" else "vectors/run.js"
    page = browser.open(f"http://127.0.0.1:{server.port}/{where}")
    count, differs = page.do(f"import('/vectors/run.js').then((run) => run.runFile('{name}'))")
    page.close()
    assert count > 20
    assert differs == {}
