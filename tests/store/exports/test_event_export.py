"""Export, wipe, import: the same event."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.engine.acts.phones import OpenToPhones, ReportByPhone, SignUp
from app.engine.acts.players import Entry, PlayerWarned
from app.engine.acts.results import How, Result
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.side import Pair
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.exports import event_export
from app.store.exports.event_export import (
    LARGEST_BYTES,
    Imported,
    export_event,
    import_event,
    is_export,
    read_export,
)
from app.store.log import row_checks
from app.store.log.event_log import open_log
from app.store.log.log_file import Contents, inspect, write_whole
from app.store.log.row_checks import SIZE
from app.store.log.schema import new_event
from app.store.packets.files import packets
from app.store.rescue.witness import last_seen
from app.web.phones.codes import PlayerCodes
from app.web.server.secrets import Keys, keys_file
from tests.events import NOON_MS, Event
from tests.store.examples import GOLDEN
from tools.simulation.generate import write_events

TIE = Result(None, How.TIE, Pair(1, 1), Pair(2, 2))


def there_and_back(event: Path, folder: Path) -> None:
    """Exports the event, deletes it, imports it and holds the two against each other."""
    before = verify(event)
    text = export_event(event)
    export = folder / "there.event.json"
    export.write_text(text, encoding="utf-8")
    event.unlink()
    imported = import_event(export, event)
    after = verify(event)
    assert (after.state, after.standings, after.chain) == (
        before.state,
        before.standings,
        before.chain,
    )
    assert after.rows == before.rows
    assert after.faults == ()
    assert imported.chain == before.chain
    assert imported.notes == ()
    assert export_event(event) == text


def test_an_event_without_armies_survives_export_and_import_unchanged(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall", Settings("Club night", "points", 0, 7))
    event.register(5)
    event.start()
    event.close()
    there_and_back(event.path, tmp_path)


@pytest.mark.parametrize("packet", sorted(key for key, kept in packets().items() if kept.sizes))
def test_an_event_of_each_packet_survives_export_and_import_unchanged(
    packet: str, tmp_path: Path
) -> None:
    file = tmp_path / "event.flagfall"
    size = max(size for size in packets()[packet].sizes if size <= 75)
    simulate(SimulationPlan(players=5, rounds=1, packet=packet, size=size), path=file)
    there_and_back(file, tmp_path)


def test_an_event_under_way_survives_export_and_import_unchanged(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall")
    try:
        event.register(6, odd_names=True)
        event.start()
    finally:
        event.close()
    there_and_back(event.path, tmp_path)


def test_events_with_edits_drops_and_undo_survive_export_and_import_unchanged(
    tmp_path: Path,
) -> None:
    for file in write_events(2, 5, tmp_path / "made", fewest=6, most=9):
        there_and_back(file, tmp_path)


def test_a_team_event_survives_export_and_import_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "event.flagfall"
    state = simulate(SimulationPlan(24, 3, seats=3), path=file).state
    assert state.teams
    assert state.substitutions
    there_and_back(file, tmp_path)


def test_phone_entries_undo_and_redo_survive_export_and_import_unchanged(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall")
    try:
        event.register(4)
        event.do(OpenToPhones(sign_up=True, check_in=True))
        event.do(SignUp(Entry("Zoë", "Räven")))
        event.start()
        for game in event.state.games.values():
            for number in game.players:
                event.do(ReportByPhone(game.number, number, TIE))
        event.do(Undo())
        event.do(Redo())
    finally:
        event.close()
    there_and_back(event.path, tmp_path)


def test_an_event_that_is_open_can_be_exported(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall")
    try:
        event.register(4)
        read = read_export(export_event(event.path).encode(), "x")
        with open_log(event.path, read_only=True) as log:
            assert fold(log.records()) == read.state
    finally:
        event.close()


def log_of_everything(path: Path) -> None:
    """A file with a row of every kind in every version there ever was: undo and redo, late marks,
    corrections and what phones sent are among them.
    """
    payloads = {
        (kind, int(version)): file.read_text("utf-8").strip()
        for file in sorted(GOLDEN.glob("*.json"))
        for kind, version, _ending in [file.name.split(".")]
    }
    first = [key for key in payloads if key[0] == "event_created"]
    order = [max(first), *(key for key in payloads if key not in first)]
    contents = Contents(new_event(), "0.1.0", "", 77, [])
    chain = row_checks.beginning(contents.event, contents.version)
    for seq, (kind, version) in enumerate(order, start=1):
        said = (seq, seq, 1000 * seq, "Zürich", "EO", kind, version, payloads[kind, version])
        contents.rows.append(row_checks.chain_row(said, chain))
        chain = contents.rows[-1][-1][SIZE:]
    write_whole(path, contents)


def test_rows_of_every_kind_and_version_survive_export_and_import_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "event.flagfall"
    log_of_everything(file)
    before = inspect(file).contents
    text = export_event(file)
    (tmp_path / "e.json").write_text(text, encoding="utf-8")
    import_event(tmp_path / "e.json", tmp_path / "back.flagfall")
    after = inspect(tmp_path / "back.flagfall").contents
    assert (after.rows, after.event, after.alive_ms) == (before.rows, before.event, 77)
    assert verify(tmp_path / "back.flagfall").chain == verify(file).chain


def test_a_first_format_file_is_reimported_with_a_name_and_the_same_standings(
    tmp_path: Path,
) -> None:
    old = tmp_path / "old.flagfall"
    shutil.copyfile(GOLDEN / "format-1.sqlite", old)
    (tmp_path / "e.json").write_text(export_event(old), encoding="utf-8")
    imported = import_event(tmp_path / "e.json", tmp_path / "new.flagfall")
    before, after = verify(old), verify(imported.file)
    assert (before.state, before.standings) == (after.state, after.standings)
    assert (
        imported.chain == after.chain != before.chain
    )  # it has got a name, which begins the chain


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A small event's export."""
    event = Event(tmp_path / "small.flagfall")
    event.register(4)
    event.close()
    return export_event(event.path)


def changed(text: str, change: Callable[[dict[str, Any]], object]) -> bytes:
    whole = json.loads(text)
    change(whole)
    return json.dumps(whole, ensure_ascii=False).encode()


def refusal(content: bytes) -> str:
    with pytest.raises(StoreError) as error:
        read_export(content, "cup.json")
    sentence = str(error.value)
    assert sentence.rstrip().endswith(".")
    assert sentence.endswith(".")
    return sentence


def test_an_export_reformatted_by_another_program_is_still_read(small: str) -> None:
    whole = json.loads(small)
    for text in (json.dumps(whole, indent=4), json.dumps(whole, sort_keys=False)):
        assert read_export(text.encode(), "x").notes == ()


@pytest.mark.parametrize("more", [0, 1])
def test_padding_may_make_a_value_up_to_four_times_as_long_plus_a_million_bytes(
    small: str, more: int
) -> None:
    whole = json.loads(small)
    standings = whole["derived"]["standings"]
    value = json.dumps(standings, ensure_ascii=False, separators=(",", ":")).encode()
    blanks = b" " * (3 * len(value) + 1_000_000 + more)
    whole["derived"]["standings"] = "here"
    text = json.dumps(whole).encode().replace(b'"here"', b"[" + blanks + value[1:])
    notes = read_export(text, "x").notes
    assert len(notes) == more
    assert all("standings does not follow from its rows" in note for note in notes)


def test_players_and_standings_can_be_read_without_folding_the_log(small: str) -> None:
    told = json.loads(small)["derived"]
    assert len(told["players"]) == len(told["standings"]) == 4
    assert told["players"][0]["name"] == "Anna Kowalska"
    assert told["event"][0]["packet"] == "sr2017"


def test_a_changed_row_is_refused_with_its_number(small: str) -> None:
    def rename(whole: dict[str, Any]) -> None:
        whole["rows"][1]["data"]["players"][0][1]["name"] = "Eve"

    assert "Row 2 " in refusal(changed(small, rename))
    assert "Row 2 is missing" in refusal(changed(small, lambda whole: whole["rows"].pop(1)))
    assert "Row 1 " in refusal(changed(small, lambda whole: whole["rows"].reverse()))
    assert "Row 3 " in refusal(changed(small, lambda w: w["rows"][2].update(checksum="xyz")))
    assert "Row 3 " in refusal(changed(small, lambda w: w["rows"][2].update(checksum="")))


def test_derived_values_that_contradict_the_rows_are_reported_and_ignored(small: str) -> None:
    def better(whole: dict[str, Any]) -> None:
        whole["derived"]["standings"][0]["tp"] = 99

    read = read_export(changed(small, better), "x")
    assert any("standings does not follow from its rows" in note for note in read.notes)
    for endless in (b"1e400", b"9" * 5_000):
        content = changed(small, better).replace(b'"tp": 99', b'"tp": ' + endless)
        assert read_export(content, "x").notes == read.notes
    older = changed(small, lambda w: (better(w), w.update(program="Flagfall 9")))
    assert len(read_export(older, "x").notes) == 2
    assert read_export(changed(small, lambda w: w.pop("derived")), "x").notes == ()


def test_keys_of_a_later_version_are_reported_and_left_out(small: str) -> None:
    def add(whole: dict[str, Any]) -> None:
        whole["weather"] = "rain"
        whole["rows"][0]["mood"] = "good"
        whole["rows"][1]["mood"] = "good"

    (note,) = read_export(changed(small, add), "x").notes
    assert note == "This Flagfall does not know weather and mood and leaves them out."


def test_a_file_by_a_newer_flagfall_is_refused(small: str) -> None:
    assert "newer Flagfall" in refusal(changed(small, lambda w: w.update(version=2)))
    newer = changed(small, lambda w: [unchecked(w), w["rows"][0].update(kind="teleported")])
    with pytest.raises(StoreError, match="newer Flagfall"):
        read_export(newer, "x")


def unchecked(whole: dict[str, Any]) -> None:
    for row in whole["rows"]:
        del row["checksum"]


def test_an_unreadable_number_in_a_row_is_refused_with_the_rows_number(small: str) -> None:
    """Found by the fuzzer: the text is JSON, and no program reads the number."""
    changed = re.sub(r'"data":\{', '"data":{"more":1e999,', small, count=1)
    with pytest.raises(StoreError, match="Row 1 "):
        read_export(changed.encode(), "cup.json")


def test_rows_without_checksums_are_accepted_and_reported(small: str) -> None:
    (note,) = read_export(changed(small, unchecked), "x").notes
    assert "no checksums" in note


def test_a_number_that_another_program_rounded_is_refused(small: str) -> None:
    assert "Row 1 " in refusal(changed(small, lambda w: w["rows"][0]["data"].update(seed=1.5)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not an event export of Flagfall"),
        (b"[]", "is not an event export of Flagfall"),
        (b'{"format": "something"}', "is not an event export of Flagfall"),
        (b"\xff\xfe{", "is not an event export of Flagfall"),
        (b'{"format": "flagfall-event", "version": 1, "rows": [', "is incomplete or was changed"),
        (b'{"format": "flagfall-event", "version": 1}', "has no rows"),
        (b'{"format": "flagfall-event", "version": "1"}', "“version” cannot be read"),
        (b'{"format": "flagfall-event", "version": 1, "event": 4}', "“event” cannot be read"),
        (b'{"format": "flagfall-event", "version": 1, "rows": [4]}', "Row 1 of cup.json"),
        (b'{"format": "flagfall-event", "rows": ' + b"[" * 200_000, "is incomplete"),
        (b'{"format": "flagfall-event", "rows": 4}', "“rows” cannot be read"),
        (b'{"format": "flagfall-event", "rows": [{"kind": "\\ud800"}]}', "is incomplete"),
        (b'{"format": "flagfall-event", "rows": [{"kind": "\xff"}]}', "is incomplete"),
    ],
)
def test_a_file_that_is_no_export_is_refused_in_one_sentence(content: bytes, said: str) -> None:
    assert said in refusal(content)


def test_an_export_must_begin_with_the_event(small: str) -> None:
    def headless(whole: dict[str, Any]) -> None:
        unchecked(whole)
        del whole["rows"][0]
        for seq, row in enumerate(whole["rows"], start=1):
            row.update(seq=seq, act=seq)

    assert "does not begin with an event" in refusal(changed(small, headless))


def test_an_import_replaces_nothing_and_leaves_nothing_behind(small: str, tmp_path: Path) -> None:
    export, there = tmp_path / "e.json", tmp_path / "there.flagfall"
    export.write_text(small, encoding="utf-8")
    there.write_text("mine")
    with pytest.raises(StoreError, match="already there"):
        import_event(export, there)
    assert there.read_text() == "mine"
    export.write_text(small[:-200], encoding="utf-8")
    with pytest.raises(StoreError):
        import_event(export, tmp_path / "new.flagfall")
    assert not (tmp_path / "new.flagfall").exists()
    with pytest.raises(StoreError, match="cannot be read"):
        import_event(tmp_path / "none.json", tmp_path / "new.flagfall")
    with export.open("wb") as file:
        file.truncate(LARGEST_BYTES + 1)
    with pytest.raises(StoreError, match="too big"):
        import_event(export, tmp_path / "new.flagfall")


def test_an_older_export_can_be_imported_and_continued(small: str, tmp_path: Path) -> None:
    """This computer has written more rows of the event since; the import is what counts now."""
    export, file = tmp_path / "e.json", tmp_path / "small.flagfall"
    export.write_text(small, encoding="utf-8")
    with open_log(file) as log:
        log.append([PlayerWarned(1, 1, "")], at_ms=NOON_MS, station="desk", actor="EO")
    file.unlink()
    import_event(export, file)
    with open_log(file) as log:
        assert log.last_seq == len(json.loads(small)["rows"])


def test_an_export_contains_no_secrets_of_phones_or_tables(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.register(4)
    keys = Keys(keys_file(event.path))
    codes = PlayerCodes(keys)
    secrets = [
        *codes.codes(range(1, 5)).values(),
        codes.key(1, "phone"),
        keys.phones,
        keys.new_pin(),
    ]
    secrets += [*keys.issue([1, 2]).values(), *keys.tables.values(), keys.pin_hash]
    event.close()
    text = export_event(event.path)
    assert [secret for secret in secrets if secret in text] == []


def test_an_export_is_known_by_its_beginning(small: str) -> None:
    assert is_export(small.encode()[:4096])
    assert not is_export(b"Name,Club")
    assert not is_export(b'{"players": []}')


@pytest.fixture
def line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have any export read as a long one is."""
    monkeypatch.setattr(event_export, "LONG_BYTES", 10)


def imported_from(content: str | bytes, folder: Path) -> Imported:
    file = folder / "long.event.json"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    made = folder / f"made {len([*folder.iterdir()])}.flagfall"
    return import_event(file, made)


def refused_import(content: str | bytes, folder: Path) -> str:
    with pytest.raises(StoreError) as error:
        imported_from(content, folder)
    assert [*folder.glob("made*")] == []
    return str(error.value)


@pytest.mark.usefixtures("line_by_line")
@pytest.mark.parametrize("check_first_bytes", [10, 100_000_000])
def test_a_long_export_is_imported_unchanged(
    small: str, check_first_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_export, "CHECK_FIRST_BYTES", check_first_bytes)
    monkeypatch.setattr(event_export, "ROWS_AT_ONCE", 3)
    made = imported_from(small, tmp_path)
    assert made.notes == ()
    assert export_event(made.file) == small
    windows = small.replace("\n", "\r\n").encode("utf-8-sig")
    assert imported_from(windows, tmp_path).chain == made.chain


@pytest.mark.usefixtures("line_by_line")
def test_derived_values_in_a_long_export_that_contradict_its_rows_are_reported(
    small: str, tmp_path: Path
) -> None:
    name = read_export(small.encode(), "x").state.players[1].entry.name
    head, derived = small.split('"derived"')

    def notes(beside: str) -> tuple[str, ...]:
        return imported_from(f'{head}"derived"{beside}', tmp_path).notes

    assert notes(derived.replace('\n"losses"', '\n"lost"')) == ()  # a subject of another version
    (note,) = notes(derived.replace(name, "Nobody"))
    assert "players" in note
    bare = small[: small.index(',\n"derived"')] + "\n}\n"
    assert imported_from(bare, tmp_path).notes == ()


@pytest.mark.usefixtures("line_by_line")
def test_keys_of_a_later_version_in_a_long_export_are_left_out(small: str, tmp_path: Path) -> None:
    later = small.replace('"act":1,', '"act":1,"mood":"good",', 1)
    (note,) = imported_from(later.replace('"event":', '"venue": 1,\n"event":', 1), tmp_path).notes
    assert "venue and mood" in note


@pytest.mark.usefixtures("line_by_line")
def test_a_long_export_that_is_incomplete_or_not_ours_is_refused(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(content: str) -> str:
        return refused_import(content, tmp_path)

    other = json.dumps(json.loads(small))
    assert "it ends too early" in said(small[:3000].rpartition("\n")[0] + "\n")
    assert "it ends too early" in said(other)
    assert "a row on each line" in said(small.replace('"derived": {', '"derived":{'))
    assert "a row on each line" in said(small[:-2] + ',"more": 1}\n')
    long = f'"x": "{"y" * 1_000_000}",\n"event":'
    assert "a row on each line" in said(small.replace('"event":', long, 1))
    many = "".join(f'"s{n}": 1,\n' for n in range(101))
    assert "a row on each line" in said(small.replace('"derived": {\n', '"derived": {\n' + many))
    assert "not an event export" in said("[" * 5000)
    assert "Row 2 of long.event.json cannot be read" in said(
        small.replace('"seq":2,', f'"seq":{"[" * 5000},', 1)
    )
    assert "is not as it was exported. Row 3" in said(
        small.replace('"seq":3,"act":3', '"seq":3,"act":2', 1)
    )
    without = re.sub(',"checksum":"[0-9a-f]*"', "", small, count=1)
    assert "is not as it was exported" in said(without)
    monkeypatch.setattr(event_export, "MOST_ROWS", 2)
    assert "too big" in said(small)
    monkeypatch.setattr(event_export, "MOST_LINE_BYTES", 100)
    assert "a row on each line" in said(small)


@pytest.mark.usefixtures("line_by_line")
@pytest.mark.parametrize("more", [0, 1])
def test_a_long_export_may_have_at_most_100_subjects_and_a_head_of_a_million_bytes(
    small: str, more: int, tmp_path: Path
) -> None:
    known = len(json.loads(small)["derived"])
    subjects = "".join(f'"s{n}": 1,\n' for n in range(100 - known + more))
    head = small.partition('"rows": [\n')[0].replace("\n", "")
    letters = "y" * (1_000_000 - len(head) - len('"x": "",') + more)
    for begin, content in (
        ('"derived": {\n', small.replace('"derived": {\n', f'"derived": {{\n{subjects}')),
        ('"event":', small.replace('"event":', f'"x": "{letters}",\n"event":', 1)),
    ):
        assert begin in small
        if more:
            assert "a row on each line" in refused_import(content, tmp_path)
        else:
            assert imported_from(content, tmp_path).chain


@pytest.mark.usefixtures("line_by_line")
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("MOST_ROWS", "too big"),
        ("MOST_LINE_BYTES", "a row on each line"),
        ("LARGEST_BYTES", "too big"),
    ],
)
def test_a_long_export_may_be_as_large_as_its_limits(
    small: str, limit: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = {
        "MOST_ROWS": len(json.loads(small)["rows"]),
        "MOST_LINE_BYTES": max(map(len, small.encode().splitlines(keepends=True))),
        "LARGEST_BYTES": len(small.encode()),
    }[limit]
    monkeypatch.setattr(event_export, limit, most - 1)
    assert said in refused_import(small, tmp_path)
    monkeypatch.setattr(event_export, limit, most)
    assert imported_from(small, tmp_path).notes == ()


def test_an_export_in_another_layout_is_read_whole_up_to_a_size_limit(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = json.dumps(json.loads(small))
    monkeypatch.setattr(event_export, "LONG_BYTES", len(other.encode()) - 1)
    assert "it ends too early" in refused_import(other, tmp_path)
    monkeypatch.setattr(event_export, "LONG_BYTES", len(other.encode()))
    assert imported_from(other, tmp_path).notes == ()


def test_only_the_first_eight_keys_from_a_later_version_are_named(small: str) -> None:
    more = {f"k{number}": 1 for number in range(9)}
    (note,) = read_export(json.dumps(json.loads(small) | more).encode(), "x").notes
    assert "does not know k0, k1, k2, k3, k4, k5, k6 and k7 and leaves them out." in note


@pytest.mark.usefixtures("line_by_line")
def test_a_long_export_without_checksums_is_accepted_and_reported(
    small: str, tmp_path: Path
) -> None:
    bare = re.sub(',"checksum":"[0-9a-f]*"', "", small)
    (note,) = imported_from(bare, tmp_path).notes
    assert "no checksums" in note


@pytest.mark.usefixtures("line_by_line")
def test_a_long_export_must_begin_with_the_event(small: str, tmp_path: Path) -> None:
    empty = re.sub(r'"rows": \[\n.*?\n\],', '"rows": [\n],', small, count=1, flags=re.DOTALL)
    assert "does not begin with an event’s settings" in refused_import(empty, tmp_path)


HEADED = """b'{"format":"flagfall-event","version":1,"event":"","""
ROW = """'{"seq":1,"act":1,"at_ms":1,"station":"","actor":"","kind":"x","version":1,"data":1"""
HUGE = {
    "numbers in place of rows": HEADED + """"rows":[' + b'1,' * 9_000_000 + b'1]}'""",
    "keys beside the rows": HEADED
    + """"rows":[],' + b','.join(b'"%d":1' % n for n in range(900_000)) + b'}'""",
    "keys in one row": HEADED
    + """"rows":[' + b"""
    + ROW
    + """,' + b','.join(b'"%d":1' % n for n in range(900_000)) + b'}]}'""",
    "more rows than any event": HEADED
    + """"rows":[' + b',\\n'.join([b"""
    + ROW
    + """}'] * 1_200_001) + b']}'""",
}
READ = """
import sys
from pathlib import Path
from app.store.errors import StoreError
from app.store.exports.event_export import read_export

def most_mb():
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) // 1000

content = {content}
before = most_mb()
try:
    read_export(content, "cup.json")
except StoreError as error:
    print(most_mb() - before, error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="what a process took is read in /proc")
@pytest.mark.parametrize("content", HUGE.values(), ids=HUGE.keys())
def test_an_export_crafted_to_fill_memory_is_refused(content: str) -> None:
    code = READ.replace("{content}", content)
    read = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True
    )
    mb, _, sentence = read.stdout.partition(" ")
    assert int(mb) < 60
    assert sentence.rstrip().endswith(".")


MANY_WARNINGS = 40_000
WARNED = 32  # each warning is added to a copy of all that its player has
OPEN = """
from app.engine.evolve import fold
from app.store.log.event_log import open_log
with open_log(path, read_only=True) as log:
    fold(log.records())
"""
EXPORT = """
from app.store.exports.event_export import export_pieces
from app.store.whole_file import write_pieces
write_pieces(path.with_suffix(".json"), export_pieces(path))
"""
TABLES = """
from app.headless.cli.command_line import COMMANDS
COMMANDS["export"](["--as", "{form}", str(path), "-o", str(path.with_suffix(".{form}-made"))])
"""
MOST_MB = """
import sys
from pathlib import Path
path = Path(sys.argv[1])
{work}
status = Path("/proc/self/status").read_text()
print(int(status.partition("VmHWM:")[2].split()[0]) // 1000)
"""


def most_mb(work: str, path: Path) -> int:
    """What a process of its own takes for ``work`` on an event's file."""
    code = MOST_MB.replace("{work}", work)
    ran = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True
    )
    return int(ran.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="what a process took is read in /proc")
@pytest.mark.long
def test_an_export_takes_hardly_more_memory_than_the_open_event(tmp_path: Path) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.register(WARNED)
    event.close()
    with open_log(event.path) as log:
        warnings = [
            PlayerWarned(case % WARNED + 1, 1, f"Slow play, case {case}")
            for case in range(MANY_WARNINGS)
        ]
        log.append(warnings, at_ms=NOON_MS, station="desk", actor="EO")
    opened_mb = most_mb(OPEN, event.path)
    assert most_mb(EXPORT, event.path) < opened_mb + 25
    made_mb = [most_mb(TABLES.replace("{form}", form), event.path) for form in ("tables", "json")]
    assert max(made_mb) < opened_mb + 25, (opened_mb, made_mb)


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """The export of an event under way."""
    event = Event(tmp_path / "event.flagfall")
    try:
        event.register(4)
        event.start()
    finally:
        event.close()
    file = tmp_path / "there.event.json"
    file.write_text(export_event(event.path), encoding="utf-8")
    return file


def test_exports_and_imports_report_their_progress(export: Path, tmp_path: Path) -> None:
    told: list[float] = []
    export_event(tmp_path / "event.flagfall", told.append)
    assert told == sorted(told)
    assert (told[0], told[-2:]) == (0.1, pytest.approx([0.82, 0.82]))
    told.clear()
    import_event(export, tmp_path / "back.flagfall", told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (pytest.approx(0.09), 0.9)


@pytest.mark.usefixtures("line_by_line")
def test_importing_a_long_export_reports_progress_row_by_row(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_export, "ROWS_AT_ONCE", 1)
    content, told = small.encode(), list[float]()
    file = tmp_path / "long.event.json"
    file.write_bytes(content)
    import_event(file, tmp_path / "made.flagfall", told.append)
    assert told == sorted(told)
    ends = [row.end() for row in re.finditer(rb'^\{"seq":.*\n', content, re.MULTILINE)]
    assert len(ends) > 1
    assert told[: len(ends)] == pytest.approx([0.315 * end / len(content) for end in ends])


def test_an_invalid_row_is_refused_with_its_own_number_and_not_its_acts(export: Path) -> None:
    def spoil(whole: dict[str, Any]) -> None:
        unchecked(whole)
        assert (whole["rows"][4]["seq"], whole["rows"][4]["act"]) == (5, 4)
        whole["rows"][4]["data"] = {"round_number": "none"}

    assert "Row 5 " in refusal(changed(export.read_text("utf-8"), spoil))


@pytest.mark.usefixtures("line_by_line")
@pytest.mark.parametrize(("over", "kept"), [(1, 0), (0, 2)])
def test_an_invalid_row_in_a_very_long_export_is_refused_before_any_row_is_kept(
    over: int, kept: int, small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it is refused before there is too little memory for it."""
    bare = re.sub(',"checksum":"[0-9a-f]*"', "", small)
    assert bare.count("[1,2,3,4]") == 1
    content = bare.replace("[1,2,3,4]", "[1,2,3,4.5]").encode()
    monkeypatch.setattr(event_export, "CHECK_FIRST_BYTES", len(content) - over)
    monkeypatch.setattr(event_export, "ROWS_AT_ONCE", 1)
    file, told = tmp_path / "long.event.json", list[float]()
    file.write_bytes(content)
    with pytest.raises(StoreError, match="Row 3 "):
        import_event(file, tmp_path / "made.flagfall", told.append)
    assert len(told) == kept


def test_an_import_is_noted_as_written_on_this_computer(export: Path, tmp_path: Path) -> None:
    imported = import_event(export, tmp_path / "back.flagfall")
    event = inspect(imported.file).contents.event
    seen = last_seen(event, imported.file)
    assert seen is not None
    assert (seen.seq, seen.chain, seen.at) == (imported.rows, imported.chain, imported.file)


@pytest.mark.parametrize(("letters", "fits"), [(234, True), (235, False)])
def test_an_import_is_refused_if_the_name_leaves_no_room_for_companion_files(
    export: Path, tmp_path: Path, letters: int, fits: bool
) -> None:
    file = tmp_path / f"{'x' * letters}.flagfall"
    if fits:
        assert import_event(export, file).file == file
    else:
        with pytest.raises(StoreError, match="is too long a name"):
            import_event(export, file)


@pytest.mark.parametrize(("blanks", "is_known"), [(4079, True), (4080, False)])
def test_an_export_identifies_itself_in_its_first_four_kilobytes(
    blanks: int, is_known: bool
) -> None:
    assert is_export(b"{" + b" " * blanks + b'"flagfall-event"') is is_known
