"""The size of the installed program by part.

python -m tools.installer.parts [dist/flagfall]
"""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "dist" / "flagfall"
MEGABYTE = 1_000_000
MOST_UNPACKED, MOST_PACKED = 120 * MEGABYTE, 45 * MEGABYTE
SOUNDS = "Sounds"
PARTS = (
    (SOUNDS, r"app/resources/sounds/"),
    ("Licences", r"app/licences/"),
    ("Manual", r"app/docs/"),
    ("Font", r"fontpkg_inter/"),
    ("Packets, pages, icons", r"app/resources/"),
    ("ICU of Qt: sorting", r"(.*/)?(lib)?icu[^/]*$"),
    ("Qt for Python", r"(PySide6/[^/]*\.(abi3|pyd)|shiboken6/|PySide6/libpyside)"),
    ("Qt", r"PySide6/"),
    ("Gamepads, button receivers", r"(sdl2dll|hidapi|hid\.|hidraw)"),
    ("Encryption for tablets", r"(cryptography/|_cffi)"),
    ("Matchings", r"rustworkx/"),
    ("OpenSSL of Python", r"lib(crypto|ssl)"),
    ("Tablets’ server", r"(aiohttp|multidict|yarl|propcache|frozenlist)/"),
    ("Names in the local network", r"zeroconf/"),
    ("Database", r"(libsqlite|sqlite3|sqlalchemy/)"),
    ("Workbooks", r"python_calamine/"),
    ("Python", r"(libpython|python3|base_library|Python|msgspec)"),
)
OTHERS = "Libraries of the system"
MODULES = "Flagfall and the modules of Python, compiled"


def part(place: str) -> str:
    """Return the part to which a file belongs. ``place`` is the file's path in the folder, with
    forward slashes.
    """
    inside = re.sub(r"^(_internal|Contents/(Frameworks|Resources))/", "", place)
    if "/" not in place or inside == "flagfall.pyz":
        return MODULES
    return next((name for name, form in PARTS if re.match(form, inside)), OTHERS)


def sizes(folder: Path) -> Counter[str]:
    """Return the number of bytes that belong to each part, from the files in the folder."""
    counted: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            counted[part(file.relative_to(folder).as_posix())] += file.stat().st_size
    return counted


def too_large(folder: Path, package: Path) -> str:
    """Return a sentence on the folder or the package if it is larger than its limit; empty if both
    fit. The folder's sounds are not counted.
    """
    counted = sizes(folder)
    unpacked, packed = counted.total() - counted[SOUNDS], package.stat().st_size
    for size, most, what in ((unpacked, MOST_UNPACKED, folder), (packed, MOST_PACKED, package)):
        if size > most:
            return f"{what.name} has {size / MEGABYTE:.1f} MB, and may have {most / MEGABYTE:.0f}."
    return ""


def report(folder: Path) -> str:
    counted = sizes(folder)
    lines = [f"{size / MEGABYTE:6.1f} MB  {name}" for name, size in counted.most_common()]
    return "\n".join([*lines, f"{counted.total() / MEGABYTE:6.1f} MB  in all"])


if __name__ == "__main__":
    print(report(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT))
