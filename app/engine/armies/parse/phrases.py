"""Phrases in pasted lists other than names: kinds in words, headings, indentation and points."""

import re

from msgspec import Struct

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.kind_words import KINDS

A_STEP = 2
"""The columns by which an entry is indented below the entry that it belongs to."""

_WORDS = "|".join(sorted(map(re.escape, KINDS), key=len, reverse=True))
_BULLET = re.compile(r"^(\s*)([-*•+–>]+\s+)?")
POINTS = (
    r"(?:(?:pts?|points?|pkte?|pkts?|punkte?n?|puntos?|ptos?|punti|pc|pv|p)\b\.?"
    r"(?:\s*d['’]arm[ée]e)?)"
)
"""Matches words behind the number of points."""
_SUM = rf"(?:\s*[-–:=(\[]\s*(?:\+\d+|\d+\s*{POINTS}))?"
"""Matches the sum of points below a heading."""
_SECTION = re.compile(
    rf"^\W*(?:(?P<one>{_WORDS}|battlegroup)(?:\W*\+\d+)?"
    rf"|(?P<many>{_WORDS}|battlegroup)e?s\W*(?:[\[(][^\])]*[\])])?{_SUM})\W*$",
    re.IGNORECASE,
)
_LED = re.compile(
    r"^(?P<name>[^()\[\]]+?)\s*(?:[(\[]|\s[-–])(?P<theme>[^()\[\]]*?)\b(?:tier|T)\s*(?P<tier>\d)\W*$",
    re.IGNORECASE,
)
LONGEST_HEADING = 60
_BEFORE = re.compile(rf"^({_WORDS})s?(?:\s*[:=]|\s+[-–]\s)\s*(?=\S)", re.IGNORECASE)
_AFTER = re.compile(
    rf"\s*[\[(]\s*({_WORDS})\s*[\])]|(?:\s[-–]|:)\s+({_WORDS})(?=\s*(?:[-–:,[(]|$))", re.I
)

_WITH_MODELS = re.compile(rf"[\[(]\s*({_WORDS})\s*[,:/]\s*(?=\d)", re.IGNORECASE)
"""Matches a kind and the number of models in one pair of brackets: "(Unit, 10)"."""
_EITHER = re.compile(rf"\b({_WORDS}) or ({_WORDS})\?", re.IGNORECASE)

_PTS = POINTS
_BONUS = r"(?:(?:WJP?|WBP?|BGP?|BP|bonus|fury|focus|battle\s?group|war(?:jack|beast)s?)\b)"
_CARD = r"(?:PC|cost|kosten|co[uû]t|costo?|coste|points?|pts|punkte|puntos)"
_COST = (
    re.compile(r"[\[(]\s*0\s*\(\s*(?P<card>\d+)\s*\)\s*[\])]\s*$"),
    re.compile(r"\s0\s*[\[(]\s*(?P<card>\d+)\s*[\])]\s*$"),
    re.compile(  # "WJ: +6", "(WJP +6)"
        rf"[-–:,]?\s*[\[(]?\s*\b{_BONUS}(?:\s*{_PTS})?\s*[:=]?\s*(?P<plus>[+*-]?\s*\d+)\s*{_PTS}?"
        r"\s*[\])]?\s*$",
        re.IGNORECASE,
    ),
    re.compile(  # "[+6 warjack points]", "(6 WJ points)"
        rf"[-–:,]?\s*(?:[\[(]\s*)?(?P<plus>[+*-]\s*\d+\s*{_BONUS}(?:\s*{_PTS})?"
        rf"|\b\d+\s*{_BONUS}\s*{_PTS}|[+*-]?\d+\s*{_PTS}\s*(?:of|de|für|for)\s*"
        rf"(?:{_BONUS}|bataille))\s*[\])]?\s*$",
        re.IGNORECASE,
    ),
    re.compile(  # "[6 WJ]"
        rf"[\[(]\s*(?P<plus>\d+\s*(?:\+|{_BONUS}))\s*[\])]\s*$", re.IGNORECASE
    ),
    re.compile(r"[-–:,]?\s*\bPC\s*:?\s*(?P<points>\d+)\s*$", re.IGNORECASE),
    re.compile(rf"[\[(]\s*{_CARD}\s*[:=]?\s*(?P<points>\d+)\s*[\])]\s*$", re.IGNORECASE),
    re.compile(rf"[\[(]\s*(?P<plus>[+*-]\s*-?\d+|-?\d+\s*\*)\s*{_PTS}?\s*[\])]\s*$", re.IGNORECASE),
    re.compile(rf"[\[(]\s*(?P<points>\d+)\s*{_PTS}?\s*[\])]\s*$", re.IGNORECASE),
    re.compile(rf"[-–:,]?\s+(?P<plus>\+\s*\d+|\*\s*\d+|\d+\+)\s*{_PTS}?\s*$", re.IGNORECASE),
    re.compile(  # "28 WJ", "= 28 WJP"
        rf"[-–:,=]*\s+(?P<plus>\d+\s*{_BONUS})\s*$", re.IGNORECASE
    ),
    re.compile(rf"\s(?P<plus>-[1-9]\d*)\s*{_PTS}?\s*$", re.IGNORECASE),
    re.compile(rf"[-–:,]?\s+(?P<points>\d+)\s*{_PTS}?\s*$", re.IGNORECASE),
    re.compile(rf"(?:[:,]|\s[-–])\s*(?P<points>\d+)\s*{_PTS}?\s*$", re.IGNORECASE),
)


_ZERO = re.compile(r"\s*(?:[\[(]\s*0\s*[\])]|\s0)$")
"""Matches the zero that a caster itself costs, before its bonus."""


class Cost(Struct, frozen=True):
    """The points in a line, with flags for a caster's own points and for a free entry, and the
    other words of the line.
    """

    points: int | None = None
    is_caster: bool = False
    is_free: bool = False
    rest: str = ""


class Leader(Struct, frozen=True):
    """A caster as the first line of a posted list names it, with its theme force and tier."""

    name: str
    theme: str
    tier: int


def leader_line(words: str) -> Leader | None:
    """Return the caster in a line such as "Caster (Theme, tier 4)", also with square brackets or a
    dash; None without a tier.
    """
    match_ = _LED.match(" ".join(words.split()))
    if not match_:
        return None
    theme = match_["theme"].strip(" ,:;-–*")
    return Leader(match_["name"].strip(" -–:,*"), theme, int(match_["tier"]))


def depth(line: str) -> int:
    """Return the number of steps by which an entry is indented; a bullet is one step."""
    lead = line[: len(line) - len(strip_bullet(line))].expandtabs(4)
    return len(lead) - len(lead.lstrip()) + A_STEP * bool(lead.strip())


def strip_bullet(line: str) -> str:
    return _BULLET.sub("", line, count=1)


def section(line: str) -> tuple[Kind | None] | None:
    """Return the kind of the entries below a heading such as "Solos:" or "Warjacks (3)", as a tuple
    of one. The tuple holds None for "Battlegroup". Return None instead of a tuple if the line is no
    such heading.
    """
    words = " ".join(line.split())
    match_ = _SECTION.match(words) if len(words) <= LONGEST_HEADING else None
    return (KINDS.get((match_["one"] or match_["many"]).casefold()),) if match_ else None


def said_kind(words: str) -> tuple[Kind | None, str]:
    """Return the kind that a line names, as in "Solo: Eiryss 3" or "Eiryss (solo) 3", and the other
    words of the line.
    """
    before = _BEFORE.match(words)
    if before:
        return KINDS[before.group(1).casefold()], words[before.end() :]
    if inside := _WITH_MODELS.search(words):
        words = f"{words[: inside.start()]}({words[inside.end() :]}"
        return KINDS[inside.group(1).casefold()], words
    after = _AFTER.search(words)
    if after:
        word = after.group(1) or after.group(2)
        return KINDS[word.casefold()], words[: after.start()] + words[after.end() :]
    return None, words


def kind_words(row: ArmyRow) -> str:
    """Return the kind in words: "jack", or "jack or solo?" if it is only guessed."""
    return f"{row.kind.value} or {row.otherwise.value}?" if row.otherwise else row.kind.value


def guessed_kinds(words: str) -> tuple[Kind, Kind] | None:
    """Return the two kinds of a guess in the form of `kind_words`; None for any other text."""
    match_ = _EITHER.fullmatch(words.strip())
    return (KINDS[match_[1].casefold()], KINDS[match_[2].casefold()]) if match_ else None


def with_kind(line: str, kind: Kind) -> str:
    """Return the line with its kind in words: in front of the name, or in place of a guess."""
    if ";" in line and _EITHER.search(line):
        return _EITHER.sub(kind.value, line)
    bare = strip_bullet(line)
    lead = line[: len(line) - len(bare)]
    _, words = said_kind(bare)
    return f"{lead}{kind.value.capitalize()}: {words}"


def said_cost(words: str) -> Cost:
    """Return the points at the end of a line, and the other words of the line."""
    for pattern in _COST:
        match = pattern.search(words)
        if match:
            parts = match.groupdict()
            plus, card = parts.get("plus"), parts.get("card")
            points = int(re.sub(r"\D", "", plus or card or parts["points"]))
            is_free = plus is None and (card is not None or not points)
            rest = words[: match.start()].rstrip()
            rest = _ZERO.sub("", rest) if plus is not None else rest
            return Cost(points, plus is not None, is_free, rest)
    return Cost(rest=words)
