"""The fields of the results desk and their initial values."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIntValidator, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from app.engine import wording
from app.engine.acts.results import How
from app.engine.language import say
from app.engine.table.sentences import HOW_WORDS, phoned_words, result_words, why
from app.ui.widgets.fields import COMMANDS, ComboBox, is_digit
from app.views.round.result_entry import TIED_BY, ReportSheet

NUMBER, LEAST_WIDE = 46, 148
STILL_PLAYED = say(
    "This game is still being played. Your report ends it; its clock goes on in case you delete"
    " the result."
)
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
BACK = frozenset(
    {
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.MouseFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)
"""The reasons for a change of focus that mean that somebody has returned to a field to change
it.
"""
MOST_DIGITS = 9


class ShortField(QLineEdit):
    """A short field whose contents are selected when it gets the focus.

    When the number in it cannot become longer, typing continues in the next field, unless somebody
    has returned to this field to change it. After that, an Enter typed out of habit has no effect
    on the next field, nor has an Enter that is held down.
    """

    entered = Signal()
    whole = Signal()  # nothing longer is possible
    refused = Signal()  # a character that is not a digit, in a field for numbers

    def __init__(self, most: int, name: str, *, width: int = NUMBER, numeric: bool = True) -> None:
        super().__init__()
        self.is_whole: Callable[[str], bool] = lambda _typed: False
        self._reached = self._came_back = False
        self.setMaxLength(most)
        self._numeric = numeric
        if numeric:
            self.setValidator(QIntValidator(0, 10**most - 1, self))
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedWidth(width)

    def reach(self) -> None:
        """Move the focus here from the previous field, which is complete."""
        self.setFocus()
        self._reached = True

    def number(self) -> int:
        return int(self.text() or 0)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the event. They do not apply to the few digits of the field."""
        keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and any(map(event.matches, keys)):
            event.ignore()
            return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._reached = False
        self._came_back = event.reason() in BACK and bool(self.text())
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter leave an empty field too, which a validator would prevent."""
        reached, self._reached = self._reached, False
        if event.key() in ENTER:
            if not reached and not event.isAutoRepeat():
                self.entered.emit()
            return
        typed = event.text().strip() if not event.modifiers() & COMMANDS else ""
        if self._numeric and typed.isprintable() and typed and not typed.isdecimal():
            self.refused.emit()
            return
        super().keyPressEvent(event)
        if typed and not self._came_back and self.is_whole(self.text()):
            self.whole.emit()


class HowBox(ComboBox):
    """The list of ways to win. A digit chooses one and moves on; the first letters choose one;
    Enter moves on.
    """

    entered = Signal()
    whole = Signal()  # chosen by its digit

    def __init__(self) -> None:
        super().__init__()
        self._reached = False
        self.setAccessibleName(say("How the game was decided"))
        self._typed = ""

    def minimumSizeHint(self) -> QSize:
        """Return a size with room for the longest way to win."""
        return self.sizeHint().expandedTo(QSize(LEAST_WIDE, 0))

    @property
    def chosen(self) -> How:
        how = self.currentData()
        return how if isinstance(how, How) else How.ASSASSINATION

    def show_choices(self, choices: Sequence[How], chosen: How | None) -> None:
        self.blockSignals(True)
        self.clear()
        for place, how in enumerate(choices, start=1):
            digit = f"{place}  " if place <= MOST_DIGITS else ""
            self.addItem(f"{digit}{HOW_WORDS[how]}", how)
        self.setCurrentIndex(choices.index(chosen) if chosen in choices else 0)
        self.blockSignals(False)

    def reach(self) -> None:
        """Move the focus here from the previous field, which is complete."""
        self.setFocus()
        self._reached = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        reached, self._reached = self._reached, False
        if event.key() in ENTER:
            if not reached and not event.isAutoRepeat():
                self.entered.emit()
        elif is_digit(event):
            self._choose(int(event.text()) - 1)
        elif event.text().strip() and not event.modifiers() & COMMANDS:
            self._type(event.text().casefold())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._reached = False
        self._typed = ""

    def _choose(self, place: int) -> None:
        if 0 <= place < self.count():
            self.setCurrentIndex(place)
            self.activated.emit(place)
            self.whole.emit()

    def _type(self, letter: str) -> None:
        """Choose a way to win by the first letters of its name. If a further letter fits no name,
        begin a new search with it, after the present way.
        """
        names = [HOW_WORDS[self.itemData(place)].casefold() for place in range(self.count())]
        for typed, start in ((self._typed + letter, 0), (letter, self.currentIndex() + 1)):
            order = [*range(start, len(names)), *range(start)]
            match_ = next((place for place in order if names[place].startswith(typed)), None)
            if match_ is not None:
                self._typed = typed
                self.setCurrentIndex(match_)
                self.activated.emit(match_)
                return


class DigitRun:
    """A check on points of two digits after which the focus moved on by itself. If the digits were
    meant as two numbers, each later number is one field too early, and the last number is missing.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget all fields, because another game begins."""
        self._joined: list[ShortField] = []
        self._is_whole = self.is_asked = False

    def note_typed(self, field: ShortField, *, last: bool) -> None:
        """Note a digit that was typed in ``field``. ``last`` says that this is the last field for
        points.
        """
        if field in self._joined:
            self._joined.remove(field)
        self._is_whole = self._is_whole or last

    def note_whole(self, field: ShortField) -> None:
        """Note that ``field`` became full, so that the focus moved on."""
        if len(field.text()) > 1:
            self._joined.append(field)

    @property
    def suspect(self) -> str:
        """Return the points to ask about; empty if there is nothing to ask."""
        if not self._joined or self._is_whole or self.is_asked:
            return ""
        return self._joined[0].text()


def choices_of(sheet: ReportSheet) -> tuple[tuple[How, ...], How | None]:
    """Return the ways in which the game can have ended, and the likeliest of them."""
    known = sheet.known or sheet.ended
    if known is None:
        return sheet.won_by, sheet.likeliest
    return (sheet.won_by if known.winner else TIED_BY), known.how


def before_typing(sheet: ReportSheet) -> str:
    """Return a sentence on what is already known of the result and what to type."""
    name = sheet.names.of
    if sheet.replaces and sheet.known is not None:
        return say(
            "Already entered: {result}. What you enter replaces it.",
            result=result_words(sheet.known, name, armies=sheet.game.armies),
        )
    if sheet.game.contradicted:
        return say("{reports}. Enter what is right.", reports=phoned_words(sheet.game, name))
    if sheet.known is not None:
        return say("Filled in from the table. Press Enter in each field to report.")
    if sheet.ended is not None:
        return say(
            "{ending}. Press Enter in each field, and type the army points.",
            ending=why(sheet.game, name) or _flag_words(sheet),
        )
    return say("Type 1 or 2 for the winner, T for a tie.")


def _flag_words(sheet: ReportSheet) -> str:
    winner = sheet.ended.winner if sheet.ended else None
    loser = sheet.names.of(winner.other) if winner else ""
    return wording.CLOCK_RAN_OUT.format(side=loser)
