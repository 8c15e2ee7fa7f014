"""Lines of lists without their dress, one step at a time."""

import pytest

from app.engine.armies.parse.dress import copies, is_struck, strip_dress, strip_marks, unquote


@pytest.mark.parametrize(
    ("words", "times", "rest"),
    [
        ("2x Lancer", 2, "Lancer"),
        ("20x Lancer", 20, "Lancer"),
        ("21x Lancer", 1, "21x Lancer"),
        ("0x Lancer", 1, "0x Lancer"),
        ("Lancer x2", 2, "Lancer"),
        ("Lancer x1 (10)", 1, "Lancer (10)"),
        ("Lancer", 1, "Lancer"),
    ],
)
def test_the_number_of_copies_may_precede_or_follow_the_name(
    words: str, times: int, rest: str
) -> None:
    assert copies(words) == (times, rest)


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("2x Clerk (2 each) 4", "2x Clerk (2)"),
        ("2x Clerk (2 each) 5", "2x Clerk (2 each) 5"),
        ("Lancer (10) (painted)", "Lancer (10)"),
        ("Lancer (painted) (10)", "Lancer (painted) (10)"),
        ("Mk 4 (9th of 10)", "Mk 4 (9th of 10)"),
        ("Rangers (9 pts) (6 models)", "Rangers (6 models) (9)"),
        ("Rangers (6 models, 9 pts)", "Rangers (6 models) (9)"),
        ("(9) Rangers", "Rangers (9)"),
        ("Lancer (10) x2", "2x Lancer (10)"),
        ("Lancer (5, free)", "Lancer 0 (5)"),
        ("Lancer .... 10", "Lancer 10"),
        ("Lancer (10) :)", "Lancer (10)"),
        ("Lancer (10) - proxy by a friend", "Lancer (10)"),
        ("Lancer\t10", "Lancer  10"),
        ("Lancer; jack; 10;", "Lancer; jack; 10"),
        ("\u2022 Lancer (10)", "* Lancer (10)"),
        ("\t-Lancer (10)", "    - Lancer (10)"),
        ("Lancer \uff08\uff11\uff10\uff09", "Lancer (10)"),
        ("Wow\uff01x\uff5ey (10)", "Wow!x~y (10)"),
        ("-----", "-----"),
    ],
)
def test_formatting_is_stripped_from_a_line(line: str, bare: str) -> None:
    assert strip_dress(line) == bare


@pytest.mark.parametrize(("length", "is_read"), [(1_000, True), (1_001, False)])
def test_formatting_is_stripped_only_from_lines_of_at_most_1000_letters(
    length: int, is_read: bool
) -> None:
    line = "  " + "**Lancer** ".ljust(length - 1, "x") + "!"
    assert (strip_dress(line) == line) is not is_read


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("**Lancer** (10)", "Lancer (10)"),
        ("*Lancer* (10)", "Lancer (10)"),
        ("_Lancer_ (10)", "Lancer (10)"),
        ("[b]Lancer[/b] &amp; <i>more</i>", "Lancer & more"),
        ("[*]Lancer", "* Lancer"),
        ("- [x] Lancer", "- Lancer"),
        ("## Lancer", "Lancer"),
        ("Lancer <10>", "Lancer <10>"),
    ],
)
def test_forum_and_web_page_markup_is_removed(line: str, bare: str) -> None:
    assert strip_marks(line) == bare


@pytest.mark.parametrize(
    ("line", "struck"),
    [
        ("~~Lancer (10)~~", True),
        ("[s]Lancer (10)[/s]", True),
        ("- <del>Lancer (10)</del>", True),
        ("~~Lancer~~ Minuteman (10)", False),
        ("Lancer (10)", False),
        ("Lancer ~ 10", False),
    ],
)
def test_only_a_line_struck_out_from_end_to_end_counts_as_struck_out(
    line: str, struck: bool
) -> None:
    assert is_struck(line) is struck


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("> one\n> two\n> three", "one\ntwo\nthree"),
        ("> > one\n> > two", "one\ntwo"),
        ("> one\n> two\nthree", "one\ntwo\nthree"),
        ("> one\ntwo", "> one\ntwo"),
        ("> one\n>\n> two", "one\n>\ntwo"),
        ("one\u200btwo", "onetwo"),
    ],
)
def test_the_quote_marks_of_mail_are_removed_if_most_lines_have_them(text: str, said: str) -> None:
    assert unquote(text) == said


@pytest.mark.parametrize(
    "letter",
    ["\u200b", "\u200f", "\u202a", "\u202e", "\u2060", "\u2064", "\ufeff"],
    ids=lambda letter: f"{ord(letter):x}",
)
def test_zero_width_characters_are_removed(letter: str) -> None:
    assert unquote(f"one{letter}two") == "onetwo"


@pytest.mark.parametrize(
    "letter",
    ["\u200a", "\u2010", "\u202f", "\u205f", "\u2065", "\ufefe", "\uff00"],
    ids=lambda letter: f"{ord(letter):x}",
)
def test_spaces_and_dashes_of_any_width_are_kept(letter: str) -> None:
    assert unquote(f"one{letter}two") == f"one{letter}two"
