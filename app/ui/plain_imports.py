"""Imports in which PySide6 takes no part. Otherwise PySide6 reads the source of each imported
module, to find out whether the module asks for other names of Qt's functions, such as snake_case.
Flagfall never asks for them, and the reading would take a fifth of the time that a window's start
spends on imports.
"""

import builtins
from importlib import import_module


def import_plainly() -> None:
    """Restore Python's own import function, which PySide6 replaces when it is first imported."""
    import_module("PySide6.QtCore")  # with it, PySide6 begins to take part
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
