"""Converts sentences from many parts of the program into remarks: the texts they consist of, and
their values.

A row never stores a sentence of a language. The reasons of refusals and the descriptions of acts
are composed all over the program, so here they are taken apart again.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import Formatter

from msgspec import Struct

from app.engine.language import Forms, Source, text_of, texts_with_fields, within
from app.engine.remarks import ONE, OTHER, TEXT, Remark, RemarkKind, Said, Value

SEAMS = re.compile(r"((?<=[.!?]) +|[:;,] |[ ]?[()])")
"""The separators that the program puts between sentences and their parts."""
LETTERS = re.compile(r"[^\W\d_]{3}")
"""Matches three letters in a row. A text without them is not searched for inside a sentence."""
BESIDE_FIELDS = 4
"""The letters that a text must have outside its fields to be recognized; shorter words such as
"and" also occur in names.
"""


def keep_words(sentence: str, heard: Mapping[str, Source]) -> Remark:
    """Return a sentence as a remark that rows can store. ``heard`` has the sources of all texts
    that were used to compose it, as `hear` yields them.
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
    """Return the words as a remark of a single text; None if they are not a single text."""
    if words in heard:
        shorter = {said: source for said, source in heard.items() if len(said) < len(words)}
        return _keep_source(heard[words], shorter)
    if text := text_of(words):
        return Remark(RemarkKind.TEXT, ((TEXT, text),))
    text = text_of(words[:1].upper() + words[1:])
    if text:
        return Remark(RemarkKind.WITHIN, (("words", Remark(RemarkKind.TEXT, ((TEXT, text),))),))
    return None


class _Piece(Struct, frozen=True):
    """A text that was found inside a sentence."""

    words: str
    """The words of the text in the sentence."""
    said: str
    """The words of the text when it was said by itself."""
    kinds: tuple[RemarkKind, ...] = ()
    """The changes from the text to its form in the sentence, the last change first."""


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
    """Yield the forms that a text can have inside a sentence."""
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
    """Return a remark for words that come from filling the fields of a module's text; of several
    texts, the longest counts. Return None if there is none.
    """
    best: tuple[int, str, Mapping[str, str]] = (0, "", {})
    for said, text in texts_with_fields():
        frame = _read_fields(said)
        if frame.letters <= best[0] or frame.longest not in words:
            continue
        if any(literal not in words for literal in frame.literals):
            continue
        if match := frame.pattern.fullmatch(words):
            best = frame.letters, text, match.groupdict()
    _, text, fields = best
    return _keep_source(Source(text, fields), heard) if text else None


class _Frame(Struct, frozen=True):
    """The parts of a text around its fields."""

    literals: tuple[str, ...]
    longest: str
    """The longest literal. Most texts are ruled out by looking for it alone."""
    letters: int
    """The number of letters in all literals."""
    pattern: re.Pattern[str]
    """A pattern for the filled text."""


NOTHING = _Frame((), "", 0, re.compile(r"(?!)"))


@lru_cache(maxsize=4096)
def _read_fields(said: str) -> _Frame:
    try:
        parts = [(literal, field) for literal, field, _, _ in Formatter().parse(said)]
    except ValueError:  # a packet's sentence with a lone brace
        return NOTHING
    literals = tuple(literal for literal, _ in parts)
    joined = "".join(literals)
    if sum(map(str.isalpha, joined)) < BESIDE_FIELDS:
        return NOTHING
    seen: set[str] = set()
    pattern = "".join(re.escape(literal) + _field(field, seen) for literal, field in parts)
    return _Frame(literals, max(literals, key=len), len(joined), re.compile(pattern, re.DOTALL))


def _field(field: str | None, seen: set[str]) -> str:
    if field is None or not field.isidentifier():
        return "" if field is None else ".*?"
    if field in seen:
        return f"(?P={field})"
    seen.add(field)
    return f"(?P<{field}>.*?)"
