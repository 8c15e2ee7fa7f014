"""The letters that Alt chooses what can be seen by."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QTabBar, QWidget

MENUS = frozenset("FEVH")


def letters(page: QWidget) -> list[str]:
    buttons = [one.text() for one in page.findChildren(QAbstractButton) if one.isVisible()]
    labels = [one.text() for one in page.findChildren(QLabel) if one.isVisible() and one.buddy()]
    bars = [one for one in page.findChildren(QTabBar) if one.isVisible()]
    tabs = [one.tabText(place) for one in bars for place in range(one.count())]
    keys = (QKeySequence.mnemonic(words).toString() for words in (*buttons, *labels, *tabs))
    return [key.removeprefix("Alt+") for key in keys if key]


def clear(page: QWidget) -> bool:
    """Whether each letter chooses one thing, and none of the menus."""
    found = letters(page)
    return sorted({*found}) == sorted(found) and not MENUS & {*found}
