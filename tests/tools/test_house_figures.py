"""What `python -m tools.house_figures` counts, on a program of two modules."""

from pathlib import Path

import pytest

from tools.house_figures import (
    FIGURES,
    ROOT,
    Sources,
    acts,
    differing,
    lines_by_folder,
    list_bare_participles,
    list_docstrings_at_odds,
    list_docstrings_without_verb,
    table,
)

FIRST = '''"""The first module."""

import os
from pathlib import (
    Path,
)


def marked(path: Path) -> str:
    """What was marked."""
    return os.fspath(path)


class Line:
    def read(self) -> None:
        """Read it."""
'''
SECOND = '''"""The second."""


def read_line() -> None:
    """Read a line."""


class Line:
    pass
'''


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    for name, text in {"first.py": FIRST, "second/line.py": SECOND}.items():
        file = tmp_path / "app" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text, "utf-8")
    return Sources(tmp_path)


@pytest.fixture(scope="module")
def program() -> Sources:
    """Return all sources of the program, which take seconds to read."""
    return Sources(ROOT)


@pytest.fixture(scope="module")
def own_tools() -> Sources:
    """Return the sources of what checks, measures and builds the program."""
    return Sources(ROOT, "tools", "benchmarks", "dev.py")


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("files, lines of app", "2, 25"),
        ("import lines", "16.0 % (4 of 25)"),
        ("docstrings of functions that begin with no verb", "33.3 % (1 of 3)"),
        ("module functions that are one bare participle", "1 of 2"),
        ("public names in more than one module", "1 (0 functions, 1 classes)"),
        ("fullest folder", "1 (app)"),
    ],
)
def test_each_figure_is_derived_from_the_sources(sources: Sources, figure: str, said: str) -> None:
    assert FIGURES[figure](sources) == said


def test_lines_are_counted_for_a_folder_and_its_parents(sources: Sources) -> None:
    assert lines_by_folder(sources) == {"app": "25", "app/second": "9"}


def test_a_commit_without_a_folder_shows_a_dash_for_it() -> None:
    written = table({"before": {"app": "1"}, "now": {"app": "2", "app/new": "1"}})
    assert written.splitlines()[-1] == "| app/new | – | 1 |"


def test_user_acts_are_shown_by_count_and_added_or_removed_ones_by_name(
    program: Sources,
) -> None:
    now = acts(program)
    assert now["rows of an event: player_warned"] == "yes"
    before = {**now, "sheets": "1", "sheets: scrolls": "yes"}
    del before["sheets: pairings"]
    shown = differing({"before": before, "now": now})
    assert shown["before"]["sheets"] == "1"
    assert [name for name in shown["before"] if ": " in name] == ["sheets: scrolls"]
    assert [name for name in shown["now"] if ": " in name] == ["sheets: pairings"]


def test_no_function_of_the_program_is_named_with_a_lone_participle(program: Sources) -> None:
    found = list_bare_participles(program)
    assert found == [], "Name it by what it does: `read_roster`, `is_paired`."


@pytest.mark.parametrize("sources", ["program", "own_tools"])
def test_every_docstring_outside_tests_begins_with_a_verb(
    sources: str, request: pytest.FixtureRequest
) -> None:
    found = list_docstrings_without_verb(request.getfixturevalue(sources))
    assert found == [], "Begin with a verb: “Return the …”, “Tell whether …”."


@pytest.mark.parametrize("sources", ["program", "own_tools"])
def test_no_docstring_outside_tests_promises_a_value_of_the_wrong_type(
    sources: str, request: pytest.FixtureRequest
) -> None:
    found = list_docstrings_at_odds(request.getfixturevalue(sources))
    assert found == [], "“Tell whether …” of a bool, and no “Return …” where nothing is returned."


@pytest.mark.parametrize(
    "docstring",
    ["The field.", "A button or a tab.", "They come late.", "Whether it is open.", "“No” is it."],
)
def test_a_docstring_that_is_no_sentence_is_named(tmp_path: Path, docstring: str) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "day.py").write_text(
        f'def find():\n    """{docstring}"""\n'
        'def press():\n    """Press a button."""\n'
        '@cached_property\ndef table():\n    """The table with the clock."""\n',
        "utf-8",
    )
    assert list_docstrings_without_verb(Sources(tmp_path, "tools")) == [
        f"tools/day.py: {docstring}"
    ]


def test_a_docstring_that_promises_a_value_of_the_wrong_type_is_named(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "port.py").write_text(
        'def is_same() -> bool:\n    """Return the device is there."""\n'
        'def is_there() -> bool:\n    """Tell whether the device is there."""\n'
        'def wait() -> "Future[None]":\n    """Return the organizer waits."""\n'
        'def find() -> int:\n    """Return the first."""\n',
        "utf-8",
    )
    assert list_docstrings_at_odds(Sources(tmp_path)) == [
        "app/port.py: Return the device is there.",
        "app/port.py: Return the organizer waits.",
    ]


def test_participle_names_and_verbless_docstrings_are_listed_with_their_files(
    sources: Sources,
) -> None:
    assert list_bare_participles(sources) == ["app/first.py: marked"]
    assert list_docstrings_without_verb(sources) == ["app/first.py: What was marked."]
