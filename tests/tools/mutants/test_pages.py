"""Changes of the pages at random are changes of code, each at one place."""

import difflib

from tests.web_page.fake_server import WEB
from tools.mutants.pages import mutants


def test_each_change_affects_one_place_in_the_code() -> None:
    name = "clock/deathclock.js"
    code = (WEB / name).read_text("utf-8")
    made = mutants([name])

    assert len({mutant.code for mutant in made}) == len(made) > 20
    for mutant in made:
        lines = list(difflib.ndiff(code.splitlines(), mutant.code.splitlines()))
        changed = [line for line in lines if line.startswith("- ")]
        assert len(changed) == 1
        assert not changed[0].strip("- ").startswith(("//", "*", "/**", "import"))


def test_the_same_file_gives_the_same_changes() -> None:
    assert mutants(["table/verdict.js"]) == mutants(["table/verdict.js"])
