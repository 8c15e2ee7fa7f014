"""Text files that are not Unicode, and letters that were lost before."""

import pytest

from app.store.tables.encodings import (
    TWICE,
    decode_in,
    encoding_note,
    guess_encoding,
    untwist,
)


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        ("Jörg Müller, Ärzte, Peña, São, Anaïs", "cp1252"),
        ("Łukasz Świątek, Żółkowski, Grażyna Gąsior", "cp1250"),
        ("Jörg Müller, Ärzte, Peña", "mac_roman"),
        ("Jörg Müller, Ärzte, Peña", "cp850"),
        ("Иван Петров, Мария Кузнецова", "cp1251"),
        ("Яна", "cp1251"),
        ("Anna-Łucja", "cp1250"),
        ("Peña-Nieto", "cp850"),
        ("Ana/Léa", "cp850"),
        ("JÖRG MÜLLER, D’ÀVILA, O'Brien-Müller", "cp1252"),
    ],
)
def test_the_encoding_chosen_is_the_one_that_makes_names_readable(
    words: str, encoding: str
) -> None:
    content = words.encode(encoding)
    assert guess_encoding(content) == encoding
    assert decode_in(content, encoding) == words


@pytest.mark.parametrize("before", ["," * 200_000, "a" * 60])
def test_letters_beyond_what_is_looked_at_do_not_change_the_encoding(before: str) -> None:
    only_of_a_mac = "ê".encode("mac_roman")
    assert guess_encoding(before[1:].encode() + only_of_a_mac) == "mac_roman"
    assert guess_encoding(before.encode() + only_of_a_mac) == "cp1252"


def twisted(text: str) -> str:
    return "".join(
        bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode("utf-8")
    )


def test_double_encoded_text_is_decoded_line_by_line() -> None:
    """Five bytes are no letters of Windows and come through as they are: à and Í have two."""
    text = "Müller\nÀ la Íñigo\r\n“Sæ”\n"
    assert untwist(twisted(text)) == text
    assert decode_in(twisted(text).encode(), TWICE) == text
    mixed = twisted("Müller\n") + "Jörg\n日本\n"
    assert untwist(mixed) == "Müller\nJörg\n日本\n"


@pytest.mark.parametrize(
    ("text", "encoding", "note"),
    [
        ("Müller", "", ""),
        ("Müller", "utf-8", ""),
        ("What? Really", "", ""),
        ("Müller", "cp1252", "It is read as Western European (Windows); if names look wrong,"),
        ("Jane MÃ¼ller, Oslo", "", "such as “MÃ¼ller”: the list seems to be encoded twice."),
        ("Dâ€™Arc", "", "such as “Dâ€™Arc”: the list seems to be encoded twice."),
        (
            "Jane M\ufffdller",
            "",
            "Letters were lost before the list came here, such as in “M\ufffdller”",
        ),
        ("Jane M?ller", "", "such as in “M?ller”. Save it again as UTF-8"),
        ("a" * 30 + "?" + "b" * 30, "", f"such as in “{'a' * 21}?{'b' * 21}”."),
    ],
)
def test_a_note_says_which_letters_to_check(text: str, encoding: str, note: str) -> None:
    said = encoding_note(text, encoding)
    assert note in said
    assert bool(said) is bool(note)
