"""The small files that the program keeps for itself, damaged as by accidents."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from app.engine.acts.table import StartClock, Tap
from app.engine.side import Side
from app.store.errors import StoreError
from app.store.own_folder import own_folder
from app.store.preferences import (
    ClockPort,
    PlungerKeys,
    PortUse,
    Preferences,
    load_preferences,
    save_preferences,
)
from app.store.server.waiting import WaitingAct, WaitingActs
from app.web.protocol.acts import request_for
from app.web.protocol.messages import DeviceMark
from app.web.remote.address import Joined
from app.web.remote.queue import RemoteQueue
from app.web.remote.state import Known
from app.web.server.secrets import Keys
from tools.fuzz.target import Try, written

JOINED = Joined("ws://127.0.0.1/socket", 3, "secret")
EVENT = "0123456789abcdef"


def preference_bytes(folder: Path) -> Sequence[bytes]:
    file = folder / "preferences.json"
    save_preferences(Preferences(), file)
    short = file.read_bytes()
    keys, port = PlungerKeys(1, "A", "L"), ClockPort("usb", PortUse.YES, "dgt")
    full = Preferences(("a.flagfall",), plunger_keys=(keys,), clock_ports=(port,), zoom=150)
    save_preferences(full, file)
    return [short, file.read_bytes()]


@contextmanager
def preferences(folder: Path) -> Iterator[Try]:
    """Yield a function that tests reading preferences. It checks that whatever was read can be
    written, and that reading it again gives the same.
    """

    def one(data: bytes) -> bool:
        read = load_preferences(written(folder, "preferences.json", data))
        save_preferences(read, folder / "again.json")
        if load_preferences(folder / "again.json") != read:
            raise ValueError(f"{read} is read again as something else")
        return read != Preferences()

    yield one


def code_bytes(folder: Path) -> Sequence[bytes]:
    keys = Keys(folder / "seed.tables.json")
    keys.issue(range(1, 4))
    keys.new_pin()
    keys.new_proof()
    keys.keep_phones("secret", {3: 1})
    return [keys.file.read_bytes()]


@contextmanager
def codes(folder: Path) -> Iterator[Try]:
    """Yield a function that tests reading the file of the tablets' codes. It checks that a damaged
    file lets nobody in and that new codes can be made.
    """

    def one(data: bytes) -> bool:
        keys = Keys(written(folder, "Cup.flagfall.tables.json", data))
        keys.table_key(1)
        keys.is_proof("none")
        keys.is_pin("123456")
        keys.issue([1])
        return len(keys.tables) > 1

    yield one


def press_bytes(folder: Path) -> Sequence[bytes]:
    queue = RemoteQueue(JOINED, folder)
    for number, command in enumerate((StartClock(1, Side.RED), Tap(1, Side.RED)), start=1):
        act = request_for(command)
        assert act is not None
        queue.add(DeviceMark(number, 1, number, float(number), act), command, Known())
    (file,) = folder.glob("table-*.json")
    stored = file.read_bytes()
    queue.close()
    return [stored]


@contextmanager
def presses(folder: Path) -> Iterator[Try]:
    """Yield a function that tests reading the presses that a table's window on another computer has
    not been able to send yet.
    """
    name = next(folder.glob("table-*.json")).name

    def one(data: bytes) -> bool:
        written(folder, name, data)
        queue = RemoteQueue(JOINED, folder)
        queue.hello(Known())
        queue.answered(1)
        queue.close()
        return bool(queue.pending)

    yield one


def waiting_bytes(_: Path) -> Sequence[bytes]:
    waiting = WaitingActs(EVENT)
    row = (1, 1, 1, "desk", "EO", "tap", 1, "{}", b"check")
    waiting.add([WaitingAct(Tap(1, Side.RED), 1, "desk", "EO", (row,))])
    (file,) = own_folder("stations").glob("*.waiting")
    stored = file.read_bytes()
    waiting.clear()
    waiting.close()
    return [stored]


@contextmanager
def waiting_acts(_: Path) -> Iterator[Try]:
    """Yield a function that tests reading the acts that a station stored while the server was
    away.
    """

    def one(data: bytes) -> bool:
        written(own_folder("stations"), f"{EVENT}-0.waiting", data)
        with suppress(StoreError):
            waiting = WaitingActs(EVENT)
            waiting.close()
            return bool(waiting.acts)
        return False

    yield one
