"""File names that every system takes."""

from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.file_names import file_stem, fitting, shortened_stem
from app.store.log.event_log import create


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Round 3: Łódź / Open?", "Round 3- Łódź - Open-"),
        (" ..\\..\\etc ", "-..-etc"),
        ("a\nb\tc", "a-b-c"),
        ("???", "-"),
        (" . ", ""),
        ("x" * 200, "x" * 120),
    ],
)
def test_characters_not_allowed_in_file_names_are_left_out(text: str, stem: str) -> None:
    assert file_stem(text) == stem


@pytest.mark.parametrize("name", ["Nul", "con", "COM7", "lpt1", "Aux.2026", "COM¹", "nul "])
def test_a_name_windows_reserves_for_a_device_is_changed_or_refused(
    tmp_path: Path, name: str
) -> None:
    assert file_stem(name) == f"-{name.strip()}"
    with pytest.raises(StoreError, match=r"for a device\. Choose another name"):
        create(tmp_path / f"{name}.flagfall")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["Nulls", "Concord", "COM17 Cup", "Com", "Auxiliary"])
def test_a_name_that_only_begins_like_a_device_name_is_kept(tmp_path: Path, name: str) -> None:
    assert file_stem(name) == name
    create(tmp_path / f"{name}.flagfall").close()
    assert (tmp_path / f"{name}.flagfall").is_file()


@pytest.mark.parametrize(
    ("text", "most", "stem"),
    [("abc", 3, "abc"), ("abc", 2, "ab"), ("aé", 3, "aé"), ("aé", 2, "a"), ("日本", 5, "日")],
)
def test_shortening_a_name_splits_no_letter(text: str, most: int, stem: str) -> None:
    assert shortened_stem(text, most) == stem


def test_a_long_name_keeps_its_end(tmp_path: Path) -> None:
    end = "restoring 2026-11-22 14-05-00".rjust(40, "!")
    fits = tmp_path / ("x" * (255 - 9 - 16 - 40) + end + ".flagfall")
    assert fitting(fits) == fits
    longer = tmp_path / ("x" * (255 - 9 - 16 - 39) + end + ".flagfall")
    assert fitting(longer) == fits
