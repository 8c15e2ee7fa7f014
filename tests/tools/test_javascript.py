"""Texts and code of JavaScript are told apart."""

from tools.javascript import pieces, texts

CODE = """
// "a comment" with `ticks`
const one = "first" + ' and "second"'; /* not "this" */
const two = `Red ${sides.map((side) => `${side} of ${{ a: 1 }.a}`)} wins`;
const three = four / "five".length / /["'`]/.exec(`six \\` seven`);
"""


def test_texts_are_found_with_places_for_what_is_filled_in() -> None:
    assert list(texts(CODE)) == [
        'first and "second"', "Red {} wins", "{} of {}", "five", "six ` seven"
    ]  # fmt: skip


def test_comments_and_regular_expressions_are_no_texts() -> None:
    kinds = [(piece.kind, CODE[piece.start : piece.end]) for piece in pieces(CODE)]

    assert ("comment", '// "a comment" with `ticks`') in kinds
    assert ("regex", "/[\"'`]/") in kinds
    assert ("word", "length") in kinds
    assert ("sign", "=>") in kinds
