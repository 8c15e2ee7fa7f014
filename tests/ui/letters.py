"""The letters that Alt chooses what can be seen by."""

from collections import Counter
from collections.abc import Iterable, Mapping

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
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
    return [letter for words in _words(in_sight(page)) if (letter := letters_of(words))]


def clear(page: QWidget) -> bool:
    """Whether each letter chooses one thing, and none of the menus."""
    return not doubled(page, MENUS)


def doubled(window: QWidget, menus: frozenset[str] = frozenset()) -> dict[str, list[str]]:
    """What is in sight for each letter that stands for two things, or for one of ``menus``."""
    return _doubled_among(in_sight(window), menus)


def letters_of(words: str) -> str:
    return QKeySequence.mnemonic(words).toString().removeprefix("Alt+")


def doubled_in(windows: Mapping[QWidget, Iterable[QWidget]]) -> dict[str, list[str]]:
    """The same of all these windows with their parts; a page by itself is one of the main
    window's.
    """
    found: dict[str, list[str]] = {}
    for window, seen in windows.items():
        if window.isEnabled():
            alone = not isinstance(window, QDialog) and window.objectName() == "page"
            found |= _doubled_among(seen, MENUS if alone else frozenset())
    return found


def _doubled_among(seen: Iterable[QWidget], menus: frozenset[str]) -> dict[str, list[str]]:
    chosen_by = [(letters_of(words), words) for words in _words(seen)]
    found = Counter(letter for letter, _ in chosen_by if letter) + Counter(menus)
    return {
        letter: [words for by, words in chosen_by if letter in by]
        for letter, times in found.items()
        if times > 1
    }


def _words(seen: Iterable[QWidget]) -> list[str]:
    """What is in sight in the window itself, not in dialogs over it."""
    sentences: list[str] = []
    for part in seen:
        if isinstance(part, QAbstractButton) or (isinstance(part, QLabel) and part.buddy()):
            sentences.append(part.text())
        elif isinstance(part, QGroupBox):
            sentences.append(part.title())
        elif isinstance(part, QTabBar):
            sentences += [part.tabText(place) for place in range(part.count())]
        elif isinstance(part, QMenuBar):
            sentences += [act.text() for act in part.actions()]
    return sentences
