"""The folder for this laptop's own data, apart from the events: notes of last rows, rescued events,
faults, and the user's packets and match-up procedures.
"""

import os
from pathlib import Path

from platformdirs import user_state_path

FOLDER = "FLAGFALL_STATE"  # an environment variable, for tests and for sticks

RUNNING = "windows"
"""The name of the own folder in which running programs write how to reach them."""


def own_folder(name: str) -> Path:
    """Return the path of this laptop's own folder of this name. The folder may not exist yet."""
    chosen = os.environ.get(FOLDER)
    root = Path(chosen) if chosen else user_state_path("flagfall", appauthor=False)
    return root / name
