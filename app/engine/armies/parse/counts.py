"""Compares the counts and sums that a list gives, such as "Solos : 8 Units : 3" or "Total: 75",
with the entries that were read.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import sums
from app.engine.language import say

_COUNT = re.compile(
    r"\b(?P<what>warcasters?|warlocks?|warjacks?|warbeasts?|battle engines?|solos?|units?)"
    r"(?:\(s\))?\s*:\s*(?P<count>\d{1,2})(?:\s*/\s*\d{1,2})?",
    re.IGNORECASE,
)
_KINDS = {
    "warcaster": Kind.CASTER,
    "warlock": Kind.CASTER,
    "warjack": Kind.JACK,
    "warbeast": Kind.BEAST,
    "battle engine": Kind.ENGINE,
    "solo": Kind.SOLO,
    "unit": Kind.UNIT,
}

SMALLEST_ARMY = 25
"""The points of the smallest army. A smaller number on its own is no sum of an army."""
LONGEST_SUM = 120
_ALL = r"totale?s?|gesamt(?:punkte)?|summe|sum|somme|suma"
_POINTS = r"used|spent|points?|pts?|punkte?n?|pkte?|puntos?|punti"
_BONUS = r"bonus|wjp?|wbp?|bgp?|warjacks?|warbeasts?|battle\s?group|jacks?|beasts?"
_BESIDE = r"army|armee|armée|list[ae]?|costs?|of|von|sur|de|di|out|grand|and|with|free|left"


def _whole(words: str) -> re.Pattern[str]:
    """Return a pattern for any of these words, even next to a number without a space."""
    return re.compile(rf"(?<![^\W\d])(?:{words})(?![^\W\d])", re.IGNORECASE)


_SUM_WORDS, _ALL_WORDS, _BONUS_WORDS = _whole(f"{_ALL}|{_POINTS}"), _whole(_ALL), _whole(_BONUS)
_VOCABULARY = _whole(f"{_ALL}|{_POINTS}|{_BONUS}|{_BESIDE}")
_PART_OF = re.compile(
    r"(?<![\d/.])(?P<spent>\d{1,3})\s*(?:pts?|points?)?\s*(?:/|\b(?:out\s+of|of|von|sur|de|di)\b)"
    r"\s*(?P<size>\d{1,3})(?![\d/.])",
    re.IGNORECASE,
)
_OF_SIZE = re.compile(r"(?:/|\b(?:of|von|sur|de|di)\b)\s*\d+", re.IGNORECASE)


def is_sum(line: str) -> bool:
    """Tell whether a line gives nothing but the points of the army: "Total: 75", "= 75 pts"."""
    return _has_no_name(line) and bool(written_sums(line))


def written_sums(line: str) -> frozenset[int]:
    """Return the numbers in a line that may be the points of the army: "Total: 75", "75/75 Army",
    "103 (75+28)"; none if the line has no sum.
    """
    if _BONUS_WORDS.search(line) and not _ALL_WORDS.search(line):
        return frozenset()  # a caster's own points
    parts = [part for part in _PART_OF.finditer(line) if int(part["size"]) >= SMALLEST_ARMY]
    if parts:
        return frozenset({int(parts[0]["spent"])})
    says_so = ("=" in line or _SUM_WORDS.search(line)) and _has_no_name(line)
    alone = _OF_SIZE.sub(" ", line) if says_so else ""
    numbers = map(int, re.findall(r"(?<!\d)\d{1,3}(?!\d)", alone))
    return frozenset(number for number in numbers if number >= SMALLEST_ARMY)


def _has_no_name(line: str) -> bool:
    """Tell whether a line has no words other than words for sums."""
    return len(line) <= LONGEST_SUM and not any(map(str.isalpha, _VOCABULARY.sub(" ", line)))


def sum_difference(line: str, army: Army) -> str:
    """Return a sentence if a written sum differs from that of the entries that were read; empty if
    the sums agree.
    """
    written, read = written_sums(line), sums(army)
    if not written or not any(row.points for row in army) or written & set(read):
        return ""
    most = max(written)
    nearest = min(read, key=lambda points: abs(points - most))
    return say("{written} points written, {read} read.", written=most, read=nearest)


class WrittenCounts(Struct, frozen=True):
    """The number of entries of each kind, as the list builder wrote it in the list."""

    of_kind: tuple[tuple[Kind, int], ...]

    @classmethod
    def of(cls, line: str) -> "WrittenCounts":
        return cls(
            tuple(
                (_KINDS[match_["what"].casefold().removesuffix("s")], int(match_["count"]))
                for match_ in _COUNT.finditer(line)
            )
        )

    @property
    def engines(self) -> int:
        return sum(count for kind, count in self.of_kind if kind is Kind.ENGINE)


def dearest_solos(army: Army, count: int) -> tuple[ArmyRow, ...]:
    """Return the ``count`` dearest entries that were read as solos."""
    solos = [row for row in army if row.kind is Kind.SOLO and row.points]
    return tuple(sorted(solos, key=lambda row: -(row.points or 0))[:count])


def differences(written: WrittenCounts, army: Sequence[ArmyRow]) -> Iterator[str]:
    """Yield a sentence for each count that differs from the entries that were read."""
    for kind, count in written.of_kind:
        read = sum(row.kind is kind for row in army)
        if read != count:
            yield say(
                "{kind}: {written} written, {read} read.",
                kind=say(kind.value),
                written=count,
                read=read,
            )
