"""Strips the decoration that people and programs add to the lines of a list: odd dashes, bullets
that touch the name, remarks behind the points, prices and models glued together, and numbers of
copies.
"""

import re

from app.engine.armies.parse.phrases import POINTS

LONGEST_LINE = 1_000
"""The most characters of a line that is read. A longer line does not belong to a list."""
MOST_COPIES = 20
"""The most copies of an entry that a number before or after its name can mean."""

_DASHES = str.maketrans(
    {"\u00ad": "-", "\u2011": "-", "\u2012": "-", "\u2212": "-", "\u2022": "*", "\u2014": "–"}
)
_FULL_WIDTH = str.maketrans({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})
"""Maps full-width characters of East Asian keyboards to plain ones."""
_UNSEEN = dict.fromkeys(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF]
)
"""Removes characters without a width, which web pages put between words."""
_BRACES = str.maketrans("{}", "[]")
_SYMBOLS = "[\u00b7\u30fb\u2023\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff\u00bb\ufe0f\u200d]"
_BULLET = re.compile(rf"^(\s*)(?:(?:{_SYMBOLS}\s*)+|[o_]\s+(?=[^\W\d_])|\d{{1,2}}[.)]\s+)(?=\S)")
"""Matches bullets of web pages and word processors, and line numbers."""
_TOUCHING = re.compile(r"^(\s*[-*+–>]+)(?=[^\W\d_])")
_GLUED = re.compile(
    r"\s*[\[(]\s*(?P<points>\d+)\s*(?:pts?|points?)\s*[\])]"
    r"\s*[\[(]\s*(?P<models>\d+)\s*(?:models?)?\s*[\])]"
    r"\s*$",
    re.I,
)
_NOTHING = r"(?:free|gratuite?s?|gratis|kostenlos|umsonst|frei)"
_FREE = re.compile(
    rf"[\[(]\s*{_NOTHING}\b[^\d\[\]()]*[\])]\s*$|\s*(?:[-–:=,]\s*|\s){_NOTHING}\s*$", re.I
)
_PRICED = rf"(?:[\])]|\d\s*{POINTS}|\bPC\s*:?\s*\d+|\s\+?\d{{1,2}})"
_COST_FIRST = re.compile(
    rf"^(?P<lead>\s*(?:[-*•+–>]+\s+)?)(?:[(\[](?P<bracketed>\+?\d{{1,2}})\s*{POINTS}?[)\]]"
    rf"|(?P<bare>\+?\d{{1,2}})(?:\s*(?:pts?|points?)\b\.?\s*[-–:]?\s|\s[-–]\s))\s*"
    rf"(?P<rest>[^\W\d].*)$",
    re.I,
)
"""Matches points before the name: in brackets, followed by their word, or before a dash."""
_LEADER = re.compile(
    rf"(?<=\S)\s*(?:[=~@|_…]+|(?<=[^\d\s]\s)/|\.{{2,}}|-+>|→)\s*"
    rf"(?=[(\[]?[+*]?\d+\s*{POINTS}?\s*[)\]]?\s*$)",
    re.I,
)
"""Matches dots and other signs between a name and its points."""
_TAGS = re.compile(
    r"\[/?(?:b|i|u|s|list|size|color|url|quote|code)(?:=[^\]]*)?\]|"
    r"</?(?:a|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|sub|sup"
    r"|table|tbody|td|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?/?>",
    re.I,
)
_ITEM = re.compile(r"^(\s*)(?:\[\*\]|<li>)\s*", re.I)
_BOX = re.compile(r"^(\s*(?:[-*•]\s*)?)\[[ x✓✔]\]\s+", re.I)
_ITALIC = re.compile(r"(?<![\w*])\*([^\s*][^*]*[^\s*\d])\*(?![\w*])")
_UNDERLINED = re.compile(r"(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)")
_STRUCK_TAGS = re.compile(r"\[/?s\]|</?(?:s|del|strike)>", re.I)
_STRUCK = re.compile(r"^\W*~~.+~~\W*$")
_HASHES = re.compile(r"^\s*#(?:#{0,5}|\d{1,2}[.:)]?)\s+")
"""Matches Markdown headings and list numbers."""
_QUOTE = re.compile(r"^\s*>\s?(?=.*[^\s>])")
_MARKUP = re.compile(r"\*\*|__|~~|`|(?<=\s)[*_](?=[(\[])|(?<=[)\]])[*_](?=\s*$)|(?<=\d)_(?=\s*$)")
_MOOD = re.compile(r"(?<=[\d)\]])\s*(?:[:;]-?[()DPp]|<3|[?!$€]+)\s*$")
"""Matches smileys and currency signs behind the points."""
_BOTH = re.compile(
    rf"[\[(]\s*(?P<models>\d{{1,2}}(?:\s*[^\W\d]+)?)\s*[,;/]\s*(?P<points>\d{{1,2}})\s*{POINTS}\s*[\])]$",
    re.I,
)
"""Matches models and points in one pair of brackets: "(10 models, 17 pts)"."""
_FREE_CARD = re.compile(
    rf"[\[(]\s*(?P<points>\d{{1,2}})\s*{POINTS}?\s*(?:[,;/–-]|[\])]\s*[-–\[(,:]*)\s*{_NOTHING}\s*[\])]?$",
    re.I,
)
"""Matches the points on a card that the list has free: "(5, free)", "(5) - free"."""
_DECIMALS = re.compile(r"(?<=\d)[.,]0(?=\s*[)\]]?\s*$)")
_COPIES_BEHIND = re.compile(
    rf"^(?P<lead>\s*(?:[-*•+–>]+\s+)?)(?P<rest>.*(?:[\])]|\d\s*{POINTS}|\s\d{{1,2}}))\s*"
    r"[x×]\s?(?P<count>\d{1,2})\s*$",
    re.I,
)
_REMARK = re.compile(rf"(?P<price>{_PRICED})\s*(?:[\[(][^\[\]()]*[\])])\s*[.,;]?\s*$", re.I)
_STOP = re.compile(r"([\])])\s*[.;,]+\s*$")
_ASIDE = re.compile(r"\s*[\[(]\s*(?:bond(?:ed)?|client|prox(?:y|ies))\b[^\[\]()]*[\])]", re.I)
_PRICE_LAST = re.compile(
    rf"(?:[\[(]\s*[+*-]?\s*\d+\s*\*?\s*{POINTS}?\s*[\])]|\d\s*{POINTS}"
    r"|\bPC\s*:?\s*\d+|\s\+?\d{1,2})$",
    re.I,
)
_BEHIND = re.compile(
    r"(?P<price>[\])]|\d\s*(?:pts?|points?))\s*(?:[-–]|<-+|//|#)\s*(?P<words>[^\d]*[^\W\d][^\d]*)$",
    re.I,
)
"""Matches a remark behind the points."""
_MODELS_BEHIND = re.compile(r"\b(?:max|min|full|leader|officer|UA|WA|CA)\b", re.I)
_EACH = re.compile(
    r"(?<=\d)\s*(?:pts?|points?)?\s*(?:each|apiece|ea\.?|chacun|cada uno)(?=\s*\)?\s*$)", re.I
)
_EACH_AND_ALL = re.compile(
    rf"^(?P<lead>\s*(?:[-*•+–>]+\s+)?(?P<count>\d{{1,2}})\s*x\s.*?)[(\[]\s*(?P<each>\d{{1,2}})\s*{POINTS}?"
    rf"\s*each\s*[)\]]\s*[(\[]?(?P<all>\d{{1,2}})\s*{POINTS}?\s*[)\]]?$",
    re.I,
)
"""Matches the points of one entry and of all: "2x Clerk (2 each) 4"."""
_BARE_LAST = re.compile(r"\s\+?\d{1,2}$")
_SAYS_MORE = re.compile(
    rf"^[\[(]\s*(?:battlegroup\b.*|[+*-]?\s*\d+\s*\*?\s*{POINTS}?|(?:[+-]?\d+\s*W[JB]\b.*)"
    r"|\d+\s*models?|\d+[.,]\d+"
    r"|max|min|full|x\s*\d+|free|\d+\s*\(\d+\)?)\s*[\])]",
    re.I,
)
_AS_CELL = re.compile(
    rf"^(?P<name>\s*[^\t;]*[^\W\d][^\t;]*)\t+(?P<points>[^\t;\w]*\d+\s*{POINTS}?\W*)$", re.I
)
"""Matches a name and its points in two cells of a spreadsheet."""
_COPIES_FIRST = re.compile(r"^(?P<count>\d{1,2})\s*[x×]\s*(?=[^\W\d])", re.I)
_COPIES_LAST = re.compile(r"\s[x×]\s?(?P<count>\d{1,2})(?=\s*(?:$|[\[(:,–-])|\s+\d)", re.I)


def unquote(text: str) -> str:
    """Return a text without invisible characters, and without the marks of quoted mail if most
    lines have them.
    """
    lines = text.translate(_UNSEEN).splitlines()
    said = sum(bool(line.strip("> \t")) for line in lines)
    while 2 * sum(map(bool, map(_QUOTE.match, lines))) > said:
        lines = [_QUOTE.sub("", line) for line in lines]
    return "\n".join(lines)


def strip_marks(line: str) -> str:
    """Return a line without the markup of forums and web pages."""
    if "*" in line:
        line = _ITALIC.sub(r"\1", line.replace("**", ""))
    if "_" in line:
        line = _UNDERLINED.sub(r"\1", line)
    if not any(mark in line for mark in "[<#&"):
        return line
    line = _BOX.sub(r"\1", line)
    words = _ITEM.sub(r"\1* ", _STRUCK_TAGS.sub("~~", line))
    words = _HASHES.sub("", _TAGS.sub("", words))
    return words.replace("&nbsp;", " ").replace("&amp;", "&")


def is_struck(line: str) -> bool:
    """Tell whether the whole line is struck out: it is in the text, but no longer in the list."""
    return "~" in strip_marks(line) and bool(_STRUCK.match(strip_marks(line)))


def strip_dress(line: str) -> str:
    """Return the line without decoration; its leading spaces and bullet stay."""
    line = line.translate(_FULL_WIDTH).translate(_BRACES)
    body = line.lstrip()
    if len(body) > LONGEST_LINE:
        return line
    if not any(map(str.isalnum, body)):
        return line
    lead = line[: len(line) - len(body)].expandtabs(4)
    line = lead + " ".join(filter(None, strip_marks(body).split(" ")))
    while line and (line[-1].isspace() or re.match(_SYMBOLS, line[-1])):
        line = line[:-1]
    if first := _COST_FIRST.match(line):
        line = f"{first['lead']}{first['rest']} ({first['bracketed'] or first['bare']})"
    words = _TOUCHING.sub(r"\1 ", _BULLET.sub(r"\1- ", line.translate(_DASHES)))
    while "; " not in words and _MOOD.search(words):
        words = _MOOD.sub("", words)
    words = _AS_CELL.sub(r"\g<name>  \g<points>", words.rstrip(" ;,"))
    if ";" in words or "\t" in line.strip():
        return words  # columns, which need no cleaning
    words = _FREE_CARD.sub(r"0 (\g<points>)", words)
    words = _BOTH.sub(r"(\g<models>) (\g<points>)", words)
    words = _LEADER.sub(" ", _DECIMALS.sub("", _EACH.sub("", _MARKUP.sub("", words))))
    words = _without_total(words)
    behind = _BEHIND.search(words)
    if behind and not _MODELS_BEHIND.search(behind["words"]):
        words = words[: behind.end("price")]
    words = _FREE.sub(" 0", _STOP.sub(r"\1", _ASIDE.sub("", words)))
    if count := _COPIES_BEHIND.match(words):
        words = f"{count['lead']}{count['count']}x {count['rest']}"
    glued = _GLUED.search(words)
    if glued:
        return f"{words[: glued.start()]} ({glued['models']} models) ({glued['points']})"
    return without_remarks(words)


def _without_total(words: str) -> str:
    """Return "2x Clerk (2)" for "2x Clerk (2 each) 4", if the numbers fit."""
    priced = _EACH_AND_ALL.match(words)
    if not priced or int(priced["count"]) * int(priced["each"]) != int(priced["all"]):
        return words
    return f"{priced['lead']}({priced['each']})"


def without_remarks(words: str) -> str:
    """Return the words without remarks that follow the points and give no points themselves."""
    while match_ := _REMARK.search(words):
        begin = match_.end("price")
        aside, before = words[begin:].strip(), words[:begin]
        if _SAYS_MORE.match(aside) or not _PRICE_LAST.search(before):
            return words
        if _BARE_LAST.search(before) and re.search(r"\d", aside):
            return words  # the number may belong to the name
        words = words[:begin]
    return words


def copies(words: str) -> tuple[int, str]:
    """Return how many copies a line such as "2x Assassin" or "Stormwall x2" lists, and the rest of
    the line.
    """
    for pattern in (_COPIES_FIRST, _COPIES_LAST):
        match_ = pattern.search(words)
        if match_ and 1 <= int(match_["count"]) <= MOST_COPIES:
            return int(match_["count"]), words[: match_.start()] + words[match_.end() :]
    return 1, words
