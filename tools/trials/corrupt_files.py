"""Damage an event's file and its journal at random, and check whether the damage is reported and
which rows are saved.

    python -m tools.trials.corrupt_files [corruptions] [seed]

An event of 128 players is played and left as a crash leaves it. Each corruption is of a fresh copy.
A corruption is seen if opening or checking the file reports it. It is harmless if every row and the
last sign of life still read as before. All others are unseen, and there must be none of these. A
row is undamaged if its bytes are still where SQLite put them, in the file or in its journal; a
repair must restore every undamaged row exactly. Exit code 2 if a corruption is unseen, or if a row
is restored wrongly or not at all.
"""

import os
import random
import shutil
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct, field

from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.row_checks import Stored
from app.store.rescue.repair import repair
from app.store.rescue.salvage import salvage

SEED = 20261122


class Bytes(Struct, frozen=True):
    """The content of the file and of its journal."""

    file: bytes
    journal: bytes


class Original(Struct):
    """An event as a crash left it. ``earlier`` is the same event some time before; ``rows`` are its
    rows as stored. ``places`` has for each row the byte ranges of each copy of the row.
    """

    path: Path
    now: Bytes
    earlier: Bytes
    lock: bytes
    rows: dict[int, Stored]
    alive_ms: int | None
    places: dict[int, list[list[tuple[str, int, bytes]]]] = field(default_factory=dict)


def journal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def read(path: Path) -> Bytes:
    journal = journal_of(path)
    return Bytes(path.read_bytes(), journal.read_bytes() if journal.exists() else b"")


def make(folder: Path, players: int, rounds: int) -> Original:
    """Play an event, then write its rows again into a file that is never closed properly."""
    played, path = folder / "played.flagfall", folder / "Cup.flagfall"
    simulate(SimulationPlan(players=players, rounds=rounds, seed=7), path=played)
    with open_log(played, read_only=True) as log:
        records = log.records()
    log = create(path)
    earlier = read(path)
    for number, record in enumerate(records):
        log.append([record.event], at_ms=record.at_ms, station=record.station, actor=record.actor)
        if number % 50 == 0:
            log.note_sign(record.at_ms + 1)
        if number % 100 == 0 and number < len(records) - 60:  # a desk does so every few seconds
            log.gather()
        if number == len(records) // 2:
            earlier = read(path)
    log.note_sign(records[-1].at_ms + 1_000)
    rows = {row[0]: row for row in stored(log)}
    lock = path.with_name(path.name + ".lock").read_bytes()
    alive_ms = log.last_sign.alive_ms
    original = Original(path, read(path), earlier, lock, rows, alive_ms)
    crash(log)
    original.places = places(original)
    return original


def stored(log: EventLog) -> list[Stored]:
    return list(log._contents.rows)


def crash(log: EventLog) -> None:
    """Close the file. Closing also tidies up, but each corruption starts from the bytes before
    that.
    """
    log.close()


def varint(value: int) -> bytes:
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))


def encoded(values: tuple[object, ...]) -> bytes:
    """Return a record as SQLite writes it: https://www.sqlite.org/fileformat.html#record_format."""
    types, body = b"", b""
    for value in values:
        if isinstance(value, int):
            if value in {0, 1}:
                types += varint(8 + value)
                continue
            kind, size = next(
                (kind, size)
                for kind, size in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8))
                if -(1 << (8 * size - 1)) <= value < 1 << (8 * size - 1)
            )
            types += varint(kind)
            body += value.to_bytes(size, "big", signed=True)
        elif isinstance(value, bytes):
            types += varint(12 + 2 * len(value))
            body += value
        else:
            types += varint(13 + 2 * len(value.encode()))
            body += value.encode()
    return varint(len(types) + 1) + types + body


def places(original: Original) -> dict[int, list[list[tuple[str, int, bytes]]]]:
    """Return where the bytes of each row are, for every copy of the row, including overflow pages
    and the numbers that point to these.
    """
    blobs = {"file": original.now.file, "journal": original.now.journal}
    size = struct.unpack(">H", original.now.file[16:18])[0]
    pages = frames(original.now.journal, size)
    stretches_of: dict[int, list[list[tuple[str, int, bytes]]]] = {}
    most, least = (size - 12) * 64 // 255 - 23, (size - 12) * 32 // 255 - 23
    for seq, row in original.rows.items():
        record = encoded((1, *row))
        part = least + (len(record) - least) % (size - 4)
        local = len(record) if len(record) <= most else part if part <= most else least
        for name, blob in blobs.items():
            at = blob.find(record[:local])
            while at >= 0:
                stretches = [(name, at, record[:local])]
                rest, link = record[local:], at + local
                whole = True
                while rest:
                    number = struct.unpack(">I", blob_at(blobs, stretches[-1][0], link, 4))[0]
                    stretches.append((stretches[-1][0], link, number.to_bytes(4, "big")))
                    where = next(
                        (
                            (other, start)
                            for other, start in [
                                *(("journal", page) for page in pages.get(number, [])),
                                ("file", (number - 1) * size),
                            ]
                            if blobs[other][start + 4 : start + size].startswith(rest[: size - 4])
                        ),
                        None,
                    )
                    if where is None:
                        whole = False
                        break
                    stretches.append((where[0], where[1] + 4, rest[: size - 4]))
                    rest, link = rest[size - 4 :], where[1]
                if whole:
                    stretches_of.setdefault(seq, []).append(stretches)
                at = blob.find(record[:local], at + 1)
    assert stretches_of.keys() == original.rows.keys(), "a row is not where it is thought to be"
    return stretches_of


def blob_at(blobs: Mapping[str, bytes], name: str, at: int, size: int) -> bytes:
    return blobs[name][at : at + size]


def frames(journal: bytes, size: int) -> dict[int, list[int]]:
    """Return the positions of each page in the journal, the latest first."""
    frames_of: dict[int, list[int]] = {}
    for at in range(32, len(journal), 24 + size):
        frames_of.setdefault(struct.unpack(">I", journal[at : at + 4])[0], []).insert(0, at + 24)
    return frames_of


def undamaged(original: Original, now: Bytes) -> set[int]:
    blobs = {"file": now.file, "journal": now.journal}
    return {
        seq
        for seq, copies in original.places.items()
        if any(
            all(blobs[name][at : at + len(part)] == part for name, at, part in stretches)
            for stretches in copies
        )
    }


Corruption = Callable[[random.Random, Original], Bytes]


def somewhere(
    dice: random.Random, original: Original, change: Callable[[bytearray], None]
) -> Bytes:
    """Apply ``change`` to the file, or in two of five cases to its journal."""
    both = [bytearray(original.now.file), bytearray(original.now.journal)]
    change(both[int(dice.random() < 0.4)])
    return Bytes(bytes(both[0]), bytes(both[1]))


def flip(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        blob[dice.randrange(len(blob))] ^= 1 << dice.randrange(8)

    return somewhere(dice, original, change)


def flip_many(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        for _ in range(dice.randrange(2, 40)):
            blob[dice.randrange(len(blob))] ^= 1 << dice.randrange(8)

    return somewhere(dice, original, change)


def flip_in_head(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        blob[dice.randrange(120)] ^= 1 << dice.randrange(8)

    return somewhere(dice, original, change)


def scribble(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        at, size = dice.randrange(len(blob)), dice.randrange(1, 64)
        blob[at : at + size] = dice.randbytes(len(blob[at : at + size]))

    return somewhere(dice, original, change)


def zero_sector(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        at = dice.randrange(len(blob) // 512) * 512
        blob[at : at + 512] = bytes(512)

    return somewhere(dice, original, change)


def scribble_page(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        at = dice.randrange(len(blob) // 4096) * 4096
        blob[at : at + 4096] = dice.randbytes(4096)

    return somewhere(dice, original, change)


def cut(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        del blob[dice.randrange(len(blob)) :]

    return somewhere(dice, original, change)


def swap_pages(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        left, other = (dice.randrange(len(blob) // 4096) * 4096 for _ in range(2))
        first = blob[left : left + 4096]
        blob[left : left + 4096] = blob[other : other + 4096]
        blob[other : other + 4096] = first

    return somewhere(dice, original, change)


def lose_write(dice: random.Random, original: Original) -> Bytes:
    """Put a page of the file back to its earlier content, as a disk does that reports a write as
    done without doing it.
    """
    blob, older = bytearray(original.now.file), original.earlier.file
    at = dice.randrange(len(older) // 4096) * 4096
    blob[at : at + 4096] = older[at : at + 4096]
    return Bytes(bytes(blob), original.now.journal)


def lose_byte(dice: random.Random, original: Original) -> Bytes:
    def change(blob: bytearray) -> None:
        del blob[dice.randrange(len(blob))]

    return somewhere(dice, original, change)


def older_file(dice: random.Random, original: Original) -> Bytes:
    return Bytes(original.earlier.file, dice.choice([b"", original.now.journal]))


def older_journal(dice: random.Random, original: Original) -> Bytes:
    return Bytes(original.now.file, dice.choice([b"", original.earlier.journal]))


KINDS: Mapping[Corruption, int] = {
    flip: 40, flip_many: 8, flip_in_head: 8, scribble: 12, zero_sector: 8, scribble_page: 6, cut: 8,
    swap_pages: 4, lose_write: 4, lose_byte: 2, older_file: 1, older_journal: 1,
}  # fmt: skip


class Outcome(Struct):
    """The results by kind of corruption. ``wrong`` has sentences about everything that must not
    happen.
    """

    seen: Counter[str] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    unseen: Counter[str] = field(default_factory=Counter)
    unopened: Counter[str] = field(default_factory=Counter)
    damaged_rows: int = 0
    brought_back: int = 0
    not_brought_back: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    """The longest time for repairing a file and opening the result."""


def try_one(
    number: int,
    seed: int,
    original: Original,
    outcome: Outcome,
    kinds: Mapping[Corruption, int] = KINDS,
) -> None:
    dice = random.Random(f"{seed} {number}")
    (corrupt,) = dice.choices(list(kinds), list(kinds.values()))
    name = corrupt.__name__
    now = corrupt(dice, original)
    lay_down(original, now)
    notice = said_of(original)
    if notice is None:
        outcome.harmless[name] += 1
    elif notice:
        outcome.seen[name] += 1
    else:
        outcome.unseen[name] += 1
        outcome.wrong.append(f"{number} ({name}): unseen")
    whole = undamaged(original, now)
    outcome.damaged_rows += len(original.rows) - len(whole)
    try:
        rows = dict(salvage(original.path).rows)
    except StoreError as error:
        rows = {}
        if whole:
            outcome.wrong.append(f"{number} ({name}): {error}")
    for seq, row in rows.items():
        if row[:8] != original.rows.get(seq, ())[:8]:
            outcome.wrong.append(f"{number} ({name}): row {seq} was brought back wrong")
    missing = sorted(whole - rows.keys())
    outcome.brought_back += len(rows)
    outcome.not_brought_back += len(missing)
    if missing:
        outcome.wrong.append(f"{number} ({name}): not brought back: {missing[:5]}")
    if rows and number % 10 == 0:
        opened_again(number, original, rows, outcome)


def opened_again(
    number: int,
    original: Original,
    rows: dict[int, Stored],
    outcome: Outcome,
) -> None:
    """Record whether the repaired file cannot be opened, lacks rows that were brought back, or does
    not name every lost row, and whether the damaged file was changed.
    """
    before = read(original.path)
    new = original.path.with_name("repaired.flagfall")
    new.unlink(missing_ok=True)
    began = time.perf_counter()
    repaired = repair(original.path, new)
    try:
        with open_log(new, read_only=True) as log:
            log.check()
            there = {row[0]: row for row in stored(log)}
        outcome.seconds = max(outcome.seconds, time.perf_counter() - began)
    except StoreError as error:
        outcome.wrong.append(f"{number}: the repaired file: {error}")
        return
    if any(there.get(seq, ())[:8] != row[:8] for seq, row in rows.items()):
        outcome.wrong.append(f"{number}: the repaired file holds other rows")
    if len(repaired.lost) + repaired.rows + len(repaired.notes) < len(original.rows):
        outcome.wrong.append(f"{number}: not every lost row is named")
    if read(original.path) != before:
        outcome.wrong.append(f"{number}: the damaged file was changed")


def lay_down(original: Original, now: Bytes) -> None:
    path = original.path
    for file in (path, journal_of(path)):  # SQLite remembers files that this process had open
        file.unlink(missing_ok=True)
    path.write_bytes(now.file)
    path.with_name(path.name + ".lock").write_bytes(original.lock)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    if now.journal:
        journal_of(path).write_bytes(now.journal)


def said_of(original: Original) -> str | None:
    """Return what opening and checking the file report. Return None if everything reads as before,
    and an empty text if something reads differently but nothing is reported.
    """
    try:
        with open_log(original.path, read_only=True) as log:
            rows = {row[0]: row for row in stored(log)}
            alive_ms, behind = log.last_sign.alive_ms, log.behind
            log.check()
    except StoreError as error:
        return str(error)
    if behind:
        return behind
    return None if rows == original.rows and alive_ms == original.alive_ms else ""


def corrupt_many(
    original: Original, count: int, seed: int, kinds: Mapping[Corruption, int] = KINDS
) -> Outcome:
    outcome = Outcome()
    print(
        f"{len(original.rows)} rows, file {len(original.now.file)} bytes,"
        f" journal {len(original.now.journal)} bytes"
    )
    lay_down(original, original.now)
    assert said_of(original) is None, "the event is damaged before anybody touched it"
    for number in range(1, count + 1):
        try_one(number, seed, original, outcome, kinds)
        if number % 100 == 0:
            print(f"{number}: {len(outcome.wrong)} wrong", file=sys.stderr, flush=True)
    return outcome


def table(outcome: Outcome) -> str:
    lines = [f"{'corruption':<16}{'tried':>7}{'seen':>7}{'harmless':>10}{'unseen':>8}"]
    for kind in KINDS:
        name = kind.__name__
        each = (outcome.seen[name], outcome.harmless[name], outcome.unseen[name])
        lines.append(f"{name:<16}{sum(each):>7}{each[0]:>7}{each[1]:>10}{each[2]:>8}")
    each = tuple(
        sum(counts.values()) for counts in (outcome.seen, outcome.harmless, outcome.unseen)
    )
    lines.append(f"{'all':<16}{sum(each):>7}{each[0]:>7}{each[1]:>10}{each[2]:>8}")
    lines.append(
        f"rows damaged {outcome.damaged_rows}, brought back {outcome.brought_back},"
        f" undamaged but not brought back {outcome.not_brought_back}"
    )
    return "\n".join([*lines, *outcome.wrong[:40]])


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    folder = Path(tempfile.mkdtemp(prefix="flagfall-corrupt-"))
    os.environ["FLAGFALL_STATE"] = str(folder / "state")
    try:
        outcome = corrupt_many(make(folder, 128, 1), count, seed)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(table(outcome))
    return 2 if outcome.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
