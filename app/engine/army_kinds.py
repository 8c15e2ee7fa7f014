"""What an entry of a pasted list most likely is: by its cost, its name and what it stands under."""

import re
from dataclasses import dataclass, replace

from app.engine.army import CONTROLLERS, ArmyRow, Kind

MOST_ATTACHMENT = 5
"""A dearer entry under a unit is a jack that the unit marshals."""

JACKS_ARE_DEAR = 20
"""With a caster's bonus of that much, no jack or beast is as cheap as an attached solo."""

LOOK_AT_SOLO = "Taken as a solo attached to its caster: is that right?"

_HORDES = re.compile(
    r"\b(trollblood|circle|skorne|legion|everblight|minion|grymkin|farrow|gatorman|hordes)",
    re.IGNORECASE,
)
_BEASTS = re.compile(r"\bWB\b")
_ATTACHED = re.compile(r"\b(officer|standard|attachment|UA|WA|CA)\b")
# Solos attached to a caster; list builders write them among its jacks.
_WITH_CASTER = re.compile(
    r"\b(squire|skarlock|hierophant|wilder|runebearer|reinholdt|sylys|alyce marc|keg carrier)\b",
    re.IGNORECASE,
)
_WAR_ROOM = re.compile(r"\s*war\s?room\b", re.IGNORECASE)
_OWN_COST = re.compile(r"\b(WJ|WB|PC)\s*:\s*\+?\d+", re.IGNORECASE)
_USED = re.compile(r"\(battlegroup points used:\s*(\d{1,4})\s*\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bonus:
    """War Room notes how much of a caster's jack or beast points each jack took. ``left``: what
    the caster has left; 0 where nothing is noted. Whatever takes none of it is no jack.
    """

    noted: bool
    left: int = 0

    @classmethod
    def of(cls, text: str) -> "Bonus":
        return cls(noted=bool(_USED.search(text)))

    def after(self, line: str, row: ArmyRow | None) -> "Bonus":
        if not self.noted or row is None:
            return self
        if row.kind is Kind.CASTER:
            return replace(self, left=row.points or 0)
        used = _USED.search(line)
        return replace(self, left=self.left - int(used.group(1))) if used else self


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: below which entries, in a list of beasts or of jacks."""

    above: tuple[ArmyRow, ...]
    beasts: bool
    bonus: Bonus

    @property
    def holder(self) -> ArmyRow | None:
        return next((row for row in reversed(self.above) if row.kind in CONTROLLERS), None)


def plays_beasts(text: str, faction: str = "") -> bool:
    """Whether a caster's own entries are beasts; ``faction`` outweighs names in the text."""
    return bool(_BEASTS.search(text) or _HORDES.search(faction or text))


def is_war_room(text: str) -> bool:
    return bool(_WAR_ROOM.match(text))


def war_room_title(line: str) -> bool:
    """Whether War Room's second line is its title, "Faction - name", and no entry."""
    return not _OWN_COST.search(line)


def kind_under(place: Place, line: str, name: str, points: int | None) -> tuple[Kind, str]:
    """Of an entry that stands under another; and what to look at."""
    holder = place.holder
    vehicle = Kind.BEAST if place.beasts else Kind.JACK
    match holder.kind if holder else None:
        case Kind.UNIT:
            marshalled = (points or 0) > MOST_ATTACHMENT and not _ATTACHED.search(name)
            return (vehicle if marshalled else Kind.ATTACHMENT), ""
        case Kind.CASTER if points is not None:
            if _WITH_CASTER.search(name) or (place.bonus.left > 0 and not _USED.search(line)):
                return Kind.SOLO, ""
            dear = holder is not None and (holder.points or 0) >= JACKS_ARE_DEAR
            cheap = dear and points <= MOST_ATTACHMENT
            return (Kind.SOLO, LOOK_AT_SOLO) if cheap else (vehicle, "")
        case Kind.SOLO | Kind.LESSER if points is not None:
            return vehicle, ""
        case _:
            return Kind.SOLO, ""


def is_attachment(name: str) -> bool:
    """Whether an entry says so itself, wherever it stands."""
    return bool(_ATTACHED.search(name))
