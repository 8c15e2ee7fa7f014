"""Texts for strangers: names of people, places and events taken out, however they are spelt."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from app.engine.text import plain

NAME = "[name]"
PART_LETTERS = 2
"""How many letters a part of a name has that is looked for by itself."""
OWN_LETTERS = 5
"""A name of so many letters is looked for inside longer words, too."""
BETWEEN = r"(?:[\W_]|%[0-9A-Fa-f]{2})*"
"""What stands between a name's words: a blank, a hyphen, %20, or nothing."""
BEGINS = r"(?:(?<![^\W_])|(?<=\\[abfnrtv0])|(?<=%[0-9A-Fa-f]{2}))"
ENDS = r"(?![^\W_])"


def without_names(text: str, names: Iterable[str]) -> str:
    """Return ``text`` with these names, their parts and this user's folder taken out: in any letter
    case, joined by anything, with letters escaped as Python and addresses do.
    """
    home = str(Path.home())
    if len(home) > 1:
        text = text.replace(home, "~")
    split = [(name, _parts_of(name)) for name in names if name.strip()]
    patterns = [*_in_order(_whole(*each) for each in split), *_in_order(_each(split))]
    return re.sub("|".join(patterns), NAME, text, flags=re.IGNORECASE) if patterns else text


def _parts_of(name: str) -> list[str]:
    """Return the words of a name: letters and digits with the marks on them."""
    letters = unicodedata.normalize("NFC", name)
    kept = (c if unicodedata.category(c)[0] in "LMN" else " " for c in letters)
    return "".join(kept).split()


def _in_order(patterns: Iterable[str]) -> list[str]:
    """Return the patterns, the longest first, which may contain others."""
    return sorted(set(patterns), key=len, reverse=True)


def _whole(name: str, parts: Sequence[str]) -> str:
    """Return the pattern of a whole name, by its words."""
    if not parts:
        return re.escape(name)
    whole = BETWEEN.join(map(_letters, parts))
    return whole if _stands_out("".join(parts)) else _alone(whole)


def _each(split: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield a pattern for each word of a name."""
    for _, parts in split:
        for part in parts:
            if len(part) >= PART_LETTERS and not part.isdecimal():
                yield _alone(_letters(part))


def _stands_out(name: str) -> bool:
    """Tell whether a name is no part of other words: a long one, or one without blanks in its
    script.
    """
    return len(name) >= OWN_LETTERS or not any(unicodedata.bidirectional(c) == "L" for c in name)


def _alone(pattern: str) -> str:
    return f"{BEGINS}(?:{pattern}){ENDS}"


def _letters(part: str) -> str:
    return "".join(map(_letter, part))


def _letter(letter: str) -> str:
    """Return a pattern for a letter in each spelling: itself, plain, taken apart, escaped."""
    if letter.isascii():
        return re.escape(letter)
    shapes = {letter, letter.lower(), letter.upper(), letter.casefold(), letter.title()}
    shapes.add(plain(letter) or letter)
    spelt = {*shapes, *(unicodedata.normalize("NFD", shape) for shape in shapes)}
    for shape in tuple(spelt):
        spelt |= {ascii(shape)[1:-1], quote(shape), repr(shape.encode())[2:-1]}
        spelt.add(json.dumps(shape)[1:-1])
    return f"(?:{'|'.join(re.escape(one) for one in sorted(spelt, key=len, reverse=True))})"
