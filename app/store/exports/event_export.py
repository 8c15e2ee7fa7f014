"""An event's log as one open JSON file, and the way back: importing the file gives the same rows
and the same digest. docs/export.md describes the format. The codes of phones and tables are not in
the log, so the export does not have them either.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from app import VERSION as PROGRAM_VERSION
from app.engine.acts.events import Record
from app.engine.evolve import fold
from app.engine.language import plural, say
from app.engine.progress import Progress, no_progress, share_of
from app.engine.state import State
from app.engine.text import join_words
from app.store import sharing
from app.store.errors import StoreError
from app.store.events import contents_of
from app.store.exports.digest import state_digest
from app.store.file_names import demand_short, exists, real_path
from app.store.log import codec, row_checks
from app.store.log.log_file import (
    CHECK_FIRST_BYTES,
    MOST_ROW_BYTES,
    MOST_ROWS,
    ROWS_AT_ONCE,
    TEXT_AT_ONCE,
    Contents,
    write_whole,
)
from app.store.log.packed_rows import PackedRows
from app.store.log.row_checks import SIZE, Said, Stored
from app.store.log.schema import new_event
from app.store.log.sqlite_errors import in_sentences
from app.store.os_errors import os_reason
from app.store.rescue.witness import note_whole
from app.store.server.address import Place
from app.store.whole_file import demand_file, read_whole
from app.views.event.facts import FactTable, each_fact_table

FORMAT = "flagfall-event"
VERSION = 1
ENDING = ".event.json"
LARGEST_BYTES = 250_000_000
LONG_BYTES = 8_000_000
"""The size from which an export is read line by line; read at once, it would take many times its
size in memory.
"""
MOST_LINE_BYTES = MOST_ROW_BYTES + 1_000_000
ROWS_BEGIN, DERIVED_BEGIN = b'"rows": [', b'"derived": {'
BESIDE_WHILE_MADE = (".new-journal",)
MARK = codecs.BOM_UTF8
LONGEST_LAYOUT = 4
"""The factor by which another program's blanks and line breaks may lengthen an export."""
NOTE = "worked out from the rows for programs that do not read them; only the rows count"

HEAD = ("format", "version", "program", "event", "made_by", "last_alive_ms", "checksums")
KEYS = frozenset({*HEAD, "rows", "derived"})
MOST_NAMED = 8
MOST_SUBJECTS = 100

READ, FOLDED, WRITTEN = 0.1, 0.7, 0.9
"""The approximate share of an export that is done once the rows are read, replayed and written."""
DECODED = 0.5
"""The approximate share of replaying the rows that is done once they are decoded."""
TOLD_EVERY = 2_000  # rows
LINES_AT_ONCE = 500
ROWS_WRITTEN = 0.4
"""The approximate share of writing an export that is done once its rows are written."""


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    """A row as the file has it. ``data`` is the row's own JSON, unchanged."""

    seq: int
    act: int
    at_ms: int
    station: str
    actor: str
    kind: str
    version: int
    data: msgspec.Raw
    checksum: str = ""


class _LenientRow(_Row, forbid_unknown_fields=False):
    """A row of an export that may also have keys from a later version."""


MISSING = msgspec.Raw(b"")
_Parts = msgspec.defstruct(
    "_Parts",
    [(key, msgspec.Raw, MISSING) for key in (*HEAD, "rows", "derived")],
    forbid_unknown_fields=True,
)
_LenientParts = msgspec.defstruct("_LenientParts", [], bases=(_Parts,), forbid_unknown_fields=False)
OTHER_LAYOUT = say(
    "{name} is too long to be read in this layout. Flagfall writes a row on each line: export the"
    " event again with Flagfall, and import that file."
)
UNKNOWN_KEY = re.compile("unknown field `(.*)`")
UNKNOWN_BYTES = 1_000_000
"""The size above which only one unknown key of a part is named, because there may be very many."""
ROW_PATH = re.compile(r" - at `\$\[([0-9]+)\].*`")


class ReadExport(Struct, frozen=True):
    """An export that was read and checked."""

    contents: Contents
    state: State
    notes: tuple[str, ...]
    """A sentence for everything that is odd about the export."""


class Imported(Struct, frozen=True):
    """An event file that was made from an export. ``chain`` is the checksum of its last row."""

    file: Path
    rows: int
    chain: str
    notes: tuple[str, ...]

    @property
    def summary(self) -> str:
        return plural(
            self.rows,
            "{count} row imported into {file}.",
            "{count} rows imported into {file}.",
            file=self.file,
        )


def export_event(kept: Place, report_progress: Progress = no_progress) -> str:
    """Return the whole event as one text; see `export_pieces`."""
    return b"".join(export_pieces(kept, report_progress)).decode()


def export_pieces(kept: Place, report_progress: Progress = no_progress) -> Iterator[bytes]:
    """Yield the whole event as text in pieces, because the complete text would take more memory
    than the event. No piece ends within a letter. The event may be open. Raises StoreError before
    the first piece if the event cannot be read, and whatever ``report_progress`` raises.
    """
    contents = contents_of(kept)
    report_progress(READ)
    state = _fold(contents.rows, share_of(report_progress, READ, FOLDED))
    texts = _export_texts(contents, state, share_of(report_progress, FOLDED, 1))
    return (text.encode() for text in texts)


def _export_texts(contents: Contents, state: State, report_progress: Progress) -> Iterator[str]:
    """Yield the texts of an export. Each row is on a line of its own, so that two exports can be
    compared.
    """
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "program": f"Flagfall {PROGRAM_VERSION}",
        "event": contents.event,
        "made_by": contents.version,
        "last_alive_ms": contents.alive_ms,
        "checksums": row_checks.ALGORITHM,
    }
    yield "{\n"
    for key, value in head.items():
        yield f"{_json(key)}: {_json(value)},\n"
    yield '"rows": [\n'
    for lines, done in _lines(map(_row_text, contents.rows)):
        yield lines
        report_progress(ROWS_WRITTEN * done / len(contents.rows))
    yield '\n],\n"derived": '
    report_progress(ROWS_WRITTEN)
    yield from laid_out(derive(state))
    yield "\n}\n"


def derive(state: State) -> Iterator[tuple[str, str | FactTable]]:
    """Yield the note, the digest and the tables that follow from the rows, each with its key."""
    yield "note", NOTE
    yield "digest", state_digest(state)
    for table in each_fact_table(state):
        yield table.key, table


def laid_out(parts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield a JSON object piece by piece. Each member of a list or a table is on a line of its
    own.
    """
    before = "{\n"
    for key, value in parts:
        yield f"{before}{_json(key)}: "
        before = ",\n"
        if isinstance(value, FactTable | tuple | list):
            members = value.each_object() if isinstance(value, FactTable) else iter(value)
            yield from _laid_out_list(members)
        else:
            yield _json(value)
    yield "\n}"


def _laid_out_list(members: Iterator[object]) -> Iterator[str]:
    some = False
    for lines, _ in _lines(map(_json, members)):
        yield lines if some else f"[\n{lines}"
        some = True
    yield "\n]" if some else "[]"


def _lines(texts: Iterator[str]) -> Iterator[tuple[str, int]]:
    """Yield the lines of a list, many at a time. Each batch comes with the number of lines so
    far.
    """
    before, done = "", 0
    while some := [*islice(texts, LINES_AT_ONCE)]:
        done += len(some)
        yield before + ",\n".join(some), done
        before = ",\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _row_text(row: Stored) -> str:
    seq, act, at_ms, station, actor, kind, version, payload, check = row
    return _json(
        _Row(seq, act, at_ms, station, actor, kind, version, msgspec.Raw(payload), check.hex())
    )


def is_export(content: bytes) -> bool:
    """Tell whether this looks like an event's export, complete or cut off."""
    return content.lstrip()[:1] == b"{" and f'"{FORMAT}"'.encode() in content[:4096]


def read_export(content: bytes, name: str, report_progress: Progress = no_progress) -> ReadExport:
    """Read an export and check every row against its checksum and the row before. Raises
    StoreError, naming file and row, if this is not an export, is incomplete, or comes from a newer
    Flagfall. Also raises whatever ``report_progress`` raises.
    """
    if content.count(b'"seq"') > MOST_ROWS:
        raise StoreError(_too_big(name))
    unknown: list[str] = []
    parts = _parts(content, name, unknown)
    event, made_by = _text(parts, "event", name), _text(parts, "made_by", name)
    alive_ms = _decode(parts, "last_alive_ms", int | None, None, name)
    rows = _rows(parts, name, unknown)
    if not rows:
        raise StoreError(say("{name} has no rows: there is no event in it.", name=name))
    checked = any(row.checksum for row in rows)
    contents = Contents(event, made_by, "", alive_ms, PackedRows())
    report_progress(READ)
    contents.rows.extend(_chain(rows, contents, name, checked=checked))
    state = _fold(contents.rows, share_of(report_progress, 2 * READ, FOLDED))
    differing = _list_differing(parts, state, name)
    return _finish(contents, state, parts, unknown, checked=checked, differing=differing, name=name)


def _finish(
    contents: Contents,
    state: State,
    parts: Mapping[str, msgspec.Raw],
    unknown: Sequence[str],
    *,
    checked: bool,
    differing: Sequence[str],
    name: str,
) -> ReadExport:
    """Return the export that was read, with notes on anything odd about it. Raises StoreError if
    the export's first row does not create an event.
    """
    if state.settings is None:
        raise StoreError(say("{name} does not begin with an event’s settings.", name=name))
    notes: list[str] = []
    if not checked:
        notes.append(say("The rows have no checksums: nobody can tell whether one was changed."))
    if unknown:
        notes.append(
            say(
                "This Flagfall does not know {keys} and leaves them out.",
                keys=join_words(dict.fromkeys(unknown[:MOST_NAMED])),
            )
        )
    notes += _differences(parts, differing)
    return ReadExport(contents if contents.event else _name_event(contents), state, tuple(notes))


def import_event(export: Path, to: Path, report_progress: Progress = no_progress) -> Imported:
    """Write the event of an export into a new file. Raises StoreError if the file cannot be
    written, and whatever ``report_progress`` raises; then there is no file.
    """
    try:
        read = _read_file(export, share_of(report_progress, 0, WRITTEN))
    except OSError as error:
        raise StoreError(
            say("{name} cannot be read: {why}.", name=export.name, why=os_reason(export, error))
        ) from error
    to = real_path(to)
    demand_short(to, BESIDE_WHILE_MADE)
    if exists(to):
        raise StoreError(say("{file} is already there. Choose another name.", file=to))
    contents = read.contents
    report_progress(WRITTEN)
    with in_sentences(to):
        write_whole(to, contents)
    note_whole(contents, to)
    return Imported(to, len(contents.rows), contents.chain.hex(), read.notes)


def _read_file(export: Path, report_progress: Progress) -> ReadExport:
    demand_file(export)
    size = export.stat().st_size
    if not LONG_BYTES < size <= LARGEST_BYTES:
        content = read_whole(export, LONG_BYTES, _too_big(export.name))
        return read_export(content, export.name, report_progress)
    with sharing.patiently(lambda: export.open("rb")) as file:
        return _LongExport(file, size, export.name, report_progress).read()


class _LongExport:
    """A long export, which is read line by line in the layout that Flagfall writes."""

    def __init__(self, file: BinaryIO, size: int, name: str, report_progress: Progress) -> None:
        self._file, self._size, self._name = file, size, name
        self._report = report_progress
        self._unknown: list[str] = []
        self._is_checked = self._has_derived = False

    def read(self) -> ReadExport:
        """Read the export. Raises StoreError as `read_export` does, and also if the layout is not
        Flagfall's.
        """
        parts = self._read_head()
        event, made_by = _text(parts, "event", self._name), _text(parts, "made_by", self._name)
        alive_ms = _decode(parts, "last_alive_ms", int | None, None, self._name)
        contents = Contents(event, made_by, "", alive_ms, PackedRows())
        begun = self._file.tell()
        if self._size > CHECK_FIRST_BYTES:  # before anything is kept
            for rows in self._rows(contents):
                codec.records(rows)
            self._file.seek(begun)
        records: list[Record] = []
        for rows in self._rows(contents):
            records += codec.records(rows)
            contents.rows.extend(rows)
            self._report(FOLDED * DECODED * self._file.tell() / self._size)
        there = self._read_derived()
        state = fold(records, share_of(self._report, FOLDED * DECODED, FOLDED))
        return _finish(
            contents, state, parts, self._unknown, checked=self._is_checked,
            differing=[
                key
                for key, value in derive(state)
                if key in there and key != "note" and there[key] != _digest_of(key, value)
            ],
            name=self._name,
        )  # fmt: skip

    def _line(self) -> bytes:
        line = self._file.readline(MOST_LINE_BYTES + 1)
        if len(line) > MOST_LINE_BYTES:
            raise StoreError(OTHER_LAYOUT.format(name=self._name))
        if not line:
            raise _not_whole(self._name, say("it ends too early"))
        return line.rstrip(b"\r\n")

    def _read_head(self) -> dict[str, msgspec.Raw]:
        beginning = self._file.read(4096)
        if not is_export(beginning.removeprefix(MARK)):
            raise StoreError(say("{name} is not an event export of Flagfall.", name=self._name))
        self._file.seek(len(MARK) if beginning.startswith(MARK) else 0)
        head = self._line()
        while (line := self._line()) != ROWS_BEGIN:
            head += line
            if len(head) > UNKNOWN_BYTES:
                raise StoreError(OTHER_LAYOUT.format(name=self._name))
        return _parts(head.removesuffix(b",") + b"}", self._name, self._unknown)

    def _rows(self, contents: Contents) -> Iterator[list[Stored]]:
        """Yield all rows in batches, each row checked against its checksum and the row before."""
        first: _Row | None = None
        rows, letters, count = list[Stored](), 0, 0
        begun = chain = row_checks.beginning(contents.event, contents.version)
        while (line := self._line()) not in {b"]", b"],"}:
            count += 1
            if count > MOST_ROWS:
                raise StoreError(_too_big(self._name))
            row = self._read_row(line.removesuffix(b","), count)
            first = row if first is None else first
            self._is_checked = bool(first.checksum)
            if row.checksum and not self._is_checked:  # it was taken out of the first one
                _check_row(first, 1, begun, self._name, checked=True)
            rows.append(_check_row(row, count, chain, self._name, checked=self._is_checked))
            chain = rows[-1][-1][SIZE:]
            letters += len(line)
            if len(rows) == ROWS_AT_ONCE or letters > TEXT_AT_ONCE:
                yield rows
                rows, letters = [], 0
        yield rows
        self._has_derived = line == b"],"

    def _read_row(self, line: bytes, number: int) -> _Row:
        try:
            line.decode()
            try:
                return msgspec.json.decode(line, type=_Row)
            except msgspec.ValidationError:
                row = msgspec.json.decode(line, type=_LenientRow)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise _unreadable_row(number, self._name, str(error)) from error
        keys = _unknown_keys(msgspec.Raw(line), len(row.data), _Row)
        self._unknown += sorted({*keys} - set(_Row.__struct_fields__) - {*self._unknown})
        return row

    def _read_derived(self) -> dict[str, bytes]:
        """Return a digest for each subject that the export gives in addition to its rows. The
        digest is made from the subject's lines.
        """
        found: dict[str, blake2b] = {}
        if self._has_derived:
            if self._line() != DERIVED_BEGIN:
                raise StoreError(OTHER_LAYOUT.format(name=self._name))
            digest = blake2b()
            while (line := self._line()) != b"}":
                if line.startswith(b'"'):
                    key = line[1 : line.find(b'"', 1)].decode("utf-8", "replace")
                    digest = found[key] = blake2b(b"{\n")
                    if len(found) > MOST_SUBJECTS:
                        raise StoreError(OTHER_LAYOUT.format(name=self._name))
                digest.update(line.removesuffix(b",") + b"\n")
        if self._line() != b"}":
            raise StoreError(OTHER_LAYOUT.format(name=self._name))
        for digest in found.values():
            digest.update(b"}")
        return {key: digest.digest() for key, digest in found.items()}


def _digest_of(key: str, value: str | FactTable) -> bytes:
    """Return the digest of a subject's lines, as an export has them."""
    digest = blake2b()
    for text in laid_out([(key, value)]):
        digest.update(text.replace(",\n", "\n").encode())
    return digest.digest()


def _not_whole(name: str, why: str) -> StoreError:
    return StoreError(say("{name} is incomplete or was changed: {why}.", name=name, why=why))


def _too_big(name: str) -> str:
    return say("{name} is too big to be an event.", name=name)


def _parts(content: bytes, name: str, unknown: list[str]) -> dict[str, msgspec.Raw]:
    """Return the known keys of the file with their JSON. Append unknown keys to ``unknown``. Raises
    StoreError if this is not an export that can be read.
    """
    try:
        _demand_unicode(content)
        whole = memoryview(content)[len(MARK) if content.startswith(MARK) else 0 :]
        read: Any
        try:
            read = msgspec.json.decode(whole, type=_Parts)
        except msgspec.ValidationError:
            read = msgspec.json.decode(whole, type=_LenientParts)
            known_bytes = sum(len(getattr(read, key)) for key in KEYS)
            unknown += sorted({*_unknown_keys(whole, known_bytes, _Parts)} - KEYS)
        parts = {key: raw for key in KEYS if len(raw := getattr(read, key))}
        form = msgspec.json.decode(parts.get("format", msgspec.Raw(b"null")))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        why = str(error)
        if is_export(content):
            raise _not_whole(name, why) from error
        raise StoreError(say("{name} is not an event export of Flagfall.", name=name)) from error
    if form != FORMAT:
        raise StoreError(say("{name} is not an event export of Flagfall.", name=name))
    if _decode(parts, "version", int, 0, name) > VERSION:
        raise StoreError(
            say(
                "{name} was written by a newer Flagfall than this one. Update Flagfall on this"
                " computer to import it.",
                name=name,
            )
        )
    return parts


def _demand_unicode(content: bytes) -> None:
    """Raise UnicodeDecodeError if the bytes are not UTF-8. They are decoded in pieces, because a
    large file decoded at once would take up to four times its size.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    for at in range(0, len(content), UNKNOWN_BYTES):
        decoder.decode(content[at : at + UNKNOWN_BYTES])
    decoder.decode(b"", final=True)


def _unknown_keys(text: msgspec.Raw | memoryview, known_bytes: int, kind: type) -> list[str]:
    """Return the keys of a JSON object that has more keys than ``kind`` has fields. If the unknown
    part is very large, return only one unknown key.
    """
    if len(text) - known_bytes <= UNKNOWN_BYTES:
        return [*msgspec.json.decode(text, type=dict[str, msgspec.Raw])]
    try:
        msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        return UNKNOWN_KEY.findall(str(error))
    return []


def _text(parts: Mapping[str, msgspec.Raw], key: str, name: str) -> str:
    text: str = _decode(parts, key, str, "", name)
    return text


def _decode(parts: Mapping[str, msgspec.Raw], key: str, kind: Any, missing: Any, name: str) -> Any:
    if key not in parts:
        return missing
    try:
        return msgspec.json.decode(parts[key], type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _unreadable(key, name, error) from error


def _unreadable(key: str, name: str, error: Exception) -> StoreError:
    return StoreError(
        say("{name}: “{key}” cannot be read: {error}.", name=name, key=key, error=error)
    )


def _unreadable_row(number: int, name: str, error: str) -> StoreError:
    return StoreError(
        say(
            "Row {number} of {name} cannot be read: {error}.", number=number, name=name, error=error
        )
    )


def _rows(parts: Mapping[str, msgspec.Raw], name: str, unknown: list[str]) -> list[_Row]:
    """Return the rows of the export. Append keys that a row does not have to ``unknown``."""
    raw = parts.get("rows", msgspec.Raw(b"[]"))
    try:
        return msgspec.json.decode(raw, type=list[_Row])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        pass
    try:
        rows: list[_Row] = [*msgspec.json.decode(raw, type=list[_LenientRow])]
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        place = ROW_PATH.search(str(error))
        if place is None:
            raise _unreadable("rows", name, error) from error
        words = ROW_PATH.sub("", str(error))
        raise _unreadable_row(int(place[1]) + 1, name, words) from error
    if len(rows) > MOST_ROWS:
        raise StoreError(_too_big(name))
    for text, row in zip(msgspec.json.decode(raw, type=list[msgspec.Raw]), rows, strict=True):
        keys = _unknown_keys(text, len(row.data), _Row)
        unknown += sorted({*keys} - set(_Row.__struct_fields__) - {*unknown})
    return rows


def _chain(
    rows: Sequence[_Row], contents: Contents, name: str, *, checked: bool
) -> Iterator[Stored]:
    chain = row_checks.beginning(contents.event, contents.version)
    for number, row in enumerate(rows, start=1):
        stored = _check_row(row, number, chain, name, checked=checked)
        yield stored
        chain = stored[-1][SIZE:]


def _check_row(row: _Row, number: int, chain: bytes, name: str, *, checked: bool) -> Stored:
    stored = _restore_row(row, chain, checked=checked)
    if fault := row_checks.fault(stored, number, chain):
        raise StoreError(say("{name} is not as it was exported. {fault}", name=name, fault=fault))
    return stored


def _restore_row(row: _Row, chain: bytes, *, checked: bool) -> Stored:
    """Return a row with its JSON as it was stored, even if another program changed the blanks in
    the JSON.
    """
    head = (row.seq, row.act, row.at_ms, row.station, row.actor, row.kind, row.version)
    as_it_stands: Said = (*head, bytes(row.data).decode())
    if not checked:
        return row_checks.chain_row(as_it_stands, chain)
    try:
        check = bytes.fromhex(row.checksum)
    except ValueError:
        check = b""
    if check[:SIZE] != row_checks.own(as_it_stands):
        as_it_was: Said = (*head, _compact(row.data))
        if check[:SIZE] == row_checks.own(as_it_was):
            return (*as_it_was, check)
    return (*as_it_stands, check)


def _compact(data: msgspec.Raw) -> str:
    """Return a row's JSON without blanks, as it is stored. If the JSON has a number that is too
    large to be read, return it unchanged.
    """
    try:
        return msgspec.json.encode(msgspec.json.decode(data)).decode()
    except msgspec.MsgspecError:
        return bytes(data).decode()


def _name_event(contents: Contents) -> Contents:
    """Give the event of a file of format 1 an identity, which that format lacks."""
    named = Contents(new_event(), contents.version, "", contents.alive_ms, PackedRows())
    chain = row_checks.beginning(named.event, named.version)
    for *fields, _check in contents.rows:
        said: Any = tuple(fields)
        named.rows.append(row_checks.chain_row(said, chain))
        chain = named.rows[-1][-1][SIZE:]
    return named


def _fold(rows: Sequence[Stored], report_progress: Progress) -> State:
    records = _records(rows, share_of(report_progress, 0, DECODED))
    return fold(records, share_of(report_progress, DECODED, 1))


def _records(rows: Sequence[Stored], report_progress: Progress = no_progress) -> list[Record]:
    records: list[Record] = []
    for row in rows:
        records.append(
            Record(row[0], row[1], row[2], row[3], row[4], codec.decode(row[0], *row[5:8]))
        )
        if len(records) % TOLD_EVERY == 0:
            report_progress(len(records) / len(rows))
    return records


def _list_differing(parts: Mapping[str, msgspec.Raw], state: State, name: str) -> Sequence[str]:
    """Return the subjects for which the export's own values differ from those that follow from its
    rows.
    """
    if "derived" not in parts:
        return ()
    differing = []
    for key, value in derive(state):
        there = _decode(parts, "derived", _subject(key), None, name).value
        if len(there) and key != "note" and not _is_same(there, value):
            differing.append(key)
    return differing


@cache
def _subject(key: str) -> Any:
    """Return a type that decodes only this one key of an object, because the object may have very
    many other keys.
    """
    return msgspec.defstruct("_Subject", [("value", msgspec.Raw, MISSING)], rename={"value": key})


def _differences(parts: Mapping[str, msgspec.Raw], differing: Sequence[str]) -> Iterator[str]:
    """Yield warnings if the export's own values differ from those that follow from its rows: first
    one if another version wrote the export, then one that names the subjects.
    """
    if not differing:
        return
    program = parts.get("program")
    if program is None or msgspec.json.decode(program) != f"Flagfall {PROGRAM_VERSION}":
        yield say("The export was written by another version of Flagfall.")
    yield say(
        "What the export says about {subjects} does not follow from its rows. The rows count.",
        subjects=join_words(differing),
    )


def _is_same(raw: msgspec.Raw, value: str | FactTable) -> bool:
    """Tell whether a JSON text has this value, whatever its layout. A text that is far too long or
    has a number out of range counts as different.
    """
    text = msgspec.json.encode(value.objects if isinstance(value, FactTable) else value)
    if len(raw) > LONGEST_LAYOUT * len(text) + UNKNOWN_BYTES:
        return False
    try:
        return bool(msgspec.json.decode(raw) == msgspec.json.decode(text))
    except msgspec.MsgspecError:
        return False
