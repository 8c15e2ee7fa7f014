"""A PostgreSQL server of Flagfall's own. Its data is in a folder of the user, and only this
computer can reach it.

Nobody edits its configuration: everything that differs from PostgreSQL's defaults is passed at its
start.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from app.engine.language import say
from app.engine.text import shorten
from app.store.errors import StoreError
from app.store.os_errors import os_sentence
from app.store.server.address import SCHEMES
from app.store.server.passwords import use_password
from app.web.stations.programs import find_programs, program

HERE = "127.0.0.1"
OWNER, DATABASE = "flagfall", "flagfall"
PASSWORD, READY = "owner", "ready"
MOST = 300
SLOW_S = 120
"""The seconds that PostgreSQL's programs may take on a slow disk."""
ADMINISTRATOR: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []}
"""The user as whom the programs run instead of root, because PostgreSQL refuses to run as root and
containers run everything as root.
"""

NOT_MADE = say("PostgreSQL did not make its folder {folder}: {why}.")
NOT_STARTED = say("PostgreSQL did not start: {why}. Its own log is {log}.")
NOT_STOPPED = say("PostgreSQL did not stop: {why}.")


def free_port() -> int:
    """Return a free port of this computer."""
    with socket.socket() as free:
        free.bind((HERE, 0))
        return int(free.getsockname()[1])


def read_password(folder: Path) -> str:
    """Return the password of the owner of the server in this folder. Raises StoreError if it cannot
    be read.
    """
    try:
        return (folder / PASSWORD).read_text("ascii")
    except OSError as error:
        raise StoreError(os_sentence(folder / PASSWORD, error)) from error


class Cluster:
    """A server's data folder, and the server that may run on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._password = folder / PASSWORD
        self._as = ADMINISTRATOR if sys.platform != "win32" and not os.geteuid() else {}
        self._programs = self._find_programs()
        self.port = 0

    @property
    def address(self) -> str:
        """Return the address of the database, for its owner on this computer."""
        return f"{SCHEMES[1]}://{OWNER}@{HERE}:{self.port}/{DATABASE}"

    def start(self) -> None:
        """Start the server, after creating its data folder and its database if they are missing.
        Raises StoreError if that fails.
        """
        fresh = not (self._data / "PG_VERSION").exists()
        if fresh:
            self._make()
        else:
            self._stop_remains()
        self.port = free_port()
        settings = f"-p {self.port} -c listen_addresses={HERE} -c unix_socket_directories="
        log = self._folder / "postgresql.log"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", settings, "start",
                  sentence=NOT_STARTED, log=log)  # fmt: skip
        use_password(self.address, read_password(self._folder))
        if not (self._folder / READY).exists():
            self._run("createdb", "-h", HERE, "-p", str(self.port), "-U", OWNER, DATABASE,
                      sentence=NOT_STARTED, log=log)  # fmt: skip
            (self._folder / READY).touch()

    def stop(self) -> None:
        """Stop the server and close the stations' connections. Raises StoreError if that fails."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "fast", "stop", sentence=NOT_STOPPED)

    def is_running(self) -> bool:
        """Tell whether the server runs, even if an earlier run of Flagfall started it."""
        if not (self._data / "postmaster.pid").exists():
            return False
        command = (program(self._programs, "pg_ctl"), "-D", self._data, "status")
        return subprocess.run(command, check=False, **self._quiet()).returncode == 0

    def _find_programs(self) -> Path:
        try:
            version = int((self._data / "PG_VERSION").read_text("ascii"))
        except (OSError, ValueError):
            return find_programs()
        return find_programs(version, self._folder)

    def _make(self) -> None:
        """Create the data folder. Passwords are never sent in the clear, and every user needs
        one.
        """
        shutil.rmtree(self._data, ignore_errors=True)  # the remains of an unfinished attempt
        self._folder.mkdir(parents=True, exist_ok=True)
        self._password.write_text(secrets.token_urlsafe(24), "ascii")
        self._password.chmod(0o600)
        if self._as:
            for path in (self._folder, self._password):
                shutil.chown(path, self._as["user"])
        self._run("initdb", "-D", self._data, "-U", OWNER, f"--pwfile={self._password}",
                  "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C",
                  sentence=NOT_MADE, folder=self._folder)  # fmt: skip

    def _stop_remains(self) -> None:
        """Stop a server that an earlier run of Flagfall left running."""
        if self.is_running():
            with contextlib.suppress(StoreError):
                self.stop()

    def _run(self, name: str, *arguments: str | Path, sentence: str, **values: object) -> None:
        """Run one of PostgreSQL's programs. Raises StoreError with the last line that it
        printed.
        """
        out = self._folder / "last-run.log"
        with out.open("wb") as sink:
            try:
                subprocess.run(
                    [program(self._programs, name), *arguments],
                    check=True,
                    timeout=SLOW_S,
                    **self._quiet(sink),
                )
            except (OSError, subprocess.SubprocessError) as error:
                why = _last_line(out) or type(error).__name__
                raise StoreError(sentence.format(why=shorten(why, MOST), **values)) from error

    def _quiet(self, sink: Any = subprocess.DEVNULL) -> dict[str, Any]:
        """Return the options for running a program. Its output must go to a file and not to a pipe,
        because a server that it starts inherits the output.
        """
        with contextlib.suppress(OSError):
            password = self._password.read_text("ascii")
            return {
                "stdin": subprocess.DEVNULL,
                "stdout": sink,
                "stderr": subprocess.STDOUT,
                "cwd": self._folder,
                "env": {**os.environ, "LC_ALL": "C", "PGPASSWORD": password},
                "creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0),
                **self._as,
            }
        return {"stdin": subprocess.DEVNULL, "stdout": sink, "stderr": subprocess.STDOUT}


def _last_line(file: Path) -> str:
    lines = [line.strip() for line in file.read_text("utf-8", "replace").splitlines()]
    faults = [line for line in lines if "error" in line.lower() or "fatal" in line.lower()]
    return next(iter(faults or lines[-1:]), "").rstrip(".")
