"""Text files that are not Unicode: finds the encoding that fits their letters, and finds letters
that were lost. A guess always comes with a note, and the organizer can choose another encoding.
"""

import re
from collections.abc import Mapping

from app.engine.language import mark_text, say

TWICE = "twice"
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "cp1252": mark_text("Western European (Windows)"),
    "cp1250": mark_text("Central European (Windows)"),
    "cp1254": mark_text("Turkish (Windows)"),
    "cp1251": mark_text("Cyrillic (Windows)"),
    "cp1253": mark_text("Greek (Windows)"),
    "mac_roman": mark_text("Western European (Mac)"),
    "cp850": mark_text("Western European (DOS)"),
    "cp852": mark_text("Central European (DOS)"),
    "shift_jis": mark_text("Japanese (Shift JIS)"),
    "gb18030": mark_text("Chinese (GB 18030)"),
    TWICE: mark_text("UTF-8, encoded twice"),
}
GUESSED = ("cp1252", "cp1250", "mac_roman", "cp850", "cp1251")
"""The encodings that are tried. If several fit equally well, the first one wins."""
RARE = frozenset("œŒæÆðÐþÞÿŸ¡¿ºªƒ¤")
WORD = re.compile(r"[^\s,;|\"()0-9.]+")
LONGEST_WORD = 60
MOST_LOOKED_AT = 200_000
LOST = re.compile("\ufffd|[^\\W\\d_]\\?[^\\W\\d_]")
ENCODED_TWICE = re.compile("Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡-¿]|Å[‚„›ºŸ¼½¾\u00bb]|â€™")


def guess_encoding(content: bytes) -> str:
    """Return the encoding in which the letters form the most plausible words."""
    head = content[:MOST_LOOKED_AT]
    return max(GUESSED, key=lambda encoding: _score(head.decode(encoding, "replace"), encoding))


def _score(text: str, encoding: str) -> float:
    words = {word for word in WORD.findall(text) if not word.isascii()}
    return sum(_word_score(word[:LONGEST_WORD], encoding) for word in words)


def _word_score(word: str, encoding: str) -> float:
    """Return 1 for a plausible word, and less for an implausible one."""
    letters = word.strip("'’-“”„‘–—/&:")
    parts = re.split(r"['’/&-]", letters)
    if not all(part.isalpha() for part in parts if part) or "\ufffd" in word:
        return -2
    if any(part[1:] != part[1:].lower() and part != part.upper() for part in parts):
        return -1
    foreign = len(letters) > 2 and all(ord(letter) > 127 for letter in letters if letter.isalpha())
    if foreign != (encoding == "cp1251"):
        return -1
    return 0.5 if RARE & {*letters} else 1


def decode_in(content: bytes, encoding: str) -> str:
    """Decode a text in the chosen encoding, one of `ENCODINGS`."""
    if encoding != TWICE:
        return content.decode(encoding, errors="replace")
    return untwist(content.decode("utf-8", errors="replace"))


def untwist(text: str) -> str:
    """Repair lines of UTF-8 that were read as Windows' own encoding and then encoded again. Other
    lines stay as they are.
    """
    lines = text.splitlines(keepends=True)
    return "".join(map(_untwisted_line, lines))


def _untwisted_line(line: str) -> str:
    try:
        # Five bytes are no letters in Windows' encoding and come through as they are.
        content = b"".join(
            letter.encode("cp1252") if ord(letter) > 0x9F or ord(letter) < 0x80
            else letter.encode("latin-1") for letter in line
        )  # fmt: skip
        return content.decode("utf-8")
    except UnicodeError:
        return line


def encoding_note(text: str, encoding: str) -> str:
    """Return a note if the encoding was guessed or letters were lost; otherwise an empty text."""
    if encoding not in {"", "utf-8"}:
        return say(
            "The file does not say how its letters are encoded. It is read as {encoding}; if names"
            " look wrong, choose another encoding.",
            encoding=say(ENCODINGS[encoding]),
        )
    if found := ENCODED_TWICE.search(text):
        return say(
            "Letters look wrong, such as {letters}: the list seems to be encoded twice. Choose"
            " that encoding, or save the list again as UTF-8.",
            letters=_around(text, found),
        )
    if found := LOST.search(text):
        return say(
            "Letters were lost before the list came here, such as in {letters}. Save it again as"
            " UTF-8, or correct the names.",
            letters=_around(text, found),
        )
    return ""


def _around(text: str, found: re.Match[str]) -> str:
    """Return the word in which a match was found."""
    before = re.search(r"\w*\Z", text[max(found.start() - 20, 0) : found.start()])
    after = re.match(r"\w*", text[found.end() : found.end() + 20])
    return say(
        "“{words}”",
        words=f"{before[0] if before else ''}{found[0]}{after[0] if after else ''}",
    )
