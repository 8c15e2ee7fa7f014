"""Sentences that readers stumbled over stay out of windows, pages, packets and the manual."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for folder, ending in (
        ("app", "*.py"),
        ("resources/web", "*.js"),
        ("resources/web", "*.html"),
        ("resources/packets", "*.toml"),
        ("docs", "*.md"),
    )
    for path in sorted((ROOT / folder).rglob(ending))
]
OLD = (
    "A clock out",
    "packet, more with more players",
    "Theme of the system",
    "Only who misses something",
    "Asked for…",
    "Space ticks the chosen players",
    "Put back",
    "those games count for nobody",
    "Without Flagfall they stand",
    "Enter goes through",
    "There is no table …",
    "not drawn any more",
    "with other figures",
    "otherwise: {sentences}",
    "Undefeated is who",
    "None ticked plays all",
    "The strictest column first",
    "some stay awake only so",
    "Where tablets come in",
    "Make all codes new",
    "Start anew with",
    "Count the table",
    "Withdraw the result",
    "Withdraw…",
    "Rule…",
    "no rule gave way",
    "his clock starts",
    "win him",
    "or his lists",
    "has not chosen his list",
    "Our decision",
    "and the lead win",
    "Nobody's time runs",
    "Put the times right",
    "No table is so now",
    "is called so",
)
BUTTONS = ('"Leave it"', '"Right"', '"No longer"', '"Rule"', '"Withdraw"')
"""Whole labels; the words themselves are good English elsewhere."""
NOT_SHOWN = {"app/clock/drivers/hourglass.py": ('"Right"',)}
"""The hands of a clock, in its test names."""


def plain(text: str) -> str:
    """Without the marks of letters for Alt and without the breaks of long literals and lines."""
    joined = re.sub(r'" *\n\s*f?"', "", text)
    return re.sub(r"\s+", " ", joined.replace("&", ""))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_none_of_the_old_sentences_is_left(path: Path) -> None:
    text = plain(path.read_text("utf-8"))
    spared = NOT_SHOWN.get(path.relative_to(ROOT).as_posix(), ())
    found = [old for old in OLD if re.search(rf"(?<!\w){re.escape(old)}", text)]
    found += [old for old in BUTTONS if old in text and old not in spared]
    assert not found


def test_an_old_sentence_is_found_across_lines_and_with_its_letter() -> None:
    assert "Only who misses something" in plain('QCheckBox("Only who &misses"\n    " something")')
