"""The table of models that a laptop keeps between events."""

from pathlib import Path

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Known, Model
from app.store.errors import StoreError
from app.store.known_models import (
    join_models,
    keep_models,
    known_models,
    list_model_names,
    models_file,
    models_text,
    read_models_file,
    remember_models,
    with_answers,
    write_models_file,
)

LISTS = (
    ArmyList((ArmyRow("Doom Reavers", Kind.UNIT, 6, 6), ArmyRow("Gorman", Kind.SOLO, 2))),
    ArmyList((ArmyRow("Asked", Kind.SOLO, 2, otherwise=Kind.UNIT),)),
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))


def test_models_in_lists_are_kept_once_and_the_organizers_lines_stay() -> None:
    assert known_models() == {}
    for _ in range(2):
        remember_models(LISTS, list_model_names(LISTS))
    text = models_file().read_text("utf-8")
    assert text == "Doom Reavers: unit of 6\nGorman: solo\n"
    models_file().write_text(f"# ours\n{text}Rangers: unit of 5\n", "utf-8")
    remember_models((ArmyList((ArmyRow("Eiryss", Kind.SOLO, 3),)),), {"eiryss": "Eiryss"})
    assert models_file().read_text("utf-8").endswith("Rangers: unit of 5\nEiryss: solo\n")
    assert known_models()["rangers"] == Known(Kind.UNIT, 5)


def test_a_line_that_already_says_what_the_lists_say_is_left_unchanged() -> None:
    written = "gorman :  Solo\nDoom Reavers: unit of 6\n"
    keep_models(written)
    remember_models(LISTS, list_model_names(LISTS))
    assert models_text() == written


def test_an_unreadable_or_unwritable_table_does_not_stop_lists_from_being_read(
    tmp_path: Path,
) -> None:
    models_file().parent.mkdir()
    models_file().mkdir()
    remember_models(LISTS, list_model_names(LISTS))
    assert known_models() == {}
    with pytest.raises(StoreError, match="models"):
        models_text()
    with pytest.raises(StoreError, match="models"):
        keep_models("Gorman: solo\n")


def test_the_organizers_line_overrides_a_list_but_a_missing_size_is_added() -> None:
    keep_models("Doom Reavers: unit of 5\nGorman: solo\nRangers: unit\n")
    lists = (
        ArmyList((ArmyRow("Doom Reavers", Kind.UNIT, 6, 6), ArmyRow("Gorman", Kind.UNIT, 2, 2))),
        ArmyList((ArmyRow("Rangers", Kind.UNIT, 6, 6),)),
    )
    remember_models(lists, list_model_names(lists))
    assert models_text() == "Doom Reavers: unit of 5\nGorman: solo\nRangers: unit of 6\n"


def test_a_new_answer_replaces_the_earlier_one_and_comments_stay() -> None:
    text = "# ours\nDoom Reavers: unit of 5\nGorman: solo"
    answers = (Model("DOOM Reavers", Kind.UNIT, 6), Model("Eiryss", Kind.SOLO))
    assert with_answers(text, answers) == (
        "# ours\nGorman: solo\nDOOM Reavers: unit of 6\nEiryss: solo\n"
    )


def test_a_shared_table_adds_only_models_missing_here(tmp_path: Path) -> None:
    shared = tmp_path / "theirs.txt"
    write_models_file(shared, "Gorman: unit of 3\n\n# theirs\nEiryss: solo\n")
    joined = join_models("Gorman: solo", read_models_file(shared))
    assert joined == "Gorman: solo\nEiryss: solo\n"
    with pytest.raises(StoreError):
        write_models_file(tmp_path, "Gorman: solo\n")


def test_a_table_in_windows_encoding_is_read(tmp_path: Path) -> None:
    shared = tmp_path / "theirs.txt"
    shared.write_bytes("Jäger: unit of 5\n".encode("cp1252"))
    assert read_models_file(shared) == "Jäger: unit of 5\n"


@pytest.mark.parametrize("content", [b"Dear all\n", b"", b"PK\x03\x04"])
def test_a_file_that_is_no_table_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "letter.txt"
    other.write_bytes(content)
    with pytest.raises(StoreError, match=r"letter\.txt"):
        read_models_file(other)
    with pytest.raises(StoreError, match="gone"):
        read_models_file(tmp_path / "gone.txt")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_table_saved_by_any_editor_is_read_and_added_to(encoding: str) -> None:
    models_file().parent.mkdir()
    models_file().write_text("Jäger: unit of 5\n", encoding)
    assert known_models() == {"jager": Known(Kind.UNIT, 5)}
    remember_models(LISTS, list_model_names(LISTS))
    assert models_text().startswith("Jäger: unit of 5\nDoom Reavers: unit of 6\n")


def test_a_table_from_which_everything_was_deleted_is_empty() -> None:
    models_file().parent.mkdir()
    models_file().write_text("\n", "utf-8")
    assert models_text() == ""
    assert known_models() == {}


def test_a_table_is_saved_even_if_its_folder_does_not_exist_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "new" / "computer"))
    keep_models("Gorman: solo\n")
    assert known_models() == {"gorman": Known(Kind.SOLO)}
