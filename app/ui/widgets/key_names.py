"""Names of keys as the menus of the system write them. "Ctrl+Shift+Z" is "⇧⌘Z" on macOS, and "Ctrl"
is "Strg" in German.
"""

import re
import sys

MACOS = "darwin"
REPORT_KEYS = ("F2", "Ctrl+R")
"""The keys that begin to enter a result, on every page."""
SYMBOLS = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""The symbols of modifier keys in the order in which macOS writes them."""
WITH_CTRL = re.compile(r"\b((?:(?:Meta|Alt|Shift)\+)*Ctrl\+(?:(?:Meta|Alt|Shift)\+)*)(\w+|,)")


def native_keys(text: str, platform: str = sys.platform) -> str:
    """Return a text with its key names as this system writes them."""
    if platform == MACOS:
        return WITH_CTRL.sub(lambda found: _symbols(found[1]) + found[2], text)
    from PySide6.QtGui import QKeySequence  # slow to load, and the start names no keys

    form = QKeySequence.SequenceFormat.NativeText
    return WITH_CTRL.sub(lambda found: QKeySequence(found[0]).toString(form), text)


def full_screen_keys(platform: str = sys.platform) -> tuple[str, ...]:
    """Return the keys for full screen, beginning with the system's own. On macOS, F11 already shows
    the desktop.
    """
    return ("Meta+Ctrl+F", "F11") if platform == MACOS else ("F11",)


def has_letters_underlined(platform: str = sys.platform) -> bool:
    """Tell whether Alt and an underlined letter press a button. On macOS no letters are
    underlined.
    """
    return platform != MACOS


def _symbols(keys: str) -> str:
    return "".join(symbol for name, symbol in SYMBOLS.items() if f"{name}+" in keys)
