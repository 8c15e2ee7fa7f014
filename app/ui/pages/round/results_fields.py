"""The fields of the results desk, and what stands in them at first."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIntValidator, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from app.engine.acts.results import How
from app.engine.language import say
from app.engine.table.sentences import HOW_WORDS
from app.ui.widgets.fields import ComboBox
from app.views.round.result_entry import TIED_BY, ReportSheet

NUMBER = 52
STILL_PLAYED = say("This game is still being played; its clock goes on after the report.")
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class ShortField(QLineEdit):
    """A short entry; everything in it is selected when it is reached."""

    entered = Signal()
    passed_on = Signal(str)  # a digit typed at the end of a field that is full

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
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and any(map(event.matches, keys)):
            event.ignore()
            return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on from an empty field too; a validator would hold it back."""
        full = len(self.text()) == self.maxLength() and not self.hasSelectedText()
        if event.key() in ENTER:
            self.entered.emit()
        elif full and event.text().isdecimal():
            self.passed_on.emit(event.text())
        else:
            super().keyPressEvent(event)


class HowBox(ComboBox):
    """How the game was decided; typing the first letters chooses, Enter goes on."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(say("How the game was decided"))
        self.setMinimumWidth(132)
        self._typed = ""

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
        if event.key() in ENTER:
            self.entered.emit()
        elif event.text().strip() and not event.modifiers() & COMMANDS:
            self._type(event.text().casefold())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._typed = ""

    def _type(self, letter: str) -> None:
        """Letters add up to a word; one that leads nowhere begins another, from here on."""
        names = [self.itemText(place).casefold() for place in range(self.count())]
        for typed, start in ((self._typed + letter, 0), (letter, self.currentIndex() + 1)):
            order = [*range(start, len(names)), *range(start)]
            match_ = next((place for place in order if names[place].startswith(typed)), None)
            if match_ is not None:
                self._typed = typed
                self.setCurrentIndex(match_)
                self.activated.emit(match_)
                return


def choices_of(sheet: ReportSheet) -> tuple[tuple[How, ...], How | None]:
    """How the game can have ended, and which of these is likeliest."""
    known = sheet.known
    if known is None:
        return sheet.won_by, How.ASSASSINATION
    return (sheet.won_by if known.winner else TIED_BY), known.how


def about_words(sheet: ReportSheet) -> str:
    """What to know before the result is typed."""
    if sheet.replaces:
        return say("There is a result already; what you enter corrects it.")
    if sheet.known is not None:
        return say("Filled in from the table. Press Enter through the fields to report.")
    return say("Type 1 or 2 for the winner, T for a tie.")
