"""Every language that ships is whole: each text has a translation, in the form that it needs."""

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from app.engine.table.claims import CLAIMS
from tools.catalogue import LANGUAGES, compile_languages, complaints, template, write_compiled

SHIPPED = sorted(file.stem for file in LANGUAGES.glob("*.po"))
FIELD = re.compile(r"\{[^}]*\}")
LETTER = re.compile(r"[^\W\d_]")
MNEMONIC = re.compile(r"&(?!amp;)")
FORMAL = re.compile(r"(?<![.!?:…“}] )(?<![„])(?<!^)\b(Sie|Ihnen)\b")
"""Within a sentence, with a capital, the pronoun says "Sie" to who reads it."""
BREAKS = re.compile(r"(?<=[\d}])-(?=mm)|(?<=mm)-(?=\w)")
"""A hyphen at which a line may end, where one that keeps the line together is meant."""
SENTENCE = re.compile(r"\w{2}[^.]*\s[^.]*\w{2}\.$")

SAME = {
    "de": {
        # abbreviations, units and keys
        *("AP", "AP {points}", "APD", "DQ", "SoS", "SoS {exactly}: {opponents}", "TP", "{tp} TP"),
        *("Online", "PIN", "Rematch", "Stream", "Discord", "Slack", "Mattermost"),
        *("min", "s", "{rest} min", "{count} min", "{count} h", "{hours} h", "{count} s"),
        *("{minutes} min", "{minutes}{minutes_2} min", "{ppm:+} ppm"),
        *("{players}, {seconds} s", "{slide} · {seconds} s", "{slide} {seconds} s"),
        *(
            "{delay:.0f} ms",
            "{hours} h {minutes} min",
            "{ms} ms",
            "1, 2, T",
            "F1",
            "F11",
            "F2, Ctrl+R",
            "Enter",
            "Enter, F3",
            "Esc",
        ),
        *(
            "Ctrl+B",
            "Ctrl+F",
            "Ctrl+K, Ctrl+F",
            "Ctrl+N, Ctrl+O, Ctrl+W",
            "Ctrl+P",
            "Ctrl+Q",
            "Ctrl+Shift+F",
            "Ctrl+Shift+P, Ctrl+Shift+R",
        ),
        *("Ctrl+Shift+N", "Ctrl+Shift+W", "Ctrl+Shift+Z, Ctrl+Y", "Ctrl+V", "Ctrl+Z", "Ctrl+,"),
        # months, paper, and names
        *("April", "August", "September", "November", "A4", "Letter"),
        *("Alexia, Mistress of the Witchfire", "Flagfall {version}", "{stem} – Flagfall"),
        # words that German has, too
        *("Name", "Team", "Teams", "Team {name}", "Team {team}: {players}", "Nation", "Region"),
        *(
            "Status",
            "Format",
            "Code",
            "Tablet",
            "Tablets",
            "Tablet {device}",
            "Tablet {place}",
            "Station",
        ),
        *("Server", "Port", "Laptop", "in {path}", "inert"),
        # words that German players use
        *("Battlegroup", "Caster", "Check-in", "Cluster", "Cut", "Gamepads", "Hourglass"),
        *("Quadrant", "wild", "Wild", "Zone", "Leader", "Leader {named}"),
    }
}
"""What a language may leave as it is in English, without the letters for Alt."""


@pytest.fixture(params=SHIPPED)
def catalog(request: pytest.FixtureRequest) -> Catalog:
    return read_po(io.BytesIO((LANGUAGES / f"{request.param}.po").read_bytes()), request.param)


def name_of(catalog: Catalog) -> str:
    return str(catalog.locale)


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Each English form with its translation; the last one with those of further forms."""
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    strings = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    for place, string in enumerate(strings):
        yield ids[min(place, len(ids) - 1)], string


def translated(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for message in catalog:
        if message.id:
            yield from forms(message)


def test_german_is_shipped() -> None:
    assert SHIPPED == ["de"]


def test_every_text_has_a_translation_and_there_are_no_others(catalog: Catalog) -> None:
    now = {message.id for message in template() if message.id}

    assert {message.id for message in catalog if message.id} == now
    assert [text for text, string in translated(catalog) if not string] == []
    assert list(complaints(catalog)) == []


def test_translations_identical_to_the_english_are_listed(catalog: Catalog) -> None:
    plain = [[MNEMONIC.sub("", words) for words in pair] for pair in translated(catalog)]
    same = {text for text, string in plain if text == string and LETTER.search(FIELD.sub("", text))}
    assert same == SAME[name_of(catalog)]


def test_a_translation_has_the_form_of_its_text(catalog: Catalog) -> None:
    """Blanks would be doubled or lost where texts are joined; a mnemonic is there or is not."""
    wrong = []
    for text, string in translated(catalog):
        if string != string.strip() or len(MNEMONIC.findall(text)) != len(MNEMONIC.findall(string)):
            wrong.append(string)
        if text.endswith("…") != string.endswith("…") and "“" not in string:
            wrong.append(string)
        if SENTENCE.search(text) and not string.endswith((".", ".“")):
            wrong.append(string)
    assert wrong == []


def test_texts_of_players_claims_begin_with_a_capital(catalog: Catalog) -> None:
    """It is a button's words, and stands behind a colon: a sentence wherever it is read."""
    words = {
        str(text)
        for row in CLAIMS.values()
        for text in (row.statement, row.question, *(offer for offer, _ in row.offers))
    }
    said = {text: str(message.string) for text in words if (message := catalog.get(text))}
    assert said.keys() == words
    assert [text for text in said.values() if text[0].islower()] == []


def compiled(file: Path) -> dict[str, str]:
    """The texts of a compiled language, without the header, which names the compiler."""
    with file.open("rb") as stored:
        return {str(message.id): str(message.string) for message in read_mo(stored) if message.id}


def test_the_compiled_catalogue_matches_its_source(catalog: Catalog, tmp_path: Path) -> None:
    write_compiled(catalog, tmp_path / "now.mo")

    now = compiled(tmp_path / "now.mo")
    assert now == compiled(LANGUAGES / f"{name_of(catalog)}.mo"), "Run python -m tools.catalogue"


def test_the_build_compiles_every_language(catalog: Catalog, tmp_path: Path) -> None:
    name = name_of(catalog)
    shutil.copy(LANGUAGES / f"{name}.po", tmp_path)

    assert compile_languages(tmp_path) == [tmp_path / f"{name}.mo"]
    assert len(compiled(tmp_path / f"{name}.mo")) > 2000


def test_no_generated_catalogue_file_is_in_the_repository() -> None:
    listed = subprocess.run(
        ("git", "ls-files", "resources/languages"),
        cwd=LANGUAGES.parents[1],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {Path(name).suffix for name in listed} == {".po"}


def test_no_line_ends_between_a_number_and_its_unit() -> None:
    with (LANGUAGES / "de.po").open("rb") as file:
        texts = [text for _, text in translated(read_po(file))]
    assert not [text for text in texts if BREAKS.search(text)]
    assert BREAKS.search("Das 50-mm-Ziel")


def test_german_says_du_throughout() -> None:
    with (LANGUAGES / "de.po").open("rb") as file:
        texts = [text for _, text in translated(read_po(file))]
    assert not [text for text in texts if FORMAL.search(text)]
    assert FORMAL.search("Der Tisch steht. Drücken Sie Enter.")
