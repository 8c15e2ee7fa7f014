"""The screens that windows are tested on; they exist in memory only."""

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def on_screen(name: str) -> str:
    """Qt's platform with that screen. Without one it has 800 × 800, which no laptop has."""
    file = FOLDER / f"{name}.json"
    # On Windows Qt would take what follows the colon of a drive for another option.
    return f"offscreen:configfile={os.path.relpath(file) if sys.platform == 'win32' else file}"
