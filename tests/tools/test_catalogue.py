"""What translators get, and what becomes of what they write."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app.engine.language import plural, say, speak
from app.store.languages import VARIABLE, choose_language
from tools.catalogue import Wrong, make_language, template, texts, texts_of, written


def test_texts_are_collected_with_both_forms() -> None:
    source = b'say("Table {number}", number=n); plural(n, "{count} a", "{count} b"); say(word)\n'
    source += b'X = Forms("one", "more"); marked("Key"); label("not this")\n'
    source += b"f\"{say('in a field')} {name}\"\n"

    assert list(texts_of(source)) == [
        "Table {number}",
        ("{count} a", "{count} b"),
        ("one", "more"),
        "Key",
        "in a field",
    ]


def test_the_template_has_the_texts_of_windows_pages_and_sheets() -> None:
    found = texts()

    assert len(found) > 2000
    for text, file in (
        ("Nothing changes: that list is chosen already.", "app/engine/decide/lists.py"),
        ("Printed on {date}", "app/reports/page.py"),
        ("Standings after round {standings_after}", "resources/web/room/room.js"),
        ("This event uses an encrypted line", "resources/web/certificate.html"),
        ("The game is over", "app/engine/wording.py"),
    ):
        assert file in found[text]
    assert 'msgid "Printed on {date}"' in written(template())


def test_a_language_is_begun_edited_and_compiled(
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
