import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from app.engine.acts.events import Event
from app.engine.acts.players import Entry, PlayersAdded, PlayerWarned
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, ClockPaused, PauseCause
from app.engine.acts.undo import Undone
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import template
from app.engine.packet.army_points import Counting
from app.engine.packet.ranking import STEAMROLLER
from app.engine.side import Side
from app.store.errors import StoreError
from app.store.log import codec
from app.store.packets.files import packets
from tests.engine.act_tables import acts_of
from tests.store.examples import GOLDEN, any_event, example, golden_file

KINDS = sorted(codec.CLASSES)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30, deadline=None)  # the first of a kind builds its decoder
@given(data=st.data())
def test_any_event_reads_back_as_it_was_written(kind: str, data: Any) -> None:
    event = data.draw(any_event(kind))

    assert codec.decode(1, *codec.encode(event)) == event


@pytest.mark.parametrize("kind", KINDS)
def test_the_format_of_a_payload_has_not_changed(kind: str) -> None:
    written, kept = codec.encode(example(kind)).payload, golden_file(kind).read_text("utf-8")
    assert json.loads(written) == json.loads(kept)
    assert len(written) == len(kept.strip())  # only the order of the fields may be another


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json")), ids=lambda file: file.stem)
def test_a_payload_of_any_version_ever_written_can_be_read(file: Any) -> None:
    kind, version = file.stem.split(".")

    assert type(codec.decode(1, kind, int(version), file.read_text("utf-8"))) is codec.CLASSES[kind]


READ_TODAY = [
    json.loads(line)
    for line in (GOLDEN.parent / "read_today.jsonl").read_text("utf-8").splitlines()
]


def lost(whole: Any, part: Any, path: str = "") -> list[str]:
    """Where ``whole`` says something else than ``part``; it may say more than that."""
    if isinstance(whole, dict) and isinstance(part, dict):
        return [
            place for key in part for place in lost(whole.get(key, key), part[key], f"{path}.{key}")
        ]
    if isinstance(whole, list) and isinstance(part, list) and len(whole) == len(part):
        return [place for n in range(len(part)) for place in lost(whole[n], part[n], f"{path}.{n}")]
    return [] if whole == part and type(whole) is type(part) else [path]


@pytest.mark.parametrize(("name", "payload"), READ_TODAY, ids=[name for name, _ in READ_TODAY])
def test_a_payload_of_an_earlier_version_reads_as_it_always_did(name: str, payload: Any) -> None:
    kind, version = name.split(".")
    old = (GOLDEN / f"{name}.json").read_text("utf-8")
    assert (
        lost(json.loads(codec.encode(codec.decode(1, kind, int(version), old)).payload), payload)
        == []
    )
    if kind == "event_created":  # changed settings are read like the first ones
        event = codec.decode(1, "settings_changed", int(version), old)
        assert lost(json.loads(codec.encode(event).payload), payload) == []


WITH_ARMIES = [key for key, packet in packets().items() if packet.armies]
OF_OLD_FILES = sorted(packets().keys() - {"points", "sr2026"})
"""The packets that files of the first versions may hold."""


def without_presence(counting: Counting) -> Counting:
    """As files have it that are older than the words of presence and what could hold what, version
    31; nor have they all the named models of today.
    """
    return replace(counting, named=(), present="", holders=())


@pytest.mark.parametrize("key", OF_OLD_FILES)
def test_files_from_the_first_version_get_their_packets_rules(key: str) -> None:
    old = json.loads((GOLDEN / "event_created.1.json").read_text("utf-8"))
    old["packet"]["key"] = key
    packet, today = codec.decode(1, "event_created", 1, json.dumps(old)).packet, packets()[key]
    assert replace(packet.counting, named=()) == without_presence(today.counting)
    worths = [(worth.name, worth.destroyed) for worth in packet.counting.named]
    assert (
        worths == [(worth.name, worth.destroyed) for worth in today.counting.named][: len(worths)]
    )
    assert len(worths) == (2 if key == "sr2012" else 0)
    assert packet.lists == replace(today.lists, factions=())  # offered since version 25
    assert (packet.terrain, packet.points) == (today.terrain, today.points)


@pytest.mark.parametrize("key", OF_OLD_FILES)
def test_files_from_before_terrain_get_their_packets_terrain_rules(key: str) -> None:
    old = json.loads((GOLDEN / "event_created.3.json").read_text("utf-8"))
    old["packet"]["key"] = key

    event = codec.decode(1, "event_created", 3, json.dumps(old))

    assert event.packet.terrain == packets()[key].terrain


def test_every_event_class_has_a_kind_and_no_kind_is_lost() -> None:
    """Kinds stand in files: those of the golden rows stay, whatever their classes are called."""
    assert set(codec.CLASSES.values()) == acts_of(Event)
    assert {file.stem.split(".")[0] for file in GOLDEN.glob("*.json")} == set(KINDS)


def test_entries_keep_every_alphabet() -> None:
    event = PlayersAdded(((1, Entry("Łukasz Żółć", "נבחרת", "فرقة\u200f")), (2, Entry("🎲"))))

    assert codec.decode(1, *codec.encode(event)) == event


@pytest.mark.parametrize(("kind", "version"), [("event_created", 6), ("turn_ended", 1)])
def test_an_endlessly_nested_payload_is_refused(kind: str, version: int) -> None:
    """Found by the fuzzer: reading it goes deeper than Python does."""
    with pytest.raises(StoreError, match=r"Row 3 .* is damaged"):
        codec.decode(3, kind, version, '{"more":' * 5_000)


@pytest.mark.parametrize(
    "payload",
    [
        '{"act":1.5}',
        '{"act":"1"}',
        '{"act":true}',
        '{"act":null}',
        "{}",
        "[]",
        "",
        '{"act":1',
        "\0",
    ],
)
def test_a_wrong_payload_is_refused_with_its_row_and_kind(payload: str) -> None:
    with pytest.raises(StoreError, match=r"Row 17 \(undone\) is damaged"):
        codec.decode(17, "undone", 1, payload)


def test_entries_from_before_teams_existed_have_no_team() -> None:
    old = '{"players":[[1,{"name":"Ann","club":"","faction":"Cryx"}]]}'

    assert codec.decode(1, "players_added", 1, old) == PlayersAdded(
        ((1, Entry("Ann", "", "Cryx")),)
    )


def test_an_event_from_before_variants_existed_gets_default_settings() -> None:
    old = codec.decode(1, "event_created", 3, (GOLDEN / "event_created.3.json").read_text("utf-8"))

    assert isinstance(old, CreateEvent)
    came_later = structs.fields(Settings)[12:]
    told = {field.name: getattr(old.settings, field.name) for field in came_later}
    assert told == {field.name: field.default for field in came_later}
    assert (old.packet.variants, old.packet.points) == ((), STEAMROLLER)


def test_an_unknown_kind_is_reported_as_from_a_newer_flagfall() -> None:
    with pytest.raises(StoreError, match=r"Row 3 \(dragon_landed.*newer Flagfall"):
        codec.decode(3, "dragon_landed", 1, "{}")


def test_a_version_above_ours_is_reported_as_from_a_newer_flagfall() -> None:
    with pytest.raises(StoreError, match=r"version 2\) was written by a newer Flagfall"):
        codec.decode(3, "undone", 2, '{"act":1}')


@pytest.mark.parametrize("cause", PauseCause)
def test_a_program_that_lacks_a_pause_cause_reports_a_newer_flagfall(
    cause: PauseCause,
) -> None:
    written = codec.encode(ClockPaused(1, 5_000, cause, "a reason"))
    assert codec.decode(3, *written) == ClockPaused(1, 5_000, cause, "a reason")

    before = {**codec.VERSIONS, "clock_paused": 1}
    with pytest.raises(StoreError, match=r"Row 3 \(clock_paused, version 3\).*newer Flagfall"):
        codec.decode(3, *written, versions=before)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("judge_called", '{"game":1,"side":"red"}'),
        (
            "press_set_aside",
            '{"game":1,"at_ms":5,"device":"d","marks":[{"handed_back":{"game":1}}]}',
        ),
    ],
)
def test_a_mark_without_its_time_is_reported_as_damaged(kind: str, payload: str) -> None:
    with pytest.raises(StoreError, match=rf"Row 4 \({kind}\) is damaged.*`at_ms`"):
        codec.decode(4, kind, 1, payload)


def test_a_command_that_is_not_yet_a_decided_event_cannot_be_written() -> None:
    with pytest.raises(StoreError, match="judge_called cannot be written"):
        codec.encode(CallJudge(1, Side.RED))


def test_a_lone_surrogate_cannot_be_written() -> None:
    with pytest.raises(StoreError, match="player_warned cannot be written"):
        codec.encode(PlayerWarned(1, 1, "\ud83d"))


@pytest.mark.parametrize("length", ["NaN", "Infinity", "1E+999999", "-1E+400", "1E-999999"])
@pytest.mark.parametrize("field", ["x", "y", "width", "height"])
def test_terrain_at_a_place_that_cannot_be_measured_is_refused(field: str, length: str) -> None:
    """Checking the rules for such a layout took minutes or ended with a traceback."""
    payload = json.loads((GOLDEN / "terrain_set.1.json").read_text("utf-8"))
    payload["layout"]["pieces"][0]["area"][field] = length
    with pytest.raises(StoreError, match=r"Row 1 \(terrain_set\) is damaged"):
        codec.decode(1, "terrain_set", 1, json.dumps(payload))


def test_only_a_number_of_thousands_of_digits_cannot_be_written() -> None:
    long = PlayerWarned(2**100, 1, "")
    assert codec.decode(1, *codec.encode(long)) == long
    with pytest.raises(StoreError, match="player_warned cannot be written"):
        codec.encode(PlayerWarned(10**5_000, 1, ""))


def test_a_text_that_depends_on_the_packets_words_cannot_be_written() -> None:
    reason: Any = template("the caster was moved twice")

    with pytest.raises(StoreError, match="player_warned cannot be written"):
        codec.encode(PlayerWarned(1, 1, reason))


def _act_from_number(old: dict[str, Any]) -> dict[str, Any]:
    return {"deed": old["number"]}


def _act_from_deed(old: dict[str, Any]) -> dict[str, Any]:
    return {"act": old["deed"]}


VERSIONS = {"undone": 3}
UPCASTERS = {("undone", 1): _act_from_number, ("undone", 2): _act_from_deed}


@pytest.mark.parametrize(
    ("version", "payload"), [(1, {"number": 7}), (2, {"deed": 7}), (3, {"act": 7})]
)
def test_older_versions_are_brought_up_to_date_step_by_step(
    version: int, payload: dict[str, int]
) -> None:
    event = codec.decode(
        1, "undone", version, json.dumps(payload), versions=VERSIONS, upcasters=UPCASTERS
    )

    assert event == Undone(7)


@pytest.mark.parametrize("payload", ["{}", '{"number":"seven"}', "[]", "{"])
def test_an_invalid_old_payload_is_refused_with_its_row(payload: str) -> None:
    with pytest.raises(StoreError, match=r"Row 9 \(undone\) is damaged"):
        codec.decode(9, "undone", 1, payload, versions=VERSIONS, upcasters=UPCASTERS)


@pytest.mark.parametrize("key", [7, None, ["sr2015"], {"name": "sr2015"}])
@pytest.mark.parametrize("kind", ["event_created", "settings_changed"])
def test_an_old_packet_whose_key_is_not_a_text_is_refused_with_its_row(
    kind: str, key: object
) -> None:
    old = json.loads((GOLDEN / "event_created.6.json").read_text("utf-8"))
    old["packet"]["key"] = key
    with pytest.raises(StoreError, match=rf"Row 1 \({kind}\) is damaged"):
        codec.decode(1, kind, 6, json.dumps(old))


def test_every_row_version_ever_written_has_a_golden_row() -> None:
    written = {
        f"{kind}.{version}"
        for kind in codec.CLASSES
        for version in range(1, codec.VERSIONS.get(kind, 1) + 1)
    }

    assert {file.stem for file in GOLDEN.glob("*.json")} >= written
    assert set(codec.UPCASTERS) == {
        (kind, version) for kind, now in codec.VERSIONS.items() for version in range(1, now)
    }


@pytest.mark.parametrize("key", ["sr2012", "sr2014"])
def test_in_an_older_file_a_clock_out_loses_at_once_if_the_packet_says_so(key: str) -> None:
    packet = json.loads((GOLDEN / "event_created.3.json").read_text("utf-8"))
    packet["packet"]["key"] = key
    event = codec.decode(1, "event_created", 3, json.dumps(packet))
    assert isinstance(event, CreateEvent)
    assert event.packet.timings[0].clock_out_loses is (key == "sr2012")


@pytest.mark.parametrize("announced", [True, False])
def test_a_battlegroup_rule_once_only_announced_is_now_enforced(announced: bool) -> None:
    old = json.loads((GOLDEN / "event_created.7.json").read_text("utf-8"))
    other = {"key": "x-lists", "numbers": [2]}
    mine = [{"key": "battlegroup-destroyed", "numbers": []}] if announced else []
    old["settings"]["variants"] = [other, *mine]
    old["packet"]["variants"][0] |= {"key": "battlegroup-destroyed"}

    event = codec.decode(1, "event_created", 7, json.dumps(old))

    assert isinstance(event, CreateEvent)
    assert event.settings.battlegroup is announced
    assert [keyword.key for keyword in event.settings.variants] == ["x-lists"]
    assert event.packet.variants[0].changes.battlegroup


@pytest.mark.parametrize("key", WITH_ARMIES)
def test_files_from_before_army_points_get_their_packets_counting(key: str) -> None:
    old = json.loads((GOLDEN / "event_created.2.json").read_text("utf-8"))
    old["packet"]["key"] = key

    event = codec.decode(1, "event_created", 2, json.dumps(old))

    counting = packets()[key].counting
    assert replace(event.packet.counting, named=()) == without_presence(counting)
    named = {model.name: model.destroyed for model in counting.named}
    assert named.items() >= {(model.name, model.destroyed) for model in event.packet.counting.named}


@pytest.mark.parametrize("key", OF_OLD_FILES)
def test_files_from_before_list_rules_get_those_of_their_packet(key: str) -> None:
    old = json.loads((GOLDEN / "event_created.6.json").read_text("utf-8"))
    old["packet"]["key"] = key

    event = codec.decode(1, "event_created", 6, json.dumps(old))

    rules = packets()[key].lists
    assert event.packet.lists == replace(rules, factions=())  # offered since version 25


def test_rows_of_an_unknown_kind_are_reported_as_from_a_newer_flagfall() -> None:
    row: Any = (1, 1, 5, "desk", "EO", "dice_rolled", 1, "{}", b"")
    with pytest.raises(StoreError, match="dice_rolled"):
        codec.records([row])
