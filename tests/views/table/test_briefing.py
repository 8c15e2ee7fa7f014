"""What players are told of their scenario: what counts, when, and what wins."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import pytest

from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import speak, use_words
from app.engine.packet.keywords import Artifice
from app.engine.packet.packet import GameRules
from app.engine.packet.reference import Card, Deployment, places_of
from app.engine.packet.scenario import Area, ElementKind, Held, Need, Seat, Way
from app.engine.packet.scenario_layout import with_zones
from app.views.table.briefing import kill_box_words, scenario_briefing
from tests.engine.event import PACKETS


def terms(packet: str, name: str, **changes: Any) -> GameRules:
    rules = PACKETS[packet]
    chosen = replace(Settings("Open", packet, rules.sizes[-1], 1), **changes)
    number = next(scenario.number for scenario in rules.scenarios if scenario.name == name)
    return terms_for(rules, chosen, number)


def lines(rules: GameRules, title: str) -> tuple[str, ...]:
    parts = {part.title: part.lines for part in scenario_briefing(rules).parts}
    return parts.get(title, ())


def test_circles_and_rectangles_of_sr2017_are_controlled_by_different_models() -> None:
    pit = terms("sr2017", "The Pit II")
    (circle,) = lines(pit, "A circle")
    (rectangle,) = lines(pit, "A rectangle")
    assert "warrior model" in circle
    assert "warjack, warbeast, monstrosity or battle engine" in rectangle
    assert lines(pit, "A flag") == ()


def test_the_briefing_covers_only_elements_that_are_on_the_table() -> None:
    close = terms("sr2014", "Close Quarters")
    titles = [part.title for part in scenario_briefing(close).parts]
    assert titles == [
        "Scoring",
        "A flag",
        "Kill box",
        "How this game ends",
        "Deployment",
        "Remember",
    ]
    assert any(
        line.startswith("Dominates: Your caster base to base") for line in lines(close, "A flag")
    )


@pytest.mark.parametrize(
    ("packet", "name", "says"),
    [
        ("sr2012", "Overrun", "within 10 inches of any table edge, that caster is destroyed"),
        (
            "sr2014",
            "Destruction",
            "completely within 14 inches of any table edge, your opponent scores 2",
        ),
        (
            "sr2015",
            "Destruction",
            "completely within 14 inches of any table edge, your opponent scores 2",
        ),
        (
            "sr2017",
            "The Pit II",
            "completely within 12 inches of your own table edge, your opponent",
        ),
        ("sr2014", "Outflank", "None in this scenario."),
    ],
)
def test_the_kill_box_is_shown_with_its_distance_and_edge(
    packet: str, name: str, says: str
) -> None:
    assert says in kill_box_words(terms(packet, name))


def test_without_assassination_a_kill_box_destroys_the_caster_and_the_game_goes_on() -> None:
    words = kill_box_words(terms("sr2012", "Overrun", assassination=False))
    assert "that caster is destroyed, and the game goes on" in words


def test_the_scoring_part_says_when_scoring_begins_and_what_each_element_gives() -> None:
    notice = lines(terms("sr2014", "Two Fronts"), "Scoring")
    assert notice[0] == "At the end of every turn, from the second player’s turn 2 on."
    assert notice[1] == (
        "First player’s zone: control 1, dominate 2 for its enemy; dominate 1 for its owner."
    )
    assert "Second player’s objective: 1 for its enemy when destroyed." in notice
    balance = lines(terms("sr2014", "Balance of Power"), "Scoring")
    assert any("if its owner dominates it, the opponent loses 1" in line for line in balance)


def test_the_scoring_part_of_sr2012_explains_ways_conditions_and_limits() -> None:
    quarters = lines(terms("sr2012", "Close Quarters"), "Scoring")
    assert (
        "First player: 1 for controlling “Zone the first player scores”, "
        "with own caster within either zone."
    ) in quarters
    gauntlet = lines(terms("sr2012", "Gauntlet"), "Scoring")
    assert "Zone the first player scores: control 1, for the first player only." in gauntlet
    elimination = lines(terms("sr2012", "Process of Elimination"), "Scoring")
    assert "Left zone: control 1 (once a game)." in elimination
    assert "At most 1 a turn." in elimination
    incoming = lines(terms("sr2012", "Incoming"), "Scoring")
    assert (
        "First player: 2 for controlling “Zone the first player scores” once "
        "“Second player’s objective” is destroyed."
    ) in incoming
    demand = lines(terms("sr2012", "Supply and Demand"), "Scoring")
    assert (
        "First player: 1 for controlling “First player’s objective” and contesting "
        "“Zone the first player scores”."
    ) in demand
    assert demand[-1] == "Only one of these counts each turn."
    assert "Only one of these counts each turn." not in quarters
    incursion = lines(terms("sr2012", "Incursion"), "Scoring")
    assert "Left flag: control 1; may be removed." in incursion
    sacrifice = lines(terms("sr2012", "Sacrifice"), "Scoring")
    assert any(line.startswith("The player who scores: magical POW 20") for line in sacrifice)
    restoration = lines(terms("sr2012", "Guidons"), "Scoring")
    assert "2 for controlling “Left zone” and “Right zone”." in restoration
    assert "1 for own objective in a zone they control, the opponent’s in none." in restoration


def test_for_a_scenario_known_only_by_name_points_must_be_entered_by_hand() -> None:
    recon = terms("sr2015", "Recon")
    assert any("enter each turn’s points" in line for line in lines(recon, "Scoring"))
    assert lines(recon, "Remember") == ()


@pytest.mark.parametrize(
    ("packet", "name", "wins"),
    [
        ("sr2012", "Overrun", "Scenario: the first to 2 control points."),
        (
            "sr2014",
            "Destruction",
            "Scenario: at least 5 control points, and more than the opponent.",
        ),
        ("sr2017", "Outlast", "Scenario: 6 control points more than the opponent."),
        (
            "sr2026",
            "Two Fronts",
            "Scenario: 3 control points more than the opponent once the opponent’s turn is scored.",
        ),
    ],
)
def test_the_winning_part_says_what_wins_by_scenario(packet: str, name: str, wins: str) -> None:
    assert lines(terms(packet, name), "How this game ends")[0] == wins


def test_a_scenario_without_a_scenario_win_says_so() -> None:
    payload = terms("sr2026", "Payload")
    bare = replace(payload, scenario=replace(payload.scenario, wins=False))
    assert lines(bare, "How this game ends")[0] == "Nobody wins by scenario."


def test_the_winning_part_tells_assassination_the_last_turn_and_an_area_if_any() -> None:
    notice = lines(terms("sr2017", "Outlast"), "How this game ends")
    assert (
        "Assassination: only one player has casters left. The last scoring does not change that."
        in notice
    )
    assert any(
        line.startswith("The game ends after the second player’s turn 7. ") for line in notice
    )
    fronts = lines(terms("sr2014", "Two Fronts"), "How this game ends")
    assert "The area: within the enemy zone." in fronts
    assert not any(line.startswith("The area") for line in notice)


def test_the_winning_part_follows_the_events_rule_variants() -> None:
    told = lines(
        terms("sr2014", "Two Fronts", assassination=False, battlegroup=True), "How this game ends"
    )
    assert any(line.startswith("No assassination") for line in told)
    assert any(line.startswith("Battlegroup") for line in told)
    bare = lines(terms("sr2014", "Two Fronts", tiebreakers=False), "How this game ends")
    assert not any("in this order" in line or "stops early" in line for line in bare)


def test_the_2026_briefing_says_which_points_add_up() -> None:
    fronts = lines(terms("sr2026", "Two Fronts"), "Scoring")
    assert "Defender’s 40 mm objective: control 1." in fronts
    assert len([line for line in fronts if line.startswith("1 more for controlling")]) == 2
    assert "Only one of these counts each turn." not in fronts
    fault = lines(terms("sr2026", "Fault Line"), "Scoring")
    assert len([line for line in fault if "1 more for controlling 2 or more of “" in line]) == 2
    assert len({*fault}) == len(fault)


@pytest.mark.parametrize(
    ("name", "title", "words"),
    [
        ("Wolves at Our Heels", "Scoring", "Number 3 is 3 points, unless both get theirs"),
        ("Wolves at Our Heels", "Kill box", "turn 3 on it is 2 inches deeper"),
        ("High Stakes", "Scoring", "have 5 countdown tokens each. At 0 each is worth 1 more."),
        ("High Stakes", "Scoring", "takes d3 tokens off one of them"),
        ("High Stakes", "Scoring", "At 0: Models in that terrain"),
        ("Payload", "Scoring", "up to 3 inches towards the opponent’s terrain, 1 more for each"),
        ("Payload", "Scoring", "There it scores 3 and leaves the table."),
    ],
)
def test_the_2026_briefing_explains_how_elements_change(name: str, title: str, words: str) -> None:
    assert words in " ".join(lines(terms("sr2026", name), title))


@pytest.mark.parametrize("name", [one.name for one in PACKETS["sr2026"].scenarios])
def test_in_2026_elements_are_secured_and_there_are_no_zones(name: str) -> None:
    rules = terms("sr2026", name)
    use_words(PACKETS["sr2026"].vocabulary)
    parts = scenario_briefing(rules).parts
    said = [f"{part.title}: {line}" for part in parts for line in part.lines]
    assert [line for line in said if re.search(r"control|zone", line, re.IGNORECASE)] == []
    scored = [line for line in said if line.startswith("Scoring")]
    assert any("secure 1" in line for line in scored)
    assert any("victory points, scenario presence" in line for line in said)


def test_element_names_are_quoted_in_the_style_of_the_language() -> None:
    with said_by(SingleQuotes()):
        fronts, stakes = (
            " ".join(lines(terms("sr2026", name), "Scoring"))
            for name in ("Two Fronts", "High Stakes")
        )
    assert "‚Attacker’s 40 mm objective‘ and ‚Defender’s 40 mm objective‘" in fronts
    assert "‚Attacker’s terrain‘" in stakes
    assert not re.search("[“”]", fronts)


class SingleQuotes:
    """A language that quotes names in another way."""

    def gettext(self, message: str, /) -> str:
        return "‚{name}‘" if message == "“{name}”" else message

    def ngettext(self, one: str, other: str, number: int, /) -> str:
        return one if number == 1 else other

    def info(self) -> dict[str, str]:
        return {}


@contextmanager
def said_by(catalogue: SingleQuotes) -> Iterator[None]:
    speak(catalogue)
    try:
        yield
    finally:
        speak(None)


def test_a_countdown_without_its_own_rule_shows_no_text_for_zero() -> None:
    stakes = terms("sr2026", "High Stakes")
    assert stakes.scenario.fuse is not None
    plain = replace(stakes.scenario, fuse=replace(stakes.scenario.fuse, says=""))
    assert not any("At 0: " in line for line in lines(replace(stakes, scenario=plain), "Scoring"))


def test_in_2012_models_that_cannot_contest_cannot_control_either() -> None:
    overrun = terms("sr2012", "Overrun")
    controls = [
        line
        for title in ("A zone", "A flag")
        for line in lines(overrun, title)
        if line.startswith("Controls")
    ]
    assert controls
    assert all("inert, wild, fleeing or out-of-formation" in line for line in controls)


def test_the_2017_briefing_gives_deployment_depths() -> None:
    line, _ = lines(terms("sr2017", "Outlast"), "Deployment")
    assert "7 inches" in line
    assert "10" in line


def test_elements_placed_only_by_a_diagram_are_listed_until_placed() -> None:
    outlast = terms("sr2017", "Outlast")
    assert "is not known here" in lines(outlast, "Deployment")[1]
    first, *rest = outlast.scenario.elements
    area = Area(Decimal(24), Decimal(24), Decimal(12), circle=True)
    some = replace(outlast.scenario, elements=(replace(first, area=area), *rest))
    sentence = lines(replace(outlast, scenario=some), "Deployment")[1]
    assert sentence == "Not placed: Circle 2, Flag 1 and Flag 2. See the packet’s diagram."
    every = tuple(replace(element, area=area) for element in outlast.scenario.elements)
    whole = replace(outlast, scenario=replace(outlast.scenario, elements=every))
    assert len(lines(whole, "Deployment")) == 1


@pytest.mark.parametrize(("key", "name"), [("sr2012", "Bunkers"), ("sr2014", "Close Quarters")])
def test_flank_deployment_is_listed_as_unplaced_until_it_is_placed(key: str, name: str) -> None:
    packet = PACKETS[key]
    (number,) = (each.number for each in packet.scenarios if each.name == name)
    plain = Settings("Open", key, 50, 1)
    chosen = put_in_force(packet, plain, "artifice-reinforcements") if key == "sr2014" else plain
    open_zones = terms_for(packet, chosen, number)
    assert open_zones.scenario.deployment == "flank"
    said = "Not placed: deployment. See the packet’s diagram."
    assert lines(open_zones, "Deployment")[1:] == (said,)
    area = Area(Decimal(18), Decimal(0), Decimal(30), Decimal(7))
    placed = with_zones(packet, "flank", {"deployment-first": area})
    assert len(lines(terms_for(placed, chosen, number), "Deployment")) == 1


@pytest.mark.parametrize(
    ("key", "timing", "words"),
    [
        ("sr2012", "chess-clocks", "switch the clock to your opponent"),
        ("sr2012", "death-clock", "switch the clock to your opponent"),
        ("sr2014", "death-clock", "switched to your opponent"),
        ("sr2015", "death-clock", "at least 15 seconds"),
        ("sr2017", "deathclock", "at least 15 seconds"),
        ("sr2017-rumble", "deathclock", "at least 15 seconds"),
    ],
)
def test_the_briefing_states_each_packets_duties_of_players_with_clocks(
    key: str, timing: str, words: str
) -> None:
    packet = PACKETS[key]
    for scenario in packet.scenarios:
        chosen = terms(key, scenario.name, timing=timing)
        assert words in " ".join(lines(chosen, "Clock")), scenario.name


def test_the_2026_briefing_says_which_models_cannot_secure_or_may_move_through_objectives() -> None:
    for scenario in PACKETS["sr2026"].scenarios:
        said = lines(terms("sr2026", scenario.name), "An objective")
        (controls,) = (line for line in said if line.startswith("Controls"))
        assert "Not: inert, wild, autonomous or disabled models." in controls
        assert any("move through it if they get all the way" in line for line in said)


def test_the_briefing_explains_dice_down_only_if_the_round_has_it() -> None:
    down = " ".join(lines(terms("sr2014", "Two Fronts"), "How this game ends"))
    assert "rolls its damage" in down
    assert "end of the turn" in down
    assert "not in play" in down
    ends = lines(terms("sr2014", "Two Fronts", timing="death-clock"), "How this game ends")
    assert not any("damage" in line for line in ends)


STANDOFF, TWO, OVERRUN = "Standoff", "Two Fronts", "Overrun"
TOLD: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("sr2012", OVERRUN, {"timing": "chess-clocks"}, "Clock", "Activate all your models"),
    ("sr2012", OVERRUN, {"timing": "death-clock"}, "Clock", "Activate all your models"),
    ("sr2014", TWO, {"timing": "death-clock"}, "Clock", "giving up its movement and action"),
    ("sr2015", "Destruction", {"timing": "death-clock"}, "Clock", "Activate all your models"),
    ("sr2017", STANDOFF, {}, "Clock", "say so"),
    ("sr2017-rumble", "Patrol", {}, "Clock", "say so"),
    ("sr2026", TWO, {}, "Clock", "say so"),
    ("sr2017-rumble", "Patrol", {}, "Remember", "device with your army fails"),
    ("sr2017", STANDOFF, {}, "Remember", "one table marker"),
    ("sr2017", STANDOFF, {}, "Remember", "Measure one distance at a time"),
    ("sr2017-rumble", "Patrol", {}, "Remember", "one table marker"),
    ("sr2017-rumble", "Patrol", {}, "Remember", "Fog and fire stay"),
    ("sr2012", "Close Quarters", {}, "A zone", "marked only at its corners or centre"),
    ("sr2014", TWO, {}, "A zone", "marked only at its corners or centre"),
    ("sr2012", "A Flag Too Far", {}, "A flag", "incorporeal"),
    ("sr2014", "Close Quarters", {}, "A flag", "incorporeal"),
    ("sr2017", "Outlast", {}, "A flag", "incorporeal"),
    ("sr2017", "Outlast", {}, "A flag", "frenzy"),
    ("sr2017-rumble", "Killing Field", {}, "A flag", "incorporeal"),
    ("sr2014", "Destruction", {}, "An objective", "in the first player’s turn"),
    ("sr2015", "Destruction", {}, "An objective", "Nothing engages it"),
    ("sr2017", STANDOFF, {}, "An objective", "engages it"),
    ("sr2017", STANDOFF, {}, "An objective", "back strike"),
    ("sr2017-rumble", "Target of Opportunity", {}, "An objective", "back strike"),
    ("sr2012", "Bunkers", {}, "Reinforcements", "lose Ambush"),
    ("sr2012", "Bunkers", {}, "Reinforcements", "Prey once both players have deployed"),
    ("sr2012", "Bunkers", {}, "Reinforcements", "bonded"),
    (
        "sr2014",
        "Close Quarters",
        {"reinforcements": True, "artifices": (Artifice.REINFORCEMENTS,)},
        "Reinforcements",
        "lose Ambush",
    ),
]


@pytest.mark.parametrize(
    ("packet", "name", "changes", "title", "says"),
    TOLD,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_briefing_quotes_packet_rules_in_the_relevant_part(
    packet: str, name: str, changes: dict[str, Any], title: str, says: str
) -> None:
    read = " ".join(lines(terms(packet, name, **changes), title))
    assert says in read


def test_with_timed_turns_players_are_not_told_to_activate_all_models() -> None:
    for packet, name in (("sr2012", OVERRUN), ("sr2014", TWO), ("sr2015", "Destruction")):
        parts = scenario_briefing(terms(packet, name)).parts
        assert not any("Activate all" in line for part in parts for line in part.lines)


@pytest.mark.parametrize("packet", ["sr2014", "sr2017"])
def test_the_briefing_warns_that_a_failing_device_costs_the_game(packet: str) -> None:
    name = {"sr2014": "Two Fronts", "sr2017": "Outlast"}[packet]
    assert any("device" in line for line in lines(terms(packet, name), "Remember"))


def test_objectives_are_listed_with_the_effects_of_their_cards() -> None:
    pit = lines(terms("sr2017", "The Pit II"), "Objectives")
    assert [line.partition(":")[0] for line in pit] == ["Armory", "Fuel Cache", "Stockpile"]
    assert "Pathfinder" in pit[1]
    assert lines(terms("sr2014", "Two Fronts"), "Objectives") == (
        "Supply Cache: see its card for what it does.",
    )
    assert lines(terms("sr2017", "Outlast"), "Objectives") == ()
    six = lines(terms("sr2015", "Destruction"), "Objectives")
    assert [line.partition(":")[0] for line in six] == [
        "Arcane Wonder",
        "Bunker",
        "Effigy of Valor",
        "Fuel Cache",
        "Armory and Stockpile",
    ]


def test_deployment_and_reinforcements_are_shown_only_if_the_scenario_has_them() -> None:
    (radial,) = lines(terms("sr2012", "Sacrifice"), "Deployment")
    assert "17 inches, second 20" in radial
    assert lines(terms("sr2012", "Bunkers"), "Reinforcements") != ()
    assert lines(terms("sr2012", "Bunkers", reinforcements=False), "Reinforcements") == ()


def test_every_element_of_every_packet_has_rules_for_control_and_contest() -> None:
    checked = 0
    for packet in PACKETS.values():
        reference = {part.at: part for part in packet.briefing.reference}
        for scenario in packet.scenarios:
            for element in scenario.elements:
                parts = [reference[at] for at in places_of(element) if at in reference]
                assert parts, (packet.key, scenario.name, element.key)
                scored = element.kind is not ElementKind.OBJECTIVE
                assert not scored or any(part.control for part in parts)
                assert not scored or any(part.contest for part in parts)
                needs = element.dominate or element.own_dominate
                assert not needs or any(part.dominate for part in parts)
                checked += 1
    assert checked > 150


def test_every_deployment_a_scenario_names_is_shown_by_its_packet() -> None:
    named = {
        (packet.key, scenario.deployment)
        for packet in PACKETS.values()
        for scenario in packet.scenarios
        if scenario.deployment
    }
    assert ("sr2012", "flank") in named
    for packet, key in named:
        deployment = PACKETS[packet].briefing.deployment(key)
        assert isinstance(deployment, Deployment)


def test_an_unknown_objective_card_has_no_text() -> None:
    briefing = PACKETS["sr2017"].briefing
    assert briefing.card("fuel cache").name == "Fuel Cache"
    assert briefing.card("Barrel") == Card("Barrel")


@pytest.mark.parametrize(("packet", "when"), [("sr2014", "while"), ("sr2015", "before")])
def test_the_briefing_says_which_distances_may_be_measured(packet: str, when: str) -> None:
    """SR2014 and SR2015, scenario reference."""
    destruction = terms(packet, "Destruction")
    assert lines(destruction, "Kill box")[1].startswith(f"You may measure the 14 inches {when}")
    outflank = terms(packet, "Outflank")
    assert lines(outflank, "Kill box") == ("None in this scenario.",)
    notices = [line for part in scenario_briefing(outflank).parts for line in part.lines]
    assert not any("measure the" in line for line in notices), (
        "neither flags nor objectives stand there"
    )
    assert any("measure the 4 inches" in line for line in lines(destruction, "An objective"))


def test_the_kill_box_of_a_scenario_known_only_by_name_is_called_unknown() -> None:
    recon = terms("sr2015", "Recon")
    assert lines(recon, "Kill box") == ("Not known here.",)
    assert (
        "14 inches"
        in lines(terms("sr2015", "Recon", artifices=(Artifice.KILL_BOX,)), "Kill box")[0]
    )


def test_a_way_of_scoring_by_dominating_says_so() -> None:
    """No packet of ours has one; one's own packet may."""
    rules = terms("sr2012", "Guidons")
    way = Way(Seat.NEUTRAL, 1, (Need(Held.DOMINATED, "zone-left"),))
    changed = replace(rules, scenario=replace(rules.scenario, ways=(way,)))
    assert "1 for dominating “Left zone”." in lines(changed, "Scoring")
