"""No text that an event of Steamroller 2026 can show has a word of an older packet."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app.engine.language import USUAL_WORDS, reword
from tests.old_words import old_word
from tools.catalogue import Text, packet_texts, page_texts, program_texts, texts_of, vocabularies

ROOT = Path(__file__).resolve().parents[2]
PACKET = "resources/packets/sr2026.toml"

DOMINATION = "nobody dominates in this packet"
OTHER_LISTS = "armies of this packet have no theme, tier, contract or pact"
STATIONS = "the role of a station, which is not the packet’s"
ELSEWHERE: Mapping[str, str] = {
    "&Theme, contract or pact": OTHER_LISTS,
    "T&ier": OTHER_LISTS,
    ", tier {tier}": OTHER_LISTS,
    "A tier is 0 to 9.": OTHER_LISTS,
    "Check that the army still meets tier {tier} without {names}. Only what also meets it may"
    " replace them.": OTHER_LISTS,
    "Contract, pact or army: {blank}": OTHER_LISTS,
    "Tier {tier}": OTHER_LISTS,
    "Tier: 1 / 2 / 3 / 4 or none": OTHER_LISTS,
    "tier {tier}": OTHER_LISTS,
    "{name}: its army must be of tier {tier} or higher.": OTHER_LISTS,
    "{name} is a list of another edition: {packet} has no tiers. Ask for a list of this"
    " edition.": "names what another edition’s list has",
    "lesser warlock": "a kind of other editions",
    "a lesser warlock": "a kind of other editions",
    "A zone": "a zone’s name; the packet has none",
    "{name} lies in a zone it must stay out of: {ground}.": "a scenario’s zone; there is none",
    "Dominates: {sentence}": DOMINATION,
    "One Leader dominates one element. {side} has {elements}: choose one.": DOMINATION,
    "{count} Leaders dominate {count} elements. {side} has {elements}: choose {count}.": DOMINATION,
    "dominate": DOMINATION,
    "dominated": DOMINATION,
    "dominates": DOMINATION,
    "dominating": DOMINATION,
    "if its owner dominates it, the opponent loses {points}": DOMINATION,
    "A scorekeeper’s station may not do that. Do it at a station of judges or of"
    " organizers.": STATIONS,
    "A station of judges may not do that. Do it at a station of organizers.": STATIONS,
    "Judges": STATIONS,
    "Judges: rulings, clocks and results": STATIONS,
    "judges": STATIONS,
    "The desk, the clocks and the referee of a Steamroller event.": "what Flagfall is",
    "The desk, the clocks and the referee of a Steamroller event. It needs no internet, and every"
    " event is one file on this computer.": "what Flagfall is",
}
"""Texts with an old word that an event of the packet cannot show, or that is not the packet's."""


def own_texts() -> Iterator[str]:
    """Every text of the program and the pages as the packet says it, and the packet's own."""
    own = next(words for words in vocabularies() if ("caster", "Leader") in words)
    for text in (text for _, text in (*program_texts(), *page_texts())):
        yield from (reword(form, own) for form in forms(text))
    yield from (form for file, text in packet_texts() if file == PACKET for form in forms(text))


def forms(text: Text) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def german() -> Mapping[str, tuple[str, ...]]:
    """The translations of each text or form; German has two forms, too."""
    with (ROOT / "resources/languages/de.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return {form: forms(each.string) for each in messages for form in forms(each.id)}


def test_no_text_about_an_event_uses_an_old_word() -> None:
    found = {text: word for text in own_texts() if (word := old_word(text))}
    assert len(list(own_texts())) > 4000
    assert {text: found[text] for text in found.keys() - ELSEWHERE.keys()} == {}
    assert ELSEWHERE.keys() - found.keys() == set(), "no longer a text with an old word"


def test_no_german_text_about_an_event_uses_an_old_word() -> None:
    texts = set(own_texts()) - ELSEWHERE.keys()
    found = {
        text: word
        for text in texts
        for said in german().get(text, ())
        if (word := old_word(said, german=True))
    }
    assert found == {}


@pytest.mark.parametrize("word", sorted({*USUAL_WORDS} - {"TP", "SoS"}))
def test_every_word_a_packet_may_replace_is_recognized(word: str) -> None:
    assert old_word(f"About the {word} of {{caster}}").lower() in word.lower()
    assert old_word("About {caster}") == ""


def module_texts(source: bytes) -> Iterator[str]:
    """The texts that a file says as it is imported, before any event is open."""
    if b"say(" not in source:
        return  # to parse all files of the program takes seconds
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "say":
            for text in texts_of(ast.unparse(node).encode()):
                yield from forms(text)


CONTROLLED_MODELS = {"Controls…", "Controls {name}"}
"""What a model controls, not an element, and only in packets that name such models."""


def test_a_text_with_a_packets_word_is_translated_only_when_shown() -> None:
    own = tuple((word, "…") for word in USUAL_WORDS)
    early = [
        text
        for file in sorted((ROOT / "app").rglob("*.py"))
        for text in module_texts(file.read_bytes())
        if reword(text, own) != text and text not in CONTROLLED_MODELS
    ]
    assert early == [], "A module keeps it by template()"
