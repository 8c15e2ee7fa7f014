"""The files that ship with the program."""

from pathlib import Path

from app.engine.language import say
from app.store.errors import StoreError

PACKAGE = Path(__file__).resolve().parents[1]


def resources_folder(package: Path = PACKAGE) -> Path:
    """Return the folder with packets, the pages for tablets and phones, sounds and icons.

    It is inside the package in a wheel, and beside the package in a checkout and in the installed
    program. Raises StoreError if it is missing.
    """
    for place in (package / "resources", package.parent / "resources"):
        if place.is_dir():
            return place
    raise StoreError(
        say("Flagfall’s own files are missing from {package}: install it again.", package=package)
    )
