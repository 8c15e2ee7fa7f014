"""What players need to know of their scenario, in short lines: for the pad, the desk and paper."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.packet.packet import GameRules, Tiebreak
from app.engine.packet.reference import Card, Place, Reference
from app.engine.packet.scenario import Element, ElementKind, Held, Need, Scenario, Seat, Way
from app.engine.side import Side
from app.engine.table.game import Play
from app.engine.table.objectives import objective_of
from app.engine.table.scoring import winning
from app.engine.text import join_words

SEATS = {Seat.FIRST: "first player", Seat.SECOND: "second player"}
HELD = {
    Held.CONTROLLED: "control",
    Held.DOMINATED: "dominate",
    Held.CONTESTED: "contest",
    Held.DESTROYED: "destroyed",
}
TIEBREAKS = {
    Tiebreak.CASTERS: "casters left",
    Tiebreak.CONTROL_POINTS: "control points",
    Tiebreak.AREA: "army points within the area",
    Tiebreak.ARMY_LEFT: "army points left, doubled in the area",
    Tiebreak.ARMY_POINTS_DESTROYED: "army points destroyed",
    Tiebreak.PRESENCE: "army points in zones and at flags",
}
PLACES = {
    Place.ZONE: "zone",
    Place.CIRCLE: "circle",
    Place.RECTANGLE: "rectangle",
    Place.FLAG: "flag",
    Place.OBJECTIVE: "objective",
}


@dataclass(frozen=True, slots=True)
class BriefingPart:
    """One heading with its lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioBriefing:
    """A scenario as the players of a game are told it."""

    scenario: str
    parts: tuple[BriefingPart, ...]


def scenario_briefing(terms: GameRules, play: Play | None = None) -> ScenarioBriefing:
    """Only what concerns the scenario in play; parts without a line are left out. ``play`` has the
    objectives that were chosen for the game.
    """
    scenario = terms.scenario
    parts = (
        BriefingPart("Scoring", tuple(_scoring(terms))),
        *_what_counts(terms),
        BriefingPart("Kill box", (kill_box_words(terms),)),
        BriefingPart("Winning", tuple(_winning(terms))),
        BriefingPart("Objectives", tuple(_cards(terms, play))),
        BriefingPart("Deployment", tuple(_deployment(terms))),
        BriefingPart("Reinforcements", _reinforcements(terms)),
        BriefingPart("Remember", terms.briefing.reminders if scenario.elements else ()),
    )
    return ScenarioBriefing(scenario.name, tuple(part for part in parts if part.lines))


def kill_box_words(terms: GameRules) -> str:
    """The kill box with its distance and edge, or that there is none."""
    box = terms.kill_box
    if not terms.scenario.kill_box:
        return "None in this scenario."
    edge = "their own table edge" if box.own_edge else "any table edge"
    where = f"completely within {box.inches} inches of {edge}"
    price = f"the opponent scores {box.points} at once"
    if not box.points:
        where = f"within {box.inches} inches of {edge}"
        price = "that caster is destroyed" if box.destroys else "nothing happens at this event"
    return (
        f"From the first player's turn {box.from_turn}: whoever ends their own turn with a caster "
        f"{where}: {price}."
    )


def element_points(scenario: Scenario, element: Element) -> str:
    """What an element scores by itself: "control 1, dominate 2"; empty if nothing."""
    words = [
        f"{word} {points}"
        for word, points in (
            ("control", element.control),
            ("dominate", element.dominate),
        )
        if points
    ]
    if element.destroyed:
        words.append(f"{element.destroyed} when destroyed")
    own = [
        f"{word} {points}"
        for word, points in (
            ("control", element.own_control),
            ("dominate", element.own_dominate),
        )
        if points
    ]
    if element.own_dominate_takes:
        own.append(f"dominate takes {element.own_dominate_takes} from the opponent")
    owned = element.owner is not Seat.NEUTRAL
    parts = []
    if words:
        whose = " for its enemy" if owned else _only(element)
        once = " (once)" if element.once or element.destroyed else ""
        parts.append(", ".join(words) + whose + once)
    if own:
        parts.append(", ".join(own) + " for its owner")
    if element.key in scenario.vanishing:
        parts.append("may leave the table")
    return "; ".join(parts)


def _only(element: Element) -> str:
    seat = element.scored_by
    return f", the {SEATS[seat]} only" if seat is not Seat.NEUTRAL else ""


def _scoring(terms: GameRules) -> Iterator[str]:
    scenario, turn = terms.scenario, terms.victory.scoring_from_turn
    yield f"From the second player's turn {turn} on, at the end of each player's turn."
    for element in scenario.elements:
        points = element_points(scenario, element)
        if points:
            yield f"{element.name}: {points}."
    yield from (_way_words(scenario, way) for way in scenario.ways)
    if scenario.most_a_turn:
        yield f"At most {scenario.most_a_turn} a turn."
    if not scenario.elements:
        yield "Not known here. The players enter each turn's points themselves."
    yield from scenario.says


def _way_words(scenario: Scenario, way: Way) -> str:
    needs = join_words(_need_words(scenario, need) for need in way.needs)
    who = f"{SEATS[way.seat].capitalize()}: " if way.seat is not Seat.NEUTRAL else ""
    return f"{who}{way.points} for {needs}."


def _need_words(scenario: Scenario, need: Need) -> str:
    condition, element = scenario.condition(need.key), scenario.element(need.key)
    if condition is not None:
        return f"“{condition.name}”"
    name = element.name if element else need.key
    word = {Held.DESTROYED: "the destruction of"}.get(need.held, f"{HELD[need.held]} of")
    return f"{word} “{name}”"


def _winning(terms: GameRules) -> Iterator[str]:
    win, victory = winning(terms), terms.victory
    lead = " and more than the opponent" if win.lead == 1 else ""
    if win.lead > 1:
        yield f"Scenario: {win.lead} control points more than the opponent."
    elif win.lead:
        yield f"Scenario: {win.points} control points or more{lead}."
    else:
        yield f"Scenario: the first to {win.points} control points."
    if victory.assassination:
        yield "Assassination: only one player has casters left."
    else:
        yield "No assassination: play on to a scenario win or until one side has no models left."
    if victory.battlegroup:
        yield "Battlegroup: all the opponent's warjacks and warbeasts are gone."
    if victory.last_turn and victory.at_length:
        order = join_words(TIEBREAKS[tiebreak] for tiebreak in victory.at_length)
        yield f"After the second player's turn {victory.last_turn}: {order}, in that order."
    if victory.unfinished:
        order = ", ".join(TIEBREAKS[tiebreak] for tiebreak in victory.unfinished)
        yield f"Otherwise, in this order: {order}."
    if terms.scenario.area and any(
        tiebreak in {Tiebreak.AREA, Tiebreak.ARMY_LEFT} for tiebreak in victory.unfinished
    ):
        yield f"The area: {terms.scenario.area[0].lower()}{terms.scenario.area[1:]}."


def places_of(element: Element) -> tuple[Place, ...]:
    """The parts of the reference that are about an element, the most general first."""
    if element.kind is not ElementKind.ZONE:
        return (Place(element.kind.value),)
    if element.area is not None:
        round_ = element.area.circle
    else:
        round_ = "circle" in element.name.casefold()
    return (Place.ZONE, Place.CIRCLE if round_ else Place.RECTANGLE)


def _what_counts(terms: GameRules) -> Iterator[BriefingPart]:
    present = {place for element in terms.scenario.elements for place in places_of(element)}
    for reference in terms.briefing.reference:
        if reference.at in present:
            lines = tuple(_reference_lines(reference))
            yield BriefingPart(f"A {PLACES[reference.at]}".replace("A o", "An o"), lines)


def _reference_lines(reference: Reference) -> Iterator[str]:
    for word, sentence in (
        ("Contests: ", reference.contest),
        ("Controls: ", reference.control),
        ("Dominates: ", reference.dominate),
        ("", reference.more),
    ):
        if sentence:
            yield f"{word}{sentence}"


def _cards(terms: GameRules, play: Play | None) -> Iterator[str]:
    scenario = terms.scenario
    objectives = [element for element in scenario.elements if element.kind is ElementKind.OBJECTIVE]
    if not objectives:
        return
    cards = terms.briefing.cards
    if scenario.objective:
        cards = (terms.briefing.card(scenario.objective),)
    chosen = {side: objective_of(play, side) for side in Side} if play else {}
    if any(chosen.values()):
        for side, name in chosen.items():
            if name:
                yield f"{side.colour}: {_card_words(terms.briefing.card(name))}"
        return
    yield from map(_card_words, cards)


def _card_words(card: Card) -> str:
    return f"{card.name}: {card.does or 'see its card for what it does.'}"


def _deployment(terms: GameRules) -> Iterator[str]:
    deployment = terms.briefing.deployment(terms.scenario.deployment)
    if deployment is not None:
        yield deployment.says


def _reinforcements(terms: GameRules) -> tuple[str, ...]:
    return terms.briefing.reinforcements if terms.scenario.reinforcements else ()
