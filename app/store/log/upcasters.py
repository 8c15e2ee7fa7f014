"""Upgrades rows of earlier versions to today's fields, one version at a time."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.engine.formats.settings import ROW_VERSION
from app.engine.language import know
from app.engine.remarks import RemarkKind
from app.engine.standings.awards import VOTED
from app.store.languages import every_catalogue
from app.store.log.older_terrain import TERRAIN

Fields: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Fields], Fields]


def _scored_by_control(fields: Fields) -> Fields:
    """Upgrade from version 1, which recorded only that an element scored. Objectives scored when
    they were destroyed, zones and flags when they were controlled.
    """
    return {
        **fields,
        "holdings": [
            {
                **holding,
                "held": "destroyed" if holding["key"].startswith("objective") else "controlled",
            }
            for holding in fields["holdings"]
        ],
    }


def _packet_of_one_timing(fields: Fields) -> Fields:
    """Upgrade from version 1, whose packets had only the Deathclock, one kill box, and elements
    with one number.
    """
    return {**fields, "packet": _packet_1_to_2(fields["packet"])}


def _packet_1_to_2(packet: Fields) -> Fields:
    timing, victory = packet["timing"], dict(packet["victory"])
    lead = victory.pop("lead")
    rest = {key: value for key, value in packet.items() if key != "timing"}
    return {
        **rest,
        "concession": {**packet["concession"], "or_more": True},
        "timings": [
            {
                "key": "deathclock",
                "name": "Deathclock",
                "kind": "deathclock",
                "rows": [
                    {"size": clock["size"], "clock": clock["minutes"]} for clock in timing["clocks"]
                ],
                "minimum_turn_seconds": timing["minimum_turn_seconds"],
                "play_on_below_minutes": timing["play_on_below_minutes"],
            }
        ],
        "victory": {**victory, "win": {"points": lead, "lead": lead}},
        "kill_box": {**packet["kill_box"], "own_edge": True},
        "scenarios": [
            {**scenario, "elements": [_element_1_to_2(element) for element in scenario["elements"]]}
            for scenario in packet["scenarios"]
        ],
    }


def _element_1_to_2(element: Fields) -> Fields:
    rest = {key: value for key, value in element.items() if key not in {"points", "once"}}
    scores = "destroyed" if element["kind"] == "objective" else "control"
    return {**rest, scores: element["points"]}


# The values by which the packets of versions 1 and 2 count army points, by the packet's key.
_COUNTING: Mapping[str, Fields] = {
    "sr2012": {
        "caster": 5,
        "half_units": True,
        "strays_count": True,
        "half_inside": True,
        "free_vehicle": 5,
        "free_solo": 2,
        "lesser": 2,
        "named": [
            {
                "name": "Feralgeist",
                "destroyed": 1,
                "rule": "Controls a friendly beast: counts its cost in the area"
                " (SR2012, 3rd tiebreaker)",
            },
            {
                "name": "Machine Wraith",
                "destroyed": 1,
                "rule": "Controls a friendly jack: counts its cost in the area"
                " (SR2012, 3rd tiebreaker)",
            },
        ],
    },
    "sr2014": {"caster": 5, "half_units": True, "strays_count": True},
    "sr2015": {"caster": 5, "half_units": True, "strays_count": True},
}


def _packet_without_counting(fields: Fields) -> Fields:
    """Upgrade from version 2, in which the players counted army points themselves."""
    packet = fields["packet"]
    counting = _COUNTING.get(packet["key"], {"caster": 10})
    return {**fields, "packet": {**packet, "counting": counting}}


def _packet_without_terrain(fields: Fields) -> Fields:
    """Upgrade from version 5, which knew no terrain."""
    packet = fields["packet"]
    return {**fields, "packet": {**packet, "terrain": TERRAIN.get(packet["key"])}}


def _packet_that_asks_at_a_clock_out(fields: Fields) -> Fields:
    """Upgrade from version 4, which did not record whether a clock-out loses the game at once. Only
    the packet of 2012 had that rule.
    """
    packet = fields["packet"]
    loses = packet["key"] == "sr2012"
    timings = [
        {**timing, "clock_out_loses": loses and timing["kind"] == "deathclock"}
        for timing in packet["timings"]
    ]
    return {**fields, "packet": {**packet, "timings": timings}}


def _settings_without_variants(fields: Fields) -> Fields:
    """Upgrade from version 3, which knew no keywords to announce."""
    settings, packet = ({**fields[part], "variants": []} for part in ("settings", "packet"))
    return {**fields, "settings": settings, "packet": packet}


def _packet_without_lists(fields: Fields) -> Fields:
    """Upgrade from version 6, which knew no packet's rules on lists."""
    packet = fields["packet"]
    lists = _LIST_RULES.get(packet["key"].partition("-")[0], {})
    return {**fields, "packet": {**packet, "lists": lists}}


# The rules on lists in the packets of versions 1 to 6, where they are not the usual ones.
_LIST_RULES: Mapping[str, Fields] = {
    "sr2015": {
        "objectives": [
            "Arcane Wonder",
            "Armory",
            "Bunker",
            "Effigy of Valor",
            "Fuel Cache",
            "Stockpile",
        ]
    },
    "sr2017": {
        "short": 4,
        "characters_differ": False,
        "free_stay": False,
        "objectives": ["Armory", "Fuel Cache", "Stockpile"],
    },
}


def _one_list(fields: Fields) -> Fields:
    """Upgrade from version 1, which stored only one list for each player, and of that list only the
    entries.
    """
    army = fields["army"]
    lists = [] if army == [] else [{"army": army}]  # decoding refuses anything but a list
    return {"number": fields["number"], "lists": lists, "accepted": []}


def _settings_without_battlegroup(fields: Fields) -> Fields:
    """Upgrade from version 7, in which a keyword announced that a game is won when a battlegroup is
    gone, but a table could not record that.
    """
    key = "battlegroup-destroyed"
    settings, packet = fields["settings"], fields["packet"]
    remaining = [variant for variant in settings["variants"] if variant["key"] != key]
    announced = len(remaining) < len(settings["variants"])
    variants = [
        {**variant, "changes": {**variant["changes"], "battlegroup": True}}
        if variant["key"] == key
        else variant
        for variant in packet["variants"]
    ]
    return {
        **fields,
        "settings": {**settings, "variants": remaining, "battlegroup": announced},
        "packet": {**packet, "variants": variants},
    }


def _remarks(*names: str) -> Upcaster:
    """Return an upgrade from versions that stored lists of translated sentences in fields that now
    hold remarks.
    """

    def upcast(fields: Fields) -> Fields:
        know(every_catalogue)
        remarks = {name: [_as_written(words) for words in fields[name]] for name in names}
        return {**fields, **remarks}

    return upcast


def _remark(*names: str) -> Upcaster:
    """Return an upgrade from versions that stored one translated sentence in each of these
    fields.
    """

    def upcast(fields: Fields) -> Fields:
        return {**fields, **{name: _as_written(fields[name]) for name in names}}

    return upcast


def _award(fields: Fields) -> Fields:
    """Upgrade from version 1, which stored the names of the program's own awards in translation."""
    for award in VOTED:
        if fields["award"] in {catalogue.gettext(award) for catalogue in every_catalogue()}:
            return {**fields, "award": award}
    return fields


def _as_written(words: str) -> Fields:
    return {"kind": RemarkKind.AS_WRITTEN.value, "values": [["text", words]]}


def _keep_fields(fields: Fields) -> Fields:
    """Return the fields unchanged. They need no upgrade: every later addition has a default, or is
    one more value of a kind.
    """
    return fields


# The version now written, for kinds whose payload has changed since version 1.
VERSIONS: Mapping[str, int] = {
    "event_created": ROW_VERSION,
    "settings_changed": ROW_VERSION,
    "claimed": 4,
    "clock_paused": 3,
    "ruled": 4,
    "press_set_aside": 6,
    "clock_started": 2,
    "turn_started": 2,
    "turn_ended": 2,
    "interrupted": 2,
    "handed_back": 2,
    "result_reported": 3,
    "army_entered": 7,
    "lists_sent": 3,
    "reinforced": 2,
    "specialists_swapped": 2,
    "players_added": 3,
    "player_edited": 3,
    "signed_up": 4,
    "round_drawn": 4,
    "draw_told": 3,
    "plan_changed": 2,
    "pairings_changed": 3,
    "turn_scored": 4,
    "round_started": 2,
    "losses_counted": 3,
    "losses_changed": 2,
    "times_shifted": 2,
    "act_set_aside": 2,
    "row_lost": 2,
    "award_given": 2,
    "vote_opened": 2,
    "ballot_cast": 2,
    "vote_closed": 2,
}

# By kind and version, the function that turns that version's fields into the next version's. A
# field that a row lacks gets its default. So whoever changes such a default must add an upcaster
# that sets the former one.
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    **{
        (kind, version): _keep_fields
        for kind, latest in VERSIONS.items()
        for version in range(1, latest)
    },
    ("award_given", 1): _award,
    ("vote_opened", 1): _award,
    ("ballot_cast", 1): _award,
    ("vote_closed", 1): _award,
    ("act_set_aside", 1): _remark("what", "why"),
    ("row_lost", 1): _remark("words"),
    ("event_created", 1): _packet_of_one_timing,
    ("event_created", 2): _packet_without_counting,
    ("settings_changed", 1): _packet_of_one_timing,
    ("settings_changed", 2): _packet_without_counting,
    ("event_created", 4): _packet_that_asks_at_a_clock_out,
    ("settings_changed", 4): _packet_that_asks_at_a_clock_out,
    ("event_created", 3): _settings_without_variants,
    ("settings_changed", 3): _settings_without_variants,
    ("event_created", 6): _packet_without_lists,
    ("settings_changed", 6): _packet_without_lists,
    ("event_created", 7): _settings_without_battlegroup,
    ("settings_changed", 7): _settings_without_battlegroup,
    ("army_entered", 5): _remarks("accepted"),
    ("round_drawn", 3): _remarks("gave_way"),
    ("draw_told", 1): _remarks("impossible", "causes", "tables"),
    ("pairings_changed", 2): _remarks("differences", "faults"),
    ("army_entered", 1): _one_list,
    ("event_created", 5): _packet_without_terrain,
    ("settings_changed", 5): _packet_without_terrain,
    ("turn_scored", 1): _scored_by_control,
}
