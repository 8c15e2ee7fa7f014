"""No words of windows, dialogs and sheets bypass the mechanism of docs/translating.md."""

from pathlib import Path

import pytest

from tests.pseudo import Spoken, pseudo, walked


@pytest.mark.long
def test_every_text_of_the_program_is_translated(tmp_path: Path) -> None:
    message = walked("tests.ui.pseudo_walk", tmp_path)

    assert message["found"] == {}, "Write say(“…”) around it: docs/translating.md"
    assert message["texts"] > 2000
    assert {name: message["looked"].get(name, 0) >= least for name, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )


LEAST = {"page": 30, "dialog": 35, "table": 3, "sheet": 12, "paper": 8, "command": 4}
"""How many of each are looked at."""


@pytest.mark.parametrize(
    ("shown", "bypassing"),
    [
        (pseudo("Draw the round"), ""),
        ("Draw the round", "Draw the round"),
        (f"{pseudo('Table')} 4: free", "free"),
        (pseudo("{name} has the bye").format(name="Anna Lindqvist"), ""),
        ("<p lang='en'>Ada</p>", "Ada"),
        ("Anna Lindqvisted", "Anna Lindqvisted"),
    ],
)
def test_the_check_finds_text_that_bypasses_translation(shown: str, bypassing: str) -> None:
    assert Spoken(["Anna Lindqvist"]).bypassing(shown) == bypassing
