"""No words of the pages bypass the mechanism of docs/translating.md, and no page fails in another
language.
"""

from pathlib import Path

from tests.pseudo import pseudo, walked

LEAST = {
    "table 1": 5,
    "table 2": 5,
    "table 3": 5,
    "table 4": 5,
    "organizer": 5,
    "phone": 1,
    "own phone": 3,
}
"""How often each page is looked at, after another button was pressed."""


def test_every_word_of_the_pages_is_in_their_language(tmp_path: Path) -> None:
    told = walked("tests.web_page.pseudo_walk", tmp_path)

    assert told["errors"] == []
    assert told["found"] == {}, "Write /*_*/ before it: docs/translating.md"
    assert told["texts"] > 200
    acts = ("Red goes first: start", "Blue goes first: start", "Decide this game…")
    assert [told["offered"].count(pseudo(act)) for act in acts] == [4, 4, 4]
    assert {page: told["looked"].get(page, 0) >= least for page, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )
