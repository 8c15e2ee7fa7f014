"""Reads the number of models in an entry of a list, however people write it."""

import re

from msgspec import Struct

from app.engine.armies.models import LEAST

FULL = 10
"""The number of models assumed for a unit that only says "max"; it is a guess."""
_AND_SO_MANY = re.compile(
    r"(?P<led>[\s,(\[–-]*\b(?:leader|chief|chef|anführer|líder|lider|jefe|capo|sergeant)\b\W*)?(?:&|\+|\b(?:and|et|und|y)\b)\s*"
    r"(?P<count>\d{1,2})\s+(?=[^\W\d])",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\s*[\[(]\s*leader\s*(?:&|and)\s*(?:a\s+)?grunt\s*[\])]", re.IGNORECASE)
_SUM = re.compile(r"[\[(]\s*(\d{1,2})\s*\+\s*(\d{1,2})\s*[\])]")
_CREW = re.compile(
    r"\s[-–(]\s*(?P<lead>[^-–(]*?)(?:&|\band\b|,(?!\s*\d+\s*[)\]]))\s*(?P<more>\d+)\b[^-–]*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\s[-–]\s+(?P<names>[^-–]+)$")
_NUMBERED = re.compile(
    r"[\[(]\s*x?(\d+)(?:\s*[^\W\d_]+)?\s*[\])]|\bx(\d+)\b"
    r"|\b(\d+)[\s-]*(?:models|modelle|modelos|modelli|figurines|figuren|minis|miniatures|men|man)\b(?!-)"
    r"|\b(?:min|max)(\d{1,2})\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"^(\d{1,2})\s*x?\s+(?=[^\W\d])", re.IGNORECASE)
_FULL = re.compile(r"[\[(]?\b(max|full|min)(?:imum)?\b\.?[\])]?", re.IGNORECASE)


class Size(Struct, frozen=True):
    """The number of models in a line, and its other words."""

    models: int
    rest: str
    is_said: bool = True
    """True if the line gives the number, in figures or in a word."""
    is_guess: bool = False
    """True if the number is uncertain: the line only says "max", or has a number that may count
    entries.
    """
    is_first: bool = False
    """True if the number stands before the name."""


def read_size(words: str) -> Size:
    """Return how many models a line gives, in figures or in words such as "max"."""
    if pair := _PAIR.search(words):
        return Size(2, words[: pair.start()] + words[pair.end() :])
    if total := _SUM.search(words):
        count = int(total.group(1)) + int(total.group(2))
        return Size(count, words[: total.start()] + words[total.end() :])
    if crew := _CREW.search(words):  # "Leader & 9 Grunts"
        return Size(int(crew.group("more")) + 1, words[: crew.start()])
    if beside := _AND_SO_MANY.search(words):  # "Necrosurgeon & 3 Stitch Thralls"
        rest = words[: beside.start()] if beside["led"] else words
        return Size(int(beside["count"]) + 1, rest)
    if numbered := _NUMBERED.search(words):
        count = next(int(group) for group in numbered.groups() if group)
        return Size(count, words[: numbered.start()] + words[numbered.end() :])
    first = _FIRST.match(words)
    if first and int(first.group(1)):  # "3 Rocketeers"
        models = int(first.group(1))
        return Size(models, words[first.end() :], is_guess=models > 1, is_first=True)
    if full := _FULL.search(words):
        models = LEAST if full.group(1).casefold() == "min" else FULL
        return Size(models, words[: full.start()] + words[full.end() :], is_guess=True)
    if named := _NAMED.search(words):  # "Sevryn, Rhylyss, and Vysarr"
        names = [name for name in re.split(r",|&|\band\b", named.group("names")) if name.strip()]
        return Size(len(names), words[: named.start()])
    return Size(1, words, is_said=False)
