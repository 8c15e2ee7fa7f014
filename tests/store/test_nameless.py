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
    "as JSON in a text that is shown": lambda name: repr(json.dumps(name))[2:-2],
    "as bytes in a text that is shown": lambda name: repr(repr(name.encode()))[3:-2],
    "as JSON in JSON in JSON": lambda name: json.dumps(json.dumps(json.dumps(name)))[7:-7],
    "in an address in an address": lambda name: quote(quote(name)),
    "with one byte a letter": lambda name: name.encode().decode("latin-1"),
    "with one byte a letter, as Windows reads it": lambda name: name.encode().decode(
        "cp1252", "replace"
    ),
    "as a file that is not in ASCII": lambda name: name.encode().decode("ascii", "surrogateescape"),
    "as such a file is shown": lambda name: repr(name.encode().decode("ascii", "surrogateescape"))[
        1:-1
    ],
    "in German without umlauts": lambda name: name.lower().translate(UMLAUTS),
}
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
AROUND = (
    "KeyError: '{}'", "/srv/{}.flagfall", "line\\n{}\\n", "{}", "got {}!", "id={};",
    "b'\\xa9{}'", "/srv/{}2.flagfall", "/srv/{} (2).flagfall", "https://hall/?name={}&code=1",
    "{{\"n\": \"{}\"}}",
)  # fmt: skip
OFTEN = st.sampled_from("äöüßÄÖÜéñłŁøÅçÇžŠőİ")
LETTERS = OFTEN | st.characters(categories=("Lu", "Ll", "Lo"), exclude_characters="ıİſ")
MARKED = st.builds(str.__add__, LETTERS, st.sampled_from("\u0301\u0308\u0327\u030c\u0323"))
WORDS = st.lists(LETTERS | MARKED, min_size=2, max_size=9).map("".join)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(name=NAMES, around=st.sampled_from(AROUND), how=st.sampled_from([*SPELLINGS]))
def test_every_spelling_of_a_name_is_removed(name: str, around: str, how: str) -> None:
    name = unicodedata.normalize("NFC", name)
    said = without_names(around.format(SPELLINGS[how](name)), [name])
    assert said == around.format(NAME)


@settings(max_examples=100, deadline=None)
@given(name=NAMES, how=st.sampled_from(["as it is", "upper", "lower", "taken apart"]))
def test_every_part_of_a_name_is_removed(name: str, how: str) -> None:
    name = unicodedata.normalize("NFC", name)
    for part in name.split():
        assert without_names(f"Hello {SPELLINGS[how](part)}.", [name]) == f"Hello {NAME}."


def test_parts_of_names_are_removed_and_other_words_stay() -> None:
    text = "Underwood's max(2) with Max, Bo and undergrowth in 2026, at boot"
    assert without_names(text, ["Max Underwood", "Bo", "Cup 2026"]) == (
        "[name]'s [name](2) with [name], [name] and undergrowth in 2026, at boot"
    )


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("SirHenryTheBold", "Henry", f"Sir{NAME}TheBold"),
        ("SirHenryTheBold", "Hen", "SirHenryTheBold"),
        ("xmartay", "Marta", f"x{NAME}y"),
        ("xmarty", "Mart", "xmarty"),
        ("前王明後", "王明", f"前{NAME}後"),
        ("คุณบุญครับ", "บุญ", f"คุณ{NAME}ครับ"),
        ("김민준이", "김민준", f"{NAME}이"),
        ("שלוםרן", "רן", f"שלום{NAME}"),
    ],
)
def test_a_name_of_five_letters_or_without_capitals_is_removed_inside_longer_words_too(
    text: str, name: str, left: str
) -> None:
    assert without_names(text, [name]) == left


@pytest.mark.parametrize("file", ["SummerCup2026", "summer-cup 2026", "Summer%20Cup%202026"])
def test_the_name_of_an_event_is_removed_from_its_file_name_too(file: str) -> None:
    assert without_names(f"/srv/{file}.flagfall", ["Summer Cup 2026"]) == f"/srv/{NAME}.flagfall"


def test_a_name_without_letters_is_removed_only_in_its_exact_form() -> None:
    assert without_names("team *** won; 2 ** 3", ["***", " "]) == f"team {NAME} won; 2 ** 3"
    assert without_names("team won", []) == "team won"


@pytest.mark.parametrize("home", ["/home/jürgen", "/srv/people/Anna Lena"])
def test_this_users_folder_is_removed_however_it_is_written(
    monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path(home))
    back = home.replace("/", "\\")
    for written in (home, back, home.upper(), repr(back)[1:-1], repr(repr(back))[2:-2]):
        assert without_names(f"File {written}/app.py", []) == "File ~/app.py"
    assert without_names(f"{home}x/app.py", []) != "~x/app.py"


@pytest.mark.parametrize(
    ("path", "left"),
    [
        (r"C:\Users\JRGEN~1\AppData\x.py", r"C:\Users\[name]\AppData\x.py"),
        (r"'C:\\Users\\Anna Lena\\x.py'", r"'C:\\Users\\[name]\\x.py'"),
        ("/media/anna/STICK/Cup.flagfall", "/media/[name]/STICK/Cup.flagfall"),
        ("/home/anna/x.py and /tmp/x.py", "/home/[name]/x.py and /tmp/x.py"),
    ],
)
def test_the_names_in_other_users_folders_are_removed(path: str, left: str) -> None:
    assert without_names(path, []) == left


def test_a_root_folder_as_home_is_not_replaced_in_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    assert without_names("at /srv/cup", []) == "at /srv/cup"
