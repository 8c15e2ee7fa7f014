"""Sentences that readers stumbled over stay out of windows, pages, packets and the manual."""

import re
from pathlib import Path

import pytest

from tools.catalogue import texts

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path
    for folder, ending in (
        ("app", "*.py"),
        ("resources/web", "*.js"),
        ("resources/web", "*.html"),
        ("resources/packets", "*.toml"),
        ("resources/match_ups", "*.toml"),
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
    "does not answer any more",
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
    "Nobody’s time runs",
    "Put the times right",
    "No table is so now",
    "is called so",
    "crossings from {",
    "on his tablet",
    "the games he played",
    "it stood so",
    "Who of two teams meets whom",
    "Substitutes of a team",
    "A stick outlives",
    "belong into",
    "To read only",
    "pressed wrong",
    "Look whether its cable",
    "would have had the bye",
    "Drawn with seed",
    "Only then does this page",
    "look once a month",
    "Look once a month",
    "Put the time back",
    "of their own turns alone",
    "looked at once a game",
    "takes no event of that size",
    "are read no more",
    "has to be played by",
    "the rules leave it to you",
    "Told by DGT",
    "is out of every award",
    "See to it together",
    "Given up",
    "The clock of whoever",
    "tells of other",
    "Who is conceded to",
    "it takes two",
    "anew as UTF-8",
    "Out of touch since",
    "Held: out of touch",
    "In touch with the",
    "hall’s server",
    "the earlier act?",
    "level match",
    "are level, and",
    "does not know the code itself",
    "on the page Tablets",
    "because you set it so",
    "Look again later",
    "much web space",
    "keeps no locks",
    "something no longer answers",
    "list is of another theme",
    "Here points decide",
    "Here the players say",
    "was started as the first",
    "There is: {there}",
    "device that should not warn",
    "the first by name comes first",
    "these players meet by seat",
    "whether you still play",
    "that one writes to a file",
)
BETTER = {
    "A clock out": "When a clock runs out",
    "packet, more with more players": "from the packet; grows with the field",
    "Theme of the system": "Same as system",
    "Only who misses something": "Something missing",
    "Asked for…": "What to check…",
    "Space ticks the chosen players": "Space ticks the selected players",
    "Put back": "Discard changes",
    "Leave it": "Cancel",
    "those games count for nobody": "If you finish now, these games score for nobody",
    "Without Flagfall they stand": "stop until you reopen the event",
    "Enter goes through, the last one reports.": "Press Enter in each field to report",
    "There is no table … in this round.": "Type a table number",
    "is not drawn any more": "dropped after round",
    "does not answer any more": "no longer answers",
    "8 players with other figures:": "players’ standings change:",
    "Round 2 otherwise: …": "Drawn from the corrected result, round {round_number} would be: ",
    "Undefeated is who has no loss": "Undefeated means no losses; a tie is not a loss",
    "None ticked plays all of the packet.": "Leave all unticked to use the whole packet",
    "The strictest column first.": "First criterion at the top",
    "Encrypt (browsers warn …)": "Use HTTPS (one browser warning; some tablets need it to keep the"
    " screen on)",
    "Where tablets come in": "Address for tablets",
    "Make all codes new…": "Replace all codes…",
    "Start anew with Blue first": "Restart, {colour} first",
    "Count the table": "Enter army points",
    "Right": "Confirm",
    "Withdraw…": "Delete result",
    "Rule…": "Decide game",
    "No longer": "Remove",
    "crossings from 2 TP: 1": "paired down from {group}",
    "His clock starts": "Their clock starts",
    "win him the scenario": "{side} may still win by scenario",
    "edit the player, or his lists": "edit the player or their lists",
    "Our decision: …": "Where the packet is silent",
    "both agree it stood so": "unless both agree that the scenario was already won",
    "Who of two teams meets whom": "Pairings within a match",
    "Matches of teams": "Team matches",
    "Substitutes of a team, at most": "Substitutes per team",
    "A stick outlives the laptop.": "No USB backup chosen",
    "Your packets belong into {folder}.": "Put your packets in {folder}.",
    "To read only: nothing can be pressed wrong.": "Players can sign in there",
    "Look whether its cable sits in the board.": "Check its cable at the board",
    "A would have had the bye instead of B": "{name} has the bye and does not meet {were}",
    "Only then does this page know your computer": "Then this page can tell your computer",
    "Put the time back": "Give the time back",
    "at the end of their own turns alone": "only at the end of their own turns",
    "so the rules leave it to you": "so you decide",
    "Told by DGT LiveChess.": "Reported by DGT LiveChess.",
    "list 2 has to be played by Ada": "{some} must play list {chosen}",
    "Who is conceded to keeps their points": "A player who wins by concession keeps their points",
}
"""What readers stumbled over, and what stands there now."""
REFUSED = {
    "no rule gave way": "“paired down” would be wrong where nobody is and other rules stand beside:"
    " every rule kept",
}
"""Their other proposals, each with the reason."""
BUTTONS = ('"Leave it"', '"Right"', '"No longer"', '"Rule"', '"Withdraw"')
"""Whole labels; the words themselves are good English elsewhere."""
ANY_OLD = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, OLD))})")
NOT_SHOWN = {"app/clock/drivers/hourglass.py": ('"Right"',)}
"""The hands of a clock, in its test names."""


def plain(text: str) -> str:
    """Without the marks of letters for Alt and without the breaks of long literals and lines."""
    joined = re.sub(r'" *\n\s*f?"', "", text)
    return re.sub(r"\s+", " ", joined.replace("&", ""))


def found_in(path: Path) -> list[str]:
    text = plain(path.read_text("utf-8"))
    spared = NOT_SHOWN.get(path.relative_to(ROOT).as_posix(), ())
    return [*ANY_OLD.findall(text), *(old for old in BUTTONS if old in text and old not in spared)]


def test_no_old_sentence_is_left_in_the_program() -> None:
    found = {path.relative_to(ROOT).as_posix(): old for path in FILES if (old := found_in(path))}
    assert found == {}


@pytest.fixture(scope="module")
def shown() -> str:
    sentences = [text if isinstance(text, str) else "\n".join(text) for text in texts()]
    packets = [path.read_text("utf-8") for path in FILES if path.suffix == ".toml"]
    return plain("\n".join((*sentences, *packets)))


def test_every_better_wording_is_in_use(shown: str) -> None:
    assert [better for better in BETTER.values() if plain(better) not in shown] == []


def test_sentences_whose_proposed_rewording_was_rejected_keep_their_words(shown: str) -> None:
    for old, why in REFUSED.items():
        assert why.rpartition(": ")[2] in shown
        assert old not in shown


def test_an_old_sentence_is_found_across_line_breaks_and_despite_a_shortcut_letter() -> None:
    assert "Only who misses something" in plain('QCheckBox("Only who &misses"\n    " something")')
