"""Read JavaScript as far as its texts and its code can be told apart. Standard library only."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

PIECE = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    | (?P<template> ` )
    | (?P<word> [A-Za-z_$][\w$]* | [0-9][\w.]* )
    | (?P<sign> => | \?\?= | \?\. | \.\.\. | [=!]== | [<>+\-*%&|?]=? | && | \|\| | [^\s] )
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
BEFORE_REGEX = frozenset(
    {"", "(", ",", "=", ":", "[", "!", "&", "|", "?", "{", ";", "=>", "return", "/", "+"}
)
PLACE = "{}"


@dataclass(frozen=True, slots=True)
class Piece:
    """``kind``: "comment", "text", "regex", "word" or "sign". ``words``: what a text says, with
    "{}" for each place of a template.
    """

    kind: str
    start: int
    end: int
    words: str = ""


def pieces(code: str, start: int = 0) -> Iterator[Piece]:
    """The pieces of ``code``, in order; of a template also those inside its places."""
    yield from _pieces(code, start, [])


def _pieces(code: str, at: int, ends: list[int], *, inside: bool = False) -> Iterator[Piece]:
    """Inside a place of a template up to its closing brace, whose end goes into ``ends``."""
    depth, before = 0, ""
    while found := PIECE.search(code, at):
        kind, start, at = found.lastgroup or "", found.start(), found.end()
        written = found.group()
        if kind == "template":
            closed = list[int]()
            yield from _template(code, start, closed)
            at, before = closed[0], "`"
            continue
        if written == "/" and before in BEFORE_REGEX and (regex := REGEX.match(code, start)):
            kind, at = "regex", regex.end()
        if inside and written == "{":
            depth += 1
        if inside and written == "}":
            depth -= 1
            if depth < 0:
                ends.append(at)
                return
        words = written[1:-1] if kind == "text" else ""
        yield Piece(kind, start, at, _unescaped(words))
        before = before if kind == "comment" else written


def _template(code: str, start: int, ends: list[int]) -> Iterator[Piece]:
    """The template that begins at ``start``, then what is in its places; its end goes into
    ``ends``.
    """
    words, at, inner = "", start + 1, list[Piece]()
    while code[at] != "`":
        if code.startswith("${", at):
            place_ends = list[int]()
            inner += _pieces(code, at + 2, place_ends, inside=True)
            words, at = words + PLACE, place_ends[0]
        else:
            size = 2 if code[at] == "\\" else 1
            words, at = words + code[at : at + size], at + size
    ends.append(at + 1)
    yield Piece("text", start, at + 1, _unescaped(words))
    yield from inner


def _unescaped(words: str) -> str:
    return re.sub(r"\\(.)", r"\1", words)


def texts(code: str) -> Iterator[str]:
    """Every text; those that are added to one another are one."""
    joined, end = "", -1
    for piece in pieces(code):
        if piece.kind != "text":
            continue
        if end >= 0 and code[end : piece.start].strip() == "+":
            joined += piece.words
        else:
            if end >= 0:
                yield joined
            joined = piece.words
        end = piece.end
    if end >= 0:
        yield joined
