"""The event server on one of the laptops: PostgreSQL, the gate to it, codes and backups."""

import asyncio
import contextlib
import json
import re
import secrets
import signal
import ssl
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from msgspec import Struct, structs

from app.engine.acts.stations.roles import Role
from app.engine.language import say
from app.store import events, sharing
from app.store.errors import OpenElsewhere, StoreError
from app.store.file_names import exists, file_stem, make_folder
from app.store.log.file_lock import FileLock
from app.store.os_errors import os_sentence
from app.store.own_folder import own_folder
from app.store.server.address import ServerEvent
from app.store.server.passwords import use_password
from app.store.whole_file import write_whole_file
from app.web.server.addresses import local_addresses
from app.web.server.certificate import write_pair
from app.web.stations.cluster import DATABASE, HERE, READY, Cluster, read_password
from app.web.stations.finder import announce
from app.web.stations.gate import Gate, StationUser
from app.web.stations.join_code import SALT_BYTES, derive_key, make_code

PORT = 5447
"""The port of the event server, which IANA has not assigned; it is near PostgreSQL's own 5432."""
EVERYWHERE = "0.0.0.0"
HOST_NAME = "flagfall"
"""The host name in the certificate. It is fixed, because stations know the certificate itself, and
a laptop's name may have letters that no host name can have.
"""
BACKUP_S = 300.0
LOOK_S = 0.5
LOCK, STATUS, STOP, POSTGRESQL = "hall", "status.json", "stop", "postgresql"
NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
MOST_OF_USER = 20
SHARED = (Role.ORGANIZER, Role.JUDGE, Role.SCOREKEEPER, Role.READER)

RUNS_ALREADY = say("The event server is already running on this computer.")
RUNS_NOT = say("The event server is not running on this computer.")
PORT_TAKEN = say("Another program uses port {port} on this computer. Choose another with --port.")
ALREADY = say("The event server already has an event named {name}. It was left as it is.")


class HallStatus(Struct, frozen=True):
    """The data of the running event server, which it writes to a file in its folder."""

    addresses: tuple[str, ...]
    port: int
    codes: dict[str, str]
    """The codes by role."""
    owner: str
    """The database's address for its owner on this computer."""


def hall_folder() -> Path:
    return own_folder("hall")


def status(folder: Path | None = None) -> HallStatus | None:
    """Return the status of the running server, or None if none runs. A file left by a crash is
    removed, unless another program holds it at that moment.
    """
    where = folder or hall_folder()
    if not exists(where / STATUS):
        return None
    try:
        lock = FileLock(where / LOCK)
    except OpenElsewhere:
        with contextlib.suppress(OSError, ValueError, TypeError):
            return HallStatus(**json.loads((where / STATUS).read_text("utf-8")))
        return None
    with contextlib.suppress(StoreError):
        _remove(where / STATUS)
    lock.release()
    return None


def has_events(folder: Path | None = None) -> bool:
    """Tell whether a server has run on this computer before, so that it can continue."""
    return exists((folder or hall_folder()) / POSTGRESQL / READY)


def owner_address(folder: Path | None = None) -> str:
    """Return the database's address for its owner. From then on this program uses the owner's
    password. Raises StoreError if no server runs.
    """
    where = folder or hall_folder()
    running = status(where)
    if running is None:
        raise StoreError(RUNS_NOT)
    use_password(running.owner, read_password(where / POSTGRESQL))
    return running.owner


def ask_to_stop(folder: Path | None = None) -> None:
    """Ask the running server to stop. Raises StoreError if none runs."""
    where = folder or hall_folder()
    if status(where) is None:
        raise StoreError(RUNS_NOT)
    (where / STOP).touch()


def _remove(file: Path) -> None:
    """Remove a file if it exists. Raises StoreError if it cannot be removed."""
    try:
        sharing.remove_file(file, missing_ok=True)
    except OSError as error:
        raise StoreError(os_sentence(file, error)) from error


class HallServer:
    """Runs until it is asked to stop. ``report`` is called with each line for the person who
    started the server.
    """

    def __init__(
        self, folder: Path, *, name: str, port: int, report: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._name = name
        self._port = port
        self._report = report
        self._cluster: Cluster | None = None

    def run(self, places: Sequence[Path]) -> None:
        """Start, copy the events of ``places`` to the server, serve, and stop. Raises StoreError if
        one of these fails.
        """
        make_folder(self._folder)
        lock = self._take_lock()
        try:
            for left in (STATUS, STOP):  # by a crash
                _remove(self._folder / left)
            self._run_postgresql(places)
        finally:
            with contextlib.suppress(StoreError):
                _remove(self._folder / STATUS)
            lock.release()

    def _take_lock(self) -> FileLock:
        """Return the lock. Several attempts are made, because a program that checks whether a
        server runs may hold the lock for a moment. Raises StoreError if another server holds it.
        """
        for pause_s in sharing.PAUSES_S:
            with contextlib.suppress(OpenElsewhere):
                return FileLock(self._folder / LOCK)
            time.sleep(pause_s)
        raise StoreError(RUNS_ALREADY)

    def _run_postgresql(self, places: Sequence[Path]) -> None:
        cluster = self._cluster = Cluster(self._folder / POSTGRESQL)
        cluster.start()
        try:
            events.make_roles(cluster.address)
            for place in places:
                self._move_in(place)
            asyncio.run(self._serve())
            self._back_up()
        finally:
            cluster.stop()

    def _move_in(self, place: Path) -> None:
        """Copy an event to the server, unless it is there already."""
        assert self._cluster is not None
        if place.stem in events.names(self._cluster.address):
            self._report(ALREADY.format(name=place.stem))
            return
        events.copy(place, ServerEvent(self._cluster.address, place.stem))
        self._report(say("{name} is on the event server now.", name=place.stem))

    async def _serve(self) -> None:
        assert self._cluster is not None
        codes, salt = self._codes()
        context, certificate = self._certificate()
        keys = {role: cache(partial(derive_key, codes[role.value], salt)) for role in SHARED}
        cluster = self._cluster
        gate = Gate(context, certificate, salt, keys, self._make_user, lambda: cluster.port)
        try:
            server = await gate.open(EVERYWHERE, self._port)
        except OSError as error:
            raise StoreError(PORT_TAKEN.format(port=self._port)) from error
        addresses = [one for one in local_addresses() if not one.startswith("127.")]
        now = HallStatus(tuple(addresses), self._port, codes, cluster.address)
        self._write(STATUS, json.dumps(structs.asdict(now)))
        beacon = announce(self._name, addresses, self._port)
        async with server, beacon as is_announced:
            self._report_access(now, is_announced=is_announced)
            await self._until_stopped()

    def _report_access(self, now: HallStatus, *, is_announced: bool) -> None:
        for role in SHARED:
            self._report(f"{role.value}: {now.codes[role.value]}")
        if not is_announced:
            self._report(say("Stations do not find it by themselves: type its address there."))
        where = ", ".join(now.addresses) or HERE
        self._report(say("Address: {where}, port {port}", where=where, port=now.port))

    async def _until_stopped(self) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        if sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stopped.set)
        next_s = time.monotonic() + BACKUP_S
        while not stopped.is_set() and not (self._folder / STOP).exists():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), LOOK_S)
            if time.monotonic() > next_s:
                next_s = time.monotonic() + BACKUP_S
                await asyncio.to_thread(self._back_up)

    def _back_up(self) -> None:
        """Save each event as a file in place of the earlier backup. An error is reported, and the
        server continues.
        """
        assert self._cluster is not None
        folder = self._folder / "backups"
        folder.mkdir(parents=True, exist_ok=True)
        for name in events.names(self._cluster.address):
            file = folder / f"{file_stem(name)}.flagfall"
            fresh = file.with_name(f"{file.stem} (new).flagfall")
            try:
                _remove(fresh)
                events.copy(ServerEvent(self._cluster.address, name), fresh)
                sharing.replace(fresh, file)
            except (StoreError, OSError) as error:
                why = os_sentence(file, error) if isinstance(error, OSError) else str(error)
                self._report(say("No backup of {name}: {why}", name=name, why=why))

    def _codes(self) -> tuple[dict[str, str], bytes]:
        """Return the code of each role, and the salt from which keys are derived. Codes and salt
        are the same at each start.
        """
        file = self._folder / "codes.json"
        if not exists(file):
            made = {role.value: make_code() for role in SHARED}
            salt = secrets.token_hex(SALT_BYTES)
            self._write(file.name, json.dumps({"salt": salt, "codes": made}))
        kept = json.loads(file.read_text("utf-8"))
        return kept["codes"], bytes.fromhex(kept["salt"])

    def _certificate(self) -> tuple[ssl.SSLContext, bytes]:
        folder = self._folder / "certificate"
        folder.mkdir(parents=True, exist_ok=True)
        file, key = folder / "server.crt", folder / "server.key"
        if not exists(file):
            write_pair(folder, [HOST_NAME])
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file, key)
        return context, ssl.PEM_cert_to_DER_cert(file.read_text("ascii"))

    def _make_user(self, station: str, role: Role) -> StationUser:
        """Create a separate user for a station, so that no other station loses its access."""
        assert self._cluster is not None
        plain = NOT_IN_NAMES.sub("_", station.lower()).strip("_")[:MOST_OF_USER] or "station"
        user, password = f"{plain}_{secrets.token_hex(3)}", secrets.token_urlsafe(18)
        events.make_user(self._cluster.address, user, role, password)
        self._report(say("{station} joined.", station=station))
        return StationUser(user, password, DATABASE)

    def _write(self, name: str, text: str) -> None:
        """Write a file that only this user can read."""
        file = self._folder / name
        write_whole_file(file, text.encode("utf-8"))
        file.chmod(0o600)
