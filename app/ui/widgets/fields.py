"""The input fields of all forms. The mouse wheel scrolls the page and never changes a field."""

from collections.abc import Sequence

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionTab,
    QTabBar,
    QTabWidget,
    QTimeEdit,
    QWidget,
)

from app.engine.language import say
from app.ui.widgets.basics import restyle
from app.ui.widgets.locale import locale
from app.ui.widgets.theme import FIELD, FIELD_INDENT

SHOW_MNEMONIC = Qt.TextFlag.TextShowMnemonic.value
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def is_digit(event: QKeyEvent) -> bool:
    """Tell whether a key press types a digit."""
    return event.text().isdecimal() and not event.modifiers() & COMMANDS


class ComboBox(QComboBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Shorten a long choice in its middle: a number before a name and the name's end stay."""
        super().initStyleOption(option)
        if self.isVisible():  # otherwise Qt only asks for the size, and often
            room = self.style().subControlRect(
                QStyle.ComplexControl.CC_ComboBox,
                option,
                QStyle.SubControl.SC_ComboBoxEditField,
                self,
            )
            option.currentText = self.fontMetrics().elidedText(
                option.currentText, Qt.TextElideMode.ElideMiddle, room.width()
            )

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def fill_in(field: QLineEdit, text: str) -> None:
    """Set the text of a field. A text that is too long is shown from its beginning."""
    field.setText(text)
    field.home(False)


def select_all(field: QLineEdit) -> None:
    """Select the text of a field and keep its beginning in sight. Qt would show the end."""
    length = len(field.text())
    field.setSelection(length, -length)


class ReasonField(QLineEdit):
    """A field for a reason that must be given. The field looks incomplete until it has a reason."""

    def __init__(self, longest: int) -> None:
        super().__init__()
        self.setMaxLength(longest)
        self.setPlaceholderText(say("What happened"))
        self.setProperty("needed", "true")
        self.textChanged.connect(self._look)

    @property
    def words(self) -> str:
        return self.text().strip()

    def _look(self) -> None:
        restyle(self, "needed", "false" if self.words else "true")


def _shape(field: QSpinBox | QDoubleSpinBox | QDateTimeEdit) -> None:
    """Give a field with arrows the height and the indent of a text field, because Qt's heights
    differ by 3 pixels. Prevent the mouse wheel from giving it the focus.
    """
    field.lineEdit().setTextMargins(FIELD_INDENT, 0, 0, 0)
    field.setFixedHeight(FIELD)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class SpinBox(QSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _shape(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberField(SpinBox):
    """A number field. ``letter_typed`` carries a typed letter, because a letter cannot be part of a
    number.
    """

    letter_typed = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isalpha() and not event.modifiers() & COMMANDS:
            self.letter_typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class DoubleSpinBox(QDoubleSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _shape(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class TimeEdit(QTimeEdit):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _shape(self)

    def focusNextPrevChild(self, ahead: bool) -> bool:
        """Move the focus out of the field when Tab is pressed. Arrow keys move between hours and
        minutes.
        """
        return QWidget.focusNextPrevChild(self, ahead)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


OPEN_DAY = QDate(2000, 1, 1)
"""The date that stands for no chosen day."""


class DayField(QDateEdit):
    """A field for a day. While no day is chosen, the field shows the text ``none``. The first
    digit, a press of an arrow, or opening the calendar begins with today. Delete clears the day.
    """

    def __init__(self, none: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCalendarPopup(True)
        self.setFixedHeight(FIELD)
        self.setLocale(locale())
        self.setDisplayFormat(say("d MMMM yyyy"))
        self.setMinimumDate(OPEN_DAY)
        self.setSpecialValueText(none)
        self.setDate(OPEN_DAY)

    @property
    def iso(self) -> str:
        """The day in the form 2026-12-05; empty if no day is chosen."""
        return "" if self.date() == OPEN_DAY else self.date().toString(Qt.DateFormat.ISODate)

    def show_iso(self, iso: str) -> None:
        day = QDate.fromString(iso, Qt.DateFormat.ISODate) if iso else OPEN_DAY
        if self.date() != day:
            self.setDate(day)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.setDate(OPEN_DAY)
            return
        if event.text().isdecimal():
            self._begin_with_today()
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._begin_with_today()
        super().mousePressEvent(event)

    def stepBy(self, steps: int) -> None:
        self._begin_with_today()
        super().stepBy(steps)

    def focusNextPrevChild(self, ahead: bool) -> bool:
        """Move the focus out of the field when Tab is pressed. Arrow keys move between day, month
        and year.
        """
        return QWidget.focusNextPrevChild(self, ahead)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _begin_with_today(self) -> None:
        if self.date() == OPEN_DAY:
            self.setDate(QDate.currentDate())
            self.setCurrentSectionIndex(0)
            self.setSelectedSection(self.currentSection())


class DateTimeEdit(QDateTimeEdit):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _shape(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class TabBar(QTabBar):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberedTabs(TabBar):
    """Tabs with a number and mostly a name, such as “3: Commander Coleman Stryker”. All of them are
    always in sight: if they need more room than there is, the longest names are shortened first.
    The number and the end of the name stay, as in “3: …Stryker”.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("numbered")
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideLeft)

    def minimumSizeHint(self) -> QSize:
        shortest = (super(NumberedTabs, self).minimumTabSizeHint(at) for at in range(self.count()))
        return QSize(sum(hint.width() for hint in shortest), self.sizeHint().height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the size of a tab in a bar that is too narrow for all texts."""
        wanted = [self.tabSizeHint(at) for at in range(self.count())]
        most = _share_fairly([hint.width() for hint in wanted], self.width())
        return wanted[index].boundedTo(QSize(most, wanted[index].height()))

    def initStyleOption(self, option: QStyleOptionTab, index: int) -> None:
        super().initStyleOption(option, index)
        font = self.font()
        if index == self.currentIndex():
            font.setWeight(font.Weight.DemiBold)  # as it is painted
        room = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self)
        option.text = _shorten(self.tabText(index), QFontMetrics(font), room.width())


def _shorten(words: str, metrics: QFontMetrics, room: int) -> str:
    """Return the text of a tab with the beginning of its name cut off if it is too wide."""
    if metrics.size(SHOW_MNEMONIC, words).width() <= room:
        return words
    number = words[: words.find(": ") + 2] if ": " in words else ""
    left = room - metrics.horizontalAdvance(number)
    name = words.removeprefix(number)
    return number + metrics.elidedText(name, Qt.TextElideMode.ElideLeft, left, SHOW_MNEMONIC)


def _share_fairly(wanted: Sequence[int], room: int) -> int:
    """Return the greatest width to which all ``wanted`` widths can be cut down so that they fit
    into ``room`` together.
    """
    for before, width in enumerate(by_width := sorted(wanted)):
        share = (room - sum(by_width[:before])) // (len(by_width) - before)
        if width > share:
            return share
    return max(wanted, default=0)


class TabWidget(QTabWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(TabBar())
        self.tabBar().setDrawBase(False)  # its line would run along the wrong edge of our tabs
