"""The tests on Windows' own Python are left out, with the reason, where they cannot be run."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from tools.environment import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Wine is tried on Linux")

HOLDER = """
import sys
from pathlib import Path
from tools.windows.setup import Place
Place(Path(sys.argv[1])).take()
print("taken", flush=True)
sys.stdin.read()
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Windows is kept, of a user who may become root."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(dev, "administrator", list)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return tmp_path / "flagfall-windows"


def set_up(folder: Path) -> None:
    """Leave what a set-up by today's recipes leaves."""
    from tools.windows.setup import STEPS

    folder.mkdir()
    for step, (recipe, _) in STEPS.items():
        (folder / f"{step}.done").write_text(recipe, "utf-8")


def test_the_windows_trial_is_skipped_if_it_was_never_set_up(folder: Path) -> None:
    assert "python3 dev.py windows sets it up" in dev.no_windows()
    assert dev.small_part_on_windows() == ""
    assert not folder.exists()


def test_the_windows_trial_is_skipped_if_set_up_for_other_libraries(folder: Path) -> None:
    set_up(folder)
    assert dev.no_windows() == ""
    (folder / "libraries.done").write_text("other ones", "utf-8")
    assert "python3 dev.py windows sets it up" in dev.no_windows()


def test_the_tests_do_not_wait_for_another_windows_trial(folder: Path) -> None:
    set_up(folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "taken\n"
        assert dev.no_windows() == "another trial runs"
        other.communicate("")
    assert dev.no_windows() == ""


def test_a_picture_is_taken_once_all_is_drawn_even_with_a_blinking_text_cursor() -> None:
    from tools.windows.installation import is_steady

    still, blinking = [b"a"] * 4, [b"on", b"off", b"off", b"on", b"on", b"off", b"off"]
    assert is_steady([b"half drawn", *still])
    assert is_steady([b"half drawn", *blinking])
    assert not is_steady([])
    assert not is_steady(still[:3])
    assert not is_steady([*still, b"another window"])
    assert not is_steady([b"%d" % part for part in range(20)])


def test_an_installation_is_whole_only_with_the_very_files_that_were_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools.windows import installation
    from tools.windows.installation import FOLDER, Failed, demand_whole
    from tools.windows.machine import Machine
    from tools.windows.setup import Place

    machine = Machine(Place(tmp_path), "")
    monkeypatch.setattr(installation, "try_itself", lambda _machine: "")
    for root in (machine.checkout / "dist/flagfall", machine.path(FOLDER)):
        (root / "docs").mkdir(parents=True)
        (root / "flagfall.exe").write_bytes(b"new")
        (root / "docs/guide.html").write_bytes(b"new")
    (machine.path(FOLDER) / "unins000.exe").write_bytes(b"the removal")
    demand_whole(machine)
    guide = machine.path(FOLDER) / "docs/guide.html"
    guide.write_bytes(b"old")  # an update left it as it was
    with pytest.raises(Failed, match=r"1 files are not as built: docs/guide\.html"):
        demand_whole(machine)
    guide.rename(guide.with_name("older.html"))
    with pytest.raises(Failed, match="1 files are missing, 1 too many"):
        demand_whole(machine)


def test_a_program_runs_until_its_process_has_ended(tmp_path: Path) -> None:
    from tools.windows.installation import is_running

    assert not is_running("flagfall.exe", tmp_path)
    process = tmp_path / "12"
    process.mkdir()
    (process / "cmdline").write_bytes(b"C:\\Flagfall test\\flagfall.exe\0C:\\Cup.flagfall\0")
    (tmp_path / "13").mkdir()  # ended while it was looked at
    assert is_running("flagfall.exe", tmp_path)
    assert not is_running("python.exe", tmp_path)
    (process / "cmdline").write_bytes(b"taskkill\0/im\0flagfall.exe\0")
    assert not is_running("flagfall.exe", tmp_path)
