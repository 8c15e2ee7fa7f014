"""File names that every system takes."""

import pytest

from app.store.file_names import file_stem


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
def test_what_a_file_may_not_be_called_is_left_out(text: str, stem: str) -> None:
    assert file_stem(text) == stem
