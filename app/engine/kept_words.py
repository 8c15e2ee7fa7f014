"""Sentences that rows keep although many parts of the program make them: by their texts and values.

A row holds no sentence of a language. What was refused, and what an act was, is put together all
over the program; here it is taken apart again into the texts it was said by.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

from app.engine.language import Forms, Source, text_of, texts_with_fields, within
from app.engine.remarks import ONE, OTHER, TEXT, Remark, RemarkKind, Said, Value

SEAMS = re.compile(r"((?<=[.!?]) +|[:;,] |[ ]?[()])")
"""What parts of the program put between sentences."""
LETTERS = re.compile(r"[^\W\d_]{3}")
"""So many letters a text needs to be looked for inside a sentence."""
BESIDE_FIELDS = 4
"""So many letters it needs beside its fields to be recognized by them, for names have "and" in
them, too.
"""
NOTHING: tuple[tuple[str, ...], re.Pattern[str]] = ((), re.compile(r"(?!)"))


def keep_words(sentence: str, heard: Mapping[str, Source]) -> Remark:
    """Return a sentence as rows keep it. ``heard`` are the sources of what was said while it was
    made, as `hear` yields them.
    """
    kept = _keep(sentence, heard)
    return kept if isinstance(kept, Remark) else Remark(RemarkKind.PARTS, (("", kept),))


def _keep(words: str, heard: Mapping[str, Source]) -> Value:
    whole = _keep_whole(words, heard)
    if whole is not None or not words:
        return whole or words
    if piece := _longest_piece(words, heard):
        before, after = words.split(piece.words, 1)
        parts = [_keep(before, heard), _keep_piece(piece, heard), _keep(after, heard)]
        return Remark(RemarkKind.PARTS, tuple(("", part) for part in parts if part != ""))
    if (filled := _keep_filled(words, heard)) is not None:
        return filled
    if words[0].islower() and (filled := _keep_filled(words[0].upper() + words[1:], heard)):
        return Remark(RemarkKind.WITHIN, (("words", filled),))
    pieces = SEAMS.split(words)
    if len(pieces) == 1:
        return words
    parts = [part if at % 2 else _keep(part, heard) for at, part in enumerate(pieces)]
    return Remark(RemarkKind.PARTS, tuple(("", part) for part in parts if part != ""))


def _keep_whole(words: str, heard: Mapping[str, Source]) -> Remark | None:
    """Return the words as one text with its values; None if they are none."""
    if words in heard:
        shorter = {said: source for said, source in heard.items() if len(said) < len(words)}
        return _keep_source(heard[words], shorter)
    if text := text_of(words):
        return Remark(RemarkKind.TEXT, ((TEXT, text),))
    text = text_of(words[:1].upper() + words[1:])
    if text:
        return Remark(RemarkKind.WITHIN, (("words", Remark(RemarkKind.TEXT, ((TEXT, text),))),))
    return None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A text inside a sentence."""

    words: str
    """As they stand there."""
    said: str
    """As they were said."""
    kinds: tuple[RemarkKind, ...] = ()
    """What was done to them, the last first."""


def _longest_piece(words: str, heard: Mapping[str, Source]) -> _Piece | None:
    inside = [
        piece
        for said in heard
        if said and len(said) <= len(words) + 1 and LETTERS.search(said)
        for piece in _forms(said)
        if piece.words in words
    ]
    return max(inside, key=lambda piece: len(piece.words), default=None)


def _forms(said: str) -> Iterator[_Piece]:
    """Yield the forms that a text can take inside a sentence."""
    bare = said.rstrip(".")
    yield _Piece(said, said)
    yield _Piece(bare, said, (RemarkKind.BARE,))
    if said[0].isupper():
        yield _Piece(within(said), said, (RemarkKind.WITHIN,))
        yield _Piece(within(bare), said, (RemarkKind.WITHIN, RemarkKind.BARE))
    else:
        capital = said[0].upper()
        yield _Piece(capital + said[1:], said, (RemarkKind.CAPITAL,))
        yield _Piece(capital + bare[1:], said, (RemarkKind.CAPITAL, RemarkKind.BARE))


def _keep_piece(piece: _Piece, heard: Mapping[str, Source]) -> Remark:
    kept = _keep_whole(piece.said, heard) or Remark(RemarkKind.PARTS)
    for kind in reversed(piece.kinds):
        kept = Remark(kind, (("words", kept),))
    return kept


def _keep_source(source: Source, heard: Mapping[str, Source]) -> Remark:
    values = tuple((name, _keep_value(value, heard)) for name, value in source.values.items())
    if isinstance(source.text, Forms):
        one, other = source.text
        return Remark(RemarkKind.FORMS, ((ONE, one), (OTHER, other), *values))
    return Remark(RemarkKind.TEXT, ((TEXT, source.text), *values))


def _keep_value(value: object, heard: Mapping[str, Source]) -> Value:
    if isinstance(value, Said):
        return value.remark
    return value if isinstance(value, int) else _keep(str(value), heard)


def _keep_filled(words: str, heard: Mapping[str, Source]) -> Remark | None:
    """Return words that a module's own text was filled to; of several texts the longest."""
    best: tuple[int, str, Mapping[str, str]] = (0, "", {})
    for said, text in texts_with_fields():
        literals, pattern = _read_fields(said)
        letters = len("".join(literals))
        if letters <= best[0] or any(literal not in words for literal in literals):
            continue
        if match := pattern.fullmatch(words):
            best = letters, text, match.groupdict()
    _, text, fields = best
    return _keep_source(Source(text, fields), heard) if text else None


@lru_cache(maxsize=4096)
def _read_fields(said: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Return what a text has beside its fields, and the pattern of what it is filled to."""
    try:
        parts = [(literal, field) for literal, field, _, _ in Formatter().parse(said)]
    except ValueError:  # a packet's sentence with a lone brace
        return NOTHING
    literals = tuple(literal for literal, _ in parts)
    if sum(map(str.isalpha, "".join(literals))) < BESIDE_FIELDS:
        return NOTHING
    seen: set[str] = set()
    pattern = "".join(re.escape(literal) + _field(field, seen) for literal, field in parts)
    return literals, re.compile(pattern, re.DOTALL)


def _field(field: str | None, seen: set[str]) -> str:
    if field is None or not field.isidentifier():
        return "" if field is None else ".*?"
    if field in seen:
        return f"(?P={field})"
    seen.add(field)
    return f"(?P<{field}>.*?)"
