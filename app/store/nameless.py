"""Texts for strangers: the names of people, places and events are removed, however they are
spelt.
"""

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from app.engine.text import plain

Spelt: TypeAlias = tuple[str, ...]
"""A pattern for each letter of a name."""

NAME = "[name]"
PART_LETTERS = 2
"""The number of letters from which part of a name is searched for by itself."""
OWN_LETTERS = 5
"""The number of letters from which a name is searched for inside longer words, too."""
CASED = frozenset({"Lu", "Ll", "Lt"})
"""Unicode's categories of letters in scripts that have capitals."""
BETWEEN = r"(?:[\W_]|%(?:25)*[0-9A-Fa-f]{2})*"
"""A pattern for what stands between the words of a name: a blank, a hyphen, %20, or nothing."""
BEGINS = (
    r"(?:(?<![^\W_])|(?<=\\[abfnrtv0])|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})"
    r"|(?<=%[0-9A-Fa-f]{2})|(?<=%25[0-9A-Fa-f]{2}))"
)
ENDS = r"(?=\d*(?![^\W_]|[\u0300-\u036f]))"
"""A pattern for the end of a name. A number may follow, as in the name of a second file; an accent
may not, because it makes another letter.
"""
SLASH = r"(?:[/\\]|%2F|%5C)+"
OF_A_USER = re.compile(
    rf"((?:/home|/Users|/media|:{SLASH}Users){SLASH})[^/\\\n'\"%]+(?=[/\\%])", re.IGNORECASE
)
"""A pattern for the folders in which systems keep a user's own folder."""
PLAIN = re.compile(r"[A-Za-z0-9]+")
IN_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


def without_names(text: str, names: Iterable[str]) -> str:
    """Return ``text`` without these names, without parts of them, and without the names of users'
    folders. Names are found in any letter case and with anything between their words. Their letters
    may be escaped as in Python or in addresses, even twice.
    """
    text = OF_A_USER.sub(rf"\1{NAME}", _without_home(text, Path.home()))
    found = [_parts_of(name) for name in names if name.strip()]
    folded = text.casefold().replace("ı", "i")
    wholes = {_whole(name, parts) for name, parts in found if _may_be_in(folded, *parts)}
    within = {spelt for spelt, stands_out in wholes if stands_out}
    alone = {spelt for spelt, stands_out in wholes if not stands_out}
    looked_for = {part for _, parts in found for part in parts if _is_looked_for(part)}
    parts_alone = {_letters(part) for part in looked_for if _may_be_in(folded, part)}
    patterns = [_any_of(within), _alone(alone), _alone(parts_alone)]
    pattern = "|".join(filter(None, patterns))
    return re.sub(pattern, NAME, text, flags=re.IGNORECASE) if pattern else text


def _without_home(text: str, home: Path) -> str:
    """Return the text with "~" in place of this user's folder, whether the folder is written with
    slashes or backslashes.
    """
    anchor, *folders = home.parts
    if not folders:
        return text
    pattern = SLASH.join(
        (re.escape(anchor.rstrip("/\\")), *("".join(_letters(folder)) for folder in folders))
    )
    return re.sub(f"{pattern}(?![^\\W_])", "~", text, flags=re.IGNORECASE)


def _parts_of(name: str) -> tuple[str, tuple[str, ...]]:
    """Return a name, and its words without the signs between them. A word consists of digits and of
    letters with their accents.
    """
    letters = unicodedata.normalize("NFC", name)
    kept = (c if unicodedata.category(c)[0] in "LMN" else " " for c in letters)
    return name, tuple("".join(kept).split())


def _may_be_in(folded: str, *parts: str) -> bool:
    """Tell whether the plain letters of these words occur in the text. This is quick, and saves
    building patterns, which is slow.
    """
    return all(run.lower() in folded for part in parts for run in PLAIN.findall(part))


def _is_looked_for(part: str) -> bool:
    return len(part) >= PART_LETTERS and not part.isdecimal()


def _whole(name: str, parts: Sequence[str]) -> tuple[Spelt, bool]:
    """Return patterns for all letters of a name, and whether to look for the name inside other
    words as well.
    """
    if not parts:
        return (re.escape(name),), True
    first, *others = map(_letters, parts)
    return (*first, *(one for part in others for one in (BETWEEN, *part))), _stands_out(
        "".join(parts)
    )


def _stands_out(name: str) -> bool:
    """Tell whether to look for a name inside other words: it is so long that it is unlikely to be
    part of one, or its script has no capitals. Many of these scripts, such as Chinese, put no
    blanks between words.
    """
    return len(name) >= OWN_LETTERS or not any(unicodedata.category(c) in CASED for c in name)


def _alone(spelt: Collection[Spelt]) -> str:
    return f"{BEGINS}{_any_of(spelt)}{ENDS}" if spelt else ""


def _any_of(spelt: Collection[Spelt], depth: int = 3) -> str:
    """Return a pattern that matches any of these, trying the longest first. Common first letters
    are grouped; otherwise thousands of names would each be tried at each place.
    """
    if not spelt:
        return ""
    longest_first = sorted(spelt, key=lambda one: (-len(one), one))
    if not depth:
        return f"(?:{'|'.join(map(''.join, longest_first))})"
    by_first: dict[str, list[Spelt]] = {}
    for one in longest_first:
        by_first.setdefault("".join(one[:1]), []).append(one[1:])
    ways = (f"{first}{_any_of(rest, depth - 1)}" for first, rest in by_first.items())
    return f"(?:{'|'.join(ways)})"


def _letters(part: str) -> Spelt:
    """Return a pattern for each letter with its accents."""
    letters: list[str] = []
    for letter in part:
        if letters and unicodedata.category(letter)[0] == "M":
            letters[-1] += letter
        else:
            letters.append(letter)
    return tuple(map(_letter, letters))


@cache
def _letter(letter: str) -> str:
    """Return a pattern for every spelling of a letter: itself, plain, decomposed, escaped, or
    misread.
    """
    if letter.isascii():
        return re.escape(letter)
    shapes = {letter, letter.lower(), letter.upper(), letter.casefold(), letter.title()}
    shapes |= {plain(letter) or letter, letter.lower().translate(IN_GERMAN)}
    spelt = {*shapes, *(unicodedata.normalize("NFD", shape) for shape in shapes)}
    for shape in tuple(spelt):
        in_bytes = shape.encode()
        as_text = {shape, in_bytes.decode("latin-1"), in_bytes.decode("cp1252", "replace")}
        as_text.add(in_bytes.decode("ascii", "surrogateescape"))
        spelt |= {*as_text, quote(shape), repr(in_bytes)[2:-1], json.dumps(shape)[1:-1]}
        spelt |= {ascii(one)[1:-1] for one in as_text}
    longest_first = sorted(spelt, key=lambda one: (-len(one), one))
    return f"(?:{'|'.join(map(_escape, longest_first))})"


def _escape(spelling: str) -> str:
    """Return a pattern for a spelling whose escape characters may be escaped themselves."""
    return re.escape(spelling).replace(r"\\", r"\\+").replace("%", "%(?:25)*")
