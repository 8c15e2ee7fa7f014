"""The presses of a table's window that the server has not answered. They are stored in a small
file, so that a crash of the program loses none. The file is removed once no press waits.
"""

import hashlib
import os
import random
import socket
import string
from contextlib import suppress
from pathlib import Path

import msgspec

from app.engine.acts.players import ChooseList
from app.engine.acts.table import TableCommand
from app.store import sharing
from app.store.errors import StoreError
from app.store.log.file_lock import FileLock
from app.web.protocol.acts import PLAYERS, GameNumbers, command_for_request
from app.web.protocol.messages import VERSION, Device, DeviceMark, Hello
from app.web.remote.address import Joined
from app.web.remote.state import Known, Pending

PLACES = 8  # windows at one table on one computer


class _Kept(msgspec.Struct, frozen=True):
    device: Device
    number: int
    game: int
    round_number: int
    since_ms: int
    marks: tuple[DeviceMark, ...]


class RemoteQueue:
    """The presses that wait for the server; ``pending`` has them in order. If there is no
    ``folder`` that can be written, the presses are only in memory.
    """

    def __init__(self, joined: Joined, folder: Path | None = None, name: str = "") -> None:
        """Take ``name``, the device's name on the organizer's pages; if it is empty, the computer's
        name is used.
        """
        self._name = name or socket.gethostname()
        letters = string.ascii_lowercase + string.digits
        self.device = "".join(random.SystemRandom().choices(letters, k=20))
        self._joined = joined
        self.number = self.game = self.since_ms = self._round = 0
        self.pending: list[Pending] = []
        self._lock: FileLock | None = None
        self._file = self._place(joined, folder) if folder else None

    def add(self, mark: DeviceMark, command: TableCommand | ChooseList, known: Known) -> None:
        self.number = mark.number
        self.pending.append(Pending(mark, command))
        self.game, self.since_ms = known.number, known.since_ms
        self._round = known.game.round_number if known.game else 0
        self._keep()

    def hello(self, known: Known, shows_ms: int = 0) -> Hello:
        """Return the window's hello: the device, its game and the number of presses that wait."""
        mine = known.number or self.game
        since_ms = known.since_ms if known.number else self.since_ms
        return Hello(
            version=VERSION,
            role="table",
            device=self.device,
            table=self._joined.table,
            game=mine,
            kept_since_ms=since_ms if mine else 0,
            shows_ms=shows_ms,
            queued=len(self.pending),
            name=self._name[:40],
        )

    def answered(self, number: int) -> None:
        self.pending = [pending for pending in self.pending if pending.mark.number != number]
        self._keep()

    def close(self) -> None:
        """Let go of the file, so that another window can take over its presses."""
        if self._lock is not None:
            self._lock.release()
        self._lock = self._file = None

    def _place(self, joined: Joined, folder: Path) -> Path | None:
        """Return a file for the queue of a table, after reading the presses in it; None if no file
        can be used. The file's name contains a hash of the table's code, which tells events apart.
        Each open window has its own file.
        """
        code = hashlib.sha256(joined.secret.encode()).hexdigest()[:16]
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for place in range(PLACES):
                file = folder / f"table-{joined.table}-{code}-{place}.json"
                with suppress(StoreError):
                    lock = FileLock(file)
                    if self._read(file):
                        self._lock = lock
                        return file
                    lock.release()
        return None

    def _read(self, file: Path) -> bool:
        """Read the waiting presses from the unfinished file beside this one, which has the later
        presses, or else from this file. A broken file counts as empty and is overwritten. Return
        False if another program holds a file; both files are then left alone.
        """
        for kept in (_beside(file), file):
            try:
                content = sharing.read_file(kept)
            except FileNotFoundError:
                continue
            except OSError:
                return False
            if self._take(content):
                break
        return True

    def _take(self, content: bytes) -> bool:
        with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            stored = msgspec.json.decode(content, type=_Kept)
            self.device, self.number = stored.device, stored.number
            self.game, self.since_ms = stored.game, stored.since_ms
            self._round = stored.round_number
            for mark in stored.marks:
                game = GameNumbers(mark.game, stored.round_number, PLAYERS)
                self.pending.append(Pending(mark, command_for_request(mark.act, game)[0]))
            return True
        return False

    def _keep(self) -> None:
        """Write the waiting presses, whole or not at all. A full disk does not stop the game. If
        another program blocks the file, the presses stay in the file beside it.
        """
        if self._file is None:
            return
        with suppress(OSError):
            if not self.pending:
                for kept in (self._file, _beside(self._file)):
                    sharing.remove_file(kept, missing_ok=True)
                return
            marks = tuple(pending.mark for pending in self.pending)
            stored = _Kept(self.device, self.number, self.game, self._round, self.since_ms, marks)
            unfinished = _beside(self._file)
            with unfinished.open("wb") as file:
                file.write(msgspec.json.encode(stored))
                file.flush()
                os.fsync(file.fileno())
            sharing.replace(unfinished, self._file)


def _beside(file: Path) -> Path:
    """Return the file that a queue is first written to, beside the final one."""
    return file.with_suffix(".new")
