"""No words of the pages bypass the mechanism of docs/translating.md, and no page fails in another
language.
"""

import re
from typing import Any

from app.engine.armies.army import Kind
from app.engine.language import say, within
from app.store.resources import resources_folder
from app.web.server.page_language import in_language
from tests.pseudo import pseudo
from tests.spoken import spoken
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import FakeServer

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


def test_every_word_on_the_pages_is_translated(seen_by_walk: dict[str, Any]) -> None:
    assert seen_by_walk["errors"] == []
    assert seen_by_walk["found"] == {}, "Write /*_*/ before it: docs/translating.md"
    assert seen_by_walk["texts"] > 200
    acts = ("Red goes first: start", "Blue goes first: start", "Decide this game…")
    assert [seen_by_walk["offered"].count(pseudo(act)) for act in acts] == [4, 4, 4]
    looked = seen_by_walk["looked"]
    assert {page: looked.get(page, 0) >= least for page, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    )


def test_the_kinds_of_army_entries_are_translated() -> None:
    script = (resources_folder() / "web" / "losses" / "army.js").read_text("utf-8")
    with spoken("de"):
        sent, expected = in_language(script), {kind.value: say(kind.value) for kind in Kind}
    table = sent[sent.index("KINDS = {") : sent.index("};", sent.index("KINDS = {"))]
    said = re.findall(r'^ *"?([a-z ]+)"?: (?:/\*_\*/)?"(.+)",$', table, re.MULTILINE)
    assert dict(said) == expected
    assert expected["unit"] == "Einheit"


def test_a_page_capitalizes_words_inside_a_sentence_as_the_program_does(
    browser: Browser, server: FakeServer
) -> None:
    texts = ["Zug 2", "Nach Runde 2", "Nicht gestartet", "Angehalten"]
    script = (resources_folder() / "web" / "words" / "text.js").read_text("utf-8")
    with spoken("de"):
        sent, expected = in_language(script), [within(text) for text in texts]
    page = browser.open(f"http://127.0.0.1:{server.port}/clock/deathclock.js")
    try:
        code = f"(() => {{ {sent.replace('export ', '')} return {texts}.map(within); }})()"
        assert page.do(code) == expected
    finally:
        page.close()
    assert expected == ["Zug 2", "nach Runde 2", "nicht gestartet", "angehalten"]
