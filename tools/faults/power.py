"""Simulates a power cut at any point of a program's writes. Synced data is on the disk; of all
other data any part may be, sector by sector.
"""

import random
import struct
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from tools.faults.player import ACKNOWLEDGED

HEAD = struct.Struct("<IQqII")
CREATE, WRITE, TRUNCATE, SYNC, RENAME, UNLINK = range(1, 7)
SECTOR = 512


class Step(Struct, frozen=True):
    """One request of a program to the system."""

    what: int
    inode: int
    at: int
    path: str
    rest: bytes


def read_steps(record: Path) -> list[Step]:
    steps, told, at = [], record.read_bytes(), 0
    while at + HEAD.size <= len(told):
        what, inode, where, first, second = HEAD.unpack_from(told, at)
        at += HEAD.size
        path = told[at : at + first].decode("utf-8", "surrogateescape")
        steps.append(Step(what, inode, where, path, told[at + first : at + first + second]))
        at += first + second
    return steps


Change = tuple[int, bytes | None]
"""The offset and the bytes of a write; with None, the file's new length."""


def change(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        content.extend(bytes(at - len(content)))
        return
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


class File(Struct):
    synced: bytearray = field(default_factory=bytearray)
    since: list[Change] = field(default_factory=list)

    def now(self) -> bytes:
        content = bytearray(self.synced)
        for at, data in self.since:
            change(content, at, data)
        return bytes(content)

    def after_a_cut(self, dice: random.Random, kept: float) -> bytes:
        """Return the content of the file after a power cut. ``kept`` is the probability that a
        sector that was not synced is on the disk.
        """
        content = bytearray(self.synced)
        for at, data in self.since:
            if data is None:
                if dice.random() < kept:
                    change(content, at, None)
                continue
            start = at
            while start < at + len(data):
                end = min((start // SECTOR + 1) * SECTOR, at + len(data))
                if dice.random() < kept:
                    change(content, start, data[start - at : end - at])
                start = end
        return bytes(content)


class Disk(Struct):
    """The content of a folder's disk, and the requests to write since the last sync."""

    files: dict[int, File] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    synced_names: dict[str, int] = field(default_factory=dict)
    renamings: list[tuple[str, int | None]] = field(default_factory=list)
    """The names that were made or removed since their folder was last synced, in order. Each has
    its file's inode, or None if the name was removed.
    """

    def take(self, step: Step) -> None:
        match step.what:
            case n if n == CREATE:
                self.files[step.inode] = File()
                self._name(step.path, step.inode)
            case n if n == WRITE:
                self.files[step.inode].since.append((step.at, step.rest))
            case n if n == TRUNCATE:
                self.files[step.inode].since.append((step.at, None))
            case n if n == SYNC and step.at:
                self._sync_names(step.path)
            case n if n == SYNC:
                file = self.files[step.inode]
                file.synced, file.since = bytearray(file.now()), []
            case n if n == RENAME:
                if step.path in self.names:
                    self._name(step.rest.decode("utf-8", "surrogateescape"), self.names[step.path])
                    self._name(step.path, None)
            case _:
                self._name(step.path, None)

    def _name(self, path: str, inode: int | None) -> None:
        self.renamings.append((path, inode))
        if inode is None:
            self.names.pop(path, None)
        else:
            self.names[path] = inode

    def _sync_names(self, folder: str) -> None:
        left = []
        for path, inode in self.renamings:
            if Path(path).parent == Path(folder):
                _rename(self.synced_names, path, inode)
            else:
                left.append((path, inode))
        self.renamings = left

    def cut(self, dice: random.Random) -> Iterator[tuple[str, bytes]]:
        """Yield the files that exist when the power is back, each with its content."""
        kept = dice.choice((0.0, 0.0, 0.5, 0.9, 1.0))
        names = dict(self.synced_names)
        for path, inode in self.renamings[: dice.randint(0, len(self.renamings))]:
            _rename(names, path, inode)
        for path, inode in names.items():
            yield path, self.files[inode].after_a_cut(dice, kept)


def _rename(names: dict[str, int], path: str, inode: int | None) -> None:
    if inode is None:
        names.pop(path, None)
    else:
        names[path] = inode


def cuts(record: Path, recorded: Path, folder: Path, many: int, seed: int) -> Iterator[Path]:
    """Yield ``many`` folders, each as a power cut left it. Each also contains the note of the rows
    acknowledged by then, whether or not that note was synced.
    """
    dice = random.Random(f"power {seed}")
    steps = read_steps(record)
    moments = sorted(dice.randrange(1, len(steps)) for _ in range(many))
    disk = Disk()
    done = 0
    for number, moment in enumerate(moments):
        for step in steps[done:moment]:
            disk.take(step)
        done = moment
        left = folder / f"cut {number} at {moment}"
        left.mkdir()
        for path, content in disk.cut(dice):
            file = left / Path(path).relative_to(recorded)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        notice = disk.names.get(str(recorded / ACKNOWLEDGED))
        (left / ACKNOWLEDGED).write_bytes(disk.files[notice].now() if notice is not None else b"")
        yield left
