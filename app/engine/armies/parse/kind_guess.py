"""Guesses the kind of an entry in a pasted list from its cost, its name and its place."""

import re

from msgspec import Struct

from app.engine.armies.army import CONTROLLERS, ArmyRow, Kind
from app.engine.armies.parse.phrases import A_STEP, depth, said_cost, strip_bullet
from app.engine.frozen import replace
from app.engine.language import mark_text, say, template

MOST_ATTACHMENT = 5
"""The most points of an attachment. A dearer entry under a unit is a jack that the unit
marshals.
"""

JACKS_ARE_DEAR = 20
"""The caster's bonus from which no jack or beast is as cheap as an attached solo."""

DEAREST_SOLO, DEAREST_SOLO_THEN = 9, 4
"""The most points of a solo attached to a caster: first for a bonus of at least ``JACKS_ARE_DEAR``,
then for a smaller one.
"""

BOTH, BOTH_THEN = (5, 9), (4, 5)
"""The range of points that both attachments and jacks of a unit may cost: first for a bonus of at
least ``JACKS_ARE_DEAR``, then for a smaller one.
"""

_A_KIND = {
    Kind.CASTER: mark_text("a caster"),
    Kind.LESSER: mark_text("a lesser warlock"),
    Kind.JACK: mark_text("a jack"),
    Kind.BEAST: mark_text("a beast"),
    Kind.UNIT: mark_text("a unit"),
    Kind.ATTACHMENT: mark_text("an attachment"),
    Kind.SOLO: mark_text("a solo"),
    Kind.ENGINE: mark_text("a battle engine"),
}
LOOK_AT_SOLO = template("Taken as a solo attached to its caster: is that right?")

_TROLLS = re.compile(r"\btrollblood", re.IGNORECASE)
_ATTACHED = re.compile(r"\b((?i:officer|standard|attachment)|UA|WA|CA)\b")
# Solos attached to a caster; list builders write them among its jacks.
_WITH_CASTER = re.compile(
    r"\b(squire|skarlock|hierophant|wilder|runebearer|reinholdt|sylys|alyce marc|keg carrier)\b",
    re.IGNORECASE,
)
_WAR_ROOM = re.compile(r"\s*war\s?room\b(?!.*;)", re.IGNORECASE)
_OWN_COST = re.compile(r"\b(WJ|WB|PC)\s*:\s*\+?\d+", re.IGNORECASE)
_OF_WAR_ROOM = re.compile(r"\bPC\s*:", re.IGNORECASE)
"""Matches War Room's price of a jack. An entry below a unit without such a price is an attachment
in War Room's lists.
"""
CHEAPEST_JACK, CHEAPEST_JACK_THEN = 5, 3
"""The fewest points of jacks and beasts: first for a bonus of at least ``JACKS_ARE_DEAR``, then for
a smaller one.
"""
_USED = re.compile(r"\(battlegroup points used:\s*(\d{1,4})\s*\)", re.IGNORECASE)


class Bonus(Struct, frozen=True):
    """The jack or beast points of a caster, as War Room notes them. An entry that uses none of
    these points is no jack.
    """

    noted: bool
    left: int = 0
    """The points that the caster has left; 0 if the list does not note any."""

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


class Guess(Struct, frozen=True):
    """The kind of an entry, certain or guessed."""

    kind: Kind
    otherwise: Kind | None = None
    """The other kind that the entry may be; None if the text is certain."""
    doubt: str = ""


class ListContext(Struct, frozen=True):
    """The context of a line: the entries above it, and facts about the list as a whole."""

    above: tuple[tuple[ArmyRow, int], ...]
    said: Kind | None
    """Jacks or beasts, by the faction or the words of the list; None if neither tells."""
    bonus: Bonus
    depth: int
    headed: Kind | None
    """The kind in the heading above the line."""
    flat: bool
    """True if no entry is indented further than another."""
    following: str = ""
    """The line below."""
    leads: bool = False
    """True if the line is where the caster would be, in a list that does not mark its caster."""
    plus_leads: bool = True
    """True if a plus sign in the cost marks a caster. If every line has a plus sign, only the first
    one marks a caster.
    """
    war_room: bool = False
    """True if War Room wrote the list. War Room marks the jacks and beasts that other entries
    control.
    """
    beside: bool = False
    """True if the line is outside the army, as specialists are."""
    jacks_too: bool = False
    """True if the army has beasts, but its solos may control jacks."""

    @property
    def holder(self) -> ArmyRow | None:
        """The entry further up to which this line's entry belongs; None if there is none."""
        steps = reversed(self.above)
        outer = (row for row, depth in steps if depth <= self.depth - A_STEP)
        return next((row for row in outer if row.kind in CONTROLLERS), None)

    @property
    def follows_unit(self) -> bool:
        return bool(self.above) and self.above[-1][0].kind in {Kind.UNIT, Kind.ATTACHMENT}

    @property
    def vehicle(self) -> Kind:
        return self.said or Kind.JACK

    @property
    def beasts(self) -> bool:
        return self.said is Kind.BEAST


def has_jacks_too(text: str, faction: str = "") -> bool:
    """Tell whether an army of beasts may have jacks with its solos."""
    return bool(_TROLLS.search(faction or text))


def is_priced_by_war_room(text: str) -> bool:
    return bool(_OF_WAR_ROOM.search(text))


def is_war_room(text: str) -> bool:
    return bool(_WAR_ROOM.match(text))


def war_room_title(line: str) -> bool:
    """Tell whether the second line of a War Room list is its title, "Faction - name", and not an
    entry.
    """
    return not _OWN_COST.search(line)


def kind_under(place: ListContext, line: str, name: str, points: int | None) -> Guess:
    """Return the kind of an entry that is listed under another entry or called an attachment."""
    holder = place.holder or next(
        (row for row, _ in reversed(place.above) if row.kind in CONTROLLERS), None
    )
    of_war_room = place.war_room and _OF_WAR_ROOM.search(line)
    match holder.kind if holder else None:
        case Kind.UNIT | Kind.SOLO if of_war_room and not _ATTACHED.search(name):
            return _guess_marshalled(place)
        case Kind.UNIT:
            return _under_unit(place, name, points or 0)
        case Kind.CASTER if points is not None and holder is not None:
            return _with_caster(place, holder, line, name, points)
        case Kind.SOLO | Kind.LESSER if points is not None and holder is not None:
            return _under_solo(place, holder, points)
        case _:
            return Guess(Kind.SOLO)


def _under_solo(place: ListContext, holder: ArmyRow, points: int) -> Guess:
    """Return the guess for an entry under a solo: a jack or beast, or an attachment if the solo may
    be a unit.
    """
    _, dearest = _may_be_both(place)
    if holder.otherwise is not Kind.UNIT or points > dearest:
        return _guess_vehicle(place)
    vehicle = place.vehicle
    doubt = ask_kind(vehicle, Kind.ATTACHMENT)
    return Guess(vehicle, Kind.ATTACHMENT, doubt)


def _guess_vehicle(place: ListContext) -> Guess:
    """Return the guess for a jack or beast, with a question if the list does not say which."""
    if place.said is not None:
        return Guess(place.said)
    doubt = ask_kind(Kind.JACK, Kind.BEAST)
    return Guess(Kind.JACK, Kind.BEAST, doubt)


def _under_unit(place: ListContext, name: str, points: int) -> Guess:
    """Return the guess for an entry under a unit: an attachment or a jack that the unit marshals,
    with a question if both are possible.
    """
    cheapest, dearest = _may_be_both(place)
    if is_attachment(name):
        return Guess(Kind.ATTACHMENT)
    if points < cheapest:
        return _attachment_or_solo(place)
    if points > dearest:
        return _guess_vehicle(place)
    kinds = (Kind.ATTACHMENT, place.vehicle)
    kinds = kinds[::-1] if points > MOST_ATTACHMENT else kinds
    doubt = ask_kind(kinds[0], kinds[1])
    return Guess(*kinds, doubt)


def _attachment_or_solo(place: ListContext) -> Guess:
    """Return the guess that the entry is an attachment. If the entry above was taken for a unit
    only because of this line, the line may also be a solo of its own; the guess then has a
    question.
    """
    holder = place.holder
    if holder is None or not holder.size_guessed:
        return Guess(Kind.ATTACHMENT)
    return Guess(
        Kind.ATTACHMENT,
        Kind.SOLO,
        say("Taken as an attachment of the unit above, or is it a solo?"),
    )


def _may_be_both(place: ListContext) -> tuple[int, int]:
    """Return the fewest and most points that an attachment and a jack of a unit may both cost."""
    return BOTH if _has_dear_jacks(place) else BOTH_THEN


def _has_dear_jacks(place: ListContext) -> bool:
    return any(row.kind is Kind.CASTER and _makes_jacks_dear(row) for row, _ in place.above)


def _makes_jacks_dear(caster: ArmyRow) -> bool:
    return (caster.points or 0) >= JACKS_ARE_DEAR


def _guess_marshalled(place: ListContext) -> Guess:
    """Return the guess for a jack or beast that a solo or unit controls, in a list that War Room
    wrote.
    """
    if not (place.beasts and place.jacks_too):
        return _guess_vehicle(place)
    doubt = ask_kind(Kind.JACK, Kind.BEAST)
    return Guess(Kind.JACK, Kind.BEAST, doubt)


def with_attachment(place: ListContext) -> Guess | None:
    """Return the guess that the entry is a unit if the next line must be its attachment, because
    that line is indented below the entry and too cheap for a jack. Return None otherwise.
    """
    below = said_cost(" ".join(strip_bullet(place.following).split()))
    if depth(place.following) < place.depth + A_STEP or below.points is None or below.is_caster:
        return None
    if below.is_free and place.beasts:
        kinds = (Kind.LESSER, Kind.UNIT)
        words = ask_kind(kinds[0], kinds[1])
        return Guess(*kinds, words)
    cheapest = CHEAPEST_JACK if _has_dear_jacks(place) else CHEAPEST_JACK_THEN
    if below.points >= cheapest:
        return None
    if is_attachment(place.following):
        return Guess(Kind.UNIT, doubt=size_doubt(1))
    return Guess(Kind.UNIT, place.vehicle, size_doubt(1))


def ask_kind(kind: Kind, otherwise: Kind) -> str:
    """Return the doubt about an entry that was taken for one kind and may be another."""
    return say(
        "Taken as {kind}, or is it {otherwise}?",
        kind=say(_A_KIND[kind]),
        otherwise=say(_A_KIND[otherwise]),
    )


def size_doubt(models: int) -> str:
    """Return the doubt about a unit whose size is not written; ``models`` is the size that was
    assumed.
    """
    if models == 1:
        return say("How many models? Write them as “10 models”.")
    return say("Taken as {models} models: is that right?", models=models)


def kind_without_points(place: ListContext, name: str, *, several: bool) -> Guess:
    """Return the kind of an entry below its caster in a list without points."""
    holder = place.holder
    match holder.kind if holder else None:
        case Kind.CASTER if several:
            return Guess(Kind.UNIT)
        case Kind.CASTER:
            return Guess(Kind.SOLO) if _WITH_CASTER.search(name) else _guess_vehicle(place)
        case Kind.UNIT:
            return Guess(Kind.ATTACHMENT)
        case Kind.SOLO | Kind.LESSER:
            return _guess_vehicle(place)
        case _ if several:
            return Guess(Kind.UNIT)
        case _:
            return Guess(Kind.SOLO, Kind.UNIT, ask_kind(Kind.SOLO, Kind.UNIT))


def _with_caster(place: ListContext, holder: ArmyRow, line: str, name: str, points: int) -> Guess:
    """Return the guess for an entry under a caster: a jack or beast if it uses the caster's bonus
    points or is too dear for a solo.
    """
    vehicle = place.vehicle
    if _WITH_CASTER.search(name) or (place.bonus.left > 0 and not _USED.search(line)):
        return Guess(Kind.SOLO)
    dear = _makes_jacks_dear(holder)
    if dear and points <= MOST_ATTACHMENT:
        return Guess(Kind.SOLO, vehicle, str(LOOK_AT_SOLO))
    if _USED.search(line) or points > (DEAREST_SOLO if dear else DEAREST_SOLO_THEN):
        return _guess_vehicle(place)
    return Guess(
        vehicle,
        Kind.SOLO,
        ask_kind(vehicle, Kind.SOLO),
    )


def alone(place: ListContext, name: str, points: int | None) -> Guess:
    """Return the guess for a single model that is not listed under another entry: a solo, or in a
    flat list possibly the caster's jack or beast.
    """
    with_caster = any(row.kind is Kind.CASTER for row, _ in place.above)
    if place.beside and points is not None and _may_be_controlled(place, name):
        return _beside(place, points)
    if not place.flat or not with_caster or points is None or _WITH_CASTER.search(name):
        return _solo_or_unit(place, name, points, led=with_caster)
    return Guess(
        Kind.SOLO,
        place.vehicle,
        ask_kind(Kind.SOLO, place.vehicle),
    )


def _may_be_controlled(place: ListContext, name: str) -> bool:
    """Tell whether a specialist is written in the same way as the army's jacks and beasts."""
    below = place.war_room or (place.depth >= A_STEP and not place.flat)
    return below and "&" not in name and not _WITH_CASTER.search(name)


def _beside(place: ListContext, points: int) -> Guess:
    """Return the guess for a specialist whose caster is in the army. An expensive specialist is
    taken for a jack or beast.
    """
    kinds = (place.vehicle, Kind.SOLO) if points > DEAREST_SOLO_THEN else (Kind.SOLO, place.vehicle)
    words = ask_kind(kinds[0], kinds[1])
    return Guess(*kinds, words)


def _solo_or_unit(place: ListContext, name: str, points: int | None, *, led: bool) -> Guess:
    """Return the guess that the entry is a solo, but may be a unit of a fixed size. Most lists do
    not say which, although solos and units score differently. War Room writes the size of every
    unit, except of pairs.
    """
    said = place.war_room and "&" not in name
    if said and (points or 0) > DEAREST_SOLO:
        doubt = ask_kind(Kind.SOLO, Kind.ENGINE)
        return Guess(Kind.SOLO, Kind.ENGINE, doubt)
    if said or not (led or place.beside) or _WITH_CASTER.search(name):
        return Guess(Kind.SOLO)
    doubt = ask_kind(Kind.SOLO, Kind.UNIT)
    return Guess(Kind.SOLO, Kind.UNIT, doubt)


def is_attachment(name: str) -> bool:
    """Tell whether an entry's name says that it is an attachment."""
    return bool(_ATTACHED.search(name))
