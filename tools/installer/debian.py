"""Make the Debian package of the program in dist/flagfall.

    python -m tools.installer.debian

Needs dpkg-deb and objdump. The program's dependencies on the system are read from its libraries.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from app import VERSION
from tools.installer.icons import EDGES, PICTURE, write_icon
from tools.installer.parts import BUILT

ROOT = Path(__file__).resolve().parents[2]
MIME = "application/x-flagfall"
DESKTOP = f"""[Desktop Entry]
Type=Application
Name=Flagfall
GenericName=Tournament desk
Comment=The desk, the clocks and the referee of a Steamroller event
Exec=flagfall %f
Icon=flagfall
Terminal=false
Categories=Game;BoardGame;
MimeType={MIME};
StartupWMClass=flagfall
"""
MIME_TYPE = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME}">
    <comment>Flagfall event</comment>
    <sub-class-of type="application/vnd.sqlite3"/>
    <glob pattern="*.flagfall"/>
  </mime-type>
</mime-info>
"""
CONTROL = """Package: flagfall
Version: {version}
Architecture: {architecture}
Maintainer: the Flagfall developers
Installed-Size: {kilobytes}
Depends: {depends}
Recommends: {recommends}
Section: games
Priority: optional
Description: desk, clocks and referee of a miniature wargaming tournament
 Registration, draws, Deathclocks on the screen, on tablets and on chess clocks,
 results and standings of Steamroller events. It needs no network.
"""
COPYRIGHT = """Flagfall and every part that comes along with it have their licences in
/usr/lib/flagfall/_internal/app/licences.

"""
PLAYERS = "pipewire-bin | pulseaudio-utils | alsa-utils"
ONLY_TO_PRINT = "libcups.so.2"
ELF = b"\x7fELF"


def make_package(program: Path, out: Path) -> Path:
    """Package the folder ``program`` into ``out``, and return the package's file."""
    architecture = _told("dpkg", "--print-architecture").strip()
    file = out / f"flagfall_{VERSION}_{architecture}.deb"
    with TemporaryDirectory(prefix="flagfall-") as temporary:
        root = Path(temporary, "root")
        shutil.copytree(program, root / "usr/lib/flagfall", symlinks=True)
        for place, text in _files():
            _write(root / place, text)
        _write_icons(root / "usr/share/icons/hicolor")
        (root / "usr/bin").mkdir(parents=True)
        (root / "usr/bin/flagfall").symlink_to("../lib/flagfall/flagfall")
        kilobytes = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
        needs, wishes = packages_of(needed(program))
        control = CONTROL.format(
            version=VERSION,
            architecture=architecture,
            kilobytes=kilobytes,
            depends=", ".join([f"libc6 (>= {_newest_libc(program)})", *needs]),
            recommends=", ".join([*wishes, PLAYERS]),
        )
        _write(root / "DEBIAN/control", control)
        build = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(file))
        _told(*build)
    return file


def needed(program: Path) -> set[str]:
    """Return the libraries that the program's own libraries need but that are not part of the
    program.
    """
    names = {path.name for path in program.rglob("*")}
    asked = {name for library in _libraries(program) for name in _references(library)}
    return {name for name in asked - names if not name.startswith("ld-linux")}


def packages_of(libraries: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the packages that contain these libraries, except for libc's: first those that the
    program always needs, then those that it needs only for printing.
    """
    owners = {library: _owner(library) for library in libraries}
    needs = {owner for name, owner in owners.items() if name != ONLY_TO_PRINT} - {"libc6"}
    wishes = {owner for name, owner in owners.items() if name == ONLY_TO_PRINT}
    return sorted(needs), sorted(wishes)


def _files() -> Iterator[tuple[str, str]]:
    yield "usr/share/applications/flagfall.desktop", DESKTOP
    yield "usr/share/mime/packages/flagfall.xml", MIME_TYPE
    yield "usr/share/doc/flagfall/copyright", COPYRIGHT + (ROOT / "LICENSE").read_text("utf-8")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _write_icons(theme: Path) -> None:
    mime = MIME.replace("/", "-")
    for folder, name in (("apps", "flagfall"), ("mimetypes", mime)):
        (theme / "scalable" / folder).mkdir(parents=True)
        shutil.copyfile(PICTURE, theme / "scalable" / folder / f"{name}.svg")
        for edge in EDGES:
            place = theme / f"{edge}x{edge}" / folder
            place.mkdir(parents=True)
            write_icon(place / f"{name}.png", edge)


def _libraries(program: Path) -> Iterator[Path]:
    for path in program.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == ELF:
                    yield path


def _references(library: Path) -> list[str]:
    told = _told("objdump", "-p", str(library))
    return re.findall(r"^ *NEEDED +(\S+)", told, re.MULTILINE)


def _newest_libc(program: Path) -> str:
    told = "".join(_told("objdump", "-p", str(library)) for library in _libraries(program))
    numbers = re.findall(r"GLIBC_(\d+)\.(\d+)", told)
    return ".".join(map(str, max((int(major), int(minor)) for major, minor in numbers)))


def _owner(library: str) -> str:
    """Return the package that contains the library, on the system on which this runs."""
    lines = _told("dpkg-query", "--search", f"*/{library}").splitlines()
    return lines[0].split(":")[0]


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    print(make_package(BUILT, BUILT.parent))
    sys.exit(0)
