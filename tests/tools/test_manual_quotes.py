"""The manual quotes the program's own sentences and labels."""

import re
from itertools import chain

import pytest

from tests.tools.test_docs import ROOT
from tools.catalogue import texts

PAGE = (ROOT / "docs" / "troubleshooting.md").read_text("utf-8")
PLAYERS = (ROOT / "docs" / "players.md").read_text("utf-8")
QUOTED = re.compile("“([^”]{6,})”")
LABEL = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")
FIELD = re.compile(r"\{[^{}]*\}")
OTHER = {"Italic", "Nothing appears", "Save"}
"""Words in italics that are no label of the program."""


def plain(text: str) -> str:
    """Without letters for Alt, and with … for each field."""
    words = re.sub(r"&(?=\w)", "", FIELD.sub("…", FIELD.sub("…", text)))
    return re.sub(r"\s+", " ", words.replace("…:.0f", "…"))


SAID = [
    plain(text)
    for text in chain.from_iterable([text] if isinstance(text, str) else text for text in texts())
]


@pytest.mark.parametrize("sentence", sorted({*QUOTED.findall(PAGE + PLAYERS)}))
def test_each_quoted_sentence_is_one_of_the_program(sentence: str) -> None:
    beginning = sentence.removesuffix(" …")
    assert any(beginning in said for said in SAID)


@pytest.mark.parametrize("label", sorted({*LABEL.findall(PAGE)} - OTHER))
def test_each_label_is_one_of_the_program(label: str) -> None:
    assert any(label.removesuffix("…") == said.removesuffix("…") for said in SAID)


def test_each_link_to_a_heading_leads_to_one() -> None:
    headings = {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in PAGE.splitlines()
        if line.startswith("#")
    }
    assert {*re.findall(r"\]\(#([^)]+)\)", PAGE)} <= headings


MANUAL = (
    "README",
    "running-an-event",
    "team-events",
    "tablets",
    "clocks",
    "wifi-clock",
    "stations",
    "export",
)
DIALOG = re.compile(r"\*{1,3}([^*\n]+…)\*{1,3}")
"""A label that opens a dialog, in italics or bold."""
COMPOSED = {"Anna was first. Table … already has a result…", "Start at … tables…"}
"""Put together of several texts."""


@pytest.mark.parametrize("page", MANUAL)
def test_each_label_of_a_dialog_in_the_manual_is_one_of_the_program(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    labels = {re.sub(r"\d+", "…", label) for label in DIALOG.findall(text)} - COMPOSED
    known = {said.removesuffix("…") for said in SAID}

    assert {
        label for label in labels if label.removesuffix("…").split(" › ")[-1] not in known
    } == set()
