"""The letters that Alt chooses what can be seen by."""

from collections import Counter

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QGroupBox,
    QLabel,
    QMenuBar,
    QTabBar,
    QWidget,
)

from app.engine.language import say
from tests.ui.sight import in_sight

MENUS = frozenset(
    QKeySequence.mnemonic(words).toString().removeprefix("Alt+")
    for words in (say("&File"), say("&Edit"), say("&View"), say("&Help"))
)


def letters(page: QWidget) -> list[str]:
    keys = (QKeySequence.mnemonic(words).toString() for words in _words(page))
    return [key.removeprefix("Alt+") for key in keys if key]


def clear(page: QWidget) -> bool:
    """Whether each letter chooses one thing, and none of the menus."""
    return not doubled(page, MENUS)


def doubled(window: QWidget, menus: frozenset[str] = frozenset()) -> dict[str, list[str]]:
    """What is in sight for each letter that stands for two things, or for one of ``menus``."""
    found = Counter(letters(window)) + Counter(menus)
    return {
        letter: [word for word in _words(window) if letter in letters_of(word)]
        for letter, times in found.items()
        if times > 1
    }


def letters_of(words: str) -> str:
    return QKeySequence.mnemonic(words).toString().removeprefix("Alt+")


def doubled_anywhere() -> dict[str, list[str]]:
    """The same of every window on the screen; a page by itself is one of the main window's."""
    found: dict[str, list[str]] = {}
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and window.isEnabled():
            alone = not isinstance(window, QDialog) and window.objectName() == "page"
            found |= doubled(window, MENUS if alone else frozenset())
    return found


def _words(page: QWidget) -> list[str]:
    """What is in sight in the window itself, not in dialogs over it."""
    sentences: list[str] = []
    for part in in_sight(page):
        if isinstance(part, QAbstractButton) or (isinstance(part, QLabel) and part.buddy()):
            sentences.append(part.text())
        elif isinstance(part, QGroupBox):
            sentences.append(part.title())
        elif isinstance(part, QTabBar):
            sentences += [part.tabText(place) for place in range(part.count())]
        elif isinstance(part, QMenuBar):
            sentences += [act.text() for act in part.actions()]
    return sentences
