"""Strips comments and needless spaces from JavaScript, shortens the names of its words, and finds
the texts in a script.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from string import ascii_letters, ascii_uppercase, digits

from msgspec import Struct

MARK = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    | [`/{}]
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
BEFORE_REGEX = re.compile(r"(?:^|[(,=:\[!&|?{;>+*/-]|\breturn)\s*\Z")
LOOK_BACK = 40
PLACE = "{}"
SPACE = re.compile(r"\s*\n\s*")
NEEDLESS_LINE = re.compile(r"(?<=[;,{])\n")  # no statement ends there that has not ended
SIGNS = r"[=<>!&|?:,;{}()\[\]]"  # beside + and - a space may tell them apart
BESIDE_SIGN = re.compile(rf" (?={SIGNS})|(?<={SIGNS}) ")
BETWEEN_VALUES = re.compile(r"(?<=[\w)\]]) ?([+*%-]) ?(?=[\w(])")  # nothing is told apart there
LAST_COMMA = re.compile(r"(?<=[^,\[(]),(?=[}\])])")
ESCAPED = re.compile(r"\\(.)")
NAMED_WORD = re.compile(r"\bwording\.([A-Z][A-Z0-9_]*)\b")
LETTERS = ascii_letters + digits
WORD = re.compile(r"^  ([A-Z][A-Z0-9_]*)(?= = )", re.MULTILINE)

KEPT = 128
"""The number of files whose results are remembered: all pages in one language, for a server that is
started again.
"""


class Piece(Struct, frozen=True):
    """A part of a script that is not code. ``kind`` is "comment", "text" or "regex". ``words`` is
    the content of a text, with "{}" for each placeholder of a template.
    """

    kind: str
    start: int
    end: int
    words: str = ""


def pieces(code: str) -> Iterator[Piece]:
    """Yield the comments, texts and regular expressions of ``code``, in order. Those inside a
    template's placeholders follow the template.
    """
    yield from _pieces(code, 0, [])


def _pieces(code: str, at: int, ends: list[int], *, inside: bool = False) -> Iterator[Piece]:
    """Yield the pieces inside a template's placeholder up to its closing brace. Append the position
    after the brace to ``ends``.
    """
    depth = 0
    while match_ := MARK.search(code, at):
        kind, written, start, at = match_.lastgroup, match_.group(), match_.start(), match_.end()
        if kind:
            yield Piece(kind, start, at, _unescape(written[1:-1]) if kind == "text" else "")
        elif written == "`":
            closed = list[int]()
            yield from _template(code, start, closed)
            at = closed[0]
        elif written == "/":
            before = code[max(start - LOOK_BACK, 0) : start]
            if BEFORE_REGEX.search(before) and (regex := REGEX.match(code, start)):
                at = regex.end()
                yield Piece("regex", start, at)
        elif inside:
            depth += 1 if written == "{" else -1
            if depth < 0:
                ends.append(at)
                return


def _template(code: str, start: int, ends: list[int]) -> Iterator[Piece]:
    """Yield the template that begins at ``start``, then the pieces in its placeholders. Append the
    position after the template to ``ends``.
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
    yield Piece("text", start, at + 1, _unescape(words))
    yield from inner


def end_of_place(code: str, at: int) -> int:
    """Return the position after the brace that closes a template's placeholder whose code begins at
    ``at``.
    """
    ends = list[int]()
    list(_pieces(code, at, ends, inside=True))
    return ends[0]


def _unescape(words: str) -> str:
    return ESCAPED.sub(r"\1", words) if "\\" in words else words


def texts(code: str) -> Iterator[str]:
    """Yield every text; texts joined by "+" count as one."""
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


def short_names(words: Iterable[str]) -> dict[str, str]:
    """Return a name of three letters for each name that the files ``words`` give to a text on
    screen, so that browsers load less. A short name is derived from the name itself and stays the
    same in later versions, so that an old page can still use scripts of a later version.
    """
    short = dict[str, str]()
    for name in dict.fromkeys(name for code in words for name in WORD.findall(code)):
        tries = _letters(sha256(name.encode()).digest())
        short[name] = next(each for each in tries if each not in short.values())
    return short


def _letters(digest: bytes) -> Iterator[str]:
    for first, *others in zip(digest, digest[1:], digest[2:], strict=False):
        yield ascii_uppercase[first % 26] + "".join(LETTERS[each % 62] for each in others)


def with_short_names(code: str, names: Mapping[str, str], *, words: bool = False) -> str:
    """Return ``code`` with the ``names`` of texts on screen replaced by the short ones. ``words``
    is True for a file that defines these texts.
    """
    if words:
        return WORD.sub(lambda match: f"  {names.get(match[1], match[1])}", code)
    return NAMED_WORD.sub(lambda match: f"wording.{names.get(match[1], match[1])}", code)


@lru_cache(KEPT)
def as_sent(code: str) -> str:
    """Return ``code`` with the same effect, but without comments, indentation, spaces beside signs,
    needless line ends and trailing commas.
    """
    sent, end = "", 0
    for piece in pieces(code):
        if piece.end <= end:  # inside a template
            continue
        sent += _tight(sent, code[end : piece.start])
        sent += "" if piece.kind == "comment" else code[piece.start : piece.end]
        end = piece.end
    return (sent + _tight(sent, code[end:])).lstrip()


def _tight(before: str, code: str) -> str:
    tight = NEEDLESS_LINE.sub("", BESIDE_SIGN.sub("", SPACE.sub("\n", code)))
    tight = LAST_COMMA.sub("", BETWEEN_VALUES.sub(r"\1", tight))
    return tight.removeprefix("\n") if before.endswith((";", ",", "{", "\n")) else tight
