"""The form for the rule of a season's league: how many points an event is worth."""

import re

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.engine.language import say
from app.ui.widgets.basics import label
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import STRETCH, column_of, form_of
from app.ui.widgets.theme import Space, around
from app.views.season.league import LeagueRule

MOST = 1_000
FIELD_WIDTH = 320
ABOUT = say(
    "All points add up. Tied players are ranked by their best event, then by the next best, then"
    " by games won."
)
PLACES_ODD = say("Write numbers with commas between them, such as 10, 8, 6.")


class RuleForm(QWidget):
    """The form for a season's name and rule. ``changed`` carries both, if they have changed and are
    valid.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit()
        self.presence, self.beaten = _points(), _points()
        self.win, self.tie = _points(), _points()
        self.places = QLineEdit()
        self.places.setPlaceholderText("10, 8, 6")
        for line in (self.name, self.places):
            line.setMaximumWidth(FIELD_WIDTH)
        self.best = _points()
        self.best.setSpecialValueText(say("All"))
        self.fault = label("", "warning", wraps=True)
        column_of(
            form_of(
                (say("&Name of the season"), self.name),
                (say("Points for having pla&yed"), self.presence),
                (say("Points for each player placed &behind"), self.beaten),
                (say("Point&s for a win"), self.win),
                (say("P&oints for a tie"), self.tie),
                (say("Points for the first pla&ces"), self.places),
                (say("Best e&vents that count"), self.best),
            ),
            self.fault,
            label(ABOUT, "muted", wraps=True),
            STRETCH,
            on=self,
            gap=Space.M,
            margins=around(Space.L),
        )
        self._numbers = (self.presence, self.beaten, self.win, self.tie, self.best)
        for field in self._numbers:
            field.valueChanged.connect(lambda _number: self._change())
        for line in (self.name, self.places):
            line.editingFinished.connect(self._change)
        self._shown: tuple[str, LeagueRule] = ("", LeagueRule())
        self.show_rule("", LeagueRule())

    def show_rule(self, name: str, rule: LeagueRule) -> None:
        """Show a season's name and rule."""
        self._shown = (name, rule)
        given = (rule.presence, rule.beaten, rule.win, rule.tie, rule.best)
        for field, number in zip(self._numbers, given, strict=True):
            with QSignalBlocker(field):
                field.setValue(number)
        self.name.setText(name)
        self.places.setText(", ".join(map(str, rule.places)))
        self._show_fault("")

    def _change(self) -> None:
        places = read_places(self.places.text())
        if places is None:
            self._show_fault(PLACES_ODD)
            return
        self._show_fault("")
        presence, beaten, win, tie, best = (field.value() for field in self._numbers)
        rule = LeagueRule(best, places, beaten, win, tie, presence)
        name = self.name.text().strip() or self._shown[0]
        if (name, rule) != self._shown:
            self._shown = (name, rule)
            self.changed.emit(name, rule)

    def _show_fault(self, words: str) -> None:
        self.fault.setText(words)
        self.fault.setVisible(bool(words))


def read_places(words: str) -> tuple[int, ...] | None:
    """Return the points of the first places; None if ``words`` contain anything but numbers."""
    parts = [part for part in re.split(r"[,;\s]+", words.strip()) if part]
    if not all(part.isdecimal() and len(part) <= len(str(MOST)) for part in parts):
        return None
    return tuple(map(int, parts))


def _points() -> SpinBox:
    field = SpinBox()
    field.setRange(0, MOST)
    field.setMaximumWidth(FIELD_WIDTH)
    return field
