"""No text of windows, sheets and messages bypasses the mechanism of docs/translating.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tools.catalogue import texts

ROOT = Path(__file__).resolve().parents[2]
THROUGH = {"say", "mark_text", "template", "plural", "Forms"}
SENTENCE = re.compile(r"^[“(&]*[A-Z][\w’'&-]*[,:;]? [^<>|={}\[\]]*[a-z]{2}[^<>|={}\[\]]*[.?!…]$")
APART = {
    "app/headless/cli/terminal.py": "what is wrong with options, which are English",
    "app/ui/screenshots.py": "the same",
    "app/headless/simulation": "made-up events",
    "app/headless/sample": "a made-up event",
    "app/emulators": "clocks to try the program with",
    "app/ui/emulator_window.py": "the same",
    "app/clock/links/door.py": "answers to clocks, in the words of DCLK",
    "app/web/server/guard.py": "answers to programs that are no page of ours",
    "app/web/server/http.py": "the same",
    "app/web/server/addresses.py": "the same",
    "app/engine/armies/parse/phrases.py": "what lists are written in, which is read again",
    "app/store/packets": "for authors of packets, in the words of their keys",
    "app/store/faults.py": "a report for developers",
}
"""Files and folders whose sentences are left out, with the reason."""
NO_TEXT = {"help", "description", "epilog"}


def is_apart(place: str) -> bool:
    return any(place == apart or place.startswith(f"{apart}/") for apart in APART)


def bypassing(source: str) -> Iterator[str]:
    """The sentences of a Python file that no call of the mechanism has around them."""
    for outer in ast.walk(ast.parse(source)):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if isinstance(outer, ast.JoinedStr) or not SENTENCE.match(node.value):
                    continue
            elif not (isinstance(node, ast.JoinedStr) and SENTENCE.match(_words(node))):
                continue
            if not _is_through(node, outer):
                yield ast.unparse(node)


def _words(node: ast.JoinedStr) -> str:
    parts = (part.value if isinstance(part, ast.Constant) else "X9" for part in node.values)
    return "".join(map(str, parts))


def _is_through(node: ast.expr, outer: ast.AST) -> bool:
    """Also for docstrings, which nobody is shown, and what a name or a key compares with."""
    if isinstance(outer, ast.Expr):
        return True
    if isinstance(outer, ast.Call):
        name = outer.func.id if isinstance(outer.func, ast.Name) else ""
        return name in THROUGH and isinstance(node, ast.Constant)
    return isinstance(outer, ast.keyword) and outer.arg in NO_TEXT


@pytest.mark.long
def test_every_sentence_can_be_translated() -> None:
    found = {
        place: texts
        for file in sorted((ROOT / "app").rglob("*.py"))
        if not is_apart(place := file.relative_to(ROOT).as_posix())
        if (texts := list(bypassing(file.read_text("utf-8"))))
    }

    assert found == {}, "Write say(“…”) around it: docs/translating.md"


CLAUSES = {
    ", last turn": "in the strip of a table, after its turn; tablets load it",
    " ({ordinal} tiebreak)": "the same, after a result",
    "; the players did not agree on the scenario": "the same",
    ", tier {tier}": "the same, after a theme",
}
"""Texts that begin in the middle of a sentence, each with the reason: the tables' pages are held to
their weight, and every sentence with and without its clause would be there twice.
"""


def test_no_translatable_text_is_a_fragment_of_a_sentence() -> None:
    """Pieces that are joined in code cannot be put into another order."""
    pieces = {
        form
        for text in texts()
        for form in ([text] if isinstance(text, str) else text)
        if form != form.strip() or form.startswith((",", ";", ":", "·"))
    }

    assert pieces == CLAUSES.keys()


def test_every_file_exempt_from_the_check_exists() -> None:
    assert [place for place in APART if not (ROOT / place).exists()] == []


def test_a_sentence_that_bypasses_translation_is_found() -> None:
    assert list(bypassing('label("Draw the round.")')) == ["'Draw the round.'"]
    assert list(bypassing('label(f"Draw round {number} now.")')) == ["f'Draw round {number} now.'"]
    assert list(bypassing('say(f"Draw round {number} now.")')) == ["f'Draw round {number} now.'"]
    assert list(bypassing('label(say("Draw the round."))')) == []
    assert list(bypassing('"""Draws the round."""')) == []


STRAIGHT = re.compile(r"\w'\w|s' ")


def test_apostrophes_are_curly_like_quotation_marks() -> None:
    shown = {form for text in texts() for form in ([text] if isinstance(text, str) else text)}
    with (ROOT / "resources" / "languages" / "de.po").open("rb") as file:
        german = {str(message.string) for message in read_po(file)}

    assert sorted(text for text in shown | german if STRAIGHT.search(text)) == []


@pytest.mark.parametrize(("text", "straight"), [("Red's", 1), ("players' votes", 1), ("“a”", 0)])
def test_a_straight_apostrophe_is_found(text: str, straight: int) -> None:
    assert len(STRAIGHT.findall(text)) == straight


ENGLISH_NAME = re.compile(r"%-?[AaBbcxXp]\b")
"""What Python makes of a day or month where no locale is set."""


def test_no_day_or_month_name_is_hard_coded_in_english() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): bad
        for file in (ROOT / "app").rglob("*.py")
        if (bad := ENGLISH_NAME.findall(file.read_text("utf-8")))
    }
    assert not found
