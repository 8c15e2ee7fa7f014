from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.text import (
    all_played,
    can_be_read,
    clock_words,
    digits,
    display_width,
    either,
    escape_formula,
    exactly,
    few_tables,
    format_used,
    join_in_order,
    keep_counted,
    long_time,
    name_order,
    next_digit_ms,
    pad_words,
    plain,
    sentence,
    shorten,
    span,
    unescape_formula,
    visible,
    wrap_words,
)

NAMES = [
    "Ærø", "Alva", "amélie", "Đorđe", "Łucja", "Lucy", "Ole", "Øyvind", "Þór", "Weiß", "Weisz",
    "Zora", "Żaneta",
]  # fmt: skip


def test_accents_and_strokes_do_not_change_the_sorting_of_names() -> None:
    read = "Ærø Alva amélie Đorđe Łucja Lucy Ole Øyvind Þór Weiß Weisz Żaneta Zora"
    assert " ".join(sorted(NAMES, key=name_order)) == read


def test_names_that_differ_only_in_accents_have_a_fixed_order() -> None:
    assert sorted(["Ána", "Ana", "ANA"], key=name_order)[-1] == "Ána"
    assert name_order("ANA") == name_order("Ana") != name_order("Ána")


def test_accents_are_removed_however_they_were_typed() -> None:
    assert plain("Zoë") == plain("Zoe\u0308") == "zoe"
    assert plain("Ǿ") == "o"


def test_names_in_other_scripts_keep_their_own_order() -> None:
    assert sorted(["Яна", "Борис", "Анна"], key=name_order) == ["Анна", "Борис", "Яна"]


def test_a_number_stays_on_one_line_with_the_word_after_it() -> None:
    told = "Within 3 inches of a 40 mm objective, 5–2 or 14. Then 2 – 3 Punkte, d3 damage."
    kept = told.replace("3 i", "3\u00a0i").replace("40 mm", "40\u00a0mm")
    kept = (
        kept.replace("5–2 or", "5–2\u00a0or")
        .replace("3 P", "3\u00a0P")
        .replace("d3 d", "d3\u00a0d")
    )
    assert keep_counted(told) == kept


@pytest.mark.parametrize(
    ("words", "one_of_them", "one_after_the_other"),
    [
        (["A"], "A", "A"),
        (["A", "B"], "A or B", "A, then B"),
        (["A", "B", "C"], "A, B or C", "A, then B, then C"),
    ],
)
def test_words_are_joined_with_or_or_with_then_as_a_sentence_needs(
    words: list[str], one_of_them: str, one_after_the_other: str
) -> None:
    assert either(words) == one_of_them
    assert join_in_order(words) == one_after_the_other


@pytest.mark.parametrize(
    ("cell", "escaped"),
    [("=A1", "'=A1"), ("'=A1", "''=A1"), ("'quoted", "'quoted"), ("A1", "A1")],
)
def test_a_formula_in_an_exported_cell_is_escaped(cell: str, escaped: str) -> None:
    assert escape_formula(cell) == escaped
    assert unescape_formula(escaped) == cell


@given(st.text("'=+-@\t\rab", max_size=6))
@example("'=cmd()")
@example("''=cmd()")
@example("'quoted'")
def test_no_exported_cell_starts_a_formula_and_every_cell_reads_back_unchanged(cell: str) -> None:
    escaped = escape_formula(cell)
    assert not escaped.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unescape_formula(escaped) == cell


@pytest.mark.parametrize(
    "mark",
    [*"\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\0"],
)
def test_invisible_characters_are_removed(mark: str) -> None:
    assert visible(f"{mark}An{mark}na {mark} Lee{mark}") == "Anna Lee"
    assert not can_be_read(mark)


def test_invisible_characters_that_a_script_needs_are_kept() -> None:
    for words in ("مي\u200cخواهم", "👩\u200d👩\u200d👧 Team", "שלום כהן", "É"):
        assert visible(words) == words
        assert can_be_read(words)
    assert not can_be_read("\u200d")


def test_replacement_and_blank_characters_alone_are_not_a_name() -> None:
    for words in ("\ufffd", "\ufffd\ufffd \ufffd", "\u2800", "\u3164", "\ufffc"):
        assert not can_be_read(words)
    assert can_be_read("J\ufffdrgen")
    assert visible("half\ud83d a  letter\n") == "half a letter"


@pytest.mark.parametrize(
    ("words", "columns"),
    [("Zoë", 3), ("Zoe\u0308", 3), ("山田太郎", 8), ("ﾔﾏﾀﾞ", 4), ("a\u200db", 2), ("", 0)],
)
def test_the_width_of_words_is_their_width_on_screen(words: str, columns: int) -> None:
    assert display_width(words) == columns
    assert (
        display_width(pad_words(words, 10)) == display_width(pad_words(words, 10, right=True)) == 10
    )


def test_padding_goes_after_words_or_before_them_if_right_aligned() -> None:
    assert pad_words("Zoë", 5) == "Zoë  "
    assert pad_words("Zoë", 5, right=True) == "  Zoë"
    assert pad_words("Zoë", 2) == "Zoë"


def test_long_names_are_shortened_by_their_width_on_screen() -> None:
    assert shorten("山田太郎", 8) == "山田太郎"
    assert shorten("山田太郎", 7) == "山田太…"
    assert shorten("Johannes", 7) == "Johann…"
    assert display_width(shorten("山田太郎" * 20)) <= 40


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("", []),
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("incredible", ["incredib", "le"]),
        ("a incredible", ["a incred", "ible"]),
        ("a incredib", ["a", "incredib"]),
        ("山田太郎 花子", ["山田太郎", "花子"]),
        ("ab 山田太郎", ["ab 山田", "太郎"]),
        ("山田太郎はここに", ["山田太郎", "はここに"]),
    ],
)
def test_text_is_wrapped_into_full_lines(words: str, lines: list[str]) -> None:
    assert wrap_words(words, 8) == lines


@given(st.text("ab é山\u0308 "), st.integers(2, 9))
def test_no_wrapped_line_is_too_wide_and_no_text_is_lost(words: str, columns: int) -> None:
    lines = wrap_words(words, columns)
    assert all(display_width(line) <= columns and line.strip() for line in lines)
    assert "".join("".join(lines).split()) == "".join(words.split())


def test_a_letter_wider_than_the_line_gets_its_own_line() -> None:
    assert wrap_words("山田", 1) == ["山", "田"]


def test_a_few_tables_are_named_and_more_are_counted() -> None:
    assert few_tables([4]) == "table 4"
    assert few_tables(range(1, 9)) == "tables 1, 2, 3, 4, 5, 6, 7 and 8"
    assert few_tables(range(1, 10)) == "9 tables"
    assert all_played(1) == "The only round has been played"
    assert all_played(5) == "All 5 rounds are played"


def test_a_shortened_name_has_40_columns_and_its_ellipsis_at_its_reading_end() -> None:
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 39 + "…"
    assert shorten("Anna Lee", 6) == "Anna…"
    assert shorten("שלום כהן", 5) == "שלום…\u200f"
    assert shorten("שלום Lee", 7) == "שלום L…"
    assert sentence("Anna Lee") == "Anna Lee."
    assert sentence("Anna…") == "Anna…"
    assert sentence("שלום…\u200f") == "שלום…\u200f"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0"), (2, "2"), (Fraction(3, 5), "3/5"), (Fraction(8, 5), "1 3/5"), (Fraction(4), "4"),
    ],
)  # fmt: skip
def test_a_fraction_is_written_exactly(value: int | Fraction, words: str) -> None:
    assert exactly(value) == words


@pytest.mark.parametrize(
    ("ms", "left", "whole", "used"),
    [
        (0, "0:00", "0:00", "0:00"),
        (1, "0.1", "0:01", "0:00"),
        (100, "0.1", "0:01", "0:00"),
        (101, "0.2", "0:01", "0:00"),
        (59_800, "59.8", "1:00", "0:59"),
        (59_801, "59.9", "1:00", "0:59"),
        (59_901, "1:00", "1:00", "0:59"),
        (60_000, "1:00", "1:00", "1:00"),
        (60_001, "1:01", "1:01", "1:00"),
        (754_000, "12:34", "12:34", "12:34"),
        (3_599_001, "1:00:00", "1:00:00", "59:59"),
        (3_725_000, "1:02:05", "1:02:05", "1:02:05"),
        (-1, "0:00", "0:00", ""),
        (-3_000, "−0:03", "−0:03", ""),
    ],
)
def test_time_left_is_rounded_up_and_time_used_down(
    ms: int, left: str, whole: str, used: str
) -> None:
    assert digits(ms) == left
    assert clock_words(ms) == whole
    if used:
        assert format_used(ms) == used


@pytest.mark.parametrize(
    ("ms", "after_ms"),
    [
        (1, 1), (100, 100), (101, 1), (59_950, 50), (60_000, 100), (60_001, 1), (61_000, 1_000),
        (61_500, 500), (0, 1_000), (-500, 500),
    ],
)  # fmt: skip
def test_the_time_until_a_clocks_display_changes_is_known(ms: int, after_ms: int) -> None:
    assert next_digit_ms(ms) == after_ms


SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0, "0 s"),
        (499, "0 s"),
        (501, "1 s"),
        (4 * MINUTE, "4 min"),
        (4 * MINUTE + 5 * SECOND, "4 min 5 s"),
        (HOUR - 499, "1 h"),
        (HOUR + 59 * SECOND, "1 h"),
        (26 * HOUR + 3 * MINUTE, "26 h 3 min"),
        (47 * HOUR + 59 * MINUTE, "47 h 59 min"),
        (48 * HOUR, "2 days"),
        (74 * HOUR + 3 * MINUTE, "3 days 2 h"),
    ],
)
def test_a_long_time_is_not_given_to_the_second(ms: int, words: str) -> None:
    assert long_time(ms) == words


def test_a_length_of_time_is_shown_in_whole_seconds() -> None:
    assert [span(ms) for ms in (0, 999, 42_000, 60_000, 9_960_000)] == [
        "0:00", "0:00", "0:42", "1:00", "166:00",
    ]  # fmt: skip
