"""Lines of lists without what people and programs dress them in: odd dashes, bullets that touch the
name, remarks behind the points, prices and models glued together, and numbers of copies.
"""

import re

MOST_COPIES = 20
"""More than that is no number of copies."""

_DASHES = str.maketrans({"\u00ad": "-", "\u2011": "-", "\u2012": "-", "\u2212": "-", "\u2022": "*"})
_TOUCHING = re.compile(r"^(\s*[-*+–>]+)(?=[^\W\d_])")
_GLUED = re.compile(
    r"\s*\(\s*(?P<points>\d+)\s*(?:pts?|points?)\s*\)\s*\(\s*(?P<models>\d+)\s*models?\s*\)\s*$",
    re.I,
)
_FREE = re.compile(r"[\[(]\s*(?:free|gratuite?s?|gratis|kostenlos|umsonst|frei)\s*[\])]\s*$", re.I)
_PRICED = r"(?:[\])]|\d\s*(?:pts?|points?)|\bPC\s*:?\s*\d+|\s\+?\d{1,2})"
_REMARK = re.compile(rf"(?P<price>{_PRICED})\s*(?:[\[(][^\[\]()]*[\])])\s*[.,;]?\s*$", re.I)
_STOP = re.compile(r"([\])])\s*[.;,]+\s*$")
_ASIDE = re.compile(r"\s*[\[(]\s*(?:bond(?:ed)?|client|prox(?:y|ies))\b[^\[\]()]*[\])]", re.I)
_PRICE_LAST = re.compile(
    r"(?:[\[(]\s*[+*-]?\s*\d+\s*\*?\s*(?:pts?|points?)?\s*[\])]|\d\s*(?:pts?|points?)"
    r"|\bPC\s*:?\s*\d+|\s\+?\d{1,2})$",
    re.I,
)
_SAYS_MORE = re.compile(
    r"^[\[(]\s*(?:battlegroup\b.*|[+*-]?\s*\d+\s*\*?\s*(?:pts?|points?)?|(?:[+-]?\d+\s*W[JB]\b.*)|\d+\s*models?"
    r"|max|min|full|x\s*\d+|free|\d+\s*\(\d+\)?)\s*[\])]",
    re.I,
)
_COPIES_FIRST = re.compile(r"^(?P<count>\d{1,2})\s*[x×]\s+(?=[^\W\d])", re.I)
_COPIES_LAST = re.compile(r"\s[x×]\s?(?P<count>\d{1,2})(?=\s*(?:$|[\[(:,–-]|\d))", re.I)


def strip_dress(line: str) -> str:
    """Return the line as its plain sisters are written; its lead of blanks and bullet stays."""
    words = _TOUCHING.sub(r"\1 ", line.translate(_DASHES))
    if ";" in line or "\t" in line.strip():
        return words  # columns, which wear nothing
    words = _FREE.sub("0", _STOP.sub(r"\1", _ASIDE.sub("", words)))
    glued = _GLUED.search(words)
    if glued:
        return f"{words[: glued.start()]} ({glued['models']} models) ({glued['points']})"
    return without_remarks(words)


def without_remarks(words: str) -> str:
    """Return the words without brackets that stand after the points and hold no points."""
    while match_ := _REMARK.search(words):
        begin = match_.end("price")
        if _SAYS_MORE.match(words[begin:].strip()) or not _ends_in_price(words[:begin]):
            return words
        words = words[:begin]
    return words


def _ends_in_price(words: str) -> bool:
    return bool(_PRICE_LAST.search(words))


def copies(words: str) -> tuple[int, str]:
    """Return how often a line has its entry, and the rest of it: "2x Assassin", "Stormwall x2"."""
    for pattern in (_COPIES_FIRST, _COPIES_LAST):
        match_ = pattern.search(words)
        if match_ and 1 <= int(match_["count"]) <= MOST_COPIES:
            return int(match_["count"]), words[: match_.start()] + words[match_.end() :]
    return 1, words
