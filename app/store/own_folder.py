"""The folder for this laptop's own data beside events: last rows seen, rescued events, faults, and
the user's packets and match-up procedures.
"""

import os
from pathlib import Path

from platformdirs import user_state_path

FOLDER = "FLAGFALL_STATE"  # an environment variable, for tests and for sticks

RUNNING = "windows"
"""The name of the own folder in which running programs write how to reach them."""


def own_folder(name: str) -> Path:
    """Return the own folder of this name, which may not exist yet."""
    chosen = os.environ.get(FOLDER)
    root = Path(chosen) if chosen else user_state_path("flagfall", appauthor=False)
    return root / name
