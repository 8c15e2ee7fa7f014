"""The manual quotes the program's own sentences and labels."""

import re
from itertools import chain

import pytest

from tests.tools.test_docs import ROOT
from tools.catalogue import texts


def typed(text: str) -> str:
    """With a typewriter's apostrophe: a manual may have either."""
    return text.replace("’", "'")


PAGE = typed((ROOT / "docs" / "troubleshooting.md").read_text("utf-8"))
PLAYERS = typed((ROOT / "docs" / "players.md").read_text("utf-8"))
QUOTED = re.compile("“([^”]{6,})”")
LABEL = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")
FIELD = re.compile(r"\{[^{}]*\}")
OTHER = {"Italic", "Nothing appears", "Save"}
"""Words in italics that are no label of the program."""


def plain(text: str) -> str:
    """Without letters for Alt, with … for each field."""
    words = re.sub(r"&(?=\w)", "", FIELD.sub("…", FIELD.sub("…", text)))
    return re.sub(r"\s+", " ", typed(words.replace("…:.0f", "…")))


SAID = [
    plain(text)
    for text in chain.from_iterable([text] if isinstance(text, str) else text for text in texts())
]


@pytest.mark.parametrize("sentence", sorted({*QUOTED.findall(PAGE + PLAYERS)}))
def test_every_sentence_quoted_in_the_manual_exists_in_the_program(sentence: str) -> None:
    beginning = sentence.removesuffix(" …")
    assert any(beginning in said for said in SAID)


@pytest.mark.parametrize("label", sorted({*LABEL.findall(PAGE)} - OTHER))
def test_every_label_quoted_in_troubleshooting_exists_in_the_program(label: str) -> None:
    known = any(label.removesuffix("…") == said.removesuffix("…") for said in SAID)
    assert known or is_filled_in(label)


def test_every_link_to_a_heading_leads_to_an_existing_one() -> None:
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
    "seasons",
    "online",
    "publishing",
)
DIALOG = re.compile(r"\*{1,3}([^*\n]+…)\*{1,3}")
"""A label that opens a dialog, in italics or bold."""
COMPOSED = {"Anna was first. Table 7 already has a result…"}
"""Put together of several texts."""
OTHERS = {
    "Accessories", "Allow the computer to turn off this device to save power",
    "Bluetooth & devices", "COM Ports", "Device Manager", "More Bluetooth settings",
    "Other devices", "Ports (COM & LPT)", "Power Management", "Private", "Properties",
    "Run as administrator", "Search automatically", "USB Root Hub",
    "Universal Serial Bus controllers", "Update driver", "Windows PowerShell",
    "More info", "Open Anyway", "Privacy & Security", "Run anyway", "System Settings",
    "CH341SER", "CP210x Universal", "VCP", "Reload", "New Line", "Upload",
    "File › Preferences › Additional boards manager URLs", "Tools › Board › Boards Manager",
    "Tools › Board › ESP32 Dev Module", "Tools › Serial Monitor",
    "claimed … while 'brltty' sets config", "Anna", "Finals Tables",
    "zero delay", "nothing appears", "In touch.",
}  # fmt: skip
"""Words in italics of systems, drivers, browsers, clocks and packets, and a player's name."""
SHORT = {"By urgency", "By table", "By time left", "List 2"}
"""Labels with a place of their own and hardly a letter beside it."""
LEAST_LETTERS = 8


def is_filled_in(label: str) -> bool:
    """Whether it is a text of the program with something in its places."""
    return any(pattern.fullmatch(label) for pattern in FILLED_IN)


def beginning(text: str) -> str:
    """A text's first sentence, or what stands before its brackets."""
    return re.split(r"\.? \(|\. ", text)[0]


FILLED_IN = [
    re.compile(".+".join(map(re.escape, parts)))
    for text in texts()
    for form in ([text] if isinstance(text, str) else text)
    if len(parts := FIELD.split(re.sub(r"&(?=\w)", "", form))) > 1
    if len(re.sub(r"\W", "", "".join(parts))) >= LEAST_LETTERS
]


@pytest.mark.parametrize("page", MANUAL)
def test_every_dialog_label_in_the_manual_exists_in_the_program(page: str) -> None:
    text = typed((ROOT / "docs" / f"{page}.md").read_text("utf-8"))
    labels = {label for label in DIALOG.findall(text) if not is_filled_in(label)} - COMPOSED
    known = {said.removesuffix("…") for said in SAID}

    assert {
        label for label in labels if label.removesuffix("…").split(" › ")[-1] not in known
    } == set()


@pytest.mark.parametrize("page", [*MANUAL, "players"])
def test_every_label_in_the_manual_exists_in_the_program(page: str) -> None:
    text = typed((ROOT / "docs" / f"{page}.md").read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines() if not line.startswith("    ")]
    labels = {label for label in LABEL.findall(" ".join(lines)) if "](" not in label}
    known = {said.removesuffix("…").lower() for said in chain(SAID, map(beginning, SAID))}

    assert {
        label
        for label in labels - OTHERS - SHORT - COMPOSED
        if label.removesuffix("…").split(" › ")[-1].lower() not in known
        if not is_filled_in(label)
    } == set()
