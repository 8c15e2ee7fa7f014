"""An army as rows of the sheet for losses, and the numbers that the lists give after a game."""

from msgspec import Struct

from app.engine import wording
from app.engine.armies.army import (
    Army,
    ArmyRow,
    Kind,
    Losses,
    casters_left,
    count_models_left,
    fit_losses,
    give_back,
    groups,
    lose,
    loss,
    return_to_play,
    set_controls,
    set_inside,
    set_out,
)
from app.engine.armies.army_list import ArmyList
from app.engine.armies.army_points import (
    count_destroyed,
    find_controlled,
    may_control,
    named_worth,
    points_destroyed,
    points_inside,
    points_left,
)
from app.engine.language import by_number, packet_text, say
from app.engine.packet.army_points import Counting
from app.engine.packet.packet import Tiebreak
from app.engine.side import Pair, Side

CONTROLS = "controls "

COUNTS = {
    Tiebreak.AREA: points_inside,
    Tiebreak.ARMY_LEFT: points_left,
    Tiebreak.PRESENCE: points_inside,
}


class LossRow(Struct, frozen=True):
    """An entry of an army with its losses."""

    place: int
    name: str
    says: str
    """A text: the number of models left and the points for the entry's losses or, if there is
    nothing of the sort, the kind of entry.
    """
    models: int
    remaining: int
    gone: bool
    """True if all models of the entry are out of play."""
    returned: bool
    """True if the entry returned to the table and has lost nothing since."""
    out_word: str
    """The word for an entry that has strayed; empty while the entry is destroyed."""
    out: bool
    inside: bool
    attached: bool
    holds: str | None = None
    """The elements of the scenario that the entry could control; None if the packet
    does not say.
    """
    controls: str = ""
    """The text of the entry's button about control; empty if the packet does not count control."""
    controlling: bool = False
    """True if the entry controls anything now."""


def loss_rows(army: Army, losses: Losses, counting: Counting) -> tuple[LossRow, ...]:
    """Return a row for each entry of a list, in its order."""
    whys = {counted.place: counted for counted in count_destroyed(army, losses, counting)}
    heads = {place: group[0] for group in groups(army) for place in group}
    rows = []
    for place, row in enumerate(army):
        remaining, row_loss = count_models_left(army, losses, place), loss(losses, place)
        parts = [
            wording.OF_SO_MANY_LEFT.format(left=remaining, of=row.models) if row.models > 1 else ""
        ]
        if place in whys:
            points = by_number(wording.POINTS, whys[place].points)
            parts.append(f"{points}: {whys[place].why}")
        if remaining and (named := named_worth(row, counting)):
            parts.append(packet_text(named.rule))
        rows.append(
            LossRow(
                place=place,
                name=row.name,
                says=" · ".join(filter(None, parts)) or say(row.kind.value).capitalize(),
                models=row.models,
                remaining=remaining,
                gone=remaining == 0,
                returned=bool(row_loss.again) and not row_loss.gone,
                out_word=_out_word(row) if remaining else "",
                out=row_loss.out,
                inside=row_loss.inside,
                attached=heads[place] != place,
                holds=could_hold(row, counting),
                controls=_controls_words(army, losses, place, counting) if remaining else "",
                controlling=bool(remaining)
                and find_controlled(army, losses, place, counting) is not None,
            )
        )
    return tuple(rows)


def could_hold(row: ArmyRow, counting: Counting) -> str | None:
    """Return the names of the elements that an entry could control in this scenario; None if the
    packet does not say.
    """
    if not counting.holders:
        return None
    kinds = {kind.value for kind in (row.kind, row.otherwise) if kind}
    names = (packet_text(each.name) for each in counting.holders if kinds & set(each.kinds))
    return ", ".join(names)


def tap_loss(army: Army, losses: Losses, place: int, what: str) -> Losses:
    """Return the losses after a tap on the entry at ``place``. ``what`` is "lose", "all", "back",
    "returned", "out", "inside", or "controls" followed by an element.
    """
    losses = fit_losses(army, losses)
    row_loss = loss(losses, place)
    match what:
        case "lose":
            return lose(army, losses, place)
        case "all":
            return lose(army, losses, place, army[place].models)
        case "back":
            return give_back(army, losses, place)
        case "returned":
            return return_to_play(army, losses, place)
        case "out":
            return set_out(army, losses, place, out=not row_loss.out)
        case _ if what.startswith(CONTROLS):
            return set_controls(army, losses, place, what.removeprefix(CONTROLS))
        case _:
            return set_inside(army, losses, place, inside=not row_loss.inside)


def next_controlled(army: Army, losses: Losses, place: int, counting: Counting) -> str:
    """Return the element that the next tap lets an entry control; empty after the last element."""
    names = ("", *may_control(army, place, counting))
    now = loss(losses, place).controls
    return names[(names.index(now) + 1) % len(names)] if now in names else ""


def _controls_words(army: Army, losses: Losses, place: int, counting: Counting) -> str:
    if not may_control(army, place, counting):
        return ""
    held = find_controlled(army, losses, place, counting)
    if held is None:
        return str(wording.CONTROLS_NOTHING)
    return wording.CONTROLS_THAT.format(name=army[held].name)


def list_lines(army_list: ArmyList) -> tuple[str, ...]:
    """Return a list as its owner would read it out, with one entry on each line. Attachments begin
    with a plus.
    """
    parts = (
        ("", army_list.army), (say("Specialists"), army_list.specialists),
        (say("Reinforcements"), army_list.reinforcements),
    )  # fmt: skip
    cards = (say("Command cards:"), *army_list.cards) if army_list.cards else ()
    return (
        *(
            line
            for heading, rows in parts
            for line in (*([f"{heading}:"] if heading and rows else ()), *map(_row_words, rows))
        ),
        *cards,
    )


def _row_words(row: ArmyRow) -> str:
    """Return an entry such as "Long Gunners · unit · 10 models · 8 points"."""
    plus = "+ " if row.kind is Kind.ATTACHMENT else ""
    bonus = row.kind is Kind.CASTER
    parts = [f"{plus}{row.name}", say(row.kind.value)]
    if row.models > 1:
        parts.append(wording.SO_MANY_MODELS.format(count=row.models))
    if row.points is not None:
        parts.append(f"+{row.points}" if bonus else by_number(wording.POINTS, row.points))
    if row.free:
        parts.append(say("free"))
    return " · ".join(parts)


def row_words(row: LossRow, on_table: Tiebreak | None) -> str:
    """Return the text of a row. If the tiebreak counts presence, the text includes the elements
    that the entry could control.
    """
    if on_table is not Tiebreak.PRESENCE or row.gone or row.attached or row.holds is None:
        return row.says
    holds = (
        wording.COULD_HOLD_THESE.format(elements=row.holds) if row.holds else wording.HOLDS_NOTHING
    )
    return f"{row.says} · {holds}"


def may_be_inside(row: LossRow, on_table: Tiebreak | None) -> bool:
    """Tell whether players may say that an entry counts on the table, or take that back. If the
    tiebreak counts presence, the entry must be able to control something in this scenario.
    """
    here = row.inside or row.holds != "" or on_table is not Tiebreak.PRESENCE
    return here and not row.gone and not row.attached


def inside_button(on_table: Tiebreak | None) -> str:
    """Return the text of the button that says that an entry counts on the table."""
    return str(wording.COULD_HOLD) if on_table is Tiebreak.PRESENCE else wording.IN_AREA


def inside_words(counting: Counting, on_table: Tiebreak | None) -> str:
    """Return the condition for an entry to count on the table."""
    if on_table is Tiebreak.PRESENCE:
        return packet_text(counting.present) or str(wording.PRESENT_IS)
    share = wording.AT_LEAST_HALF if counting.half_inside else wording.ALL_THAT_IS_LEFT
    return wording.INSIDE_IS.format(share=share)


class ListCount(Struct, frozen=True):
    """The numbers that the lists give; None for a side without a list."""

    apd: Pair[int | None]
    """The army points that each side has destroyed."""
    casters: Pair[int | None]
    """The number of casters that each side has left."""
    presence: Pair[int | None]
    """The points that each side has on the table."""


def list_count(
    armies: Pair[Army], losses: Pair[Losses], counting: Counting, on_table: Tiebreak | None
) -> ListCount:
    def known(side: Side, value: int) -> int | None:
        return value if armies.of(side) else None

    def destroyed_by(side: Side) -> int | None:
        other = side.other
        points = points_destroyed(armies.of(other), losses.of(other), counting)
        return known(other, points)

    def standing(side: Side) -> int | None:
        count = COUNTS[on_table] if on_table else None
        return known(side, count(armies.of(side), losses.of(side), counting)) if count else None

    def casters(side: Side) -> int | None:
        army = armies.of(side)
        listed = any(row.kind is Kind.CASTER for row in army)
        return casters_left(army, losses.of(side)) if listed else None

    return ListCount(*(Pair(*map(of, Side)) for of in (destroyed_by, casters, standing)))


def _out_word(row: ArmyRow) -> str:
    match row.kind:
        case Kind.JACK:
            return say("Inert")
        case Kind.BEAST:
            return say("Wild")
        case Kind.UNIT | Kind.SOLO:
            return say("Fleeing")
        case _:
            return ""
