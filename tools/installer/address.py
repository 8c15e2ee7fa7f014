"""The project's public address, at which its releases are, such as
https://github.com/OWNER/flagfall. It is one setting of a build.
"""

import os
from pathlib import Path

from app.store.newer_version import ADDRESS_FILE

SETTING = "FLAGFALL_ADDRESS"


def chosen_address() -> str:
    """Return the address that the build was given; empty if it was given none. Raises SystemExit if
    the address is not secure.
    """
    address = os.environ.get(SETTING, "").rstrip("/")
    if address and not address.startswith("https://"):
        raise SystemExit(f"{SETTING} does not begin with https://: {address}")
    return address


def write_address(folder: Path) -> list[tuple[str, str]]:
    """Write the address to a file for the program, and return this file in the form in which
    PyInstaller lists files.
    """
    if not (address := chosen_address()):
        return []
    (folder / ADDRESS_FILE).write_text(address, "ascii")
    return [(str(folder / ADDRESS_FILE), "app/resources")]
