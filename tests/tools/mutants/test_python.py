"""Changes of the code at random are changes of one place."""

import ast
import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.mutants.forks import ANSWERS, ORDERS, changed_functions
from tools.mutants.python import (
    EQUIVALENT,
    FAILED,
    PASSED,
    PYTEST,
    ROOT,
    differing_lines,
    failed_file,
    gone,
    importing,
    known_equivalent,
    mutant_at,
    places,
)

CODE = """
LIMIT = 3
TABLE = {"a": lambda number: number < 5}
SQUARES = [number * number for number in range(3)]

class Player:
    points: int = 0

    def won(self):
        return self.points > 7

def outer():
    def inner():
        return 9
    return inner
"""


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("> 7", "> 8", ["Player.won"]),
        ("< 5", "<= 5", ["<lambda>"]),
        ("return 9", "return 10", ["outer", "outer.<locals>.inner"]),
        ("LIMIT = 3", "LIMIT = 4", None),
        ("points: int = 0", "points: int = 1", None),
        ("number * number", "number // number", None),
        ("def won(self)", "def won(self, of=1)", None),
    ],
)
def test_changes_to_code_run_on_import_are_told_apart_from_changes_to_functions(
    before: str, after: str, changed: list[str] | None
) -> None:
    old, new = (compile(code, "file.py", "exec") for code in (CODE, CODE.replace(before, after, 1)))
    pairs = changed_functions(old, new)
    assert (pairs and [code.co_qualname for code, _ in pairs]) == changed


def test_a_change_is_reported_by_its_lines() -> None:
    assert differing_lines("a = 1\nb = 2\nc = 3\n", "a = 1\nb =  5\nc = 3\n") == "b = 2 => b = 5"


def test_each_change_affects_one_place_in_the_file() -> None:
    file = "app/engine/draw/dice.py"
    made = [mutant_at(*place) for place in places(file)]
    source = ast.unparse(ast.parse((ROOT / file).read_text("utf-8")))
    assert made
    assert all(mutant is not None and mutant.code != source for mutant in made)


def test_a_conditional_expression_is_changed_at_the_line_of_its_condition() -> None:
    """Its value may stand in lines of its own, which some tests do not reach."""
    file, condition = "app/engine/draw/explain.py", "question.topic is Topic.REMATCH"
    (line,) = (
        mutant.line
        for place in places(file)
        if (mutant := mutant_at(*place)) and f"if not {condition}" in mutant.words
    )
    assert condition in (ROOT / file).read_text("utf-8").splitlines()[line - 1]


def test_code_for_another_operating_system_is_not_changed() -> None:
    file = "app/store/log/file_lock.py"
    changed = [mutant.words for place in places(file) if (mutant := mutant_at(*place))]
    assert any("LOCK_EX" in words for words in changed)
    assert not any("msvcrt" in words for words in changed)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("app/engine/remarks.py", "TypeAlias"),
        ("app/engine/table/deadlines.py", "assert_never"),
        ("app/engine/frozen.py", "TYPE_CHECKING"),
        ("app/engine/subjects/act.py", "contravariant"),
    ],
)
def test_code_for_type_checkers_is_not_changed(file: str, words: str) -> None:
    source = (ROOT / file).read_text("utf-8")
    assert words in source
    changed = [mutant.words for place in places(file) if (mutant := mutant_at(*place))]
    assert changed
    assert not any(words in change for change in changed)


def test_the_tests_that_import_a_file_are_found_in_all_folders() -> None:
    apart, mine = importing("app/clock/drivers/catalog.py")
    assert "tests/clock/drivers/test_abilities.py" in mine
    assert "tests/clock/ports/test_candidates.py" in apart
    assert not {*apart} & {*mine}


def test_every_change_that_no_test_can_notice_is_in_the_code_and_has_a_reason() -> None:
    for entry in tomllib.loads(EQUIVALENT.read_text("utf-8"))["equivalent"]:
        before, _, after = entry["change"].partition(" => ")
        assert after not in {"", before}, entry
        assert entry["why"], entry
    assert gone(known_equivalent()) == []


def test_a_changed_function_is_tried_in_a_fork_of_the_tests(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    theirs, orders = os.pipe()
    answers, mine = os.pipe()
    command = (*PYTEST, "-p", "tools.mutants.forks", "tests/engine/test_text.py")
    variables = {**os.environ, ORDERS: str(theirs), ANSWERS: str(mine)}
    (changed,) = (
        place
        for place in places("app/engine/text.py")
        if (mutant := mutant_at(*place)) and mutant.words.endswith("in 'WF' else 2")
    )
    source = (ROOT / "app/engine/text.py").read_text("utf-8")
    with (
        subprocess.Popen(command, cwd=ROOT, env=variables, pass_fds=(theirs, mine)) as run,
        os.fdopen(answers) as answered,
    ):
        os.close(theirs)
        os.close(mine)
        with os.fdopen(orders, "w") as ordered:
            tests = json.loads(answered.readline())
            for place in (None, [changed[0], source, *changed[1:]]):
                order = {"place": place, "tests": tests, "seconds": 60, "state": str(state)}
                print(json.dumps(order), file=ordered, flush=True)
            results = [json.loads(answered.readline()) for _ in range(2)]
        run.wait()

    assert results == [PASSED, FAILED]
    assert failed_file(state).read_text("utf-8").startswith("tests/engine/test_text.py::test_")
