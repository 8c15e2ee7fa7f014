"""A list program's own counts, held against what was read: "Solos : 8 Units : 3"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.engine.armies.army import Army, ArmyRow, Kind
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


@dataclass(frozen=True, slots=True)
class WrittenCounts:
    """How many of each kind a program wrote."""

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
    """Yield each count that is another than what was read."""
    for kind, count in written.of_kind:
        read = sum(row.kind is kind for row in army)
        if read != count:
            yield say(
                "{kind}: {written} written, {read} read.",
                kind=say(kind.value),
                written=count,
                read=read,
            )
