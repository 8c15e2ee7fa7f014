"""The fields of the results desk."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIntValidator, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QLineEdit

from app.engine.results import How
from app.engine.sentences import HOW_WORDS

NUMBER = 64


class ShortField(QLineEdit):
    """A short entry; everything in it is selected when it is reached."""

    def __init__(
        self, digits: int, name: str, *, width: int = NUMBER, numeric: bool = True
    ) -> None:
        super().__init__()
        self.setMaxLength(digits)
        if numeric:
            self.setValidator(QIntValidator(0, 10**digits - 1, self))
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedWidth(width)

    def number(self) -> int:
        return int(self.text() or 0)

    def event(self, event: QEvent) -> bool:
        """Undo and redo mean the event's here, not the few digits typed last."""
        keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if any(event.matches(key) for key in keys):
                event.ignore()
                return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()


class HowBox(QComboBox):
    """How the game was decided; typing the first letters chooses, Enter goes on."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("How the game was decided")
        self.setMinimumWidth(208)

    @property
    def chosen(self) -> How:
        how = self.currentData()
        return how if isinstance(how, How) else How.ASSASSINATION

    def show_choices(self, choices: Sequence[How], chosen: How | None) -> None:
        self.blockSignals(True)
        self.clear()
        for how in choices:
            self.addItem(HOW_WORDS[how], how)
        self.setCurrentIndex(choices.index(chosen) if chosen in choices else 0)
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
