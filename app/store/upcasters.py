"""What earlier Flagfalls wrote into a row, brought up to today's fields, one version at a time."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.store.older_terrain import TERRAIN

Fields: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Fields], Fields]


def _scored_by_control(fields: Fields) -> Fields:
    """Version 1 knew of an element only that it was scored: zones and flags by control."""
    return {
        **fields,
        "points": None,
        "reason": "",
        "holdings": [
            {**one, "held": "destroyed" if one["key"].startswith("objective") else "controlled"}
            for one in fields["holdings"]
        ],
    }


def _packet_of_one_timing(fields: Fields) -> Fields:
    """Version 1 had the Deathclock alone, one kill box and elements with one number."""
    return {**fields, "packet": _packet_1_to_2(fields["packet"])}


def _packet_1_to_2(packet: Fields) -> Fields:
    timing, victory = packet["timing"], dict(packet["victory"])
    lead = victory.pop("lead")
    kept = {key: value for key, value in packet.items() if key != "timing"}
    return {
        **kept,
        "concession": {**packet["concession"], "or_more": True},
        "timings": [
            {
                "key": "deathclock",
                "name": "Deathclock",
                "kind": "deathclock",
                "rows": [
                    {"size": one["size"], "clock": one["minutes"]} for one in timing["clocks"]
                ],
                "minimum_turn_seconds": timing["minimum_turn_seconds"],
                "play_on_below_minutes": timing["play_on_below_minutes"],
            }
        ],
        "victory": {**victory, "win": {"points": lead, "lead": lead}},
        "kill_box": {**packet["kill_box"], "own_edge": True},
        "scenarios": [
            {**one, "elements": [_element_1_to_2(element) for element in one["elements"]]}
            for one in packet["scenarios"]
        ],
    }


def _element_1_to_2(element: Fields) -> Fields:
    kept = {key: value for key, value in element.items() if key not in {"points", "once"}}
    scores = "destroyed" if element["kind"] == "objective" else "control"
    return {**kept, scores: element["points"]}


def _without_length(fields: Fields) -> Fields:
    """Version 1 had no rounds with dice down."""
    return {**fields, "length_ms": 0}


# The values that the packets of versions 1 and 2 count army points by, by the packet's key.
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
            {"name": "Feralgeist", "destroyed": 1},
            {"name": "Machine Wraith", "destroyed": 1},
        ],
    },
    "sr2014": {"caster": 5, "half_units": True, "strays_count": True},
    "sr2015": {"caster": 5, "half_units": True, "strays_count": True},
}


def _packet_without_counting(fields: Fields) -> Fields:
    """Version 2 left the counting of army points to the players."""
    packet = fields["packet"]
    counting = _COUNTING.get(packet["key"], {"caster": 10})
    return {**fields, "packet": {**packet, "counting": counting}}


def _packet_without_terrain(fields: Fields) -> Fields:
    """Version 3 knew nothing of terrain."""
    packet = fields["packet"]
    return {**fields, "packet": {**packet, "terrain": TERRAIN.get(packet["key"])}}


# The version now written, for kinds whose payload has changed since version 1.
VERSIONS: Mapping[str, int] = {
    "event_created": 4,
    "settings_changed": 4,
    "turn_scored": 2,
    "round_started": 2,
}

# (kind, version) to what turns that version's fields into the next version's.
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("event_created", 1): _packet_of_one_timing,
    ("event_created", 2): _packet_without_counting,
    ("event_created", 3): _packet_without_terrain,
    ("settings_changed", 1): _packet_of_one_timing,
    ("settings_changed", 2): _packet_without_counting,
    ("settings_changed", 3): _packet_without_terrain,
    ("turn_scored", 1): _scored_by_control,
    ("round_started", 1): _without_length,
}
