"""Files that another program holds. On Linux the system's calls are made to answer as Windows' do;
on Windows another process holds the file.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from app.engine.acts.players import PlayerWarned
from app.engine.packet.scenario import Area
from app.store import sharing
from app.store.errors import StoreError
from app.store.known_models import known_models, models_file
from app.store.log.event_log import create, open_log
from app.store.os_errors import os_sentence
from app.store.own_folder import FOLDER
from app.store.packets.places import keep_places, own_places, places_file
from app.store.preferences import Preferences, load_preferences, save_preferences
from app.store.whole_file import write_whole_file
from tests.store.of_windows import (
    ACCESS_DENIED,
    SHARING_VIOLATION,
    OfWindows,
    held_from_reading,
)
from tools.faults.held import CASES, Case, faults, held, played

on_windows = pytest.mark.skipif(sys.platform != "win32", reason="Windows' rules of sharing")

CIRCLE = Area(Decimal(24), Decimal(24), Decimal(12), circle=True)
APP = Path(sharing.__file__).parents[1]
READ_ONLY, NOTHING = 1, 0
"""What the holder lets others do: as Excel does, or a scanner."""


def held_for(times: int, real: Callable[..., None], number: int) -> Callable[..., None]:
    """Return a call of the system that fails so many times."""
    left = [times]

    def call(file: str | Path, *rest: str | Path) -> None:
        if left[0]:
            left[0] -= 1
            raise OfWindows(number, os.fspath(file))
        real(file, *rest)

    return call


def acts_on_files(text: str) -> Iterator[str]:
    """Yield what replaces, renames or removes a file. Text is replaced by two arguments, a field by
    its name.
    """
    if not any(f".{name}(" in text for name in ("replace", "rename", "remove", "unlink")):
        return  # to parse all files of the program takes seconds
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            called, is_os = node.func.attr, ast.unparse(node.func.value) == "os"
            is_one = len(node.args) == 1 and not node.keywords
            if (
                called == "unlink"
                or (is_one and called in {"replace", "rename"})
                or (is_os and called in {"replace", "rename", "remove"})
            ):
                yield ast.unparse(node)


def test_all_code_replaces_and_removes_files_with_retries() -> None:
    """The log of acts that wait replaces acts, and Windows has no links of pseudo-terminals."""
    others = {APP / "store/sharing.py", APP / "emulators/lines/pty_line.py"}
    found = [
        f"{file.relative_to(APP)}: {act}"
        for file in sorted(APP.rglob("*.py"))
        if file not in others
        for act in acts_on_files(file.read_text("utf-8"))
        if not act.startswith("self._waiting.replace(")
    ]
    assert found == []


@pytest.mark.parametrize("number", [SHARING_VIOLATION, ACCESS_DENIED])
def test_a_file_released_within_a_second_is_replaced_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    file = tmp_path / "Cup.csv"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", held_for(3, os.replace, number))
    write_whole_file(file, b"new")
    assert file.read_bytes() == b"new"
    monkeypatch.setattr(os, "unlink", held_for(3, os.unlink, number))
    sharing.remove_file(file)
    assert not [*tmp_path.iterdir()]


def test_preferences_are_saved_once_another_program_releases_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "preferences.json"
    monkeypatch.setattr(os, "replace", held_for(2, os.replace, ACCESS_DENIED))
    save_preferences(Preferences(zoom=125), file)
    assert load_preferences(file).zoom == 125


def test_a_file_that_stays_locked_is_named_and_left_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "Cup.csv"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", held_for(99, os.replace, SHARING_VIOLATION))
    with pytest.raises(PermissionError) as refused:
        write_whole_file(file, b"new")
    assert "is in use by another program. Close it" in os_sentence(file, refused.value)
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_preferences_that_stay_locked_are_not_saved_and_the_sentence_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "preferences.json"
    monkeypatch.setattr(os, "replace", held_for(99, os.replace, SHARING_VIOLATION))
    with pytest.raises(StoreError) as refused:
        save_preferences(Preferences(zoom=125), file)
    assert str(refused.value) == (
        f"The preferences were not saved: another program has the file open ({file})."
    )


def test_another_error_is_raised_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sharing.replace(tmp_path / "gone", tmp_path / "there")


def test_an_event_released_within_a_second_is_opened(event_file: Path) -> None:
    with create(event_file) as log:
        log.append([PlayerWarned(1, 1, "late")], at_ms=0, station="desk", actor="EO")
    with held_from_reading(event_file, times=3), open_log(event_file) as log:
        assert log.last_seq == 1


@pytest.mark.parametrize("times", [3, 99])
def test_places_that_another_program_holds_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    keep_places("sr2017", 1, {"zone-1": CIRCLE})
    with held_from_reading(places_file(), times):
        keep_places("sr2017", 2, {"zone-1": CIRCLE})
    assert own_places()["sr2017"].keys() == ({"1", "2"} if times == 3 else {"1"})
    with held_from_reading(places_file()):
        assert own_places() == {}


def test_models_released_within_a_second_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    models_file().parent.mkdir()
    models_file().write_text("Doom Reavers: unit of 6\n", "utf-8")
    with held_from_reading(models_file(), times=3):
        assert [model.models for model in known_models().values()] == [6]


@on_windows
@pytest.mark.parametrize("shares", [READ_ONLY, NOTHING])
def test_an_export_over_a_locked_file_names_the_file(tmp_path: Path, shares: int) -> None:
    file = tmp_path / "Cup.csv"
    file.write_bytes(b"old")
    with held(file, shares):
        with pytest.raises(PermissionError) as refused:
            write_whole_file(file, b"new")
        assert os_sentence(file, refused.value).startswith("Cup.csv is in use by another program.")
    assert file.read_bytes() == b"old"
    write_whole_file(file, b"new")
    assert file.read_bytes() == b"new"


@on_windows
def test_an_export_is_written_once_the_file_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "Cup.csv"
    file.write_bytes(b"old")
    real = os.replace
    with held(file, READ_ONLY) as let_go:

        def replace(source: str, to: str) -> None:
            try:
                real(source, to)
            except PermissionError:
                let_go()
                raise

        monkeypatch.setattr(os, "replace", replace)
        write_whole_file(file, b"new")
    assert file.read_bytes() == b"new"


@on_windows
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_locked_event_file_costs_no_row_and_is_reported_once(tmp_path: Path, case: Case) -> None:
    assert not [*faults(case, played(case, tmp_path))]
