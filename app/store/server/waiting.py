"""A station's acts while the server is away. They are in a small SQLite file that is deleted once
no acts wait. A station that is started again adds the waiting acts to the event.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from app.engine.acts.commands import Command
from app.engine.acts.late import HandIn
from app.engine.acts.rounds import DrawRound
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.subjects.every import DECIDERS
from app.store import sharing
from app.store.errors import StoreError
from app.store.file_names import exists
from app.store.log.file_lock import FileLock
from app.store.log.row_checks import Stored
from app.store.own_folder import own_folder

PLACES = 16  # stations of one event on one computer
SUFFIX = ".waiting"
COMMANDS = {command.__name__: command for command in DECIDERS}

NO_PLACE = say(
    "This computer cannot save what is done while the server is away ({text}). Make room, then"
    " do it again."
)
UNREADABLE_AS = (
    sqlite3.Error, msgspec.MsgspecError, LookupError, RecursionError, TypeError, ValueError
)  # fmt: skip
UNREADABLE = say(
    "What was done on this computer while the server was away cannot be read: {file}. The file was"
    " left as it is."
)


class WaitingAct(NamedTuple):
    """A command and the rows that it led to. Both are stored so that the command can be decided
    again.
    """

    command: Command
    at_ms: int
    """The instant at which the command was given."""
    station: str
    actor: str
    rows: tuple[Stored, ...]
    """The rows that the command led to here. They are chained to the rows that this station
    knew.
    """


class WaitingActs:
    """The acts of this station that wait for the server, in order."""

    def __init__(self, event: str) -> None:
        """Store the waiting acts of the event with this identity. Acts that other runs of the
        program left on this computer are taken over if those runs have ended. Raises StoreError if
        a file cannot be read.
        """
        self._folder = own_folder("stations")
        self._event = event
        self._lock: FileLock | None = None
        self._file: Path | None = None
        self.acts: list[WaitingAct] = []
        for place in range(PLACES):
            file = self._folder / f"{event}-{place}{SUFFIX}"
            if exists(file):
                self._take_over(file)

    def add(self, acts: Sequence[WaitingAct]) -> None:
        """Store acts durably until they are added to the event. Raises StoreError if they cannot be
        written.
        """
        with _in_sentences(), closing(self._opened()) as line, line:
            line.executemany(INSERT, map(_write, acts))
        self.acts += acts

    def replace(self, acts: Sequence[WaitingAct]) -> None:
        """Replace all waiting acts by ``acts``, which are the same acts, decided again. Raises
        StoreError if they cannot be written.
        """
        if [*acts] == self.acts:
            return
        if not acts:
            self.clear()
            return
        with _in_sentences(), closing(self._opened()) as line, line:
            line.execute("DELETE FROM act")
            line.executemany(INSERT, map(_write, acts))
        self.acts = [*acts]

    def clear(self) -> None:
        """Delete the acts, because they are in the event now. A file that cannot be removed does no
        harm: when it is read again, its acts are found in the event.
        """
        self.acts = []
        if self._file is not None:
            with suppress(OSError):
                sharing.remove_file(self._file, missing_ok=True)

    def close(self) -> None:
        """Close the file. The acts in it wait for the next run of the program."""
        if self._lock is not None:
            self._lock.release()
            self._lock = self._file = None

    def _take_over(self, file: Path) -> None:
        try:
            lock = FileLock(file)
        except StoreError:  # a station of this computer that runs
            return
        try:
            acts = _read(file)
        except UNREADABLE_AS as error:
            lock.release()
            raise StoreError(UNREADABLE.format(file=file)) from error
        if self._file is None:
            self._file, self._lock, self.acts = file, lock, acts
            return
        self.add(acts)
        with suppress(OSError):
            sharing.remove_file(file)
        lock.release()

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file, self._lock = self._free_place()
        line = sqlite3.connect(self._file)
        line.execute("PRAGMA synchronous = FULL")
        line.execute(TABLE)
        return line

    def _free_place(self) -> tuple[Path, FileLock]:
        for place in range(PLACES):
            file = self._folder / f"{self._event}-{place}{SUFFIX}"
            if not exists(file):
                with suppress(StoreError):
                    return file, FileLock(file)
        raise OSError(f"{self._folder}")


TABLE = (
    "CREATE TABLE IF NOT EXISTS act (number INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL,"
    " station TEXT NOT NULL, actor TEXT NOT NULL, command TEXT NOT NULL, rows BLOB NOT NULL)"
)
INSERT = "INSERT INTO act (at_ms, station, actor, command, rows) VALUES (?, ?, ?, ?, ?)"


def encode_command(command: Command) -> str:
    """Return a command as JSON: its class and its fields. If a device handed in a command of its
    own, the class of that command is stored as well. A draw is left out, because it is calculated
    again.
    """
    if isinstance(command, DrawRound):
        command = replace(command, worked=None)
    values = msgspec.to_builtins(command)
    if isinstance(command, HandIn):
        values["press"] = [type(command.press).__name__, values["press"]]
    return msgspec.json.encode([type(command).__name__, values]).decode()


def decode_command(text: str) -> Command:
    """Return the command from its JSON. Raises MsgspecError or LookupError if this Flagfall does
    not know the command.
    """
    name, values = msgspec.json.decode(text, type=tuple[str, dict[str, Any]])
    if name == HandIn.__name__:
        kind, press = values.pop("press")
        handed_in: Any = msgspec.convert(press, COMMANDS[kind])
        return HandIn(press=handed_in, **values)
    command: Command = msgspec.convert(values, COMMANDS[name])
    return command


def _write(act: WaitingAct) -> tuple[int, str, str, str, bytes]:
    rows = msgspec.msgpack.encode(act.rows)
    return act.at_ms, act.station, act.actor, encode_command(act.command), rows


def _read(file: Path) -> list[WaitingAct]:
    with closing(sqlite3.connect(file)) as line:
        line.execute(TABLE)
        found = line.execute("SELECT at_ms, station, actor, command, rows FROM act ORDER BY number")
        return [
            WaitingAct(decode_command(command), at_ms, station, actor, _rows.decode(rows))
            for at_ms, station, actor, command, rows in map(_check, found)
        ]


def _check(values: tuple[object, ...]) -> tuple[int, str, str, str, bytes]:
    return msgspec.convert(values, tuple[int, str, str, str, bytes])


_rows = msgspec.msgpack.Decoder(tuple[Stored, ...])


@contextmanager
def _in_sentences() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        text = getattr(error, "strerror", None) or str(error)
        raise StoreError(NO_PLACE.format(text=text)) from error
