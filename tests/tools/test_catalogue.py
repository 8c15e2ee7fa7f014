"""What translators get, and what becomes of what they write."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app.engine.language import USUAL_WORDS, language_code, plural, say, speak
from app.reports.page import page
from app.store.languages import VARIABLE, choose_language
from tools.catalogue import Wrong, make_language, prose_of, template, texts, texts_of, written

ROOT = Path(__file__).resolve().parents[2]


def test_texts_are_collected_with_singular_and_plural() -> None:
    source = b'say("Table {number}", number=n); plural(n, "{count} a", "{count} b"); say(word)\n'
    source += b'X = Forms("one", "more"); mark_text("Key"); label("not this")\n'
    source += b"f\"{say('in a field')} {name}\"\n"

    assert list(texts_of(source)) == [
        "Table {number}",
        ("{count} a", "{count} b"),
        ("one", "more"),
        "Key",
        "in a field",
    ]


def test_the_sentences_of_a_packet_are_collected_but_its_names_are_not() -> None:
    packet = {
        "name": "Steamroller",
        "variant": [{"key": "rumble", "name": "Rumble", "says": "On a small table."}],
        "scenario": [
            {
                "name": "Recon",
                "area": "In the zone",
                "element": [{"name": "Flag 1", "area": {"x": 24, "y": 24}}],
                "condition": [{"key": "near", "name": "Caster near a flag"}],
            }
        ],
        "briefing": {"reminders": ["Call the judge.", "Stay calm."]},
    }

    assert [*prose_of(packet)] == [
        "On a small table.",
        "In the zone",
        "Flag 1",
        "Caster near a flag",
        "Call the judge.",
        "Stay calm.",
    ]


def test_the_template_has_the_texts_of_windows_pages_and_sheets() -> None:
    found = texts()

    assert len(found) > 2000
    for text, file in (
        ("Nothing changes: that list is already chosen.", "app/engine/subjects/players/lists.py"),
        ("Printed on {date}", "app/reports/page.py"),
        ("Standings after round {standings_after}", "resources/web/room/room.js"),
        ("This event uses an encrypted connection", "resources/web/certificate.html"),
        ("The game is over", "app/engine/wording.py"),
        ("Nobody may extend a turn.", "resources/packets/sr2014.toml"),
    ):
        assert file in found[text]
    assert 'msgid "Printed on {date}"' in written(template())


def test_a_language_whose_texts_did_not_change_stays_as_it_is(tmp_path: Path) -> None:
    make_language("de", tmp_path)
    file = tmp_path / "de.po"
    begun = re.sub(r"(POT-Creation-Date: )\d{4}", r"\g<1>2001", file.read_text("utf-8"))
    file.write_text(begun, "utf-8", newline="\n")
    make_language("de", tmp_path)
    assert file.read_text("utf-8") == begun


def test_a_language_can_be_started_edited_and_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = make_language("de", tmp_path)
    file = tmp_path / "de.po"
    text = file.read_text("utf-8")
    assert missing > 2000
    text = text.replace(
        'msgid "The game is over"\nmsgstr ""', 'msgid "The game is over"\nmsgstr "Aus"'
    )
    file.write_text(text, "utf-8")

    assert make_language("de", tmp_path) == missing - 1
    monkeypatch.setenv(VARIABLE, "en")
    choose_language(str(tmp_path / "de.mo"))
    try:
        assert say("The game is over") == "Aus"
        assert say("Not translated") == "Not translated"
        assert plural(2, "{count} table", "{count} tables") == "2 tables"
    finally:
        speak(None)


def test_a_translator_gets_every_plural_form_of_their_language_and_may_move_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form is asked for by its number; a sentence is put into another order."""
    make_language("pl", tmp_path)
    file = tmp_path / "pl.po"
    text = file.read_text("utf-8")
    forms = 'msgid "{count} table"\nmsgid_plural "{count} tables"\n'
    empty = 'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""'
    assert forms + empty in text
    filled = 'msgstr[0] "{count} stół"\nmsgstr[1] "{count} stoły"\nmsgstr[2] "{count} stołów"'
    moved = 'msgid "{name} dropped after round {after_round}"\nmsgstr ""'
    assert moved in text
    text = text.replace(forms + empty, forms + filled)
    file.write_text(
        text.replace(moved, moved[:-1] + 'po rundzie {after_round}: {name} rezygnuje"'), "utf-8"
    )
    make_language("pl", tmp_path)
    monkeypatch.setenv(VARIABLE, "en")
    choose_language(str(tmp_path / "pl.mo"))
    try:
        assert [plural(n, "{count} table", "{count} tables") for n in (1, 3, 5)] == [
            "1 stół",
            "3 stoły",
            "5 stołów",
        ]
        dropped = say("{name} dropped after round {after_round}", name="Ada", after_round=2)
        assert dropped == "po rundzie 2: Ada rezygnuje"
        assert language_code() == "pl"
        assert '<html lang="pl">' in page("Tabela", (), ())
    finally:
        speak(None)


def test_a_translation_without_a_field_is_refused(tmp_path: Path) -> None:
    make_language("de", tmp_path)
    file = tmp_path / "de.po"
    text = file.read_text("utf-8")
    old = 'msgid "Printed on {date}"\nmsgstr ""'
    assert old in text
    file.write_text(text.replace(old, old[:-1] + 'Gedruckt am {datum}"'), "utf-8")

    with pytest.raises(Wrong, match="needs the fields of “Printed on"):
        make_language("de", tmp_path)
    with file.open("rb") as stored:
        assert read_po(stored).get("Printed on {date}") is not None


OLDER = re.compile(
    r"\b(KP|Kontrollpunkt\w*|Caster\w*|[Ee]rste\w* Spieler\w*|[Zz]weite\w* Spieler\w*)\b"
)


def test_german_uses_a_packets_word_only_where_the_english_text_does() -> None:
    with (ROOT / "resources/languages/de.po").open("rb") as file:
        messages = [one for one in read_po(file) if one.id]
    assert len(messages) > 3000
    spoken = [
        (" ".join(one_or_more(one.id)), " ".join(one_or_more(one.string))) for one in messages
    ]
    usual = re.compile(rf"\b({'|'.join(USUAL_WORDS)})\b", re.IGNORECASE)
    assert [pair for pair in spoken if OLDER.search(pair[1]) and not usual.search(pair[0])] == []


def test_place_in_the_standings_is_not_translated_as_a_verb_in_german() -> None:
    with (ROOT / "resources/languages/de.po").open("rb") as file:
        german = {one.id: one.string for one in read_po(file)}
    assert german["Place"] == "Platz"
    assert german["Place it"] == "Platzieren"


def one_or_more(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
