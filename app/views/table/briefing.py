"""A scenario's rules for players in short lines, for the pad, the desk and paper."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from app.engine import wording
from app.engine.language import TextTable, packet_text, say, template, within
from app.engine.packet.packet import GameRules
from app.engine.packet.reference import Card, Deployment, Place, Reference, places_of
from app.engine.packet.scenario import Element, ElementKind, Fuse, Held, Scenario, Seat, Way
from app.engine.packet.scenario_layout import list_unplaced
from app.engine.side import Side
from app.engine.table.game import Play
from app.engine.table.objectives import objective_of
from app.engine.text import join_words
from app.views.table.game_ends import ending_lines

SEATS = TextTable({Seat.FIRST: template("first player"), Seat.SECOND: template("second player")})
PLACES = {
    Place.ZONE: say("A zone"),
    Place.CIRCLE: say("A circle"),
    Place.RECTANGLE: say("A rectangle"),
    Place.FLAG: say("A flag"),
    Place.OBJECTIVE: say("An objective"),
    Place.CACHE: say("A cache"),
    Place.KILL_BOX: say("A kill box"),
}


class BriefingPart(Struct, frozen=True):
    """A heading with its lines."""

    title: str
    lines: tuple[str, ...]


class ScenarioBriefing(Struct, frozen=True):
    """The rules of a scenario for the players of a game."""

    scenario: str
    parts: tuple[BriefingPart, ...]


def scenario_briefing(terms: GameRules, play: Play | None = None) -> ScenarioBriefing:
    """Return the rules of the scenario; parts without a line are left out. ``play`` has the
    objectives chosen for the game.
    """
    scenario = terms.scenario
    parts = (
        BriefingPart(say("Scoring"), tuple(_scoring(terms))),
        *_what_counts(terms),
        BriefingPart(say("Kill box"), tuple(_kill_box(terms))),
        BriefingPart(wording.HOW_THIS_GAME_ENDS, ending_lines(terms)),
        BriefingPart(say("Clock"), _list_duties(terms)),
        BriefingPart(say("Objectives"), tuple(_cards(terms, play))),
        BriefingPart(say("Deployment"), tuple(_deployment(terms))),
        BriefingPart(say("Reinforcements"), _reinforcements(terms)),
        BriefingPart(
            say("Remember"), _texts(terms.briefing.reminders) if scenario.elements else ()
        ),
    )
    return ScenarioBriefing(scenario.name, tuple(part for part in parts if part.lines))


def _list_duties(terms: GameRules) -> tuple[str, ...]:
    """Return the duties that the packet gives players under this timing."""
    timed = terms.briefing.timed
    return _texts(one.says for one in timed if one.timing == terms.time.timing)


def _kill_box(terms: GameRules) -> Iterator[str]:
    yield kill_box_words(terms)
    grows = terms.scenario.kill_box_grows
    if terms.scenario.kill_box and grows:
        yield say(
            "From the first player’s turn {from_turn} on it is {inches} inches deeper with each of"
            " their turns.",
            from_turn=grows.from_turn,
            inches=grows.inches,
        )
    if terms.scenario.kill_box:
        for reference in terms.briefing.reference:
            if reference.at is Place.KILL_BOX:
                yield from _reference_lines(reference)


def kill_box_words(terms: GameRules) -> str:
    """Return the depth and the edges of the kill box, or that there is none."""
    box, scenario = terms.kill_box, terms.scenario
    if not scenario.kill_box:
        return say("None in this scenario.") if scenario.elements else say("Not known here.")
    edge = say("your own table edge") if box.own_edge else say("any table edge")
    where = say("completely within {inches} inches of {edge}", inches=box.inches, edge=edge)
    price = say("your opponent scores {points} at once", points=box.points)
    if not box.points:
        where = say("within {inches} inches of {edge}", inches=box.inches, edge=edge)
        price = (
            say("that caster is destroyed")
            if box.destroys
            else say("that caster is destroyed, and the game goes on")
        )
    return say(
        "From the first player’s turn {from_turn} on: if you end your turn with a caster {where}, "
        "{price}.",
        from_turn=box.from_turn,
        where=where,
        price=price,
    )


def element_points(scenario: Scenario, element: Element) -> str:
    """Return the points for an element by itself, such as "control 1, dominate 2"; empty if it has
    none.
    """
    words = _held_points(element.control, element.dominate)
    own = _held_points(element.own_control, element.own_dominate)
    owned = element.owner is not Seat.NEUTRAL
    parts = []
    if words:
        scored = ", ".join(words)
        if owned and words != own:
            scored = say("{scored} for its enemy", scored=scored)
        elif element.scored_by is not Seat.NEUTRAL:
            scored = say(
                "{scored}, for the {seat} only", scored=scored, seat=SEATS[element.scored_by]
            )
        if element.once:
            scored = say("{scored} (once a game)", scored=scored)
        parts.append(scored)
    if element.destroyed:
        parts.append(
            say("{points} for its enemy when destroyed", points=element.destroyed)
            if owned
            else say("{points} when destroyed", points=element.destroyed)
        )
    if own and words != own:
        parts.append(say("{scored} for its owner", scored=", ".join(own)))
    if element.own_dominate_takes:
        parts.append(
            say(
                "if its owner dominates it, the opponent loses {points}",
                points=element.own_dominate_takes,
            )
        )
    if element.key in scenario.vanishing:
        parts.append(say("may be removed"))
    return "; ".join(parts)


def _held_points(control: int, dominate: int) -> list[str]:
    return [
        f"{word} {points}"
        for word, points in ((say("control"), control), (say("dominate"), dominate))
        if points
    ]


def _scoring(terms: GameRules) -> Iterator[str]:
    scenario, turn = terms.scenario, terms.victory.scoring_from_turn
    yield say("At the end of every turn, from the second player’s turn {turn} on.", turn=turn)
    for element in scenario.elements:
        points = element_points(scenario, element)
        if points:
            yield f"{packet_text(element.name)}: {points}."
    yield from (_way_words(scenario, way) for way in scenario.ways)
    yield from _changes(scenario)
    if any(len(_alternatives(scenario, seat)) > 1 for seat in SEATS):
        yield say("Only one of these counts each turn.")
    if scenario.most_a_turn:
        yield say("At most {most_a_turn} a turn.", most_a_turn=scenario.most_a_turn)
    if not scenario.elements:
        yield say("Not known here. The players enter each turn’s points themselves.")
    yield from map(packet_text, scenario.says)
    if scenario.after_scoring:
        yield say("The player who scores: {rule}", rule=packet_text(scenario.after_scoring))


def _alternatives(scenario: Scenario, seat: Seat) -> list[Way]:
    """Return the ways to score of which only the best counts."""
    ways = [way for way in scenario.ways if not way.adds]
    return [way for way in ways if way.seat in {seat, Seat.NEUTRAL}]


def _changes(scenario: Scenario) -> Iterator[str]:
    """Yield how elements change in the course of a game (SR2026)."""
    elements = scenario.elements
    if scenario.fuse and (ticking := [one for one in elements if one.countdown]):
        yield from _countdown_words(scenario, scenario.fuse, ticking)
    for base_mm, tokens in dict.fromkeys((one.base_mm, one.tokens) for one in elements):
        if tokens is None:
            continue
        yield say(
            "After scoring, whoever controls their own {base_mm} mm objective may add a token to"
            " it. Number {needed} is {points} points, unless both get theirs in the same turn."
            " That is checked once a game.",
            base_mm=base_mm,
            needed=tokens.needed,
            points=tokens.points,
        )
    for base_mm, journey in dict.fromkeys((one.base_mm, one.journey) for one in elements):
        if journey is None:
            continue
        yield say(
            "After scoring, whoever controls their own {base_mm} mm objective may move it up to"
            " {inches} inches towards the opponent’s terrain, {each} more for each other objective"
            " they control. There it scores {points} and leaves the table.",
            base_mm=base_mm,
            inches=journey.inches,
            each=journey.each,
            points=journey.points,
        )


def _countdown_words(scenario: Scenario, fuse: Fuse, ticking: list[Element]) -> Iterator[str]:
    key = next((one.name for one in scenario.elements if one.key == fuse.key), fuse.key)
    counts = {one.key: one.countdown for one in ticking if one.countdown}
    tokens, at_zero = next((one.tokens, one.at_zero) for one in counts.values())
    yield say(
        "{names} have {tokens} countdown tokens each. At 0 each is worth {at_zero} more.",
        names=join_words([_in_quotes(packet_text(one.name)) for one in ticking]),
        tokens=tokens,
        at_zero=at_zero,
    )
    yield say(
        "Before scoring, each player who controls “{element}” takes d{sides} tokens off one of"
        " them. If nobody does, a d{sides} chooses one, and one token goes.",
        element=packet_text(key),
        sides=fuse.sides,
    )
    if fuse.says:
        yield say("At 0: {rule}", rule=packet_text(fuse.says))


def _way_words(scenario: Scenario, way: Way) -> str:
    """Return a way to score, such as "2 for controlling “Left zone” and “Right zone”". Conditions
    and destroyed elements are at the end.
    """
    parts = [
        _deed_words(way, doing, names)
        for held, doing in (
            (Held.CONTROLLED, say("controlling")),
            (Held.DOMINATED, say("dominating")),
            (Held.CONTESTED, say("contesting")),
        )
        if (names := _name_elements(scenario, way, held))
    ]
    deeds = _join(parts)
    if gone := _name_elements(scenario, way, Held.DESTROYED):
        deeds = say("{deeds} once {names} is destroyed", deeds=deeds, names=gone)
    known = (scenario.condition(need.key) for need in way.needs if need.held is Held.MET)
    conditions = _join(within(packet_text(condition.name)) for condition in known if condition)
    if conditions:
        deeds = (
            say("{deeds}, with {conditions}", deeds=deeds, conditions=conditions)
            if deeds
            else conditions
        )
    who = f"{SEATS[way.seat].capitalize()}: " if way.seat is not Seat.NEUTRAL else ""
    if way.adds:
        return say("{who}{points} more for {deeds}.", who=who, points=way.points, deeds=deeds)
    return say("{who}{points} for {deeds}.", who=who, points=way.points, deeds=deeds)


def _deed_words(way: Way, doing: str, names: str) -> str:
    """Return a deed such as "controlling “Left zone” and “Right zone”" or, if fewer than all of the
    elements are enough, "controlling 2 or more of …".
    """
    if way.least:
        return say("{doing} {least} or more of {names}", doing=doing, least=way.least, names=names)
    return say("{doing} {names}", doing=doing, names=names)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(packet_text, texts))


def _join(words: Iterable[str]) -> str:
    known = [*words]
    return join_words(known) if known else ""


def _name_elements(scenario: Scenario, way: Way, held: Held) -> str:
    """Return the names of the elements in a way to score, in quotes."""
    keys = [need.key for need in way.needs if need.held is held]
    known = {element.key: packet_text(element.name) for element in scenario.elements}
    return _join(_in_quotes(known.get(key, key)) for key in keys)


def _in_quotes(name: str) -> str:
    return say("“{name}”", name=name)


def _what_counts(terms: GameRules) -> Iterator[BriefingPart]:
    present = {place for element in terms.scenario.elements for place in places_of(element)}
    for reference in terms.briefing.reference:
        if reference.at in present:
            lines = tuple(_reference_lines(reference))
            yield BriefingPart(PLACES[reference.at], lines)


def _reference_lines(reference: Reference) -> Iterator[str]:
    for words, sentence in (
        (say("Contests: {sentence}"), reference.contest),
        (say("Controls: {sentence}"), reference.control),
        (say("Dominates: {sentence}"), reference.dominate),
        ("{sentence}", reference.more),
    ):
        if sentence:
            yield words.format(sentence=packet_text(sentence))


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
    described = [card for card in cards if card.does or len(cards) == 1]
    yield from map(_card_words, described)
    if len(described) < len(cards):
        rest = join_words(card.name for card in cards if card not in described)
        yield say("{cards}: see each card for what it does.", cards=rest)


def _card_words(card: Card) -> str:
    return f"{card.name}: {packet_text(card.does) or say('see its card for what it does.')}"


def _deployment(terms: GameRules) -> Iterator[str]:
    deployment = terms.briefing.deployment(terms.scenario.deployment)
    if deployment is not None:
        yield packet_text(deployment.says)
    yield from _not_placed(terms.scenario, deployment)


def _not_placed(scenario: Scenario, deployment: Deployment | None) -> Iterator[str]:
    """Yield the elements that only the packet's diagram places and the organizer has not placed
    yet.
    """
    names = [packet_text(name) for name in list_unplaced(scenario, deployment)]
    if scenario.elements and all(element.area is None for element in scenario.elements):
        yield say("Where the elements stand is not known here. See the packet’s diagram.")
    elif names:
        yield say("Not placed: {names}. See the packet’s diagram.", names=join_words(names))


def _reinforcements(terms: GameRules) -> tuple[str, ...]:
    return _texts(terms.briefing.reinforcements) if terms.scenario.reinforcements else ()
