import pytest

from app.engine.text import either, in_order, name_order, plain

NAMES = [
    "Ærø", "Alva", "amélie", "Đorđe", "Łucja", "Lucy", "Ole", "Øyvind", "Þór", "Weiß", "Weisz",
    "Zora", "Żaneta",
]  # fmt: skip


def test_accents_and_strokes_do_not_move_a_name() -> None:
    read = "Ærø Alva amélie Đorđe Łucja Lucy Ole Øyvind Þór Weiß Weisz Żaneta Zora"
    assert " ".join(sorted(NAMES, key=name_order)) == read


def test_names_that_read_alike_keep_one_order() -> None:
    assert sorted(["Ána", "Ana", "ANA"], key=name_order)[-1] == "Ána"
    assert name_order("ANA") == name_order("Ana") != name_order("Ána")


def test_letters_are_plain_however_they_were_typed() -> None:
    assert plain("Zoë") == plain("Zoe\u0308") == "zoe"
    assert plain("Ǿ") == "o"


def test_other_scripts_stay_as_they_are() -> None:
    assert sorted(["Яна", "Борис", "Анна"], key=name_order) == ["Анна", "Борис", "Яна"]


@pytest.mark.parametrize(
    ("words", "one_of_them", "one_after_the_other"),
    [
        (["A"], "A", "A"),
        (["A", "B"], "A or B", "A, then B"),
        (["A", "B", "C"], "A, B or C", "A, then B, then C"),
    ],
)
def test_words_are_listed_as_a_sentence_needs_them(
    words: list[str], one_of_them: str, one_after_the_other: str
) -> None:
    assert either(words) == one_of_them
    assert in_order(words) == one_after_the_other
