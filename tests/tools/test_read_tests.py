"""Parts of the tests run in forks of a process that has read the tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.read_tests import ReadTests

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it takes in orphans as Linux does")

TESTS = """
import os, subprocess, sys, tempfile

from hypothesis import given, settings
from hypothesis.strategies import integers, lists

from tools import run_counted

READ_BY = os.getpid()

def test_it_was_read_before():
    assert os.getpid() != READ_BY

@settings(derandomize=True, database=None)
@given(lists(integers()))
def draw(numbers):
    pass

def test_what_hypothesis_collects_from_sources_was_collected_before():
    opened = set()
    sys.addaudithook(lambda event, about: opened.add(about[0]) if event == "open" else None)
    draw()
    assert run_counted.__file__ not in opened

def test_files_are_where_the_order_says():
    assert tempfile.gettempdir() == os.environ["TMPDIR"]

def test_no_order_leaves_anything_to_the_next():
    assert "GIVEN" not in os.environ
    os.environ["GIVEN"] = "here"

def test_a_program_outlives_it():
    busy = "import time\\nwhile time.process_time() < 0.5: pass"
    subprocess.Popen([sys.executable, "-c", busy])
"""
PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:pytest-qt")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("read") / "test_parts.py"
    made.write_text(TESTS, "utf-8")
    return made


@pytest.fixture(scope="module")
def read(file: Path) -> Iterator[ReadTests]:
    made = ReadTests(str(file), "-p", "no:pytest-qt")
    yield made
    made.close()


def test_each_part_gets_its_own_variables_and_leaves_none_behind(
    read: ReadTests, file: Path, tmp_path: Path
) -> None:
    for place in (file.parent, tmp_path):
        done, _ = read.run([*PYTEST, f"{file}", "-k", "not outlives"], {"TMPDIR": f"{place}"})
        assert done.returncode == 0, done.stdout
        assert "4 passed, 1 deselected" in done.stdout


def test_a_process_that_outlives_a_part_is_counted_with_it(read: ReadTests, file: Path) -> None:
    _, quick_s = read.run([*PYTEST, f"{file}", "-k", "read_before"], {})
    done, computed_s = read.run([*PYTEST, f"{file}", "-k", "outlives"], {})
    assert done.returncode == 0, done.stdout
    assert computed_s > quick_s + 0.4


def test_a_failing_part_reports_how_it_failed(read: ReadTests, file: Path) -> None:
    done, _ = read.run([*PYTEST, f"{file}", "-k", "nothing"], {})
    assert (done.returncode, "5 deselected" in done.stdout) == (5, True)
