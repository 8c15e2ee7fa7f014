"""The folder for what this laptop keeps beside events: last rows seen, rescued events, faults,
packets and match-ups of the user's own.
"""

import os
from pathlib import Path

from platformdirs import user_state_path

FOLDER = "FLAGFALL_STATE"  # an environment variable, for tests and for sticks

RUNNING = "windows"
"""The own folder in which programs that run say how they are reached."""


def own_folder(name: str) -> Path:
    """Return a folder of that name; it may not be there yet."""
    chosen = os.environ.get(FOLDER)
    root = Path(chosen) if chosen else user_state_path("flagfall", appauthor=False)
    return root / name
