"""The files that ship with the program."""

from pathlib import Path

import app
from app.engine.language import say
from app.store.errors import StoreError


def resources_folder() -> Path:
    """Return the folder with packets, the tablet page, sounds and icons.

    Inside the package in a wheel; beside the package in a checkout and in the installed program.
    Raises StoreError when the installation lacks it.
    """
    package = Path(app.__file__).resolve().parent
    for place in (package / "resources", package.parent / "resources"):
        if place.is_dir():
            return place
    raise StoreError(
        say("Flagfall's own files are missing from {package}: install it again.", package=package)
    )
