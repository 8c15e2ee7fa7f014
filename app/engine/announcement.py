"""What an event is announced with: one line for the poster, and a sheet of every setting."""

from dataclasses import dataclass

from app.engine.criteria import Criterion
from app.engine.packet import Packet
from app.engine.results import Late, Settings
from app.engine.variant import Group
from app.engine.variants import explained, in_force, spoken
from app.engine.wording import counted

COLUMN_WORDS = {
    Criterion.TP: "tournament points",
    Criterion.SOS: "strength of schedule",
    Criterion.CP: "control points",
    Criterion.APD: "army points destroyed",
    Criterion.ASSASSINATIONS: "assassination wins",
    Criterion.WINS: "wins",
}
BASELINE = "As the packet says"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of the settings sheet: the group's title, the keyword, what it changes."""

    group: str
    keyword: str
    says: str


def announcement(packet: Packet, settings: Settings) -> str:
    """ "50-point Steamroller 2015: Specialists, Hardcore Time Limits, Assassin Scoring"."""
    keywords = ", ".join(spoken(packet, one) for one in in_force(packet, settings))
    size = f"{settings.size}-point" if settings.size else "Battlegroup"
    return f"{size} {packet.name}{': ' * bool(keywords)}{keywords}"


def settings_sheet(packet: Packet, settings: Settings) -> tuple[SheetRow, ...]:
    """A line a keyword in force; one for each group that the packet's baseline holds for; and the
    EO's own choices, which are no keywords.
    """
    announced = in_force(packet, settings)
    rows = []
    for group in Group:
        offered = [one.key for one in packet.variants if one.group is group]
        chosen = [one for one in announced if one.key in offered]
        rows += [
            SheetRow(group.title, spoken(packet, one), explained(packet, one)) for one in chosen
        ]
        if offered and not chosen:
            rows.append(SheetRow(group.title, BASELINE, ""))
    return (*rows, *_own(packet, settings))


def _own(packet: Packet, settings: Settings) -> list[SheetRow]:
    """What the EO has set beyond the packet's keywords."""
    said: list[tuple[str, str]] = []
    if settings.lead:
        said.append(("Scenario win", f"At {counted(settings.lead, 'control point')}."))
    ranked = settings.order
    offered = {one.changes.order for one in packet.variants}
    if ranked and ranked not in offered:
        said.append(("Standings", f"By {', then '.join(COLUMN_WORDS[one] for one in ranked)}."))
    if settings.cut and not settings.cut_by_seed:
        said.append(("After the cut", "Drawn by lot among equal tournament points."))
    if settings.late is Late.BYES:
        said.append(("Late arrivals", "Rounds missed before arriving count as byes."))
    return [SheetRow("Organizer's own", keyword, says) for keyword, says in said]
