"""Every command on a file or a folder that the user may not open: one sentence, no traceback."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.__main__ import main
from app.headless.cli.command_line import COMMANDS
from app.web.server.certificate import write_pair
from tests.events import Event
from tests.store.powers import closed_to_us, folder_for_all, powerless
from tools.simulation.__main__ import main as simulation

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")

FILE, OWN = "{theirs}/Cup.flagfall", "{own}/Own.flagfall"
READ = (
    f"replay {FILE}",
    f"standings {FILE}",
    f"verify {FILE}",
    f"check {FILE}",
    f"copy {FILE} {{own}}/New.flagfall",
    f"repair {FILE}",
    f"repair {OWN} --with {FILE} -o {{own}}/New.flagfall",
    f"restore {FILE} --to {{own}}/New.flagfall",
    f"export {FILE}",
    f"export {FILE} --as page",
    f"import {FILE} -o {{own}}/New.flagfall",
    f"clock-log {FILE}",
    "season {theirs}",
)
WRITE = (
    f"copy {OWN} {{theirs}}/New.flagfall",
    f"repair {OWN} -o {{theirs}}/New.flagfall",
    f"restore {OWN} --to {{theirs}}/New.flagfall",
    f"export {OWN} -o {{theirs}}/New.json",
    "import {own}/Own.json -o {theirs}/New.flagfall",
    "certificate {theirs} localhost",
    "season {own} --page {theirs}/New.html",
    "season {own} --tables {theirs}/New.zip",
    f"web {FILE}",
)


FROM_THE_SOURCE = (
    "simulate --players 2 --rounds 1 -o {theirs}/New.flagfall",
    "generate --events 1 --fewest 4 --most 4 -o {theirs}",
    "generate --events 1 --fewest 4 --most 4 -o {theirs}/a/b",
)
"""Commands of a checkout alone."""


@pytest.fixture(scope="module", autouse=True)
def _certificates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load what makes them: a Python in its user's own folder is closed to others as well."""
    write_pair(tmp_path_factory.mktemp("data"), ["localhost"])
    assert COMMANDS["web"](["--help"]) == 0


@pytest.fixture
def own() -> Iterator[Path]:
    """A folder of our own with an event and its export, and somebody else's folder in it."""
    with folder_for_all() as folder:
        with powerless():
            event = Event(folder / "Own.flagfall")
            event.register(2)
            event.close()
            assert main(["export", str(event.path), "-o", str(folder / "Own.json")]) == 0
        theirs = folder / "theirs"
        theirs.mkdir(mode=0o777)
        shutil.copy(folder / "Own.flagfall", theirs / "Cup.flagfall")
        yield folder


def test_every_command_that_takes_a_file_is_tested_here() -> None:
    tried = {line.split()[0] for line in (*READ, *WRITE)}
    assert tried | {"events", "roles", "stations"} == {*COMMANDS}


@pytest.mark.parametrize("line", [*READ, *WRITE, *FROM_THE_SOURCE])
def test_each_command_reports_a_closed_folder(
    own: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = simulation if line in FROM_THE_SOURCE else main
    capsys.readouterr()
    with closed_to_us(own / "theirs"):
        status = run(line.format(own=own, theirs=own / "theirs").split())
    (words,) = capsys.readouterr().err.splitlines()
    assert status == 2
    assert f"not allowed to open the folder {own / 'theirs'}. Change" in words or denied(words)
    assert not (own / "New.flagfall").exists()
    assert [file.name for file in (own / "theirs").iterdir()] == ["Cup.flagfall"]


@pytest.mark.parametrize("line", READ)
def test_each_command_reports_an_unreadable_file(
    own: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    with closed_to_us(own / "theirs" / "Cup.flagfall"):
        status = main(line.format(own=own, theirs=own / "theirs").split())
    (words,) = capsys.readouterr().err.splitlines()
    assert status == 2
    assert "not allowed to open Cup.flagfall. Change its permissions" in words or denied(words)
    assert not (own / "New.flagfall").exists()


def denied(said: str) -> bool:
    """Of a file that is read as it is, or made, the sentence names the file."""
    return said.startswith("Cup.flagfall cannot be read: Permission denied.") or (
        said.endswith("/theirs/server.key was not made: Permission denied.")
    )
