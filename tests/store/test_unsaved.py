"""The list of what could not be saved is kept where that can be written."""

from pathlib import Path

import pytest

from app.store.unsaved import keep_list

LINES = ["14:03:07  Table 7: Anna calls a judge", "14:03:09  Table 7: Ben calls a judge"]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    return tmp_path


def test_each_list_of_unsaved_taps_has_its_own_file(own: Path) -> None:
    first, second = keep_list(LINES, "Cup"), keep_list(LINES[:1], "Cup")
    assert first is not None
    assert second is not None
    assert first.parent == own / "unsaved"
    assert first.read_text("utf-8").splitlines() == LINES
    assert second.read_text("utf-8").splitlines() == LINES[:1]


def test_where_nothing_can_be_written_there_is_no_file(own: Path) -> None:
    (own / "unsaved").write_text("a file where the folder would be", "utf-8")
    assert keep_list(LINES, "Cup") is None


def test_a_list_is_saved_even_if_its_folder_does_not_exist_yet(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(own / "new" / "computer"))
    file = keep_list(LINES, "Cup")
    assert file is not None
    assert file.read_text("utf-8").splitlines() == LINES
