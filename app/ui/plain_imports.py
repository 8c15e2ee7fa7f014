"""Imports without PySide6's part in them. When a module is imported, PySide6 reads its source, to
find out whether it may ask for other names of Qt's functions, such as snake_case. Flagfall never
asks for them, and the reading would take a fifth of all imports of a window's start.
"""

import builtins
from importlib import import_module


def import_plainly() -> None:
    """Let modules be imported from now on as they were before PySide6 took part."""
    import_module("PySide6.QtCore")  # with it, PySide6 begins to take part
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
