"""The files that ship with the program."""

from pathlib import Path

from app.engine.language import say
from app.store.errors import StoreError

PACKAGE = Path(__file__).resolve().parents[1]


def resources_folder(package: Path = PACKAGE) -> Path:
    """Return the folder with packets, the pages for tablets and phones, sounds and icons.

    In a wheel the folder is inside the package. In a checkout and in the installed program it is
    beside the package. Raises StoreError if the folder is missing.
    """
    for place in (package / "resources", package.parent / "resources"):
        if place.is_dir():
            return place
    raise StoreError(
        say("Flagfall’s own files are missing from {package}: install it again.", package=package)
    )
