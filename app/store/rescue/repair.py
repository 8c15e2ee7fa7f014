"""Writes everything that can be read of a damaged event's file to a new file, and leaves the
damaged file unchanged.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from app.engine.acts.events import Record, RowLost
from app.engine.acts.setup import CreateEvent
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import mark_text, plural, say
from app.engine.progress import Progress, no_progress, share_of
from app.engine.remarks import RemarkKind, Said, note
from app.engine.state import State
from app.store.errors import Newer, StoreError
from app.store.file_names import exists, real_path
from app.store.log import codec, row_checks
from app.store.log.event_log import behind, open_log
from app.store.log.log_file import (
    Contents,
    chain_after,
    demand_there,
    free_name,
    newer_file,
    write_whole,
)
from app.store.log.packed_rows import PackedRows
from app.store.log.row_checks import SIZE, Stored
from app.store.log.sqlite_errors import in_sentences, is_denied
from app.store.packets.files import packets
from app.store.photos import copy_photos, count_missing
from app.store.rescue.salvage import Doubtful, Salvaged, later_rows, salvage
from app.store.rescue.witness import last_seen

GAME = re.compile(r'"game":([0-9]{1,6})')
BY = "Flagfall"
SALVAGED, WRITTEN = 0.6, 0.9
"""The approximate share of a repair that is done once the rows are found, and once they can be
written.
"""
SETTINGS_READ = say(
    "Row 1, with the event’s settings and packet, is damaged in places and was taken as it reads:"
    " check the Format page."
)
SETTINGS_LOST = say(
    "Row 1, with the event’s settings and packet, is lost: {packet} is assumed. Set the"
    " event’s name, army size and packet again, or repair the file together with a backup."
)
END_UNKNOWN = say(
    "The damaged file cannot show whether there were more rows after the last one: compare the end"
    " of the History page with what was entered last."
)
LATER = say("Later rows were in its bytes that opening the file did not show.")
DENIED = mark_text(
    "Nothing can be written in {folder}. Name another folder for the new file, or copy the damaged"
    " one to a folder of your own and repair it there."
)


class Repaired(Struct, frozen=True):
    """The outcome of a repair."""

    file: Path
    rows: int
    lost: tuple[str, ...]
    """A sentence for each row that could not be read."""
    notes: tuple[str, ...]
    """Further sentences on what to know or check."""
    first_is_whole: bool
    """True if the event's settings and packet could be read."""
    is_damaged: bool
    """True if the file could not be opened in its present state."""
    is_end_known: bool
    """True if it is known which row was the last."""
    doubt: str
    """A sentence on a doubt about a file that is intact in itself, which comes from what this
    computer knows of the event; empty if there is no doubt.
    """

    @property
    def is_all_there(self) -> bool:
        """Tell whether the file was intact and nothing speaks against it. `verify` would come to
        the same result.
        """
        return not (self.lost or self.is_damaged or self.doubt)

    @property
    def summary(self) -> str:
        whole = self._whole_words()
        return plural(
            self.rows,
            "{count} row brought back into {file}. {whole}",
            "{count} rows brought back into {file}. {whole}",
            file=self.file,
            whole=whole,
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes and, if the last row is unknown, a sentence that says so."""
        return self.notes if self.is_end_known else (*self.notes, END_UNKNOWN)

    def _whole_words(self) -> str:
        if self.lost:
            return plural(len(self.lost), "{count} row lost:", "{count} rows lost:")
        if not self.first_is_whole:
            return say("All rows but the first are intact.")
        if self.doubt:
            return self.doubt
        if not self.is_end_known:
            return say("The file is damaged. No row before the last of these is lost.")
        if self.is_damaged:
            return say("The file is damaged, but no row of it is lost.")
        return say("Nothing is lost.")


def can_be_repaired(path: Path) -> bool:
    """Tell whether any part of an event can be read at ``path``. This takes as long as reading the
    whole file.
    """
    try:
        salvage(real_path(path))
    except StoreError:
        return False
    return True


def repair(
    path: Path,
    to: Path | None = None,
    copies: Sequence[Path] = (),
    report_progress: Progress = no_progress,
) -> Repaired:
    """Write everything that can be read of ``path`` into a new file, which is ``to`` or else a file
    beside ``path``.

    ``copies`` are other files that may have the rows that are lost here. Raises StoreError if
    nothing can be read or the new file cannot be written, and whatever ``report_progress`` raises.
    """
    path = real_path(path)
    demand_there(path)
    file = to or free_name(path.with_name(f"{path.stem} repaired{path.suffix}"))
    if exists(file):
        raise StoreError(say("{file} is already there. Choose another name.", file=file))
    repaired, rows = _repair(path, file, copies, report_progress)
    copy_photos(path, file, rows)
    missing = count_missing(file, rows)
    lost = (_lost_photos(missing),) if missing else ()
    return replace(repaired, notes=(*repaired.notes, *lost))


def _lost_photos(count: int) -> str:
    return plural(
        count,
        "{count} photo of a slip is gone or was changed. flagfall verify names its table.",
        "{count} photos of slips are gone or were changed. flagfall verify names their tables.",
    )


def _repair(
    path: Path, file: Path, copies: Sequence[Path], report_progress: Progress
) -> tuple[Repaired, PackedRows]:
    """Write the new file. Return the outcome and the rows."""
    whole = _whole(path)
    if whole is None or copies or _lacks_rows(path, whole):
        return _repair_damaged(path, file, copies, whole, report_progress)
    report_progress(WRITTEN)
    later = later_rows(path, len(whole.rows), whole.chain)
    whole.rows.extend(later)
    _write(file, replace(whole, session=""))
    notes = (LATER,) if later else ()
    seen = last_seen(whole.event, path)
    repaired = Repaired(
        file, len(whole.rows), (), notes, first_is_whole=True, is_damaged=bool(later),
        is_end_known=not later or (seen is not None and seen.seq >= len(whole.rows)),
        doubt="" if later else behind(path, whole),
    )  # fmt: skip
    return repaired, whole.rows


def _whole(path: Path) -> Contents | None:
    """Return the contents of an intact file that has rows; None if any page or row is damaged, or
    if the content of a row has no meaning. Raises Newer if a newer Flagfall wrote the event.
    """
    try:
        with open_log(path, read_only=True, as_it_is=True) as log:
            log.check()
            for row in log.contents.rows:
                _record(row)
            return log.contents if log.contents.event and log.last_seq else None
    except Newer:
        raise
    except StoreError:
        return None


def _lacks_rows(path: Path, contents: Contents) -> bool:
    seen = last_seen(contents.event, path)
    return seen is not None and seen.seq > len(contents.rows)


def _repair_damaged(
    path: Path,
    file: Path,
    copies: Sequence[Path],
    whole: Contents | None,
    report_progress: Progress,
) -> tuple[Repaired, PackedRows]:
    """Write the rows that are found in the bytes of the file, and those that only copies have.
    ``whole`` are the contents of the file if it can be opened.
    """
    salvaged = salvage(path, copies, share_of(report_progress, 0, SALVAGED))
    if not all(codec.is_known(row[5], row[6]) for row in salvaged.rows.values()):
        raise newer_file(path.name)
    report_progress(SALVAGED)
    contents, lost, notes = _put_together(
        salvaged, path.stem, share_of(report_progress, SALVAGED, WRITTEN)
    )
    report_progress(WRITTEN)
    _write(file, contents)
    first_is_whole = not notes
    if salvaged.from_copies:
        notes = (
            plural(
                salvaged.from_copies,
                "{count} row came from backups.",
                "{count} rows came from backups.",
            ),
            *notes,
        )
    is_damaged = whole is None or salvaged.last - salvaged.from_copies > len(whole.rows)
    repaired = Repaired(
        file, len(salvaged.rows), lost, notes, first_is_whole=first_is_whole,
        is_damaged=is_damaged,
        is_end_known=not is_damaged or salvaged.is_end_known,
        doubt=behind(path, whole) if whole and not is_damaged else "",
    )  # fmt: skip
    return repaired, contents.rows


def _write(file: Path, contents: Contents) -> None:
    try:
        with in_sentences(file):
            write_whole(file, contents)
    except StoreError as error:
        if not is_denied(error.__cause__):
            raise
        raise StoreError(say(DENIED, folder=file.parent)) from error


def _put_together(
    salvaged: Salvaged, name: str, report_progress: Progress
) -> tuple[Contents, tuple[str, ...], tuple[str, ...]]:
    whole = Contents(salvaged.event, salvaged.version, "", salvaged.alive_ms, PackedRows())
    if not salvaged.lost and _is_chained(salvaged, whole):
        whole.rows.extend(salvaged.rows[seq] for seq in range(1, salvaged.last + 1))
        return whole, (), ()
    state = fold([_record(row) for _, row in sorted(salvaged.rows.items())], report_progress)
    chain, lost, notes = chain_after(whole, 0), [], []
    there = sorted(salvaged.rows)
    for seq in range(1, salvaged.last + 1):
        content: row_checks.Said
        if seq in salvaged.rows:
            content = _drop_checksum(salvaged.rows[seq])
        elif seq == 1:
            content, note = _first(salvaged, name)
            notes.append(note)
        else:
            at_ms, words = _lost_row(seq, salvaged, there, state)
            lost.append(say("Row {seq}: {words}.", seq=seq, words=words))
            content = (seq, seq, at_ms, "repair", BY, *codec.encode(RowLost(words.remark)))
        whole.rows.append(row_checks.chain_row(content, chain))
        chain = whole.rows[-1][-1][SIZE:]
    return whole, tuple(lost), tuple(notes)


def _is_chained(salvaged: Salvaged, whole: Contents) -> bool:
    chain = chain_after(whole, 0)
    for seq in range(1, salvaged.last + 1):
        if row_checks.fault(salvaged.rows[seq], seq, chain):
            return False
        chain = salvaged.rows[seq][-1][SIZE:]
    return True


def _drop_checksum(row: Stored) -> row_checks.Said:
    seq, act, at_ms, station, actor, kind, version, payload, _ = row
    return seq, act, at_ms, station, actor, kind, version, payload


def _record(row: Stored) -> Record:
    seq, act, at_ms, station, actor, kind, version, payload, _ = row
    return Record(seq, act, at_ms, station, actor, codec.decode(seq, kind, version, payload))


def _first(salvaged: Salvaged, name: str) -> tuple[row_checks.Said, str]:
    """Return the event's first row and a note. The row is the damaged one, or one with assumed
    settings and an assumed packet, because nothing can be shown without them.
    """
    for doubt in salvaged.doubtful.get(1, ()):
        try:
            event = codec.decode(1, *doubt.content[5:8])
        except StoreError:
            continue
        if isinstance(event, CreateEvent):
            return doubt.content, SETTINGS_READ
    packet = next(iter(packets().values()))
    first_event = CreateEvent(Settings(name, packet.key, packet.sizes[-1], 1), packet)
    at_ms = salvaged.rows[min(salvaged.rows)][2]
    return (1, 1, at_ms, "repair", BY, *codec.encode(first_event)), SETTINGS_LOST.format(
        packet=packet.name
    )


def _lost_row(seq: int, salvaged: Salvaged, there: Sequence[int], state: State) -> tuple[int, Said]:
    """Return the instant at which a lost row was written, and a remark on its table and time.
    ``there`` are the sorted numbers of the rows that are not lost.
    """
    place = bisect_left(there, seq)
    before = there[place - 1] if place else 0
    after = there[place] if place < len(there) else 0
    from_ms = salvaged.rows[before][2] if before else salvaged.rows[after][2]
    to_ms = salvaged.rows[after][2] if after else None
    for doubt in salvaged.doubtful.get(seq, ()):
        if words := _read(doubt, state):
            at_ms = doubt.content[2]
            sure = from_ms <= at_ms and (to_ms is None or at_ms <= to_ms)
            when_ms = at_ms if sure else from_ms
            return when_ms, note(RemarkKind.AT_TIME, words=words, when=_when(when_ms, state))
    where = _tables_beside(salvaged.rows, before, after, state)
    if to_ms is None:
        words = note(RemarkKind.AFTER_TIME, when=_when(from_ms, state))
    else:
        between = _when(from_ms, state), _when(to_ms, state)
        words = note(RemarkKind.BETWEEN_TIMES, when=between[0], when_2=between[1])
    if where:
        words = note(RemarkKind.BESIDE_ROWS, when=words, tables=where)
    return from_ms, words


def _read(doubt: Doubtful, state: State) -> Said | None:
    """Return a remark on the kind and the table of a damaged row, or None if neither can be
    read.
    """
    kind, payload = doubt.content[5], doubt.content[7]
    known = kind in codec.CLASSES
    row = note(RemarkKind.ROW_OF_KIND, kind=kind.replace("_", " ")) if known else None
    table = _table(payload, state)
    return note(RemarkKind.ROW_AT_TABLE, row=row, table=table) if row and table else row or table


def _table(payload: str, state: State) -> Said | None:
    match = GAME.search(payload)
    game = state.games.get(int(match[1])) if match else None
    return (
        note(RemarkKind.TABLE_OF_ROUND, table=game.table, round_number=game.round_number)
        if game
        else None
    )


def _tables_beside(
    rows: Mapping[int, Stored], before: int, after: int, state: State
) -> tuple[Said, ...]:
    tables = {_table(rows[seq][7], state) for seq in (before, after) if seq}
    return tuple(sorted(table for table in tables if table))


def _when(at_ms: int, state: State) -> str:
    """Return the time as the event shows it. It may differ from ``at_ms``, because the timeline may
    have been corrected since.
    """
    try:
        return datetime.fromtimestamp(state.shown_ms(at_ms) / 1000).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return note(RemarkKind.UNKNOWN_TIME)
