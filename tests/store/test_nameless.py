"""A report without names has none, however somebody or something has spelt them."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.text import plain
from app.store.nameless import NAME, without_names

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "taken apart": lambda name: unicodedata.normalize("NFD", name),
    "a file": lambda name: name.replace(" ", "_"),
    "another file": lambda name: name.lower().replace(" ", "-"),
    "glued": lambda name: name.replace(" ", ""),
    "in an address": quote,
    "as Python escapes": lambda name: ascii(name)[1:-1],
    "as Python shows bytes": lambda name: repr(name.encode())[2:-1],
    "as JSON escapes": lambda name: json.dumps(name)[1:-1],
    "as it is searched for": plain,
}
AROUND = ("KeyError: '{}'", "/srv/{}.flagfall", "line\\n{}\\n", "{}", "got {}!", "id={};")
LETTERS = st.characters(categories=("Lu", "Ll", "Lo"), exclude_characters="ıİſ")
WORDS = st.text(LETTERS, min_size=2, max_size=9)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=300)
@given(name=NAMES, around=st.sampled_from(AROUND), how=st.sampled_from([*SPELLINGS]))
def test_no_spelling_of_a_name_stays(name: str, around: str, how: str) -> None:
    name = unicodedata.normalize("NFC", name)
    said = without_names(around.format(SPELLINGS[how](name)), [name])
    assert said == around.format(NAME)


@settings(max_examples=100)
@given(name=NAMES, how=st.sampled_from(["as it is", "upper", "lower", "taken apart"]))
def test_no_part_of_a_name_stays(name: str, how: str) -> None:
    name = unicodedata.normalize("NFC", name)
    for part in name.split():
        assert without_names(f"Hello {SPELLINGS[how](part)}.", [name]) == f"Hello {NAME}."


def test_parts_of_names_go_and_other_words_stay() -> None:
    text = "Underwood's max(2) with Max, Bo and undergrowth in 2026, at boot"
    assert without_names(text, ["Max Underwood", "Bo", "Cup 2026"]) == (
        "[name]'s [name](2) with [name], [name] and undergrowth in 2026, at boot"
    )


@pytest.mark.parametrize("file", ["SummerCup2026", "summer-cup 2026", "Summer%20Cup%202026"])
def test_an_event_is_known_by_its_file_s_name_too(file: str) -> None:
    assert without_names(f"/srv/{file}.flagfall", ["Summer Cup 2026"]) == f"/srv/{NAME}.flagfall"


def test_a_name_without_letters_goes_as_it_is() -> None:
    assert without_names("team *** won; 2 ** 3", ["***", " "]) == f"team {NAME} won; 2 ** 3"
    assert without_names("team won", []) == "team won"


def test_the_root_is_nobodys_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    assert without_names("at /srv/cup", []) == "at /srv/cup"
