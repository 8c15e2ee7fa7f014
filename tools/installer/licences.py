"""The folder ``licences`` of the installed program: the licence of every part that comes with the
program.

A part is a distribution of Python, Python itself, or a library of the system on which the program
was built.
"""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
TEXTS = Path(__file__).with_name("texts")
COMMON = Path("/usr/share/common-licenses")
NAMED_AS_LICENCE = re.compile(r"(licen[cs]e|copying|notice|copyright|authors)", re.IGNORECASE)
PYTHON = "Python"
OURS = "Flagfall"
READ_ME = "README.txt"
BETWEEN = b"\n\n" + 78 * b"-" + b"\n\n"

QT = ("Qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt")
WITHOUT_TEXT = {"pyside6-essentials": QT, "shiboken6": QT, "pyserial": ("pyserial.txt",)}
"""The distributions that come without the text of their licence."""

OPENSSL = ("OpenSSL.txt", "Apache-2.0.txt")
INSIDE_WHEELS = {
    "libcrypto": OPENSSL,
    "libssl": OPENSSL,
    "libpq": ("PostgreSQL.txt",),
    "libusb": ("LGPL-2.1.txt",),
    "liblber": ("OpenLDAP.txt",),
    "libldap": ("OpenLDAP.txt",),
}
"""Libraries in wheels that may be missing on the system on which the program is built, by the
beginning of their names.
"""
BUILT_IN = {"cryptography": OPENSSL, "deflate": ("libdeflate.txt",)}
"""Libraries that are part of a distribution's own module, and whose licence texts are not beside
it.
"""

GPL = re.compile(r"lib(readline|gdbm)\b")
"""The libraries that must not be included, because their licence would then apply to the whole
program.
"""


class NoLicence(Exception):
    """Some files have no licence, or one under which Flagfall must not ship them; the message is a
    sentence that names them.
    """


class Part(Struct, frozen=True, dict=True):
    name: str
    version: str
    licence: str
    """The licence in a few words, as the part itself names it; empty if only its texts name it."""
    texts: tuple[Path, ...]


def part_of(source: Path) -> Part | None:
    """Return the part to which a file belongs; None if that is not known."""
    source = Path(os.path.abspath(source))
    if _inside(source, ROOT) and ".venv" not in source.relative_to(ROOT).parts:
        return Part(OURS, _version(OURS), "MIT", (ROOT / "LICENSE",))
    distribution = _owners().get(os.path.normcase(source))
    if distribution is None:
        return _python() if _inside_python(source) else _of_the_system(source)
    if ".libs" in source.parent.name and _stem(source) != _stem(Path(distribution.name)):
        return _inside_wheel(source, distribution)
    return distribution


def of_distribution(found: importlib.metadata.Distribution) -> Part:
    """Return a distribution as a part. Its licence texts come from its own files and from those
    that we keep for it.
    """
    name = found.metadata["Name"]
    own = [
        Path(str(found.locate_file(file)))
        for file in found.files or ()
        if ".dist-info" in file.parts[0] and NAMED_AS_LICENCE.search("/".join(file.parts[1:]))
    ]
    key = name.lower().replace("_", "-")
    given = (*WITHOUT_TEXT.get(key, ()), *BUILT_IN.get(key, ()))
    words = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
    texts = (*sorted(own), *(TEXTS / text for text in given))
    return Part(name, found.version, words.partition("\n")[0], texts)


def write_licences(folder: Path, sources: Iterable[Path]) -> list[Part]:
    """Replace ``folder`` by the texts of all parts to which ``sources`` belong, and a list of these
    parts. Return the parts.

    Raises NoLicence if a file has no licence that Flagfall may use.
    """
    parts: set[Part] = set()
    unknown, forbidden = [], []
    for source in sources:
        part = part_of(source)
        if part is None or not part.texts:
            unknown.append(str(source))
        elif GPL.match(source.name):
            forbidden.append(str(source))
        else:
            parts.add(part)
    if unknown:
        raise NoLicence(f"No licence is known of {', '.join(sorted(unknown))}.")
    if forbidden:
        raise NoLicence(f"The GPL does not go with Flagfall's licence: {', '.join(forbidden)}.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ordered = sorted(parts, key=lambda part: (part.name != OURS, part.name.lower()))
    for part in ordered:
        _write(part, folder)
    (folder / READ_ME).write_text(_list(ordered), "utf-8")
    return ordered


def _write(part: Part, folder: Path) -> None:
    """Write the texts of a part, and beside them the texts that these only refer to."""
    texts = [text.read_bytes().replace(b"\r\n", b"\n").strip() for text in part.texts]
    (folder / f"{part.name}.txt").write_bytes(BETWEEN.join(texts) + b"\n")
    for named in set(re.findall(rb"/usr/share/common-licenses/([\w.-]*\w)", b"".join(texts))):
        common = COMMON / named.decode()
        if common.is_file():
            shutil.copyfile(common, folder / f"{common.name}.txt")


def _list(parts: Iterable[Part]) -> str:
    lines = [
        "Flagfall and what comes along with it, with the licence of each. The texts are in the",
        "files of the same names, beside this one. Where a text names a file in",
        f"{COMMON}, that is here, too. How to replace Qt is told in",
        "PySide6_Essentials.txt.",
        "",
    ]
    lines += [
        f"{part.name} {part.version}".strip() + (f": {part.licence}" if part.licence else "")
        for part in parts
    ]
    return "\n".join(lines) + "\n"


@cache
def _owners() -> dict[str, Part]:
    """Return the distribution to which each installed file belongs."""
    owners: dict[str, Part] = {}
    for found in importlib.metadata.distributions():
        part = of_distribution(found)
        for file in found.files or ():
            owners[os.path.normcase(os.path.abspath(str(found.locate_file(file))))] = part
    return owners


def _version(name: str) -> str:
    from app import VERSION

    return VERSION if name == OURS else ""


def _python() -> Part:
    version = "{}.{}.{}".format(*sys.version_info)
    places = (Path(os.__file__).parent, Path(sys.base_prefix))
    texts = [place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").is_file()]
    return Part(PYTHON, version, "PSF-2.0", tuple(texts[:1]))


def _inside(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder)


def _inside_python(source: Path) -> bool:
    library = Path(os.__file__).resolve().parent
    prefix = Path(sys.base_prefix).resolve()
    source = source.resolve()
    if _inside(source, library) or source.name.startswith(("libpython", "python3")):
        return True
    return prefix not in (Path("/usr"), Path("/")) and _inside(source, prefix)


def _stem(library: Path) -> str:
    """Return the name of a library without version numbers and without what a wheel has added to
    it.
    """
    return re.split(r"[-.]", library.name)[0]


def _inside_wheel(source: Path, wheel: Part) -> Part | None:
    """Return a library in a wheel as a part; None if no licence text is known. The text is one that
    we keep, or that of the system's own copy.
    """
    stem = _stem(source)
    name = f"{stem} of {wheel.name}"
    if stem in INSIDE_WHEELS:
        return Part(name, wheel.version, "", tuple(TEXTS / text for text in INSIDE_WHEELS[stem]))
    for known in sorted(Path("/usr/lib").glob(f"*/{stem}.so.*")):
        if part := _of_the_system(known):
            return Part(name, wheel.version, "", part.texts)
    return None


@cache
def _of_the_system(source: Path) -> Part | None:
    """Return the Debian package of a library as a part, with the licence text that Debian keeps;
    None if there is no package.
    """
    if not shutil.which("dpkg-query"):
        return None
    owner = ""
    for path in (source, source.resolve(), Path("/", *source.parts[2:])):
        found = subprocess.run(
            ["dpkg-query", "--search", str(path)], capture_output=True, text=True, check=False
        )
        if found.returncode == 0:
            owner = found.stdout.splitlines()[0].split(":")[0]
            break
    text = Path("/usr/share/doc", owner, "copyright")
    if not owner or not text.is_file():
        return None
    asked = ["dpkg-query", "--show", "--showformat=${Version}\n", owner]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return Part(owner, version.splitlines()[0], "", (text,))
