"""The public address, which is one setting of a build: where its releases are, such as
https://github.com/OWNER/flagfall.
"""

import os
from pathlib import Path

from app.store.newer_version import ADDRESS_FILE

SETTING = "FLAGFALL_ADDRESS"


def chosen_address() -> str:
    """Return the address that the build was given, or an empty text. Raises SystemExit for one
    that is not secure.
    """
    address = os.environ.get(SETTING, "").rstrip("/")
    if address and not address.startswith("https://"):
        raise SystemExit(f"{SETTING} does not begin with https://: {address}")
    return address


def write_address(folder: Path) -> list[tuple[str, str]]:
    """Write the address for the program, and return its file as PyInstaller lists files."""
    if not (address := chosen_address()):
        return []
    (folder / ADDRESS_FILE).write_text(address, "ascii")
    return [(str(folder / ADDRESS_FILE), "app/resources")]
