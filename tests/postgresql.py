"""A PostgreSQL server of the tests' own, with its files in a folder that is thrown away."""

import atexit
import os
import random
import shutil
import socket
import subprocess
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from dev import COMPILED, MEMORY
from tests.compiled import made_once
from tests.missing import missing

DEBIAN = Path("/usr/lib/postgresql")
USER, SECRET = "flagfall", "a s3cret of the hall"
NOBODY: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []}
"""PostgreSQL does not run as root."""


def open_folder(prefix: str, *, on_disk: bool = False) -> Path:
    """A new folder, in memory if the run's other files are and it need not be ``on_disk``. Where
    the tests run as root, it is not in root's own temporary folder, because nobody else reaches
    into that.
    """
    is_in_memory = Path(os.environ.get(COMPILED, ".")).is_relative_to(MEMORY) and not on_disk
    within = MEMORY if is_in_memory else "/tmp"
    return Path(tempfile.mkdtemp(prefix=prefix, dir=within if os.name == "posix" else None))


def free_port() -> int:
    """A port that nobody listens at, below those that a system gives to whoever calls somebody: one
    of those may be gone before a server has started.
    """
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("", port))
            return port


def copy_files(made: Path, folder: Path) -> None:
    """Copy a server's files for the user as whom PostgreSQL runs. There are a thousand, for which
    Python takes three times as long as ``cp``.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    if os.name != "posix":
        shutil.copytree(made, folder)
        return
    subprocess.run(["cp", "-a", made, folder], check=True)
    if not os.geteuid():
        subprocess.run(["chown", "-R", NOBODY["user"], folder], check=True)


class Server:
    """A server that runs until the tests end, unless it is stopped. ``address`` is that of its
    one database.
    """

    def __init__(self, port: int = 0, *, durable: bool = False, tls: bool | Path = False) -> None:
        """``durable``: what is committed is on the disk, as everywhere but in tests. ``tls``: it
        has a certificate that it signed itself, or the one in this folder.
        """
        self._fsync = "on" if durable else "off"
        self._programs = programs()
        self._as: dict[str, Any] = NOBODY if os.name == "posix" and not os.geteuid() else {}
        self._folder = open_folder("flagfall-postgresql-", on_disk=durable)
        if self._as:
            shutil.chown(self._folder, NOBODY["user"])
        self.port = port or free_port()
        self.address = f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/postgres"
        self._create()
        if tls:
            self._sign(tls)
        self.start()
        atexit.register(self.remove)

    def _create(self) -> None:
        """The files of a server without events. To make them takes ten times as long as to copy
        them.
        """
        copy_files(made_once("postgresql", self._make_empty), self._data)

    def _make_empty(self, made: Path) -> None:
        trusting = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        self._run("initdb", "-U", USER, *trusting)
        shutil.move(self._data, made)

    def start(self) -> None:
        log = self._folder / "log"
        how = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1"
        how += f" -c fsync={self._fsync} -c max_connections=100"
        self._run("pg_ctl", "-w", "-l", str(log), "-o", how, "start")

    def _sign(self, kept: bool | Path) -> None:
        key, certificate = self._data / "server.key", self._data / "server.crt"
        if isinstance(kept, Path):
            shutil.copy(kept / "server.key", key)
            shutil.copy(kept / "server.crt", certificate)
        else:
            made: list[str | Path] = ["openssl", "req", "-new", "-x509", "-nodes", "-days", "2"]
            made += ["-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate]
            subprocess.run(made, check=True, capture_output=True)
        if self._as:
            shutil.chown(key, NOBODY["user"])
        key.chmod(0o600)
        (self._data / "postgresql.auto.conf").write_text("ssl = on\n", "ascii")

    def ask_for_passwords(self) -> None:
        """From now on everybody who connects is asked for ``SECRET``."""
        from app.store.server.address import database
        from app.store.server.server import open_line  # needs the driver, as not all tests do

        with closing(open_line(database(self.address))) as line:
            line.execute(f"ALTER ROLE {USER} PASSWORD '{SECRET}'")
        hba = "host all all 127.0.0.1/32 scram-sha-256\n"
        (self._data / "pg_hba.conf").write_text(hba, "utf-8")
        self._run("pg_ctl", "reload")

    def stop(self, how: str = "immediate") -> None:
        """As if its power was cut, unless ``how`` is gentler."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def remove(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self._data, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            cwd=self._folder,
            **self._as,
        )


def programs() -> Path:
    """Where the server's programs are; Debian does not put them in the path."""
    found = shutil.which("pg_ctl")
    there = [Path(found)] if found else sorted(DEBIAN.glob("*/bin/pg_ctl"))
    if not there:
        missing("not installed: postgresql")
    return there[-1].parent


@cache
def server() -> Server:
    """The one that all tests share which do not stop it."""
    return Server()
