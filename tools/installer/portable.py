"""Pack the built program into a zip, for computers on which nothing may be installed.

    python -m tools.installer.portable

The program can be unpacked anywhere, for instance on a stick, and starts without a setup. Windows
then does not open events by a double click. Preferences are kept where the installed program keeps
them.
"""

import sys
import zipfile
from pathlib import Path

from app import VERSION
from tools.installer.parts import BUILT

IN_ZIP = "Flagfall"
"""The folder in the zip that contains the program."""


def name(system: str = "windows") -> str:
    return f"flagfall-{VERSION}-{system}-portable.zip"


def pack(built: Path, to: Path) -> Path:
    """Write the zip of a built program. Raises OSError if the zip cannot be written."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for file in sorted(built.rglob("*")):
            if file.is_file():
                zipped.write(file, f"{IN_ZIP}/{file.relative_to(built).as_posix()}")
    return to


def main() -> int:
    if not BUILT.is_dir():
        print("There is no dist/flagfall yet: python3 dev.py installer", file=sys.stderr)
        return 2
    print(pack(BUILT, BUILT.with_name(name())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
